object "object" {
    code {
        {
            let _1 := sload(0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103)
            let caller_is_admin := eq(caller(), _1)
            if iszero(or(caller_is_admin, _1))
            {
                if eq(selector(), 0x485cc955)
                {
                    set_admin(address_argument())
                    set_implementation(address_argument_220())
                    stop()
                }
                revert_with_221()
            }
            if caller_is_admin
            {
                if callvalue() { revert_with_222() }
                switch selector()
                case 0x3659cfe6 {
                    set_implementation(address_argument())
                    stop()
                }
                case 0x4f1ef286 {
                    let new_implementation := address_argument()
                    set_implementation(new_implementation)
                    let _2 := calldataload(0x24)
                    let length := calldataload(add(4, _2))
                    if gt(add(add(_2, length), 0x24), calldatasize()) { revert_with_225() }
                    calldatacopy(0, add(_2, 0x24), length)
                    forward(new_implementation, length)
                }
                case 0x8f283970 {
                    let new_admin := address_argument()
                    if iszero(new_admin) { revert_with_227() }
                    set_admin(new_admin)
                    stop()
                }
                case 0xf851a440 {
                    return_word(sload(0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103))
                }
                case 0x5c60da1b {
                    return_word(sload(0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc))
                }
                default { revert_with_228() }
            }
            calldatacopy(0, 0, calldatasize())
            forward(sload(0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc), calldatasize())
        }
        function selector() -> value
        {
            if gt(calldatasize(), 3)
            {
                value := shr(224, calldataload(0))
            }
        }
        function address_argument() -> value
        {
            if lt(calldatasize(), 36) { revert_with_229() }
            value := calldataload(4)
            if shr(160, value) { revert_with() }
        }
        function address_argument_220() -> value
        {
            if lt(calldatasize(), 68) { revert_with_229() }
            value := calldataload(0x24)
            if shr(160, value) { revert_with() }
        }
        function set_admin(new_admin)
        {
            let old_admin := sload(0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103)
            sstore(0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103, new_admin)
            mstore(0x00, old_admin)
            mstore(0x20, new_admin)
            log1(0x00, 0x40, 0x7e644d79422f17c01e4894b5f4f588d331ebfa28653d42ae832dc59e38c9798f)
        }
        function set_implementation(new_implementation)
        {
            if iszero(extcodesize(new_implementation))
            {
                let length := 0
                for { } lt(length, 32) { length := add(length, 1) }
                {
                    if iszero(byte(length, "implementation has no code")) { break }
                }
                mstore(0, "\x08\xc3y\xa0")
                mstore(0x04, 32)
                mstore(0x24, length)
                mstore(0x44, "implementation has no code")
                revert(0, 0x64)
            }
            sstore(0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc, new_implementation)
            log2(0, 0, 0xbc7cd75a20ee27fd9adebab32041f755214dbc6bffa90cc0225b39da2e5c2d3b, new_implementation)
        }
        function forward(target, length)
        {
            let success := delegatecall(gas(), target, 0, length, 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch success
            case false { revert(0, returndatasize()) }
            default { return(0, returndatasize()) }
        }
        function return_word(word)
        {
            mstore(0, word)
            return(0, 0x20)
        }
        function revert_with_221()
        {
            let length := 0
            for { } lt(length, 32) { length := add(length, 1) }
            {
                if iszero(byte(length, "not initialized")) { break }
            }
            mstore(0, "\x08\xc3y\xa0")
            mstore(0x04, 32)
            mstore(0x24, length)
            mstore(0x44, "not initialized")
            revert(0, 0x64)
        }
        function revert_with_222()
        {
            let length := 0
            for { } lt(length, 32) { length := add(length, 1) }
            {
                if iszero(byte(length, "admin sent ether")) { break }
            }
            mstore(0, "\x08\xc3y\xa0")
            mstore(0x04, 32)
            mstore(0x24, length)
            mstore(0x44, "admin sent ether")
            revert(0, 0x64)
        }
        function revert_with_225()
        {
            let length := 0
            for { } lt(length, 32) { length := add(length, 1) }
            {
                if iszero(byte(length, "bad call data")) { break }
            }
            mstore(0, "\x08\xc3y\xa0")
            mstore(0x04, 32)
            mstore(0x24, length)
            mstore(0x44, "bad call data")
            revert(0, 0x64)
        }
        function revert_with_227()
        {
            let length := 0
            for { } lt(length, 32) { length := add(length, 1) }
            {
                if iszero(byte(length, "admin is zero")) { break }
            }
            mstore(0, "\x08\xc3y\xa0")
            mstore(0x04, 32)
            mstore(0x24, length)
            mstore(0x44, "admin is zero")
            revert(0, 0x64)
        }
        function revert_with_228()
        {
            let length := 0
            for { } lt(length, 32) { length := add(length, 1) }
            {
                if iszero(byte(length, "admin cannot fall back")) { break }
            }
            mstore(0, "\x08\xc3y\xa0")
            mstore(0x04, 32)
            mstore(0x24, length)
            mstore(0x44, "admin cannot fall back")
            revert(0, 0x64)
        }
        function revert_with_229()
        {
            let length := 0
            for { } lt(length, 32) { length := add(length, 1) }
            {
                if iszero(byte(length, "argument missing")) { break }
            }
            mstore(0, "\x08\xc3y\xa0")
            mstore(0x04, 32)
            mstore(0x24, length)
            mstore(0x44, "argument missing")
            revert(0, 0x64)
        }
        function revert_with()
        {
            let length := 0
            for { } lt(length, 32) { length := add(length, 1) }
            {
                if iszero(byte(length, "not an address")) { break }
            }
            mstore(0, "\x08\xc3y\xa0")
            mstore(0x04, 32)
            mstore(0x24, length)
            mstore(0x44, "not an address")
            revert(0, 0x64)
        }
    }
}
