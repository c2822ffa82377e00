#!/usr/bin/env bash
# Builds the Apache portable runtime as a static library. The package's configure script is generated at package build time, so it is
# generated here too when it is missing.
set -euo pipefail
quietly() { "$@" >build.log 2>&1 || { tail -n 30 build.log >&2; exit 1; }; }
export CFLAGS="${CFLAGS:--g -O1}"

[ -x configure ] || quietly ./buildconf
# Debugging pools give every allocation memory of its own: what a pool would hide (an overrun into the next allocation) becomes visible.
quietly ./configure --disable-shared --disable-dso --disable-threads --enable-pool-debug=yes --without-sendfile CC="$CC"
quietly make -j"$JOBS" libapr-1.la
