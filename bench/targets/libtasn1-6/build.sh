#!/usr/bin/env bash
# Builds libtasn1 as a static library, by its configure script.
set -euo pipefail
quietly() { "$@" >build.log 2>&1 || { tail -n 30 build.log >&2; exit 1; }; }

# Debian's patches make configure.ac newer than what was generated from it; its make files would want autoconf again.
find . -name '*.in' -o -name configure -o -name aclocal.m4 -o -name '*.c' -o -name '*.h' | xargs touch
quietly ./configure --disable-shared --enable-static --disable-doc --disable-gtk-doc --disable-valgrind-tests CC="$CC"
quietly make -j "$JOBS" -C lib
