#!/bin/sh
# The script of `make coredata`. It opens stores of zseed with Core Data, and runs experiments for rules that no file
# has shown: run.sh ZSEED FOLDER DUMP-OBJECTS [COREDATA-DAY]
# The report is FOLDER/report.md. Without Core Data it only lists the questions.
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
tab=$(printf '\t')
while IFS=$tab read -r store model; do
  number=$((number + 1))
  verdict="not asked: there is no Core Data here"
  "$ours" "$store" > "$folder/ours-$number.txt"
  if test -n "$theirs"; then
    # For a model with versions, momc creates a folder that contains the current version.
    case $model in
      *.xcdatamodeld) mom=$folder/model-$number.momd;;
      *) mom=$folder/model-$number.mom;;
    esac
    if ! xcrun momc "$model" "$mom" > "$folder/errors.txt" 2>&1; then
      verdict="**momc does not make its model**: $(head -1 "$folder/errors.txt")"
      wrong=$((wrong + 1))
    elif ! "$theirs" dump "$store" "$mom" > "$folder/theirs-$number.txt" 2> "$folder/errors.txt"; then
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
# SwiftData's classes need macros, which only Apple's compiler has. Each source is therefore compiled to a program:
# compile PROGRAM TARGET SOURCE...
compile() {
  program=$1 target=$2
  shift 2
  xcrun --sdk macosx swiftc -swift-version 5 -parse-as-library -module-name day \
    -target "$(uname -m)-apple-$target" -o "$program" \
    "$@" "$here/SwiftData/Harness.swift" "$here/Sources/StoreDump/StoreDump.swift" \
    > "$folder/errors.txt" 2>&1
}
# Prints an error in one line.
reason() { { grep error: "$folder/errors.txt" || tail -1 "$folder/errors.txt"; } | head -1; }

printf '\n## Stores of SwiftData\n\n' >> "$report"
models=0
while IFS=$tab read -r store prefix sources; do
  models=$((models + 1)) scratch=$folder/swiftdata/$models
  mkdir -p "$scratch"
  verdict="not asked: there is no SwiftData here"
  "$zseed" inspect "$store" --json > "$scratch/model.json"
  python3 "$here/swiftdata.py" asked "$scratch/model.json" "${prefix#-}" > "$scratch/Asked.swift"
  "$ours" --swiftdata "$store" > "$scratch/ours.txt"
  if test -n "$theirs"; then
    copy=$scratch/$(basename "$store")
    cp "$store" "$copy"
    support=$(dirname "$store")/.$(basename "$store" .store)_SUPPORT
    if test -d "$support"; then cp -R "$support" "$scratch"; fi
    old=$IFS; IFS=$tab
    if compile "$scratch/day" macosx15.0 $sources "$scratch/Asked.swift"; then compiled=yes; else compiled=; fi
    IFS=$old
    if test -z "$compiled"; then
      verdict="**its classes are not compiled**: $(reason)"
      wrong=$((wrong + 1))
    elif ! "$scratch/day" "$copy" dump > "$scratch/theirs.txt" 2> "$folder/errors.txt"; then
      verdict="**SwiftData does not open it**: $(reason)"
      wrong=$((wrong + 1))
    elif ! test "$("$zseed" hash "$copy")" = "$("$zseed" hash "$store")" ||
      ! test "$(sqlite3 "$copy" .schema)" = "$(sqlite3 "$store" .schema)"; then
      # SwiftData migrates stores that it considers older, and this cannot be disabled.
      verdict="**SwiftData migrated it**: its tables or version hashes are others now"
      wrong=$((wrong + 1))
    elif ! cmp -s "$scratch/ours.txt" "$scratch/theirs.txt"; then
      verdict="**other values**, ours and then theirs: $(diff "$scratch/ours.txt" "$scratch/theirs.txt" | sed -n 2,4p | tr '\n' ' ')"
      wrong=$((wrong + 1))
    elif ! saved=$("$scratch/day" "$copy" save 2> "$folder/errors.txt"); then
      verdict="**cannot be saved**: $(reason)"
      wrong=$((wrong + 1))
    else
      verdict="the same objects; $saved"
    fi
  fi
  with=$(for source in $(printf '%s' "$sources" | tr "$tab" '\n' | sed 's|^.*/||'); do printf '%s ' "$source"; done)
  echo "- $(echo "$store" | sed "s|^.*/stores/||") with ${with% }: $(grep -c '^[^ ]' "$scratch/ours.txt") objects: $verdict" >> "$report"
done < "$folder/stores/swiftdata.txt"

# answers STORE QUERIES: reports the rows of an experiment's tables, and the results of our checks for the store.
answers() {
  while read -r query; do
    printf '```\n%s\n%s\n```\n' "$query" "$(sqlite3 "$1" "$query" 2>&1)"
  done < "$2" >> "$report"
  printf '```\n%s\n```\n' "$("$zseed" hash "$1" 2>&1)" >> "$report"
  printf '```\n%s\n```\n' "$("$zseed" verify "$1" 2>&1 | grep -v '^ok' | tail -8)" >> "$report"
}

if test -n "$theirs"; then
  mkdir -p "$folder/experiments"
  printf '\n## Experiments\n' >> "$report"
  "$theirs" list > "$folder/experiments.txt"
  while IFS=$tab read -r name rule question; do
    store=$folder/experiments/$name.sqlite
    printf '\n### %s\n\n%s (%s)\n\n' "$name" "$question" "$rule" >> "$report"
    # A rejection by Core Data is also an answer, and so is the store that it wrote before the rejection.
    "$theirs" experiment "$name" "$store" > "$folder/experiments/$name.log" 2>&1 < /dev/null ||
      printf 'refused:\n\n```\n%s\n```\n' "$(tail -5 "$folder/experiments/$name.log")" >> "$report"
    "$theirs" queries "$name" > "$folder/queries.txt"
    if test -s "$store"; then answers "$store" "$folder/queries.txt"; fi
  done < "$folder/experiments.txt"

  printf '\n## Experiments with SwiftData\n' >> "$report"
  for source in "$here"/SwiftData/Experiments/*.swift; do
    name=$(basename "$source" .swift)
    scratch=$folder/experiments/$name
    store=$scratch/$name.store
    mkdir -p "$scratch"
    header() { python3 "$here/swiftdata.py" header "$1" "$source"; }
    printf '\n### %s\n\n%s (%s)\n\n' "$name" "$(header question)" "$(header rule)" >> "$report"
    python3 "$here/swiftdata.py" experiment "$name" > "$scratch/Asked.swift"
    target=$(header target)
    if ! compile "$scratch/day" "${target:-macosx15.0}" "$source" "$scratch/Asked.swift"; then
      printf 'not compiled:\n\n```\n%s\n```\n' "$(grep error: "$folder/errors.txt" | head -5)" >> "$report"
      continue
    fi
    "$scratch/day" "$store" fill > "$scratch/log.txt" 2>&1 < /dev/null ||
      printf 'refused:\n\n```\n%s\n```\n' "$(tail -5 "$scratch/log.txt")" >> "$report"
    header query > "$folder/queries.txt"
    if test -s "$store"; then
      answers "$store" "$folder/queries.txt"
      # Whether zseed reads the same model from the source. This is the main question of most experiments.
      printf '```\n%s\n```\n' "$("$zseed" identify "$store" --among "$source" 2>&1)" >> "$report"
    fi
  done
fi
if test -z "$theirs"; then
  echo "$report: $((number + models)) stores, and no Core Data here to ask"
  exit
fi
echo "$report: $((number + models)) stores, $wrong of them not as they should be"
test "$wrong" = 0
