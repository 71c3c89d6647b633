#!/bin/sh
# Prints the functions that short runs of a program call, in the order in which they stand in it:
# order-functions.sh PROGRAM
#
# A release has them side by side (the Makefile's FUNCTION_ORDER). Scattered over all of its code they cost
# a build of few rows a seventh of its time: for each of them the system maps another part of the file.
set -e
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Valgrind does not read what debuggers need of Swift.
strip -g -o "$work/zseed" "$1"

runs=0
run() {
  runs=$((runs + 1))
  valgrind --tool=callgrind --demangle=no --callgrind-out-file="$work/$runs.calls" \
    "$work/zseed" "$@" > /dev/null 2>> "$work/errors" || { cat "$work/errors" >&2; exit 1; }
}
run build data/seed.yml -o "$work/seed.sqlite"
run build data/seed-swiftdata.yml -o "$work/seed.store"
run verify "$work/seed.sqlite" --model data/GroceryDude.xcdatamodeld
run inspect "$work/seed.sqlite"
run query "$work/seed.sqlite" Item --json
run export "$work/seed.sqlite" -o "$work/tables"

sed -n 's/^c\{0,1\}fn=([0-9]*) //p' "$work"/*.calls | sed "s/'[0-9]*\$//" | sort -u > "$work/called"
nm -n "$work/zseed" | awk '
  NR == FNR { called[$0]; next }
  NF == 3 && $2 ~ /^[tTwWvV]$/ && ($3 in called) && !($3 in seen) { seen[$3]; print $3 }
' "$work/called" -
