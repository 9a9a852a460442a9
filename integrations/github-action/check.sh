#!/usr/bin/env bash
# Compares the sizes of contracts with those of before, as action.yml says; the inputs are variables.
set -euo pipefail
shopt -s globstar nullglob

# Patterns become files, and words are divided at blanks.
# shellcheck disable=SC2206
files=($FILES)
if [ "${#files[@]}" = 0 ]; then
    echo "::error::There is no file like '$FILES'."
    exit 1
fi
options=(--no-gas --jobs 0 --optimize-runs "$RUNS")
for name in $SEQUENCES; do
    options+=(--sequence "$name")
done
if [ -n "$EVM_VERSION" ]; then
    options+=(--evm-version "$EVM_VERSION")
fi
if [ ! -e "$BASELINE" ]; then
    echo "::error::There is no file '$BASELINE'. Make it with: yulopt compare --json" \
        "${options[*]} ${files[*]} > $BASELINE"
    exit 1
fi
options+=(--baseline "$BASELINE" --allow-growth "$ALLOW_GROWTH")
if [ -n "$ALLOW_WASTE" ]; then
    options+=(--allow-waste "$ALLOW_WASTE")
fi

status=0
findings=$(mktemp)
table=$(yulopt compare "${options[@]}" "${files[@]}" 2>"$findings") || status=$?
printf '%s\n' "$table"
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
    printf '```\n%s\n```\n' "$table" >>"$GITHUB_STEP_SUMMARY"
fi
# Findings are shown beside the commit; notes are only printed.
while IFS= read -r line; do
    if [ "$status" != 0 ] && [[ "$line" != note:* ]]; then
        echo "::error::$line"
    else
        echo "$line"
    fi
done <"$findings"
rm -f "$findings"
exit "$status"
