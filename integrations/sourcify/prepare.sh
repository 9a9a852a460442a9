#!/bin/sh
# Installs what tests/integrations/test_sourcify.py needs below a folder, from npm: the library by which
# Sourcify verifies contracts, and anvil, a local chain (200 MB). YULOPT_SOURCIFY then names the folder:
#
#     export YULOPT_SOURCIFY=$(integrations/sourcify/prepare.sh FOLDER)
set -eu

folder=${1:?"usage: $0 FOLDER"}

if [ ! -d "$folder/node_modules/@ethereum-sourcify/lib-sourcify" ] || [ ! -d "$folder/node_modules/@foundry-rs/anvil" ]; then
    mkdir -p "$folder"
    [ -f "$folder/package.json" ] || echo '{ "private": true }' >"$folder/package.json"
    npm install --loglevel=error --no-audit --no-fund --prefix "$folder" \
        @ethereum-sourcify/lib-sourcify@3.4.0 @ethereum-sourcify/compilers-types@1.0.7 @foundry-rs/anvil@1.7.1 >&2
fi
cd "$folder" && pwd
