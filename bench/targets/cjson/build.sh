#!/usr/bin/env bash
# Builds cJSON and cJSON_Utils as static libraries.
set -euo pipefail
quietly() { "$@" >build.log 2>&1 || { tail -n 30 build.log >&2; exit 1; }; }

quietly cmake -B out -DCMAKE_BUILD_TYPE=None -DBUILD_SHARED_LIBS=OFF -DENABLE_CJSON_TEST=OFF -DENABLE_CJSON_UTILS=ON \
  -DENABLE_CUSTOM_COMPILER_FLAGS=OFF
quietly cmake --build out -j "$JOBS"
