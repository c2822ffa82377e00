#!/usr/bin/env bash
# Builds json-c as a static library.
set -euo pipefail
quietly() { "$@" >build.log 2>&1 || { tail -n 30 build.log >&2; exit 1; }; }

# Its hash reads whole words across the end of a string, unless it is told of a memory checker.
export CFLAGS="$CFLAGS -DVALGRIND"
# The hash is seeded from the machine's randomness by default; a fixed seed makes runs repeat.
quietly cmake -B out -DCMAKE_BUILD_TYPE=None -DBUILD_SHARED_LIBS=OFF -DBUILD_TESTING=OFF -DDISABLE_WERROR=ON \
  -DOVERRIDE_GET_RANDOM_SEED='return 1'
quietly cmake --build out -j "$JOBS" --target json-c
# The headers say "json.h" or <json-c/json.h>, as installed.
ln -s ../ out/json-c
