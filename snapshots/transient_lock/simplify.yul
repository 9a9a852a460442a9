object "Vault_88" {
    code {
        {
            let size := datasize("Vault_88_deployed")
            let _1 := dataoffset("Vault_88_deployed")
            let _2 := 0
            datacopy(0, _1, size)
            return(0, size)
        }
    }
    object "Vault_88_deployed" {
        code {
            {
                let _1 := 0x80
                let _2 := 0x40
                mstore(0x40, 0x80)
                let _3 := 0
                let _4 := calldataload(0)
                let _5 := 224
                let _6 := shr(224, _4)
                switch _6
                case 0xd0e30db0 {
                    enter$lock()
                    let key := caller()
                    let _7 := callvalue()
                    let _8 := sload(key)
                    let _9 := add(_8, _7)
                    sstore(key, _9)
                    exit$lock()
                }
                case 0x2e1a7d4d {
                    require_no_value()
                    enter$lock()
                    let _10 := 4
                    let _11 := calldataload(4)
                    withdraw(_11)
                    exit$lock()
                }
                case 0xb61d27f6 {
                    require_no_value()
                    enter$lock()
                    let _12 := 0x44
                    let _13 := calldataload(0x44)
                    let _14 := 4
                    let _15 := add(4, _13)
                    let data_at, data_length := bytes_argument_182(_15)
                    let _16 := 0x24
                    let value := calldataload(0x24)
                    let _17 := caller()
                    debit(_17, value)
                    let _18 := calldataload(4)
                    let result := checked_call(_18, value, data_at, data_length)
                    exit$lock()
                    return_bytes(result)
                }
                case 0xac9650d8 {
                    require_no_value()
                    multicall()
                }
                case 0x624fbfdc {
                    let _19 := 4
                    let _20 := calldataload(4)
                    let _21 := add(4, _20)
                    let data_at_1, data_length_1 := bytes_argument_183(_21)
                    let _22 := 0x20
                    let _23 := add(data_length_1, 0x20)
                    let copy := allocate(_23)
                    mstore(copy, data_length_1)
                    let _24 := add(copy, 0x20)
                    mcopy(_24, data_at_1, data_length_1)
                    return_bytes(copy)
                }
                case 0x70a08231 {
                    let _25 := 4
                    let _26 := calldataload(4)
                    let _27 := sload(_26)
                    return_word(_27)
                }
                case 0xcf309012 {
                    let _28 := lock_slot()
                    let _29 := tload(_28)
                    return_word(_29)
                }
                default {
                    let _30 := calldatasize()
                    if _30 { revert(0, 0) }
                }
                stop()
            }
            function lock_slot() -> slot
            {
                let slot_1 := 0xfbbf5a2276303244e84361c6c0e91b5d072a35bad2dae09390dd0625a350765f
                let slot_2 := 0xfbbf5a2276303244e84361c6c0e91b5d072a35bad2dae09390dd0625a350765f
                slot := 0xfbbf5a2276303244e84361c6c0e91b5d072a35bad2dae09390dd0625a350765f
            }
            function enter$lock()
            {
                let _1 := lock_slot()
                let _2 := tload(_1)
                if _2 { fail_184() }
                let _3 := true
                tstore(_1, true)
            }
            function exit$lock()
            {
                let _1 := false
                let _2 := lock_slot()
                tstore(_2, false)
            }
            function require_no_value()
            {
                let _1 := callvalue()
                if _1 { fail_185() }
            }
            function fail_184()
            {
                let reason := "locked"
                let _1 := 0
                mstore(0, "locked")
                let _2 := 0x20
                revert(0, 0x20)
            }
            function fail_185()
            {
                let reason := "no ether, please"
                let _1 := 0
                mstore(0, "no ether, please")
                let _2 := 0x20
                revert(0, 0x20)
            }
            function fail_186()
            {
                let reason := "balance too low"
                let _1 := 0
                mstore(0, "balance too low")
                let _2 := 0x20
                revert(0, 0x20)
            }
            function fail_188()
            {
                let reason := "bad offset"
                let _1 := 0
                mstore(0, "bad offset")
                let _2 := 0x20
                revert(0, 0x20)
            }
            function fail_189()
            {
                let reason := "bad offset"
                let _1 := 0
                mstore(0, "bad offset")
                let _2 := 0x20
                revert(0, 0x20)
            }
            function fail_190()
            {
                let reason := "too long"
                let _1 := 0
                mstore(0, "too long")
                let _2 := 0x20
                revert(0, 0x20)
            }
            function fail_191()
            {
                let reason := "out of bounds"
                let _1 := 0
                mstore(0, "out of bounds")
                let _2 := 0x20
                revert(0, 0x20)
            }
            function fail()
            {
                let reason := "too many calls"
                let _1 := 0
                mstore(0, "too many calls")
                let _2 := 0x20
                revert(0, 0x20)
            }
            function allocate(size) -> pointer
            {
                let _1 := 0x40
                let pointer_1 := mload(0x40)
                let pointer_2 := pointer_1
                pointer := pointer_1
                let _2 := 31
                let _3 := not(31)
                let _4 := add(size, 31)
                let _5 := and(_4, not(31))
                let _6 := add(pointer_1, _5)
                mstore(0x40, _6)
            }
            function debit(account, value)
            {
                let balance_1 := sload(account)
                let _1 := gt(value, balance_1)
                if _1 { fail_186() }
                let _2 := sub(balance_1, value)
                sstore(account, _2)
            }
            function withdraw(value)
            {
                let _1 := caller()
                debit(_1, value)
                pop(checked_call_187(_1, value))
            }
            function bytes_argument_182(position) -> data, length
            {
                let base := 4
                let _1 := lt(position, 4)
                if _1 { fail_188() }
                let _2 := calldatasize()
                let _3 := 0x20
                let _4 := add(position, 0x20)
                let _5 := gt(_4, _2)
                if _5 { fail_189() }
                let length_1 := calldataload(position)
                let length_2 := length_1
                length := length_1
                let _6 := 0xffffff
                let _7 := gt(length_1, 0xffffff)
                if _7 { fail_190() }
                let _8 := add(add(position, length_1), 0x20)
                let _9 := gt(_8, _2)
                if _9 { fail_191() }
                let data_1 := allocate(length_1)
                let data_2 := data_1
                data := data_1
                calldatacopy(data_1, _4, length_1)
            }
            function bytes_argument_183(position) -> data, length
            {
                let base := 4
                let _1 := lt(position, 4)
                if _1 { fail_188() }
                let _2 := calldatasize()
                let _3 := 0x20
                let _4 := add(position, 0x20)
                let _5 := gt(_4, _2)
                if _5 { fail_189() }
                let length_1 := calldataload(position)
                let length_2 := length_1
                length := length_1
                let _6 := 0xffffff
                let _7 := gt(length_1, 0xffffff)
                if _7 { fail_190() }
                let _8 := add(add(position, length_1), 0x20)
                let _9 := gt(_8, _2)
                if _9 { fail_191() }
                let data_1 := allocate(length_1)
                let data_2 := data_1
                data := data_1
                calldatacopy(data_1, _4, length_1)
            }
            function bytes_argument(base, position) -> data, length
            {
                let _1 := lt(position, base)
                if _1 { fail_188() }
                let _2 := calldatasize()
                let _3 := 0x20
                let _4 := add(position, 0x20)
                let _5 := gt(_4, _2)
                if _5 { fail_189() }
                let length_1 := calldataload(position)
                let length_2 := length_1
                length := length_1
                let _6 := 0xffffff
                let _7 := gt(length_1, 0xffffff)
                if _7 { fail_190() }
                let _8 := add(add(position, length_1), 0x20)
                let _9 := gt(_8, _2)
                if _9 { fail_191() }
                let data_1 := allocate(length_1)
                let data_2 := data_1
                data := data_1
                calldatacopy(data_1, _4, length_1)
            }
            function return_data() -> result
            {
                let size := returndatasize()
                let _1 := 0x20
                let _2 := add(size, 0x20)
                let result_1 := allocate(_2)
                let result_2 := result_1
                result := result_1
                mstore(result_1, size)
                let _3 := 0
                let _4 := add(result_1, 0x20)
                returndatacopy(_4, 0, size)
            }
            function checked_call_187(target, value) -> result
            {
                let data := 0
                let _1 := gas()
                let success := call(_1, target, value, 0, 0, 0, 0)
                let result_1 := return_data()
                let result_2 := result_1
                result := result_1
                bubble(success, result_1)
            }
            function checked_call(target, value, data, length) -> result
            {
                let _1 := 0
                let _2 := gas()
                let success := call(_2, target, value, data, length, 0, 0)
                let result_1 := return_data()
                let result_2 := result_1
                result := result_1
                bubble(success, result_1)
            }
            function bubble(success, result)
            {
                let _1 := iszero(success)
                if _1
                {
                    let _2 := mload(result)
                    let _3 := 0x20
                    let _4 := add(result, 0x20)
                    revert(_4, _2)
                }
            }
            function multicall()
            {
                let _1 := 4
                let _2 := calldataload(4)
                let array := add(4, _2)
                let count := calldataload(array)
                let _3 := 0xff
                let _4 := gt(count, 0xff)
                if _4 { fail() }
                let _5 := 0x20
                let heads := add(_2, 36)
                let _6 := 5
                let _7 := shl(5, count)
                let _8 := 0x40
                let _9 := add(0x40, _7)
                let output := allocate(_9)
                mstore(output, 0x20)
                let _10 := add(output, 0x20)
                mstore(_10, count)
                let tails := mload(0x40)
                let tails_1 := tails
                let tails_2 := tails
                let i := 0
                let i_1 := 0
                let i_2 := 0
                let _11 := 1
                let _12 := 0x1000
                let _13 := address()
                for { }
                1
                {
                    let i_3 := i_2
                    let i_4 := add(i_2, 1)
                    let i_5 := i_4
                    i_2 := i_4
                }
                {
                    if iszero(lt(i_2, count)) { break }
                    let tails_3 := tails_2
                    let i_6 := i_2
                    let _14 := add(tails_2, 0x1000)
                    mstore(0x40, _14)
                    let _15 := shl(5, i_2)
                    let _16 := add(add(_2, _15), 36)
                    let _17 := calldataload(_16)
                    let _18 := add(add(_2, _17), 36)
                    let data, length := bytes_argument(heads, _18)
                    let _19 := gas()
                    let success := delegatecall(_19, _13, data, length, 0, 0)
                    let answer := return_data()
                    bubble(success, answer)
                    let _20 := add(sub(tails_2, output), not(63))
                    let _21 := add(add(output, _15), 0x40)
                    mstore(_21, _20)
                    let tails_4 := append_bytes(tails_2, answer)
                    let tails_5 := tails_4
                    tails_2 := tails_4
                }
                let tails_6 := tails_2
                let _22 := sub(tails_2, output)
                return(output, _22)
            }
            function append_bytes(to, value) -> end
            {
                let length := mload(value)
                let _1 := 0x20
                let _2 := add(length, 0x20)
                mcopy(to, value, _2)
                let padding_at := add(add(to, length), 0x20)
                let _3 := 0
                mstore(padding_at, 0)
                let _4 := 31
                let _5 := not(31)
                let _6 := add(padding_at, 31)
                let end_1 := and(_6, not(31))
                let end_2 := end_1
                end := end_1
            }
            function return_bytes(value)
            {
                let _1 := 0x60
                let _2 := mload(value)
                let _3 := add(_2, 0x60)
                let out := allocate(_3)
                let _4 := 0x20
                mstore(out, 0x20)
                let _5 := add(out, 0x20)
                let end := append_bytes(_5, value)
                let _6 := sub(end, out)
                return(out, _6)
            }
            function return_word(word)
            {
                let _1 := 0
                mstore(0, word)
                let _2 := 0x20
                return(0, 0x20)
            }
        }
        data "license" hex"4d4954"
    }
}
