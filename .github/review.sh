#!/usr/bin/env bash
# Reports the effect of a pull request on a seed, as Markdown for the summary of a job and as a page:
#   ZSEED=zseed .github/review.sh PLAN BASE PAGE [ARGUMENTS OF BUILD]
# The plan is built twice: from the working tree, and from the commit where the branch left BASE. The checkout is not
# changed.
set -euo pipefail

plan=${1:?"usage: review.sh PLAN BASE PAGE [ARGUMENTS]"}
base=${2-}
page=${3:?"usage: review.sh PLAN BASE PAGE [ARGUMENTS]"}
shift 3
zseed=$(command -v "${ZSEED:-zseed}")
work=$(mktemp -d)
tree=
trap 'if test -n "$tree"; then git worktree remove --force "$tree"; fi; rm -rf "$work"' EXIT

"$zseed" build "$plan" -q "$@" -o "$work/now"
echo "## \`$plan\`"
echo
echo "| entity | objects |"
echo "|---|---:|"
"$zseed" inspect "$work/now" |
  sed -n 's/^\(.*\)  ([^()]*, Z_ENT [0-9]*, \([0-9]*\) rows\{0,1\}, .*)$/| \1 | \2 |/p'
echo

# Without a base there is no comparison, and the summary reports that.
was=
if test -z "$base"; then
  echo "Not compared: this is no pull request."
elif ! left=$(git merge-base HEAD "$base" 2>/dev/null); then
  echo "Not compared: \`$base\` is not in this checkout, which needs \`fetch-depth: 0\`."
else
  tree=$work/tree
  folder=$(git rev-parse --show-prefix)
  git worktree add --quiet --detach "$tree" "$left"
  if ! test -e "$tree/$folder$plan"; then
    echo "The plan is new."
  elif (cd "$tree/$folder" && "$zseed" build "$plan" -q "$@" -o "$work/was") 2>"$work/errors"; then
    was=$work/was
    echo "### Against \`$base\`"
    echo
    status=0
    (cd "$work" && "$zseed" diff was now --markdown) >"$work/differences" || status=$?
    test "$status" -le 1 || exit "$status"
    # The summary of a job is limited to a megabyte.
    head -n 500 "$work/differences"
    lines=$(wc -l <"$work/differences")
    if test "$lines" -gt 500; then
      echo
      echo "And $((lines - 500)) lines more, which the page shows. $(tail -n 1 "$work/differences")"
    fi
  else
    echo "Not compared: the plan of \`$base\` does not build."
    echo
    sed "s|$work/||g; s/^/    /" "$work/errors"
  fi
fi
echo
"$zseed" report ${was:+"$was"} "$work/now" -o "$page" -q
