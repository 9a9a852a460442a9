object "Factory_40" {
    code {
        {
            if callvalue() { revert(0, 0) }
            sstore(0, caller())
            let size := datasize("Factory_40_deployed")
            datacopy(0, dataoffset("Factory_40_deployed"), size)
            return(0, size)
        }
    }
    object "Factory_40_deployed" {
        code {
            {
                if lt(calldatasize(), 4) { revert(0, 0) }
                switch shr(0xe0, calldataload(0))
                case 0x775c300c {
                    let child, index := deploy_plain_child()
                    return_two(child, index)
                }
                case 0xdec3c14f {
                    let child_1, index_1 := deploy_salted_child(word_argument())
                    return_two(child_1, index_1)
                }
                case 0x0e787cce {
                    return_word(predict_address(word_argument()))
                }
                case 0x8bc3bbc0 { return_word(sload(1)) }
                case 0xa2052aeb {
                    let index_2 := word_argument()
                    if iszero(lt(index_2, sload(1))) { fail() }
                    return_word(sload(child_slot(index_2)))
                }
                case 0x723a2130 {
                    let length := datasize("banner")
                    mstore(0, 0x20)
                    mstore(0x20, length)
                    mstore(add(0x40, length), 0)
                    datacopy(0x40, dataoffset("banner"), length)
                    return(0, add(0x40, and(add(length, 0x1f), not(31))))
                }
                case 0x8da5cb5b { return_word(sload(0)) }
                case 0xfc91a897 {
                    let path_size := datasize("Child_12.Child_12_deployed")
                    datacopy(0x80, dataoffset("Child_12.Child_12_deployed"), path_size)
                    return_word(eq(extcodehash(word_argument()), keccak256(0x80, path_size)))
                }
                default { fail_268() }
            }
            function word_argument() -> value
            {
                if gt(36, calldatasize())
                {
                    mstore(0, "short calldata")
                    revert(0, 0x20)
                }
                value := calldataload(4)
            }
            function child_slot(index) -> slot
            {
                mstore(0, 1)
                slot := add(80084422859880547211683076133703299733277748156566366325829078699459944778998, index)
            }
            function creation_code(argument) -> start, size
            {
                start := 0x80
                let code_size := datasize("Child_12")
                datacopy(0x80, dataoffset("Child_12"), code_size)
                mstore(add(0x80, code_size), argument)
                size := add(code_size, 0x20)
            }
            function register_child(child) -> index
            {
                if iszero(child)
                {
                    let size := returndatasize()
                    if size
                    {
                        returndatacopy(0, 0, size)
                        revert(0, size)
                    }
                    mstore(0, "create failed")
                    revert(0, 0x20)
                }
                index := sload(1)
                sstore(add(80084422859880547211683076133703299733277748156566366325829078699459944778998, index), child)
                sstore(1, add(index, 1))
                mstore(0, index)
                log2(0, 0x20, 0xf1b544c1944129b0fa24838a22f6c7d8500381559fa6d6ccf8845923f0922a2c, child)
            }
            function deploy_plain_child() -> child, index
            {
                let start, size := creation_code(caller())
                child := create(callvalue(), start, size)
                index := register_child(child)
            }
            function deploy_salted_child(salt) -> child, index
            {
                let start, size := creation_code(address())
                child := create2(callvalue(), start, size, salt)
                index := register_child(child)
            }
            function predict_address(salt) -> result
            {
                let start, size := creation_code(address())
                let code_hash := keccak256(start, size)
                mstore8(0x00, 0xff)
                mstore(0x01, shl(96, address()))
                mstore(0x15, salt)
                mstore(0x35, code_hash)
                result := and(keccak256(0x00, 0x55), sub(shl(160, 1), 1))
            }
            function return_word(value)
            {
                mstore(0, value)
                return(0, 0x20)
            }
            function return_two(first, second)
            {
                mstore(0x00, first)
                mstore(0x20, second)
                return(0x00, 0x40)
            }
            function fail()
            {
                mstore(0, "no such child")
                revert(0, 0x20)
            }
            function fail_268()
            {
                mstore(0, "unknown function")
                revert(0, 0x20)
            }
        }
        object "Child_12" {
            code {
                {
                    let base := datasize("Child_12")
                    if lt(codesize(), add(base, 0x20)) { revert(0, 0) }
                    codecopy(0, base, 0x20)
                    let creator := mload(0)
                    if iszero(creator) { revert(0, 0) }
                    sstore(0, creator)
                    sstore(1, callvalue())
                    let runtime_size := datasize("Child_12_deployed")
                    datacopy(0, dataoffset("Child_12_deployed"), runtime_size)
                    return(0, runtime_size)
                }
            }
            object "Child_12_deployed" {
                code {
                    {
                        switch shr(224, calldataload(0))
                        case 0x60f96a8f {
                            mstore(0, sload(0))
                            return(0, 32)
                        }
                        case 0x773acdef {
                            let count := add(sload(2), 1)
                            sstore(2, count)
                            mstore(0, mul(calldataload(4), count))
                            return(0, 32)
                        }
                        case 0xef690cc0 {
                            let _1 := datasize("greeting")
                            datacopy(0x40, dataoffset("greeting"), _1)
                            mstore(0, 0x20)
                            mstore(0x20, _1)
                            return(0, 0x60)
                        }
                        if iszero(calldatasize()) { stop() }
                        revert(0, 0)
                    }
                }
                data "greeting" hex"68656c6c6f2066726f6d20746865206368696c64"
            }
        }
        data "banner" hex"466163746f72792076312e300a096275696c742066726f6d20226e657374656422206f626a656374732c20c2a9206e6f626f6479"
        data ".metadata" hex"a26469706673"
    }
}
