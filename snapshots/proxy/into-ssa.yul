object "object" {
    code {
        {
            let _1 := admin_slot()
            let _2 := sload(_1)
            let _3 := caller()
            let caller_is_admin := eq(_3, _2)
            let _4 := _1
            let _5 := _2
            let _6 := or(caller_is_admin, _5)
            let _7 := iszero(_6)
            if _7
            {
                let _8 := 0x485cc955
                let _9 := selector()
                let _10 := eq(_9, _8)
                if _10
                {
                    let _11 := 4
                    let _12 := address_argument(_11)
                    set_admin(_12)
                    let _13 := 0x24
                    let _14 := address_argument(_13)
                    set_implementation(_14)
                    stop()
                }
                let _15 := "not initialized"
                revert_with(_15)
            }
            if caller_is_admin
            {
                let _16 := callvalue()
                if _16
                {
                    let _17 := "admin sent ether"
                    revert_with(_17)
                }
                let _18 := selector()
                switch _18
                case 0x3659cfe6 {
                    let _19 := 4
                    let _20 := address_argument(_19)
                    set_implementation(_20)
                    stop()
                }
                case 0x4f1ef286 {
                    let _21 := 4
                    let new_implementation := address_argument(_21)
                    set_implementation(new_implementation)
                    let _22 := 0x24
                    let _23 := calldataload(_22)
                    let _24 := _21
                    let position := add(_21, _23)
                    let length := calldataload(position)
                    let _25 := calldatasize()
                    let _26 := 0x20
                    let _27 := add(_23, _22)
                    let _28 := add(add(_23, length), _22)
                    let _29 := gt(_28, _25)
                    if _29
                    {
                        let _30 := "bad call data"
                        revert_with(_30)
                    }
                    let _31 := _26
                    let _32 := _27
                    let _33 := 0
                    calldatacopy(_33, _27, length)
                    forward(new_implementation, length)
                }
                case 0x8f283970 {
                    let _34 := 4
                    let new_admin := address_argument(_34)
                    let _35 := iszero(new_admin)
                    if _35
                    {
                        let _36 := "admin is zero"
                        revert_with(_36)
                    }
                    set_admin(new_admin)
                    stop()
                }
                case 0xf851a440 {
                    let _37 := _1
                    let _38 := sload(_1)
                    return_word(_38)
                }
                case 0x5c60da1b {
                    let _39 := implementation_slot()
                    let _40 := sload(_39)
                    return_word(_40)
                }
                default {
                    let _41 := "admin cannot fall back"
                    revert_with(_41)
                }
            }
            let _42 := calldatasize()
            let _43 := 0
            let _44 := _43
            calldatacopy(_43, _43, _42)
            let _45 := _42
            let _46 := implementation_slot()
            let _47 := sload(_46)
            forward(_47, _42)
        }
        function admin_slot() -> slot
        {
            let slot_1 := 0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103
            slot := slot_1
        }
        function implementation_slot() -> slot
        {
            let slot_1 := 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc
            slot := slot_1
        }
        function selector() -> value
        {
            let _1 := 3
            let _2 := calldatasize()
            let _3 := gt(_2, _1)
            if _3
            {
                let _4 := 0
                let _5 := calldataload(_4)
                let _6 := 224
                let value_1 := shr(_6, _5)
                value := value_1
            }
        }
        function address_argument(offset) -> value
        {
            let _1 := 0x20
            let _2 := add(offset, _1)
            let _3 := calldatasize()
            let _4 := lt(_3, _2)
            if _4
            {
                let _5 := "argument missing"
                revert_with(_5)
            }
            let value_1 := calldataload(offset)
            value := value_1
            let _6 := 160
            let _7 := shr(_6, value_1)
            if _7
            {
                let _8 := "not an address"
                revert_with(_8)
            }
        }
        function set_admin(new_admin)
        {
            let _1 := admin_slot()
            let old_admin := sload(_1)
            let _2 := _1
            sstore(_1, new_admin)
            let _3 := 0x00
            mstore(_3, old_admin)
            let _4 := 0x20
            mstore(_4, new_admin)
            let _5 := 0x7e644d79422f17c01e4894b5f4f588d331ebfa28653d42ae832dc59e38c9798f
            let _6 := 0x40
            let _7 := _3
            log1(_3, _6, _5)
        }
        function set_implementation(new_implementation)
        {
            let _1 := extcodesize(new_implementation)
            let _2 := iszero(_1)
            if _2
            {
                let _3 := "implementation has no code"
                revert_with(_3)
            }
            let _4 := implementation_slot()
            sstore(_4, new_implementation)
            let _5 := 0xbc7cd75a20ee27fd9adebab32041f755214dbc6bffa90cc0225b39da2e5c2d3b
            let _6 := 0
            let _7 := _6
            log2(_6, _6, _5, new_implementation)
        }
        function forward(target, length)
        {
            let _1 := 0
            let _2 := _1
            let _3 := _1
            let _4 := gas()
            let success := delegatecall(_4, target, _1, length, _1, _1)
            let _5 := returndatasize()
            let _6 := _1
            let _7 := _1
            returndatacopy(_1, _1, _5)
            switch success
            case false {
                let _8 := returndatasize()
                let _9 := _1
                revert(_1, _8)
            }
            default {
                let _10 := returndatasize()
                let _11 := _1
                return(_1, _10)
            }
        }
        function return_word(word)
        {
            let _1 := 0
            mstore(_1, word)
            let _2 := 0x20
            let _3 := _1
            return(_1, _2)
        }
        function revert_with(reason)
        {
            let length
            let length_1 := length
            let _1 := 1
            for { }
            lt(length_1, 32)
            {
                let length_2 := length_1
                let length_3 := add(length_1, _1)
                length_1 := length_3
            }
            {
                let length_4 := length_1
                let _2 := byte(length_1, reason)
                let _3 := iszero(_2)
                if _3 { break }
            }
            let length_5 := length_1
            let _4 := "\x08\xc3y\xa0"
            let _5 := length
            mstore(length, _4)
            let _6 := 0x20
            let _7 := 0x04
            mstore(_7, _6)
            let _8 := 0x24
            mstore(_8, length_1)
            let _9 := 0x44
            mstore(_9, reason)
            let _10 := 0x64
            let _11 := length
            revert(length, _10)
        }
    }
}
