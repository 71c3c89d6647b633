#!/bin/sh
# Creates an artifact bundle of built programs for SwiftPM:
#   Plugins/bundle.sh FOLDER VERSION TRIPLE=PROGRAM…
# The folder is replaced. It must be a bundle, or must not exist.
set -eu
folder=$1 version=$2
shift 2
test $# -gt 0 || { echo "usage: bundle.sh FOLDER VERSION TRIPLE=PROGRAM…" >&2; exit 2; }
if test -e "$folder" && ! test -f "$folder/info.json"; then
  echo "$folder: error: is there and is no artifact bundle" >&2
  exit 2
fi
new=$folder.new
rm -rf "$new"
mkdir -p "$new"
variants=
for pair in "$@"; do
  triple=${pair%%=*} program=${pair#*=}
  mkdir -p "$new/$triple"
  install -m 755 "$program" "$new/$triple/zseed"
  variants="$variants${variants:+,}
        { \"path\": \"$triple/zseed\", \"supportedTriples\": [\"$triple\"] }"
done
cat > "$new/info.json" <<END
{
  "schemaVersion": "1.0",
  "artifacts": {
    "zseed": {
      "type": "executable",
      "version": "$version",
      "variants": [$variants
      ]
    }
  }
}
END
rm -rf "$folder"
mv "$new" "$folder"
