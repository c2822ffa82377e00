#!/usr/bin/env bash
# Builds libyaml as a static library.
set -euo pipefail
quietly() { "$@" >build.log 2>&1 || { tail -n 30 build.log >&2; exit 1; }; }

quietly cmake -B out -DCMAKE_BUILD_TYPE=None -DBUILD_SHARED_LIBS=OFF -DBUILD_TESTING=OFF
quietly cmake --build out -j "$JOBS" --target yaml
