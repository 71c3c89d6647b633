#!/bin/sh
# Creates the package of the plugins for a release, which refers to the bundle by URL and checksum.
#   Plugins/publish.sh zseed.artifactbundle.zip URL FOLDER
set -eu
archive=$1 url=$2 folder=$3
here=$(dirname "$0")
if test -e "$folder"; then echo "$folder: error: already exists" >&2; exit 2; fi
if command -v sha256sum >/dev/null; then sum=sha256sum; else sum='shasum -a 256'; fi
checksum=$($sum "$archive" | cut -d ' ' -f 1)
mkdir -p "$folder"
cp -R "$here/SeedPlugin" "$here/SeedCommand" "$here/../LICENSE" "$folder"
awk -v url="$url" -v checksum="$checksum" '
  sub(/path: "zseed.artifactbundle"/, "url: \"" url "\", checksum: \"" checksum "\"") { found = 1 }
  { print }
  END { exit !found }
' "$here/Package.swift" > "$folder/Package.swift"
