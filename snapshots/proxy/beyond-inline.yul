object "object" {
    code {
        {
            let _1 := outlined_1091()
            let caller_is_admin := eq(caller(), _1)
            if iszero(or(caller_is_admin, _1))
            {
                let value := outlined_1093()
                if eq(value, 0x485cc955)
                {
                    set_admin(address_argument())
                    if lt(calldatasize(), 68)
                    {
                        revert_with("argument missing")
                    }
                    let value_1 := calldataload(0x24)
                    if shr(160, value_1) { revert_with("not an address") }
                    set_implementation(value_1)
                    stop()
                }
                outlined("not initialized")
            }
            if caller_is_admin
            {
                if callvalue() { outlined("admin sent ether") }
                let value_2 := outlined_1093()
                switch value_2
                case 0x3659cfe6 {
                    set_implementation(address_argument())
                    stop()
                }
                case 0x4f1ef286 {
                    let new_implementation := address_argument()
                    set_implementation(new_implementation)
                    let _2 := calldataload(0x24)
                    let length := calldataload(add(4, _2))
                    if gt(add(add(_2, length), 0x24), calldatasize()) { outlined("bad call data") }
                    calldatacopy(0, add(_2, 0x24), length)
                    forward(new_implementation, length)
                }
                case 0x8f283970 {
                    let new_admin := address_argument()
                    if iszero(new_admin) { outlined("admin is zero") }
                    set_admin(new_admin)
                    stop()
                }
                case 0xf851a440 {
                    mstore(0, _1)
                    return(0, 0x20)
                }
                case 0x5c60da1b {
                    mstore(0, sload(0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc))
                    return(0, 0x20)
                }
                default {
                    outlined("admin cannot fall back")
                }
            }
            calldatacopy(0, 0, calldatasize())
            forward(sload(0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc), calldatasize())
        }
        function address_argument() -> value
        {
            if lt(calldatasize(), 36)
            {
                revert_with("argument missing")
            }
            value := calldataload(4)
            if shr(160, value) { revert_with("not an address") }
        }
        function set_admin(new_admin)
        {
            let old_admin := outlined_1091()
            sstore(0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103, new_admin)
            mstore(0x00, old_admin)
            mstore(0x20, new_admin)
            log1(0x00, 0x40, 0x7e644d79422f17c01e4894b5f4f588d331ebfa28653d42ae832dc59e38c9798f)
        }
        function set_implementation(new_implementation)
        {
            if iszero(extcodesize(new_implementation))
            {
                outlined("implementation has no code")
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
        function revert_with(_1)
        { outlined(_1) }
        function outlined(_1)
        {
            let length := 0
            for { } lt(length, 32) { length := add(length, 1) }
            {
                if iszero(byte(length, _1)) { break }
            }
            mstore(0, "\x08\xc3y\xa0")
            mstore(0x04, 32)
            mstore(0x24, length)
            mstore(0x44, _1)
            revert(0, 0x64)
        }
        function outlined_1091() -> _1
        {
            _1 := sload(0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103)
        }
        function outlined_1093() -> _1
        {
            _1 := 0
            if gt(calldatasize(), 3)
            {
                _1 := shr(224, calldataload(0))
            }
        }
    }
}
