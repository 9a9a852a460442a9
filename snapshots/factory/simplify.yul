object "Factory_40" {
    code {
        {
            let _1 := callvalue()
            if _1
            {
                let _2 := 0
                revert(0, 0)
            }
            let _3 := caller()
            let _4 := 0
            sstore(0, _3)
            let size := datasize("Factory_40_deployed")
            let _5 := dataoffset("Factory_40_deployed")
            datacopy(0, _5, size)
            return(0, size)
        }
    }
    object "Factory_40_deployed" {
        code {
            {
                let _1 := 4
                let _2 := calldatasize()
                let _3 := lt(_2, 4)
                if _3
                {
                    let _4 := 0
                    revert(0, 0)
                }
                let _5 := 0
                let _6 := calldataload(0)
                let _7 := 0xe0
                let _8 := shr(0xe0, _6)
                switch _8
                case 0x775c300c {
                    let child, index := deploy_plain_child()
                    return_two(child, index)
                }
                case 0xdec3c14f {
                    let _9 := word_argument_133()
                    let child_1, index_1 := deploy_salted_child(_9)
                    return_two(child_1, index_1)
                }
                case 0x0e787cce {
                    let _10 := word_argument()
                    let _11 := predict_address(_10)
                    return_word(_11)
                }
                case 0x8bc3bbc0 {
                    let _12 := 1
                    let _13 := sload(1)
                    return_word(_13)
                }
                case 0xa2052aeb {
                    let index_2 := word_argument_135()
                    let _14 := 1
                    let _15 := sload(1)
                    let _16 := lt(index_2, _15)
                    let _17 := iszero(_16)
                    if _17 { fail_136() }
                    let _18 := child_slot(index_2)
                    let _19 := sload(_18)
                    return_word(_19)
                }
                case 0x723a2130 {
                    let length := datasize("banner")
                    let _20 := 0x20
                    mstore(0, 0x20)
                    mstore(0x20, length)
                    let _21 := 0x40
                    let _22 := add(0x40, length)
                    mstore(_22, 0)
                    let _23 := dataoffset("banner")
                    datacopy(0x40, _23, length)
                    let _24 := 0x1f
                    let _25 := not(31)
                    let _26 := add(length, 0x1f)
                    let _27 := and(_26, not(31))
                    let _28 := add(0x40, _27)
                    return(0, _28)
                }
                case 0x8da5cb5b {
                    let _29 := sload(0)
                    return_word(_29)
                }
                case 0xfc91a897 {
                    let path_size := datasize("Child_12.Child_12_deployed")
                    let _30 := dataoffset("Child_12.Child_12_deployed")
                    let _31 := 0x80
                    datacopy(0x80, _30, path_size)
                    let _32 := keccak256(0x80, path_size)
                    let _33 := word_argument_137()
                    let _34 := extcodehash(_33)
                    let _35 := eq(_34, _32)
                    return_word(_35)
                }
                default { fail_138() }
            }
            function word_argument_133() -> value
            {
                let index := 0
                let _1 := 0
                let _2 := 4
                let offset := 4
                let _3 := calldatasize()
                let _4 := 36
                let _5 := gt(36, _3)
                if _5 { fail_139() }
                let value_1 := calldataload(4)
                let value_2 := value_1
                value := value_1
            }
            function word_argument() -> value
            {
                let index := 0
                let _1 := 0
                let _2 := 4
                let offset := 4
                let _3 := calldatasize()
                let _4 := 36
                let _5 := gt(36, _3)
                if _5 { fail_139() }
                let value_1 := calldataload(4)
                let value_2 := value_1
                value := value_1
            }
            function word_argument_135() -> value
            {
                let index := 0
                let _1 := 0
                let _2 := 4
                let offset := 4
                let _3 := calldatasize()
                let _4 := 36
                let _5 := gt(36, _3)
                if _5 { fail_139() }
                let value_1 := calldataload(4)
                let value_2 := value_1
                value := value_1
            }
            function word_argument_137() -> value
            {
                let index := 0
                let _1 := 0
                let _2 := 4
                let offset := 4
                let _3 := calldatasize()
                let _4 := 36
                let _5 := gt(36, _3)
                if _5 { fail_139() }
                let value_1 := calldataload(4)
                let value_2 := value_1
                value := value_1
            }
            function child_slot(index) -> slot
            {
                let _1 := 1
                let _2 := 0
                mstore(0, 1)
                let _3 := 80084422859880547211683076133703299733277748156566366325829078699459944778998
                let slot_1 := add(80084422859880547211683076133703299733277748156566366325829078699459944778998, index)
                let slot_2 := slot_1
                slot := slot_1
            }
            function creation_code(argument) -> start, size
            {
                let start_1 := 0x80
                let start_2 := 0x80
                start := 0x80
                let code_size := datasize("Child_12")
                let _1 := dataoffset("Child_12")
                datacopy(0x80, _1, code_size)
                let _2 := add(0x80, code_size)
                mstore(_2, argument)
                let _3 := 0x20
                let size_1 := add(code_size, 0x20)
                let size_2 := size_1
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
                        returndatacopy(0, 0, size)
                        revert(0, size)
                    }
                    fail()
                }
                let _3 := 1
                let index_1 := sload(1)
                let index_2 := index_1
                index := index_1
                let _4 := child_slot(index_1)
                sstore(_4, child)
                let _5 := add(index_1, 1)
                sstore(1, _5)
                let _6 := 0
                mstore(0, index_1)
                let _7 := 0xf1b544c1944129b0fa24838a22f6c7d8500381559fa6d6ccf8845923f0922a2c
                let _8 := 0x20
                log2(0, 0x20, 0xf1b544c1944129b0fa24838a22f6c7d8500381559fa6d6ccf8845923f0922a2c, child)
            }
            function deploy_plain_child() -> child, index
            {
                let _1 := caller()
                let start, size := creation_code(_1)
                let _2 := callvalue()
                let child_1 := create(_2, start, size)
                let child_2 := child_1
                child := child_1
                let index_1 := register_child(child_1)
                let index_2 := index_1
                index := index_1
            }
            function deploy_salted_child(salt) -> child, index
            {
                let _1 := address()
                let start, size := creation_code(_1)
                let _2 := callvalue()
                let child_1 := create2(_2, start, size, salt)
                let child_2 := child_1
                child := child_1
                let index_1 := register_child(child_1)
                let index_2 := index_1
                index := index_1
            }
            function predict_address(salt) -> result
            {
                let _1 := address()
                let start, size := creation_code(_1)
                let code_hash := keccak256(start, size)
                let _2 := 0xff
                let _3 := 0x00
                mstore8(0x00, 0xff)
                let _4 := 96
                let _5 := shl(96, _1)
                let _6 := 0x01
                mstore(0x01, _5)
                let _7 := 0x15
                mstore(0x15, salt)
                let _8 := 0x35
                mstore(0x35, code_hash)
                let _9 := sub(shl(160, 1), 1)
                let _10 := 0x55
                let _11 := keccak256(0x00, 0x55)
                let result_1 := and(_11, sub(shl(160, 1), 1))
                let result_2 := result_1
                result := result_1
            }
            function return_word(value)
            {
                let _1 := 0
                mstore(0, value)
                let _2 := 0x20
                return(0, 0x20)
            }
            function return_two(first, second)
            {
                let _1 := 0x00
                mstore(0x00, first)
                let _2 := 0x20
                mstore(0x20, second)
                let _3 := 0x40
                return(0x00, 0x40)
            }
            function fail_136()
            {
                let reason := "no such child"
                let _1 := 0
                mstore(0, "no such child")
                let _2 := 0x20
                revert(0, 0x20)
            }
            function fail_138()
            {
                let reason := "unknown function"
                let _1 := 0
                mstore(0, "unknown function")
                let _2 := 0x20
                revert(0, 0x20)
            }
            function fail_139()
            {
                let reason := "short calldata"
                let _1 := 0
                mstore(0, "short calldata")
                let _2 := 0x20
                revert(0, 0x20)
            }
            function fail()
            {
                let reason := "create failed"
                let _1 := 0
                mstore(0, "create failed")
                let _2 := 0x20
                revert(0, 0x20)
            }
        }
        object "Child_12" {
            code {
                {
                    let base := datasize("Child_12")
                    let _1 := 0x20
                    let _2 := add(base, 0x20)
                    let _3 := codesize()
                    let _4 := lt(_3, _2)
                    if _4
                    {
                        let _5 := 0
                        revert(0, 0)
                    }
                    let _6 := 0
                    codecopy(0, base, 0x20)
                    let creator := mload(0)
                    let _7 := iszero(creator)
                    if _7 { revert(0, 0) }
                    sstore(0, creator)
                    let _8 := callvalue()
                    let _9 := 1
                    sstore(1, _8)
                    let runtime_size := datasize("Child_12_deployed")
                    let _10 := dataoffset("Child_12_deployed")
                    datacopy(0, _10, runtime_size)
                    return(0, runtime_size)
                }
            }
            object "Child_12_deployed" {
                code {
                    {
                        let _1 := 0
                        let _2 := calldataload(0)
                        let _3 := 224
                        let selector := shr(224, _2)
                        switch selector
                        case 0x60f96a8f {
                            let _4 := sload(0)
                            answer(_4)
                        }
                        case 0x773acdef {
                            let _5 := 1
                            let _6 := 2
                            let _7 := sload(2)
                            let count := add(_7, 1)
                            sstore(2, count)
                            let _8 := 4
                            let _9 := calldataload(4)
                            let _10 := mul(_9, count)
                            answer(_10)
                        }
                        case 0xef690cc0 {
                            let _11 := datasize("greeting")
                            let _12 := dataoffset("greeting")
                            let _13 := 0x40
                            datacopy(0x40, _12, _11)
                            let _14 := 0x20
                            mstore(0, 0x20)
                            mstore(0x20, _11)
                            let _15 := 0x60
                            return(0, 0x60)
                        }
                        let _16 := calldatasize()
                        let _17 := iszero(_16)
                        if _17 { stop() }
                        revert(0, 0)
                    }
                    function answer(word)
                    {
                        let _1 := 0
                        mstore(0, word)
                        let _2 := 32
                        return(0, 32)
                    }
                }
                data "greeting" hex"68656c6c6f2066726f6d20746865206368696c64"
            }
        }
        data "banner" hex"466163746f72792076312e300a096275696c742066726f6d20226e657374656422206f626a656374732c20c2a9206e6f626f6479"
        data ".metadata" hex"a26469706673"
    }
}
