#!/usr/bin/env bash
# Builds zlib as a static library.
set -euo pipefail
quietly() { "$@" >build.log 2>&1 || { tail -n 30 build.log >&2; exit 1; }; }
export CFLAGS="${CFLAGS:--g -O1}"

quietly ./configure --static
quietly make -j"$JOBS" libz.a
