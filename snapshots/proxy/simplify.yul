object "object" {
    code {
        {
            let _1 := admin_slot()
            let _2 := sload(_1)
            let _3 := caller()
            let caller_is_admin := eq(_3, _2)
            let _4 := or(caller_is_admin, _2)
            let _5 := iszero(_4)
            if _5
            {
                let _6 := 0x485cc955
                let _7 := selector()
                let _8 := eq(_7, 0x485cc955)
                if _8
                {
                    let _9 := address_argument()
                    set_admin(_9)
                    let _10 := address_argument_120()
                    set_implementation(_10)
                    stop()
                }
                revert_with_121()
            }
            if caller_is_admin
            {
                let _11 := callvalue()
                if _11 { revert_with_122() }
                let _12 := selector()
                switch _12
                case 0x3659cfe6 {
                    let _13 := address_argument_123()
                    set_implementation(_13)
                    stop()
                }
                case 0x4f1ef286 {
                    let _14 := 4
                    let new_implementation := address_argument_124()
                    set_implementation(new_implementation)
                    let _15 := 0x24
                    let _16 := calldataload(0x24)
                    let position := add(4, _16)
                    let length := calldataload(position)
                    let _17 := calldatasize()
                    let _18 := add(_16, 0x24)
                    let _19 := add(add(_16, length), 0x24)
                    let _20 := gt(_19, _17)
                    if _20 { revert_with_125() }
                    let _21 := 0
                    calldatacopy(0, _18, length)
                    forward(new_implementation, length)
                }
                case 0x8f283970 {
                    let new_admin := address_argument_126()
                    let _22 := iszero(new_admin)
                    if _22 { revert_with_127() }
                    set_admin(new_admin)
                    stop()
                }
                case 0xf851a440 {
                    let _23 := sload(_1)
                    return_word(_23)
                }
                case 0x5c60da1b {
                    let _24 := implementation_slot()
                    let _25 := sload(_24)
                    return_word(_25)
                }
                default { revert_with() }
            }
            let _26 := calldatasize()
            let _27 := 0
            calldatacopy(0, 0, _26)
            let _28 := implementation_slot()
            let _29 := sload(_28)
            forward(_29, _26)
        }
        function admin_slot() -> slot
        {
            let slot_1 := 0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103
            let slot_2 := 0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103
            slot := 0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103
        }
        function implementation_slot() -> slot
        {
            let slot_1 := 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc
            let slot_2 := 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc
            slot := 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc
        }
        function selector() -> value
        {
            let _1 := 3
            let _2 := calldatasize()
            let _3 := gt(_2, 3)
            if _3
            {
                let _4 := 0
                let _5 := calldataload(0)
                let _6 := 224
                let value_1 := shr(224, _5)
                let value_2 := value_1
                value := value_1
            }
        }
        function address_argument() -> value
        {
            let offset := 4
            let _1 := 0x20
            let _2 := 36
            let _3 := calldatasize()
            let _4 := lt(_3, 36)
            if _4 { revert_with_129() }
            let value_1 := calldataload(4)
            let value_2 := value_1
            value := value_1
            let _5 := 160
            let _6 := shr(160, value_1)
            if _6 { revert_with_130() }
        }
        function address_argument_120() -> value
        {
            let offset := 0x24
            let _1 := 0x20
            let _2 := 68
            let _3 := calldatasize()
            let _4 := lt(_3, 68)
            if _4 { revert_with_129() }
            let value_1 := calldataload(0x24)
            let value_2 := value_1
            value := value_1
            let _5 := 160
            let _6 := shr(160, value_1)
            if _6 { revert_with_130() }
        }
        function address_argument_123() -> value
        {
            let offset := 4
            let _1 := 0x20
            let _2 := 36
            let _3 := calldatasize()
            let _4 := lt(_3, 36)
            if _4 { revert_with_129() }
            let value_1 := calldataload(4)
            let value_2 := value_1
            value := value_1
            let _5 := 160
            let _6 := shr(160, value_1)
            if _6 { revert_with_130() }
        }
        function address_argument_124() -> value
        {
            let offset := 4
            let _1 := 0x20
            let _2 := 36
            let _3 := calldatasize()
            let _4 := lt(_3, 36)
            if _4 { revert_with_129() }
            let value_1 := calldataload(4)
            let value_2 := value_1
            value := value_1
            let _5 := 160
            let _6 := shr(160, value_1)
            if _6 { revert_with_130() }
        }
        function address_argument_126() -> value
        {
            let offset := 4
            let _1 := 0x20
            let _2 := 36
            let _3 := calldatasize()
            let _4 := lt(_3, 36)
            if _4 { revert_with_129() }
            let value_1 := calldataload(4)
            let value_2 := value_1
            value := value_1
            let _5 := 160
            let _6 := shr(160, value_1)
            if _6 { revert_with_130() }
        }
        function set_admin(new_admin)
        {
            let _1 := admin_slot()
            let old_admin := sload(_1)
            sstore(_1, new_admin)
            let _2 := 0x00
            mstore(0x00, old_admin)
            let _3 := 0x20
            mstore(0x20, new_admin)
            let _4 := 0x7e644d79422f17c01e4894b5f4f588d331ebfa28653d42ae832dc59e38c9798f
            let _5 := 0x40
            log1(0x00, 0x40, 0x7e644d79422f17c01e4894b5f4f588d331ebfa28653d42ae832dc59e38c9798f)
        }
        function set_implementation(new_implementation)
        {
            let _1 := extcodesize(new_implementation)
            let _2 := iszero(_1)
            if _2 { revert_with_131() }
            let _3 := implementation_slot()
            sstore(_3, new_implementation)
            let _4 := 0xbc7cd75a20ee27fd9adebab32041f755214dbc6bffa90cc0225b39da2e5c2d3b
            let _5 := 0
            log2(0, 0, 0xbc7cd75a20ee27fd9adebab32041f755214dbc6bffa90cc0225b39da2e5c2d3b, new_implementation)
        }
        function forward(target, length)
        {
            let _1 := 0
            let _2 := gas()
            let success := delegatecall(_2, target, 0, length, 0, 0)
            let _3 := returndatasize()
            returndatacopy(0, 0, _3)
            switch success
            case false {
                let _4 := returndatasize()
                revert(0, _4)
            }
            default {
                let _5 := returndatasize()
                return(0, _5)
            }
        }
        function return_word(word)
        {
            let _1 := 0
            mstore(0, word)
            let _2 := 0x20
            return(0, 0x20)
        }
        function revert_with_121()
        {
            let reason := "not initialized"
            let length
            let length_1 := 0
            let length_2 := 0
            let _1 := 1
            for { }
            1
            {
                let length_3 := length_2
                let length_4 := add(length_2, 1)
                let length_5 := length_4
                length_2 := length_4
            }
            {
                if iszero(lt(length_2, 32)) { break }
                let length_6 := length_2
                let _2 := byte(length_2, "not initialized")
                let _3 := iszero(_2)
                if _3 { break }
            }
            let length_7 := length_2
            let _4 := "\x08\xc3y\xa0"
            mstore(0, "\x08\xc3y\xa0")
            let _5 := 0x20
            let _6 := 0x04
            mstore(0x04, 0x20)
            let _7 := 0x24
            mstore(0x24, length_2)
            let _8 := 0x44
            mstore(0x44, "not initialized")
            let _9 := 0x64
            revert(0, 0x64)
        }
        function revert_with_122()
        {
            let reason := "admin sent ether"
            let length
            let length_1 := 0
            let length_2 := 0
            let _1 := 1
            for { }
            1
            {
                let length_3 := length_2
                let length_4 := add(length_2, 1)
                let length_5 := length_4
                length_2 := length_4
            }
            {
                if iszero(lt(length_2, 32)) { break }
                let length_6 := length_2
                let _2 := byte(length_2, "admin sent ether")
                let _3 := iszero(_2)
                if _3 { break }
            }
            let length_7 := length_2
            let _4 := "\x08\xc3y\xa0"
            mstore(0, "\x08\xc3y\xa0")
            let _5 := 0x20
            let _6 := 0x04
            mstore(0x04, 0x20)
            let _7 := 0x24
            mstore(0x24, length_2)
            let _8 := 0x44
            mstore(0x44, "admin sent ether")
            let _9 := 0x64
            revert(0, 0x64)
        }
        function revert_with_125()
        {
            let reason := "bad call data"
            let length
            let length_1 := 0
            let length_2 := 0
            let _1 := 1
            for { }
            1
            {
                let length_3 := length_2
                let length_4 := add(length_2, 1)
                let length_5 := length_4
                length_2 := length_4
            }
            {
                if iszero(lt(length_2, 32)) { break }
                let length_6 := length_2
                let _2 := byte(length_2, "bad call data")
                let _3 := iszero(_2)
                if _3 { break }
            }
            let length_7 := length_2
            let _4 := "\x08\xc3y\xa0"
            mstore(0, "\x08\xc3y\xa0")
            let _5 := 0x20
            let _6 := 0x04
            mstore(0x04, 0x20)
            let _7 := 0x24
            mstore(0x24, length_2)
            let _8 := 0x44
            mstore(0x44, "bad call data")
            let _9 := 0x64
            revert(0, 0x64)
        }
        function revert_with_127()
        {
            let reason := "admin is zero"
            let length
            let length_1 := 0
            let length_2 := 0
            let _1 := 1
            for { }
            1
            {
                let length_3 := length_2
                let length_4 := add(length_2, 1)
                let length_5 := length_4
                length_2 := length_4
            }
            {
                if iszero(lt(length_2, 32)) { break }
                let length_6 := length_2
                let _2 := byte(length_2, "admin is zero")
                let _3 := iszero(_2)
                if _3 { break }
            }
            let length_7 := length_2
            let _4 := "\x08\xc3y\xa0"
            mstore(0, "\x08\xc3y\xa0")
            let _5 := 0x20
            let _6 := 0x04
            mstore(0x04, 0x20)
            let _7 := 0x24
            mstore(0x24, length_2)
            let _8 := 0x44
            mstore(0x44, "admin is zero")
            let _9 := 0x64
            revert(0, 0x64)
        }
        function revert_with()
        {
            let reason := "admin cannot fall back"
            let length
            let length_1 := 0
            let length_2 := 0
            let _1 := 1
            for { }
            1
            {
                let length_3 := length_2
                let length_4 := add(length_2, 1)
                let length_5 := length_4
                length_2 := length_4
            }
            {
                if iszero(lt(length_2, 32)) { break }
                let length_6 := length_2
                let _2 := byte(length_2, "admin cannot fall back")
                let _3 := iszero(_2)
                if _3 { break }
            }
            let length_7 := length_2
            let _4 := "\x08\xc3y\xa0"
            mstore(0, "\x08\xc3y\xa0")
            let _5 := 0x20
            let _6 := 0x04
            mstore(0x04, 0x20)
            let _7 := 0x24
            mstore(0x24, length_2)
            let _8 := 0x44
            mstore(0x44, "admin cannot fall back")
            let _9 := 0x64
            revert(0, 0x64)
        }
        function revert_with_129()
        {
            let reason := "argument missing"
            let length
            let length_1 := 0
            let length_2 := 0
            let _1 := 1
            for { }
            1
            {
                let length_3 := length_2
                let length_4 := add(length_2, 1)
                let length_5 := length_4
                length_2 := length_4
            }
            {
                if iszero(lt(length_2, 32)) { break }
                let length_6 := length_2
                let _2 := byte(length_2, "argument missing")
                let _3 := iszero(_2)
                if _3 { break }
            }
            let length_7 := length_2
            let _4 := "\x08\xc3y\xa0"
            mstore(0, "\x08\xc3y\xa0")
            let _5 := 0x20
            let _6 := 0x04
            mstore(0x04, 0x20)
            let _7 := 0x24
            mstore(0x24, length_2)
            let _8 := 0x44
            mstore(0x44, "argument missing")
            let _9 := 0x64
            revert(0, 0x64)
        }
        function revert_with_130()
        {
            let reason := "not an address"
            let length
            let length_1 := 0
            let length_2 := 0
            let _1 := 1
            for { }
            1
            {
                let length_3 := length_2
                let length_4 := add(length_2, 1)
                let length_5 := length_4
                length_2 := length_4
            }
            {
                if iszero(lt(length_2, 32)) { break }
                let length_6 := length_2
                let _2 := byte(length_2, "not an address")
                let _3 := iszero(_2)
                if _3 { break }
            }
            let length_7 := length_2
            let _4 := "\x08\xc3y\xa0"
            mstore(0, "\x08\xc3y\xa0")
            let _5 := 0x20
            let _6 := 0x04
            mstore(0x04, 0x20)
            let _7 := 0x24
            mstore(0x24, length_2)
            let _8 := 0x44
            mstore(0x44, "not an address")
            let _9 := 0x64
            revert(0, 0x64)
        }
        function revert_with_131()
        {
            let reason := "implementation has no code"
            let length
            let length_1 := 0
            let length_2 := 0
            let _1 := 1
            for { }
            1
            {
                let length_3 := length_2
                let length_4 := add(length_2, 1)
                let length_5 := length_4
                length_2 := length_4
            }
            {
                if iszero(lt(length_2, 32)) { break }
                let length_6 := length_2
                let _2 := byte(length_2, "implementation has no code")
                let _3 := iszero(_2)
                if _3 { break }
            }
            let length_7 := length_2
            let _4 := "\x08\xc3y\xa0"
            mstore(0, "\x08\xc3y\xa0")
            let _5 := 0x20
            let _6 := 0x04
            mstore(0x04, 0x20)
            let _7 := 0x24
            mstore(0x24, length_2)
            let _8 := 0x44
            mstore(0x44, "implementation has no code")
            let _9 := 0x64
            revert(0, 0x64)
        }
    }
}
