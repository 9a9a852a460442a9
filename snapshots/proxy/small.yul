object "object" {
    code {
        {
            let _1 := sload(0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103)
            let caller_is_admin := eq(caller(), _1)
            if iszero(or(caller_is_admin, _1))
            {
                if eq(selector(), 0x485cc955)
                {
                    set_admin(address_argument(4))
                    set_implementation(address_argument(0x24))
                    stop()
                }
                revert_with("not initialized")
            }
            if caller_is_admin
            {
                if callvalue()
                {
                    revert_with("admin sent ether")
                }
                switch selector()
                case 0x3659cfe6 {
                    set_implementation(address_argument(4))
                    stop()
                }
                case 0x4f1ef286 {
                    let new_implementation := address_argument(4)
                    set_implementation(new_implementation)
                    let _2 := calldataload(0x24)
                    let length := calldataload(add(4, _2))
                    if gt(add(add(_2, length), 0x24), calldatasize()) { revert_with("bad call data") }
                    calldatacopy(0, add(_2, 0x24), length)
                    forward(new_implementation, length)
                }
                case 0x8f283970 {
                    let new_admin := address_argument(4)
                    if iszero(new_admin) { revert_with("admin is zero") }
                    set_admin(new_admin)
                    stop()
                }
                case 0xf851a440 {
                    return_word(sload(0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103))
                }
                case 0x5c60da1b {
                    return_word(sload(0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc))
                }
                default {
                    revert_with("admin cannot fall back")
                }
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
        function address_argument(offset) -> value
        {
            if lt(calldatasize(), add(offset, 0x20))
            {
                revert_with("argument missing")
            }
            value := calldataload(offset)
            if shr(160, value) { revert_with("not an address") }
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
                revert_with("implementation has no code")
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
        function revert_with(reason)
        {
            let length := 0
            for { } lt(length, 32) { length := add(length, 1) }
            {
                if iszero(byte(length, reason)) { break }
            }
            mstore(0, "\x08\xc3y\xa0")
            mstore(0x04, 32)
            mstore(0x24, length)
            mstore(0x44, reason)
            revert(0, 0x64)
        }
    }
}
