#!/bin/sh
# Installs forge, which tests/integrations/test_forge.py and tests/campaigns/foundry need, from npm
# below a folder (80 MB), and prints its path, which YULOPT_FORGE then names:
#
#     export YULOPT_FORGE=$(integrations/foundry/prepare.sh FOLDER)
set -eu

folder=${1:?"usage: $0 FOLDER"}
version=1.7.1

find_forge() { find "$folder/node_modules/@foundry-rs" -path '*/bin/forge*' -type f -size +1000k 2>/dev/null | head -n 1; }

if [ -z "$(find_forge)" ]; then
    mkdir -p "$folder"
    [ -f "$folder/package.json" ] || echo '{ "private": true }' >"$folder/package.json"
    npm install --loglevel=error --no-audit --no-fund --prefix "$folder" "@foundry-rs/forge@$version" >&2
fi
find_forge
