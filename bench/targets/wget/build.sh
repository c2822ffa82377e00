#!/usr/bin/env bash
# Builds wget without TLS, IDN, conversion and compression libraries, then puts all objects but main's into one archive with gnulib's.
set -euo pipefail
quietly() { "$@" >build.log 2>&1 || { tail -n 30 build.log >&2; exit 1; }; }
export CFLAGS="${CFLAGS:--g -O1}"

quietly ./configure --without-ssl --without-zlib --without-libpsl --without-metalink --without-cares --disable-iri --disable-pcre \
  --disable-pcre2 --disable-nls --without-libuuid --disable-dependency-tracking CC="$CC" \
  PKG_CONFIG=false ac_cv_lib_nettle_nettle_md4_init=no am_cv_func_iconv=no
# A copied source tree has new time stamps: the generated files in it are current, so their generators must not run again.
generators=(ACLOCAL=: AUTOCONF=: AUTOMAKE=: AUTOHEADER=: MAKEINFO=:)
quietly make -j"$JOBS" -C lib "${generators[@]}"
quietly make -j"$JOBS" -C src wget "${generators[@]}"
rm -f libwget.a
ar rcs libwget.a $(find src -name '*.o' ! -name 'main.o' ! -name '*main.o') $(find lib -name '*.o')
