#!/bin/sh
# What `make coredata` runs: stores of zseed in the hands of Core Data, and experiments for what no file has
# shown. run.sh ZSEED FOLDER DUMP-OBJECTS [COREDATA-DAY]
# Everything stands in FOLDER/report.md afterwards; without Core Data, what is there to be asked.
set -eu
zseed=$1 folder=$2 ours=$3 theirs=${4:-}
here=$(dirname "$0")
report=$folder/report.md
python3 "$here/stores.py" "$zseed" "$folder/stores" > "$folder/stores.txt"
{
  echo "# Core Data on stores of zseed"
  echo
  "$zseed" --version --verbose | sed 's/^/    /'
  echo "    $(uname -sr) $(uname -m)"
  if command -v sw_vers >/dev/null; then sw_vers | sed 's/^/    /'; fi
  echo
  echo "## Stores"
  echo
} > "$report"
number=0 wrong=0
while IFS="$(printf '\t')" read -r store model; do
  number=$((number + 1))
  verdict="not asked: there is no Core Data here"
  "$ours" "$store" > "$folder/ours-$number.txt"
  if test -n "$theirs"; then
    xcrun momc "$model" "$folder/model-$number.mom" >/dev/null 2>&1 || true
    mom=$folder/model-$number.mom
    # Of a model with versions momc makes a folder.
    if test -d "$mom"; then mom=$(ls "$mom"/*.mom | head -1); fi
    if ! "$theirs" dump "$store" "$mom" > "$folder/theirs-$number.txt" 2> "$folder/errors.txt"; then
      verdict="**Core Data does not open it**: $(head -1 "$folder/errors.txt")"
      wrong=$((wrong + 1))
    elif ! cmp -s "$folder/ours-$number.txt" "$folder/theirs-$number.txt"; then
      verdict="**other values**, ours and then theirs: $(diff "$folder/ours-$number.txt" "$folder/theirs-$number.txt" | sed -n 2,4p | tr '\n' ' ')"
      wrong=$((wrong + 1))
    elif ! saved=$("$theirs" save "$store" "$mom" 2> "$folder/errors.txt"); then
      verdict="**cannot be saved**: $(head -1 "$folder/errors.txt")"
      wrong=$((wrong + 1))
    else
      verdict="the same objects; $saved"
    fi
  fi
  echo "- $(echo "$store" | sed "s|^.*/stores/||"): $(grep -c '^[^ ]' "$folder/ours-$number.txt") objects: $verdict" >> "$report"
done < "$folder/stores.txt"
if test -n "$theirs"; then
  mkdir -p "$folder/experiments"
  printf '\n## Experiments\n' >> "$report"
  "$theirs" experiments "$folder/experiments" > "$folder/experiments.txt"
  while IFS="$(printf '\t')" read -r name rule question store; do
    printf '\n### %s\n\n%s (%s)\n\n' "$name" "$question" "$rule" >> "$report"
    case $store in
      refused:*) echo "$store" >> "$report";;
      *)
        "$theirs" queries "$name" | while read -r query; do
          printf '```\n%s\n%s\n```\n' "$query" "$(sqlite3 "$store" "$query" 2>&1)"
        done >> "$report"
        # What zseed would have made of the same model, and what its checks say of Core Data's own store.
        printf '```\n%s\n```\n' "$("$zseed" verify "$store" 2>&1 | grep -v '^ok' | tail -8)" >> "$report"
        ;;
    esac
  done < "$folder/experiments.txt"
fi
if test -z "$theirs"; then
  echo "$report: $number stores, and no Core Data here to ask"
  exit
fi
echo "$report: $number stores, $wrong of them not as they should be"
test "$wrong" = 0
