object "Vault_88" {
    code {
        {
            let size := datasize("Vault_88_deployed")
            datacopy(0, dataoffset("Vault_88_deployed"), size)
            return(0, size)
        }
    }
    object "Vault_88_deployed" {
        code {
            {
                mstore(0x40, 0x80)
                switch shr(224, calldataload(0))
                case 0xd0e30db0 {
                    enter$lock()
                    sstore(caller(), add(sload(caller()), callvalue()))
                    exit$lock()
                }
                case 0x2e1a7d4d {
                    require_no_value()
                    enter$lock()
                    withdraw(calldataload(4))
                    exit$lock()
                }
                case 0xb61d27f6 {
                    require_no_value()
                    enter$lock()
                    let data_at, data_length := bytes_argument_380(add(4, calldataload(0x44)))
                    let value := calldataload(0x24)
                    debit(caller(), value)
                    let result := checked_call(calldataload(4), value, data_at, data_length)
                    exit$lock()
                    return_bytes(result)
                }
                case 0xac9650d8 {
                    require_no_value()
                    multicall()
                }
                case 0x624fbfdc {
                    let data_at_1, data_length_1 := bytes_argument_380(add(4, calldataload(4)))
                    let copy := allocate(add(data_length_1, 0x20))
                    mstore(copy, data_length_1)
                    mcopy(add(copy, 0x20), data_at_1, data_length_1)
                    return_bytes(copy)
                }
                case 0x70a08231 {
                    return_word(sload(calldataload(4)))
                }
                case 0xcf309012 {
                    return_word(tload(0xfbbf5a2276303244e84361c6c0e91b5d072a35bad2dae09390dd0625a350765f))
                }
                default {
                    if calldatasize() { revert(0, 0) }
                }
                stop()
            }
            function enter$lock()
            {
                if tload(0xfbbf5a2276303244e84361c6c0e91b5d072a35bad2dae09390dd0625a350765f)
                {
                    mstore(0, "locked")
                    revert(0, 0x20)
                }
                tstore(0xfbbf5a2276303244e84361c6c0e91b5d072a35bad2dae09390dd0625a350765f, true)
            }
            function exit$lock()
            {
                tstore(0xfbbf5a2276303244e84361c6c0e91b5d072a35bad2dae09390dd0625a350765f, false)
            }
            function require_no_value()
            {
                if callvalue()
                {
                    mstore(0, "no ether, please")
                    revert(0, 0x20)
                }
            }
            function fail()
            {
                mstore(0, "too many calls")
                revert(0, 0x20)
            }
            function allocate(size) -> pointer
            {
                pointer := mload(0x40)
                mstore(0x40, add(pointer, and(add(size, 31), not(31))))
            }
            function debit(account, value)
            {
                let balance_1 := sload(account)
                if gt(value, balance_1)
                {
                    mstore(0, "balance too low")
                    revert(0, 0x20)
                }
                sstore(account, sub(balance_1, value))
            }
            function withdraw(value)
            {
                debit(caller(), value)
                let success := call(gas(), caller(), value, 0, 0, 0, 0)
                bubble(success, return_data())
            }
            function bytes_argument_380(position) -> data, length
            {
                if lt(position, 4)
                {
                    mstore(0, "bad offset")
                    revert(0, 0x20)
                }
                let _1 := add(position, 0x20)
                if gt(_1, calldatasize())
                {
                    mstore(0, "bad offset")
                    revert(0, 0x20)
                }
                length := calldataload(position)
                if gt(length, 0xffffff)
                {
                    mstore(0, "too long")
                    revert(0, 0x20)
                }
                if gt(add(add(position, length), 0x20), calldatasize())
                {
                    mstore(0, "out of bounds")
                    revert(0, 0x20)
                }
                data := allocate(length)
                calldatacopy(data, _1, length)
            }
            function bytes_argument(base, position) -> data, length
            {
                if lt(position, base)
                {
                    mstore(0, "bad offset")
                    revert(0, 0x20)
                }
                let _1 := add(position, 0x20)
                if gt(_1, calldatasize())
                {
                    mstore(0, "bad offset")
                    revert(0, 0x20)
                }
                length := calldataload(position)
                if gt(length, 0xffffff)
                {
                    mstore(0, "too long")
                    revert(0, 0x20)
                }
                if gt(add(add(position, length), 0x20), calldatasize())
                {
                    mstore(0, "out of bounds")
                    revert(0, 0x20)
                }
                data := allocate(length)
                calldatacopy(data, _1, length)
            }
            function return_data() -> result
            {
                let size := returndatasize()
                result := allocate(add(size, 0x20))
                mstore(result, size)
                returndatacopy(add(result, 0x20), 0, size)
            }
            function checked_call(target, value, data, length) -> result
            {
                let success := call(gas(), target, value, data, length, 0, 0)
                result := return_data()
                bubble(success, result)
            }
            function bubble(success, result)
            {
                if iszero(success)
                {
                    revert(add(result, 0x20), mload(result))
                }
            }
            function multicall()
            {
                let _1 := calldataload(4)
                let count := calldataload(add(4, _1))
                if gt(count, 0xff) { fail() }
                let heads := add(_1, 36)
                let output := allocate(add(0x40, shl(5, count)))
                mstore(output, 0x20)
                mstore(add(output, 0x20), count)
                let tails := mload(0x40)
                let i := 0
                for { } lt(i, count) { i := add(i, 1) }
                {
                    mstore(0x40, add(tails, 0x1000))
                    let _2 := shl(5, i)
                    let data, length := bytes_argument(heads, add(add(_1, calldataload(add(add(_1, _2), 36))), 36))
                    let success := delegatecall(gas(), address(), data, length, 0, 0)
                    let answer := return_data()
                    bubble(success, answer)
                    mstore(add(add(output, _2), 0x40), add(sub(tails, output), not(63)))
                    tails := append_bytes(tails, answer)
                }
                return(output, sub(tails, output))
            }
            function append_bytes(to, value) -> end
            {
                let length := mload(value)
                mcopy(to, value, add(length, 0x20))
                let _1 := add(to, length)
                mstore(add(_1, 0x20), 0)
                end := and(add(_1, 63), not(31))
            }
            function return_bytes(value)
            {
                let out := allocate(add(mload(value), 0x60))
                mstore(out, 0x20)
                return(out, sub(append_bytes(add(out, 0x20), value), out))
            }
            function return_word(word)
            {
                mstore(0, word)
                return(0, 0x20)
            }
        }
        data "license" hex"4d4954"
    }
}
