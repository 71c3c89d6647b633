#!/usr/bin/env bash
# Installs a release of zseed into a folder, for action.yml and for other CI systems:
#   ZSEED_VERSION=0.1.0 .github/install.sh FOLDER
# The checksum of the archive must be that in ZSEED_SHA256, or otherwise that in the SHA256SUMS of the release.
set -euo pipefail

folder=${1:?"usage: ZSEED_VERSION=0.1.0 install.sh FOLDER"}
version=${ZSEED_VERSION:?"ZSEED_VERSION is missing: the release, such as 0.1.0"}
version=${version#v}
releases=${ZSEED_RELEASES:-https://github.com/zseed/zseed/releases/download}

fail() {
  echo "zseed: error: $1" >&2
  if test "${GITHUB_ACTIONS:-}" = true; then echo "::error::zseed: $1" >&2; fi
  exit 1
}

case "$version" in *[!0-9A-Za-z.-]*) fail "'$version' is no version";; esac
system=$(uname -s | tr '[:upper:]' '[:lower:]' | sed s/darwin/macos/)
name=zseed-$version-$system-$(uname -m)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fetch() {
  # Redirections must also use https.
  curl --fail --silent --show-error --location --retry 3 --proto '=https,file' --proto-redir '=https' \
    --output "$work/$1" "$releases/v$version/$1" || fail "$releases/v$version/$1 cannot be read"
}

fetch "$name.tar.gz"
expected=${ZSEED_SHA256:-}
if test -z "$expected"; then
  fetch SHA256SUMS
  expected=$(awk -v name="$name.tar.gz" '$2 == name { print $1 }' "$work/SHA256SUMS")
  test -n "$expected" || fail "SHA256SUMS of the release does not name $name.tar.gz"
fi
if command -v sha256sum >/dev/null; then sum=sha256sum; else sum='shasum -a 256'; fi
found=$($sum "$work/$name.tar.gz" | cut -d ' ' -f 1)
test "$found" = "$(echo "$expected" | tr '[:upper:]' '[:lower:]')" ||
  fail "$name.tar.gz has the checksum $found, and not $expected: it was not installed"

tar -xzf "$work/$name.tar.gz" -C "$work" "$name/zseed"
mkdir -p "$folder/bin"
mv "$work/$name/zseed" "$folder/bin/zseed"
"$folder/bin/zseed" --version >/dev/null || fail "the program does not run here"
if test -n "${GITHUB_PATH:-}"; then echo "$folder/bin" >> "$GITHUB_PATH"; fi
if test -n "${GITHUB_OUTPUT:-}"; then echo "path=$folder/bin/zseed" >> "$GITHUB_OUTPUT"; fi
echo "$folder/bin/zseed: version $version"
