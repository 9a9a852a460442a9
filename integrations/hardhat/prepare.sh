#!/bin/sh
# Installs what tests/integrations/test_hardhat.py needs below a folder, which YULOPT_HARDHAT then
# names: Hardhat 2 in FOLDER/2, Hardhat 3 in FOLDER/3 with a Node that is new enough for it, and with
# libraries of contracts, which tests/integrations/test_three_commands.py needs.
#
#     integrations/hardhat/prepare.sh FOLDER [2] [3]
#
# Both take some 20 seconds and 560 MB; either number asks for that one only. What is there already
# stays.
set -eu

folder=${1:?"usage: $0 FOLDER [2] [3]"}
shift
wanted=${*:-2 3}
solc=solc@0.8.37

install() { # FOLDER PACKAGE...
    mkdir -p "$1"
    [ -f "$1/package.json" ] || echo '{ "private": true }' >"$1/package.json"
    npm install --loglevel=error --no-audit --no-fund --prefix "$@"
}

is_wanted() { # NUMBER
    case " $wanted " in *" $1 "*) [ ! -f "$folder/$1/ready" ] ;; *) false ;; esac
}

if is_wanted 2; then
    install "$folder/2" hardhat@2.29.1 @nomicfoundation/hardhat-ethers@3.1.3 ethers@6.17.0 $solc
    touch "$folder/2/ready"
fi

if is_wanted 3; then
    # Hardhat 3 has parts that npm leaves out when it runs itself on an older Node.
    install "$folder/3" node@22.23.3
    (
        PATH="$(cd "$folder/3/node_modules/node/bin" && pwd):$PATH"
        install "$folder/3" hardhat@3.18.0 $solc @openzeppelin/contracts@5.4.0 solady@0.1.26
    )
    touch "$folder/3/ready"
fi
