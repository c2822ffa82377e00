#!/usr/bin/env bash
# Builds expat as a static library, by its configure script as Debian does: a patch of Debian's relies on how that defines XML_DTD.
set -euo pipefail
quietly() { "$@" >build.log 2>&1 || { tail -n 30 build.log >&2; exit 1; }; }

cd expat
quietly ./buildconf.sh
quietly ./configure --disable-shared --enable-static --without-docbook --without-tests --without-examples --without-xmlwf CC="$CC"
quietly make -j "$JOBS" -C lib
