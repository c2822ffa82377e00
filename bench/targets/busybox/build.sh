#!/usr/bin/env bash
# Builds one busybox with the default features of the utilities in utilities.txt and with no other utility.
set -euo pipefail
quietly() { "$@" >build.log 2>&1 || { tail -n 30 build.log >&2; exit 1; }; }

quietly make defconfig HOSTCC=clang-19
# An applet's line in the sources names its configuration symbol and its command: //applet:IF_CUT(APPLET(cut, ...
grep -rhoE --include='*.c' '^//applet:IF_[A-Z0-9_]+\( *APPLET[A-Z_]*\([^,]+' . |
  sed -E 's/^\/\/applet:IF_([A-Z0-9_]+)\( *APPLET[A-Z_]*\(/\1 /' | sort -u >applet-symbols
grep -v '^#' "$RECIPE/utilities.txt" | cut -d ' ' -f 1 >wanted
while read -r name; do
  grep -q " $name\$" applet-symbols || { echo "build.sh: this busybox has no utility '$name' (see utilities.txt)" >&2; exit 1; }
done <wanted
# A symbol may stand for several commands; it stays when one of them is wanted.
awk 'NR == FNR { wanted[$1]; next } { all[$1]; if ($2 in wanted) kept[$1] } END { for (s in all) if (!(s in kept)) print s }' \
  wanted applet-symbols >unwanted
# Switched off beside them: what needs a user database, a log daemon or a shell.
printf '%s\n' UNICODE_SUPPORT FEATURE_SUID FEATURE_INSTALLER FEATURE_UTMP FEATURE_SYSLOG PAM SHELL_ASH SHELL_HUSH >>unwanted
awk 'NR == FNR { off["CONFIG_" $1]; next } { split($0, part, "="); print (part[1] in off) ? "# " part[1] " is not set" : $0 }' \
  unwanted .config >config.new
sed -E 's/^# CONFIG_SH_IS_NONE is not set/CONFIG_SH_IS_NONE=y/' config.new >.config
{ yes '' || true; } | make oldconfig HOSTCC=clang-19 >build.log 2>&1 || { tail -n 30 build.log >&2; exit 1; }
quietly make -j"$JOBS" HOSTCC=clang-19 CC="$CC" SKIP_STRIP=y busybox
