# What .ci/run and .ci/nightly share; they set `scratch`, and start in the folder of the project.

root=$PWD
# Where Python writes no bytecode, each process would compile all modules again.
unset PYTHONDONTWRITEBYTECODE
# The installed sources are tested, not others that a caller works on.
unset PYTHONPATH
# What mypy knows of the last run, outside the tree; it compares the sources.
export MYPY_CACHE_DIR=${MYPY_CACHE_DIR:-${TMPDIR:-/tmp}/yulopt-mypy}
prelude=dhfoDgvulfnTUtnIf
letters=acCdDeEfFghiIjlLmMnoOprsStTuUvVx

say() { printf '\n== [%s s] %s\n' "$SECONDS" "$*"; }

# A folder of this name in `scratch` with what is under version control or could be, but for what
# the pattern matches, and with `shared` beside it.
make_clone() {
    mkdir "$scratch/$1"
    (cd "$root" && git ls-files --cached --others --exclude-standard | grep -v "${2:-^$}" |
        tar -cf - -T -) | tar -xf - -C "$scratch/$1"
    if [ -d "$root/../shared" ] && [ ! -e "$scratch/shared" ]; then
        ln -s "$(cd "$root/../shared" && pwd)" "$scratch/shared"
    fi
}

# The three commands of the README that install.
setup_command=$(grep -E 'pip install \. ' README.md)
test_command=$(sed -n '/<!-- test command -->/,/^```$/p' README.md | grep 'pytest')
docs_command=$(grep -E 'sphinx-build' README.md)

run_readme() {
    printf '%s\n' "$1"
    bash -euo pipefail -c "$1"
}

# Nothing is in this clone but the sources, the environment, the documentation with the pages that it
# is made of, and what Python and pytest keep of every run.
leaves_nothing() {
    local left
    left=$(find . '(' -path ./.venv -o -path ./build/docs -o -path ./docs/reference/passes \
        -o -path ./docs/reference/steps -o -path ./docs/reference/tables -o -name __pycache__ \
        -o -name .pytest_cache ')' -prune -o ! -type d -print | sort |
        comm -13 <(cd "$root" && git ls-files -co --exclude-standard | sed 's#^#./#' | sort) -)
    [ -z "$left" ] || { printf 'left in the clone:\n%s\n' "$left"; return 1; }
}

# The reference compiler, outside the tree; without Node the tests that need it skip.
prepare_oracle() {
    if command -v npm >/dev/null; then
        local oracle=${YULOPT_ORACLE:-${TMPDIR:-/tmp}/yulopt-oracle}
        if [ -d "$oracle/node_modules/solc" ] ||
            npm install --silent --prefix "$oracle" solc@0.8.37; then
            export SOLC="$oracle/node_modules/solc"
        fi
    fi
}

# Other releases of solc, outside the tree. Those that npm does not have are left out.
prepare_solcs() {
    export YULOPT_SOLCS=${YULOPT_SOLCS:-${TMPDIR:-/tmp}/yulopt-solcs}
    command -v npm >/dev/null || return 0
    local version
    for version; do
        [ -d "$YULOPT_SOLCS/$version/node_modules/solc" ] ||
            npm install --silent --prefix "$YULOPT_SOLCS/$version" "solc@$version" || true
    done
}

# forge, outside the tree. Without it the tests that need it skip.
prepare_forge() {
    command -v npm >/dev/null &&
        "$root/integrations/foundry/prepare.sh" "${YULOPT_FOUNDRY:-${TMPDIR:-/tmp}/yulopt-foundry}"
}

# Sourcify's library and a local chain, outside the tree; prints the folder.
prepare_sourcify() {
    command -v npm >/dev/null &&
        "$root/integrations/sourcify/prepare.sh" "${YULOPT_SOURCIFY:-${TMPDIR:-/tmp}/yulopt-sourcify}"
}

# Hardhat, outside the tree: the versions that are named, or 2 and 3. Without them the tests that
# need them skip.
hardhat_folder=${YULOPT_HARDHAT:-${TMPDIR:-/tmp}/yulopt-hardhat}
prepare_hardhat() {
    command -v npm >/dev/null && "$root/integrations/hardhat/prepare.sh" "$hardhat_folder" "$@"
}
