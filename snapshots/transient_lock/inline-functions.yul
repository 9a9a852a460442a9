object "Vault_88" {
    code {
        {
            let size := datasize("Vault_88_deployed")
            let _1 := dataoffset("Vault_88_deployed")
            let _2 := 0
            datacopy(_2, _1, size)
            let _3 := _2
            return(_2, size)
        }
    }
    object "Vault_88_deployed" {
        code {
            {
                let _1 := 0x80
                let _2 := 0x40
                mstore(_2, _1)
                let _3 := 0
                let _4 := calldataload(_3)
                let _5 := 224
                let _6 := shr(_5, _4)
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
                    let _11 := calldataload(_10)
                    withdraw(_11)
                    exit$lock()
                }
                case 0xb61d27f6 {
                    require_no_value()
                    enter$lock()
                    let _12 := 0x44
                    let _13 := calldataload(_12)
                    let _14 := 4
                    let _15 := add(_14, _13)
                    let _16 := _14
                    let data_at, data_length := bytes_argument(_14, _15)
                    let _17 := 0x24
                    let value := calldataload(_17)
                    let _18 := caller()
                    debit(_18, value)
                    let _19 := _14
                    let _20 := calldataload(_14)
                    let result := checked_call(_20, value, data_at, data_length)
                    exit$lock()
                    return_bytes(result)
                }
                case 0xac9650d8 {
                    require_no_value()
                    multicall()
                }
                case 0x624fbfdc {
                    let _21 := 4
                    let _22 := calldataload(_21)
                    let _23 := _21
                    let _24 := add(_21, _22)
                    let _25 := _21
                    let data_at_1, data_length_1 := bytes_argument(_21, _24)
                    let _26 := 0x20
                    let _27 := add(data_length_1, _26)
                    let copy := allocate(_27)
                    mstore(copy, data_length_1)
                    let _28 := _26
                    let _29 := add(copy, _26)
                    mcopy(_29, data_at_1, data_length_1)
                    return_bytes(copy)
                }
                case 0x70a08231 {
                    let _30 := 4
                    let _31 := calldataload(_30)
                    let _32 := sload(_31)
                    return_word(_32)
                }
                case 0xcf309012 {
                    let slot := 0
                    let slot_1 := 0xfbbf5a2276303244e84361c6c0e91b5d072a35bad2dae09390dd0625a350765f
                    slot := slot_1
                    let _33 := slot
                    let _34 := tload(_33)
                    return_word(_34)
                }
                default {
                    let _35 := calldatasize()
                    if _35
                    {
                        let _36 := _3
                        let _37 := _3
                        revert(_3, _3)
                    }
                }
                stop()
            }
            function lock_slot() -> slot
            {
                let slot_1 := 0xfbbf5a2276303244e84361c6c0e91b5d072a35bad2dae09390dd0625a350765f
                slot := slot_1
            }
            function enter$lock()
            {
                let slot := 0
                let slot_1 := 0xfbbf5a2276303244e84361c6c0e91b5d072a35bad2dae09390dd0625a350765f
                slot := slot_1
                let _1 := slot
                let _2 := tload(_1)
                if _2
                {
                    let _3 := "locked"
                    let reason := _3
                    let _4 := 0
                    mstore(_4, reason)
                    let _5 := 0x20
                    let _6 := _4
                    revert(_4, _5)
                }
                let _7 := true
                let _8 := _1
                tstore(_1, _7)
            }
            function exit$lock()
            {
                let _1 := false
                let slot := 0
                let slot_1 := 0xfbbf5a2276303244e84361c6c0e91b5d072a35bad2dae09390dd0625a350765f
                slot := slot_1
                let _2 := slot
                tstore(_2, _1)
            }
            function require_no_value()
            {
                let _1 := callvalue()
                if _1
                {
                    let _2 := "no ether, please"
                    let reason := _2
                    let _3 := 0
                    mstore(_3, reason)
                    let _4 := 0x20
                    let _5 := _3
                    revert(_3, _4)
                }
            }
            function fail(reason)
            {
                let _1 := 0
                mstore(_1, reason)
                let _2 := 0x20
                let _3 := _1
                revert(_1, _2)
            }
            function allocate(size) -> pointer
            {
                let _1 := 0x40
                let pointer_1 := mload(_1)
                pointer := pointer_1
                let _2 := 31
                let _3 := not(_2)
                let _4 := _2
                let _5 := add(size, _2)
                let _6 := and(_5, _3)
                let _7 := add(pointer_1, _6)
                let _8 := _1
                mstore(_1, _7)
            }
            function debit(account, value)
            {
                let balance_1 := sload(account)
                let _1 := gt(value, balance_1)
                if _1
                {
                    let _2 := "balance too low"
                    let reason := _2
                    let _3 := 0
                    mstore(_3, reason)
                    let _4 := 0x20
                    let _5 := _3
                    revert(_3, _4)
                }
                let _6 := sub(balance_1, value)
                sstore(account, _6)
            }
            function withdraw(value)
            {
                let _1 := caller()
                debit(_1, value)
                let _2 := 0
                let _3 := _2
                let _4 := _1
                let length := _2
                let data := _2
                let value_1 := value
                let target := _1
                let result := 0
                let _5 := 0
                let _6 := _5
                let _7 := gas()
                let success := call(_7, target, value_1, data, length, _5, _5)
                let result_1 := return_data()
                result := result_1
                bubble(success, result_1)
                let ignored := result
                pop(ignored)
            }
            function bytes_argument(base, position) -> data, length
            {
                let _1 := lt(position, base)
                if _1
                {
                    let _2 := "bad offset"
                    let reason := _2
                    let _3 := 0
                    mstore(_3, reason)
                    let _4 := 0x20
                    let _5 := _3
                    revert(_3, _4)
                }
                let _6 := calldatasize()
                let _7 := 0x20
                let _8 := add(position, _7)
                let _9 := gt(_8, _6)
                if _9
                {
                    let _10 := "bad offset"
                    let reason_1 := _10
                    let _11 := 0
                    mstore(_11, reason_1)
                    let _12 := 0x20
                    let _13 := _11
                    revert(_11, _12)
                }
                let length_1 := calldataload(position)
                length := length_1
                let _14 := 0xffffff
                let _15 := gt(length_1, _14)
                if _15
                {
                    let _16 := "too long"
                    let reason_2 := _16
                    let _17 := 0
                    mstore(_17, reason_2)
                    let _18 := 0x20
                    let _19 := _17
                    revert(_17, _18)
                }
                let _20 := _7
                let begin := _8
                let _21 := _6
                let _22 := add(_8, length_1)
                let _23 := gt(_22, _6)
                if _23
                {
                    let _24 := "out of bounds"
                    let reason_3 := _24
                    let _25 := 0
                    mstore(_25, reason_3)
                    let _26 := 0x20
                    let _27 := _25
                    revert(_25, _26)
                }
                let data_1 := allocate(length_1)
                data := data_1
                calldatacopy(data_1, _8, length_1)
            }
            function return_data() -> result
            {
                let size := returndatasize()
                let _1 := 0x20
                let _2 := add(size, _1)
                let result_1 := allocate(_2)
                result := result_1
                mstore(result_1, size)
                let _3 := 0
                let _4 := _1
                let _5 := add(result_1, _1)
                returndatacopy(_5, _3, size)
            }
            function checked_call(target, value, data, length) -> result
            {
                let _1 := 0
                let _2 := _1
                let _3 := gas()
                let success := call(_3, target, value, data, length, _1, _1)
                let result_1 := return_data()
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
                    let _4 := add(result, _3)
                    revert(_4, _2)
                }
            }
            function multicall()
            {
                let _1 := 4
                let _2 := calldataload(_1)
                let _3 := _1
                let array := add(_1, _2)
                let count := calldataload(array)
                let _4 := 0xff
                let _5 := gt(count, _4)
                if _5
                {
                    let _6 := "too many calls"
                    fail(_6)
                }
                let _7 := 0x20
                let heads := add(array, _7)
                let _8 := 5
                let _9 := shl(_8, count)
                let _10 := 0x40
                let _11 := add(_10, _9)
                let output := allocate(_11)
                let _12 := _7
                mstore(output, _7)
                let _13 := _7
                let _14 := add(output, _7)
                mstore(_14, count)
                let _15 := _10
                let tails := mload(_10)
                let tails_1 := tails
                let i := 0
                let i_1 := i
                for { }
                lt(i_1, count)
                {
                    let tails_2 := tails_1
                    let i_2 := i_1
                    let _16 := 1
                    let i_3 := add(i_1, _16)
                    i_1 := i_3
                }
                {
                    let tails_3 := tails_1
                    let i_4 := i_1
                    let _17 := 0x1000
                    let _18 := add(tails_1, _17)
                    let _19 := _10
                    mstore(_10, _18)
                    let _20 := _8
                    let _21 := shl(_8, i_1)
                    let _22 := add(heads, _21)
                    let _23 := calldataload(_22)
                    let _24 := add(heads, _23)
                    let data, length := bytes_argument(heads, _24)
                    let _25 := i
                    let _26 := i
                    let _27 := address()
                    let _28 := gas()
                    let success := delegatecall(_28, _27, data, length, i, i)
                    let answer := return_data()
                    bubble(success, answer)
                    let _29 := _10
                    let _30 := add(output, _10)
                    let _31 := sub(tails_1, _30)
                    let _32 := _8
                    let _33 := _21
                    let _34 := _10
                    let _35 := _30
                    let _36 := add(_30, _21)
                    mstore(_36, _31)
                    let tails_4 := append_bytes(tails_1, answer)
                    tails_1 := tails_4
                }
                let tails_5 := tails_1
                let i_5 := i_1
                let _37 := sub(tails_1, output)
                return(output, _37)
            }
            function append_bytes(to, value) -> end
            {
                let length := mload(value)
                let _1 := 0x20
                let _2 := add(length, _1)
                mcopy(to, value, _2)
                let _3 := _1
                let _4 := add(to, _1)
                let padding_at := add(_4, length)
                let _5 := 0
                mstore(padding_at, _5)
                let _6 := 31
                let _7 := not(_6)
                let _8 := _6
                let _9 := add(padding_at, _6)
                let end_1 := and(_9, _7)
                end := end_1
            }
            function return_bytes(value)
            {
                let _1 := 0x60
                let _2 := mload(value)
                let _3 := add(_2, _1)
                let out := allocate(_3)
                let _4 := 0x20
                mstore(out, _4)
                let _5 := _4
                let _6 := add(out, _4)
                let end := append_bytes(_6, value)
                let _7 := sub(end, out)
                return(out, _7)
            }
            function return_word(word)
            {
                let _1 := 0
                mstore(_1, word)
                let _2 := 0x20
                let _3 := _1
                return(_1, _2)
            }
        }
        data "license" hex"4d4954"
    }
}
