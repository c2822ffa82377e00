#!/usr/bin/env bash
# Builds libpng and the zlib it decompresses with as static libraries. Hardware-specific code is left out: it is assembler or intrinsics
# chosen at run time, and the portable code does the same.
set -euo pipefail
quietly() { "$@" >build.log 2>&1 || { tail -n 30 build.log >&2; exit 1; }; }
export CFLAGS="${CFLAGS:--g -O1}"

cd zlib
quietly ./configure --static
quietly make -j"$JOBS" libz.a
cd ../libpng1.6
quietly ./configure --disable-shared --disable-hardware-optimizations CC="$CC" CPPFLAGS="-I$PWD/../zlib" LDFLAGS="-L$PWD/../zlib"
# A copied source tree has new time stamps: the generated files in it are current, so their generators must not run again.
quietly make -j"$JOBS" libpng16.la ACLOCAL=: AUTOCONF=: AUTOMAKE=: AUTOHEADER=:
