object "Factory_40" {
    code {
        {
            let _1 := callvalue()
            if _1
            {
                let _2 := 0
                let _3 := _2
                revert(_2, _2)
            }
            let _4 := caller()
            let _5 := 0
            sstore(_5, _4)
            let size := datasize("Factory_40_deployed")
            let _6 := dataoffset("Factory_40_deployed")
            let _7 := _5
            datacopy(_5, _6, size)
            let _8 := _5
            return(_5, size)
        }
    }
    object "Factory_40_deployed" {
        code {
            {
                let _1 := 4
                let _2 := calldatasize()
                let _3 := lt(_2, _1)
                if _3
                {
                    let _4 := 0
                    let _5 := _4
                    revert(_4, _4)
                }
                let _6 := 0
                let _7 := calldataload(_6)
                let _8 := 0xe0
                let _9 := shr(_8, _7)
                switch _9
                case 0x775c300c {
                    let child, index := deploy_plain_child()
                    return_two(child, index)
                }
                case 0xdec3c14f {
                    let _10 := _6
                    let _11 := word_argument(_6)
                    let child_1, index_1 := deploy_salted_child(_11)
                    return_two(child_1, index_1)
                }
                case 0x0e787cce {
                    let _12 := _6
                    let _13 := word_argument(_6)
                    let _14 := predict_address(_13)
                    return_word(_14)
                }
                case 0x8bc3bbc0 {
                    let _15 := 1
                    let _16 := sload(_15)
                    return_word(_16)
                }
                case 0xa2052aeb {
                    let _17 := _6
                    let index_2 := word_argument(_6)
                    let _18 := 1
                    let _19 := sload(_18)
                    let _20 := lt(index_2, _19)
                    let _21 := iszero(_20)
                    if _21
                    {
                        let _22 := "no such child"
                        fail(_22)
                    }
                    let _23 := child_slot(index_2)
                    let _24 := sload(_23)
                    return_word(_24)
                }
                case 0x723a2130 {
                    let length := datasize("banner")
                    let _25 := 0x20
                    let _26 := _6
                    mstore(_6, _25)
                    let _27 := _25
                    mstore(_25, length)
                    let _28 := _6
                    let _29 := 0x40
                    let _30 := add(_29, length)
                    mstore(_30, _6)
                    let _31 := dataoffset("banner")
                    let _32 := _29
                    datacopy(_29, _31, length)
                    let _33 := 0x1f
                    let _34 := not(31)
                    let _35 := _33
                    let _36 := add(length, _33)
                    let _37 := and(_36, _34)
                    let _38 := _29
                    let _39 := add(_29, _37)
                    let _40 := _6
                    return(_6, _39)
                }
                case 0x8da5cb5b {
                    let _41 := _6
                    let _42 := sload(_6)
                    return_word(_42)
                }
                case 0xfc91a897 {
                    let path_size := datasize("Child_12.Child_12_deployed")
                    let _43 := dataoffset("Child_12.Child_12_deployed")
                    let _44 := 0x80
                    datacopy(_44, _43, path_size)
                    let _45 := _44
                    let _46 := keccak256(_44, path_size)
                    let _47 := _6
                    let _48 := word_argument(_6)
                    let _49 := extcodehash(_48)
                    let _50 := eq(_49, _46)
                    return_word(_50)
                }
                default {
                    let _51 := "unknown function"
                    fail(_51)
                }
            }
            function word_argument(index) -> value
            {
                let _1 := 0x20
                let _2 := shl(5, index)
                let _3 := 4
                let offset := add(_3, _2)
                let _4 := calldatasize()
                let _5 := _1
                let _6 := add(_2, 36)
                let _7 := gt(_6, _4)
                if _7
                {
                    let _8 := "short calldata"
                    fail(_8)
                }
                let value_1 := calldataload(offset)
                value := value_1
            }
            function child_slot(index) -> slot
            {
                let _1 := 1
                let _2 := 0
                mstore(_2, _1)
                let _3 := 0x20
                let _4 := _2
                let _5 := 80084422859880547211683076133703299733277748156566366325829078699459944778998
                let slot_1 := add(_5, index)
                slot := slot_1
            }
            function creation_code(argument) -> start, size
            {
                let start_1 := 0x80
                start := start_1
                let code_size := datasize("Child_12")
                let _1 := dataoffset("Child_12")
                datacopy(start_1, _1, code_size)
                let _2 := add(start_1, code_size)
                mstore(_2, argument)
                let _3 := 0x20
                let size_1 := add(code_size, _3)
                size := size_1
            }
            function register_child(child) -> index
            {
                let _1 := iszero(child)
                if _1
                {
                    let size := returndatasize()
                    if size
                    {
                        let _2 := 0
                        let _3 := _2
                        returndatacopy(_2, _2, size)
                        let _4 := _2
                        revert(_2, size)
                    }
                    let _5 := "create failed"
                    fail(_5)
                }
                let _6 := 1
                let index_1 := sload(_6)
                index := index_1
                let _7 := child_slot(index_1)
                sstore(_7, child)
                let _8 := _6
                let _9 := add(index_1, _6)
                let _10 := _6
                sstore(_6, _9)
                let _11 := 0
                mstore(_11, index_1)
                let _12 := 0xf1b544c1944129b0fa24838a22f6c7d8500381559fa6d6ccf8845923f0922a2c
                let _13 := 0x20
                let _14 := _11
                log2(_11, _13, _12, child)
            }
            function deploy_plain_child() -> child, index
            {
                let _1 := caller()
                let start, size := creation_code(_1)
                let _2 := callvalue()
                let child_1 := create(_2, start, size)
                child := child_1
                let index_1 := register_child(child_1)
                index := index_1
            }
            function deploy_salted_child(salt) -> child, index
            {
                let _1 := address()
                let start, size := creation_code(_1)
                let _2 := callvalue()
                let child_1 := create2(_2, start, size, salt)
                child := child_1
                let index_1 := register_child(child_1)
                index := index_1
            }
            function predict_address(salt) -> result
            {
                let _1 := address()
                let start, size := creation_code(_1)
                let code_hash := keccak256(start, size)
                let _2 := 0xff
                let _3 := 0x00
                mstore8(_3, _2)
                let _4 := _1
                let _5 := 96
                let _6 := shl(_5, _1)
                let _7 := 0x01
                mstore(_7, _6)
                let _8 := 0x15
                mstore(_8, salt)
                let _9 := 0x35
                mstore(_9, code_hash)
                let _10 := _7
                let _11 := _7
                let _12 := 160
                let _13 := shl(160, 1)
                let _14 := sub(shl(160, 1), 1)
                let _15 := 0x55
                let _16 := _3
                let _17 := keccak256(_3, _15)
                let result_1 := and(_17, _14)
                result := result_1
            }
            function return_word(value)
            {
                let _1 := 0
                mstore(_1, value)
                let _2 := 0x20
                let _3 := _1
                return(_1, _2)
            }
            function return_two(first, second)
            {
                let _1 := 0x00
                mstore(_1, first)
                let _2 := 0x20
                mstore(_2, second)
                let _3 := 0x40
                let _4 := _1
                return(_1, _3)
            }
            function fail(reason)
            {
                let _1 := 0
                mstore(_1, reason)
                let _2 := 0x20
                let _3 := _1
                revert(_1, _2)
            }
        }
        object "Child_12" {
            code {
                {
                    let base := datasize("Child_12")
                    let _1 := 0x20
                    let _2 := add(base, _1)
                    let _3 := codesize()
                    let _4 := lt(_3, _2)
                    if _4
                    {
                        let _5 := 0
                        let _6 := _5
                        revert(_5, _5)
                    }
                    let _7 := _1
                    let _8 := 0
                    codecopy(_8, base, _1)
                    let _9 := _8
                    let creator := mload(_8)
                    let _10 := iszero(creator)
                    if _10
                    {
                        let _11 := _8
                        let _12 := _8
                        revert(_8, _8)
                    }
                    let _13 := _8
                    sstore(_8, creator)
                    let _14 := callvalue()
                    let _15 := 1
                    sstore(_15, _14)
                    let runtime_size := datasize("Child_12_deployed")
                    let _16 := dataoffset("Child_12_deployed")
                    let _17 := _8
                    datacopy(_8, _16, runtime_size)
                    let _18 := _8
                    return(_8, runtime_size)
                }
            }
            object "Child_12_deployed" {
                code {
                    {
                        let _1 := 0
                        let _2 := calldataload(_1)
                        let _3 := 224
                        let selector := shr(_3, _2)
                        switch selector
                        case 0x60f96a8f {
                            let _4 := _1
                            let _5 := sload(_1)
                            answer(_5)
                        }
                        case 0x773acdef {
                            let _6 := 1
                            let _7 := 2
                            let _8 := sload(_7)
                            let count := add(_8, _6)
                            let _9 := _7
                            sstore(_7, count)
                            let _10 := 4
                            let _11 := calldataload(_10)
                            let _12 := mul(_11, count)
                            answer(_12)
                        }
                        case 0xef690cc0 {
                            let _13 := datasize("greeting")
                            let _14 := dataoffset("greeting")
                            let _15 := 0x40
                            datacopy(_15, _14, _13)
                            let _16 := 0x20
                            let _17 := _1
                            mstore(_1, _16)
                            let _18 := _13
                            let _19 := _16
                            mstore(_16, _13)
                            let _20 := 0x60
                            let _21 := _1
                            return(_1, _20)
                        }
                        let _22 := calldatasize()
                        let _23 := iszero(_22)
                        if _23 { stop() }
                        let _24 := _1
                        let _25 := _1
                        revert(_1, _1)
                    }
                    function answer(word)
                    {
                        let _1 := 0
                        mstore(_1, word)
                        let _2 := 32
                        let _3 := _1
                        return(_1, _2)
                    }
                }
                data "greeting" hex"68656c6c6f2066726f6d20746865206368696c64"
            }
        }
        data "banner" hex"466163746f72792076312e300a096275696c742066726f6d20226e657374656422206f626a656374732c20c2a9206e6f626f6479"
        data ".metadata" hex"a26469706673"
    }
}
