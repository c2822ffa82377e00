#!/bin/sh
# Compares the C library in ../libc with the system's: builds both into one native program (ours with every symbol prefixed by
# bl_), feeds them the same generated inputs, prints "N passed, M failed", and exits non-zero on a difference.
# Usage: run.sh [SEED]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
libc=$here/../libc
cc=${CC:-clang-19}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for source in "$libc"/*.c; do
  # The start code needs a program to start.
  case $source in */start*) continue ;; esac
  # shellcheck disable=SC2046 # the flags are meant to be split
  object=$work/$(basename "$source" .c).o
  "$cc" $(cat "$libc/FLAGS") -I "$here/../include" -Werror -c "$source" -o "$object"
  objcopy --prefix-symbols=bl_ "$object"
done
# An archive: members that nothing here calls need not find the executor's builtins.
ar rcs "$work/ours.a" "$work"/*.o

# The system's functions must really be called, not folded by the compiler.
"$cc" -std=gnu17 -O1 -g -fno-builtin -D_GNU_SOURCE -U_FORTIFY_SOURCE -Wall -Wextra -Werror -Wno-format \
  -Wno-nonnull -Wno-deprecated-declarations "$here"/*.c "$work/ours.a" -lm -o "$work/compare"
"$work/compare" "${1:-1}"
