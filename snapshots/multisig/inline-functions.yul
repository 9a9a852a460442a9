object "MultiSig_310" {
    code {
        {
            let _1 := memoryguard(0x80)
            let _2 := 64
            mstore(_2, _1)
            let _3 := callvalue()
            if _3
            {
                let _4 := 0
                let _5 := _4
                revert(_4, _4)
            }
            let _6 := datasize("MultiSig_310")
            let _7 := codesize()
            let _8 := sub(_7, _6)
            let _9 := _2
            let _10 := _1
            codecopy(_10, _6, _8)
            let _11 := add(_10, _8)
            let _12 := _2
            mstore(_2, _11)
            let var_threshold := mload(_10)
            let _13 := 0x20
            let _14 := add(_10, _13)
            let var_count := mload(_14)
            let _15 := _13
            let _16 := mul(var_count, _13)
            let _17 := _2
            let _18 := add(_2, _16)
            let _19 := eq(_8, _18)
            let _20 := iszero(_19)
            if _20
            {
                let _21 := 0
                let _22 := _21
                revert(_21, _21)
            }
            let _23 := gt(var_threshold, var_count)
            let _24 := iszero(var_threshold)
            let _25 := or(_24, _23)
            if _25
            {
                let _26 := "bad threshold"
                let _27 := 0
                mstore(_27, _26)
                let _28 := _13
                let _29 := _27
                revert(_27, _13)
            }
            let _30 := 0x01
            sstore(_30, var_threshold)
            let _31 := 0x02
            sstore(_31, var_count)
            let i := 0
            let i_1 := i
            for { }
            lt(i_1, var_count)
            {
                let i_2 := i_1
                let _32 := _30
                let i_3 := add(i_1, _30)
                i_1 := i_3
            }
            {
                let i_4 := i_1
                let _33 := _13
                let _34 := mul(i_1, _13)
                let _35 := _2
                let _36 := add(_10, _2)
                let _37 := add(_36, _34)
                let var_owner := mload(_37)
                let _38 := i
                mstore(i, var_owner)
                let _39 := 0x03
                let _40 := _13
                mstore(_13, _39)
                let _41 := _2
                let _42 := i
                let _43 := keccak256(i, _2)
                let _44 := sload(_43)
                let _45 := iszero(var_owner)
                let _46 := or(_45, _44)
                if _46
                {
                    let _47 := "zero or twice the same owner"
                    let _48 := i
                    mstore(i, _47)
                    let _49 := _13
                    let _50 := i
                    revert(i, _13)
                }
                let _51 := _30
                sstore(_43, _30)
            }
            let i_5 := i_1
            let _52 := _2
            let _53 := mload(_2)
            let _54 := datasize("MultiSig_310_deployed")
            let _55 := dataoffset("MultiSig_310_deployed")
            datacopy(_53, _55, _54)
            let _56 := _54
            return(_53, _54)
        }
    }
    object "MultiSig_310_deployed" {
        code {
            {
                let _1 := memoryguard(0x80)
                let _2 := 64
                mstore(_2, _1)
                let _3 := calldatasize()
                let _4 := iszero(_3)
                if _4
                {
                    let _5 := callvalue()
                    let _6 := 0
                    mstore(_6, _5)
                    let _7 := caller()
                    let _8 := 0x2da466a7b24304f47e87fa2e1e5a81b9831ce54fec19055ce277ca2f39ba42c4
                    let _9 := 32
                    let _10 := _6
                    log2(_6, _9, _8, _7)
                    stop()
                }
                let _11 := callvalue()
                if _11
                {
                    let _12 := 17
                    let _13 := "value with a call"
                    revert_string(_13, _12)
                }
                let _14 := 0
                let _15 := calldataload(_14)
                let _16 := 224
                let _17 := shr(_16, _15)
                switch _17
                case 0xda0980c7 {
                    let _18 := 0x44
                    let offset, length := abi_decode_bytes_calldata(_18)
                    let _19 := 0
                    let _20 := sload(_19)
                    let expr := fun_hashOf(offset, length, _20)
                    let _21 := 0x64
                    let offset_1, length_1 := abi_decode_bytes_calldata(_21)
                    let var_length := length_1
                    let var_offset := offset_1
                    let var_hash := expr
                    let var_valid := 0
                    let var_previous := 0
                    let var_previous_1 := var_previous
                    let var_end := add(var_offset, var_length)
                    let var_at := var_offset
                    let var_at_1 := var_offset
                    for { }
                    lt(var_at_1, var_end)
                    {
                        let var_at_2 := var_at_1
                        let var_previous_2 := var_previous_1
                        let var_valid_1 := var_valid
                        let _22 := 65
                        let var_at_3 := add(var_at_1, _22)
                        var_at_1 := var_at_3
                    }
                    {
                        let var_at_4 := var_at_1
                        let var_previous_3 := var_previous_1
                        let _23 := 65
                        let _24 := add(var_at_1, _23)
                        let _25 := gt(_24, var_end)
                        if _25 { break }
                        let expr_1 := fun_recover(var_hash, var_at_1)
                        let _26 := iszero(expr_1)
                        if _26
                        {
                            let _27 := 17
                            let _28 := "invalid signature"
                            revert_string(_28, _27)
                        }
                        let _29 := gt(expr_1, var_previous_1)
                        let _30 := iszero(_29)
                        if _30
                        {
                            let _31 := 21
                            let _32 := "signatures not sorted"
                            revert_string(_32, _31)
                        }
                        let var_previous_4 := expr_1
                        var_previous_1 := expr_1
                        let var_who := expr_1
                        let var_yes := 0
                        let _33 := 0x00
                        mstore(_33, var_who)
                        let _34 := 0x03
                        let _35 := 0x20
                        mstore(_35, _34)
                        let _36 := 0x40
                        let _37 := _33
                        let _38 := keccak256(_33, _36)
                        let var_yes_1 := sload(_38)
                        var_yes := var_yes_1
                        let _39 := var_yes
                        let _40 := iszero(_39)
                        if _40 { continue }
                        let _41 := 1
                        let var_valid_2 := add(var_valid, _41)
                        var_valid := var_valid_2
                    }
                    let expr_2 := var_valid
                    let _42 := 1
                    let _43 := sload(_42)
                    let _44 := lt(expr_2, _43)
                    if _44
                    {
                        let _45 := 21
                        let _46 := "not enough signatures"
                        revert_string(_46, _45)
                    }
                    let _47 := _42
                    let _48 := add(_20, _42)
                    let _49 := _19
                    sstore(_19, _48)
                    let _50 := 64
                    let _51 := mload(_50)
                    calldatacopy(_51, offset, length)
                    let _52 := _19
                    let _53 := _19
                    let _54 := 0x24
                    let _55 := calldataload(_54)
                    let _56 := 4
                    let _57 := calldataload(_56)
                    let _58 := gas()
                    let expr_3 := call(_58, _57, _55, _51, length, _19, _19)
                    let _59 := returndatasize()
                    let _60 := _19
                    returndatacopy(_51, _19, _59)
                    let _61 := iszero(expr_3)
                    if _61 { revert(_51, _59) }
                    let _62 := _19
                    mstore(_19, _20)
                    let _63 := _54
                    let _64 := _55
                    let _65 := _56
                    let _66 := _57
                    let _67 := 0x7dd684d9b29996680eb4c0ae7461d9983dadb8ebf5e04b3e99fae858334861b4
                    let _68 := 32
                    let _69 := _19
                    log3(_19, _68, _67, _57, _55)
                    return(_51, _59)
                }
                case 0xaffed0e0 {
                    let _70 := _14
                    let _71 := sload(_14)
                    let value := _71
                    let _72 := 64
                    let _73 := mload(_72)
                    mstore(_73, value)
                    let _74 := 32
                    return(_73, _74)
                }
                case 0x42cde4e8 {
                    let _75 := 1
                    let _76 := sload(_75)
                    let value_1 := _76
                    let _77 := 64
                    let _78 := mload(_77)
                    mstore(_78, value_1)
                    let _79 := 32
                    return(_78, _79)
                }
                case 0x0db02622 {
                    let _80 := 2
                    let _81 := sload(_80)
                    let value_2 := _81
                    let _82 := 64
                    let _83 := mload(_82)
                    mstore(_83, value_2)
                    let _84 := 32
                    return(_83, _84)
                }
                case 0x2f54bf6e {
                    let _85 := 4
                    let _86 := calldataload(_85)
                    let var_who_1 := _86
                    let var_yes_2 := 0
                    let _87 := 0x00
                    mstore(_87, var_who_1)
                    let _88 := 0x03
                    let _89 := 0x20
                    mstore(_89, _88)
                    let _90 := 0x40
                    let _91 := _87
                    let _92 := keccak256(_87, _90)
                    let var_yes_3 := sload(_92)
                    var_yes_2 := var_yes_3
                    let _93 := var_yes_2
                    let value_3 := _93
                    let _94 := 64
                    let _95 := mload(_94)
                    mstore(_95, value_3)
                    let _96 := 32
                    return(_95, _96)
                }
                case 0x912616ae {
                    let _97 := 0x44
                    let offset_2, length_2 := abi_decode_bytes_calldata(_97)
                    let _98 := 0x64
                    let _99 := calldataload(_98)
                    let _100 := fun_hashOf(offset_2, length_2, _99)
                    let value_4 := _100
                    let _101 := 64
                    let _102 := mload(_101)
                    mstore(_102, value_4)
                    let _103 := 32
                    return(_102, _103)
                }
                default {
                    let _104 := 16
                    let _105 := "unknown function"
                    revert_string(_105, _104)
                }
            }
            function revert_string(text, length)
            {
                let _1 := 64
                let _2 := mload(_1)
                let _3 := 0x08c379a0
                let _4 := 224
                let _5 := shl(_4, _3)
                mstore(_2, _5)
                let _6 := 0x20
                let _7 := 4
                let _8 := add(_2, _7)
                mstore(_8, _6)
                let _9 := 36
                let _10 := add(_2, _9)
                mstore(_10, length)
                let _11 := 68
                let _12 := add(_2, _11)
                mstore(_12, text)
                let _13 := 100
                revert(_2, _13)
            }
            function abi_return_uint256(value)
            {
                let _1 := 64
                let _2 := mload(_1)
                mstore(_2, value)
                let _3 := 32
                return(_2, _3)
            }
            function abi_decode_bytes_calldata(head) -> offset, length
            {
                let relative := calldataload(head)
                let _1 := 0xffffffffffffffff
                let _2 := gt(relative, _1)
                if _2
                {
                    let _3 := 0
                    let _4 := _3
                    revert(_3, _3)
                }
                let _5 := 4
                let position := add(_5, relative)
                let _6 := calldatasize()
                let _7 := 31
                let _8 := add(position, _7)
                let _9 := slt(_8, _6)
                let _10 := iszero(_9)
                if _10
                {
                    let _11 := 0
                    let _12 := _11
                    revert(_11, _11)
                }
                let length_1 := calldataload(position)
                length := length_1
                let _13 := _1
                let _14 := gt(length_1, _1)
                if _14
                {
                    let _15 := 0
                    let _16 := _15
                    revert(_15, _15)
                }
                let _17 := 0x20
                let offset_1 := add(position, _17)
                offset := offset_1
                let _18 := _6
                let _19 := add(offset_1, length_1)
                let _20 := gt(_19, _6)
                if _20
                {
                    let _21 := 0
                    let _22 := _21
                    revert(_21, _21)
                }
            }
            function fun_isOwner(var_who) -> var_yes
            {
                let _1 := 0x00
                mstore(_1, var_who)
                let _2 := 0x03
                let _3 := 0x20
                mstore(_3, _2)
                let _4 := 0x40
                let _5 := _1
                let _6 := keccak256(_1, _4)
                let var_yes_1 := sload(_6)
                var_yes := var_yes_1
            }
            function fun_hashOf(var_data_offset, var_data_length, var_nonce) -> var_hash
            {
                let _1 := 64
                let _2 := mload(_1)
                calldatacopy(_2, var_data_offset, var_data_length)
                let expr := keccak256(_2, var_data_length)
                let _3 := chainid()
                mstore(_2, _3)
                let _4 := address()
                let _5 := 0x20
                let _6 := add(_2, _5)
                mstore(_6, _4)
                let _7 := _1
                let _8 := add(_2, _1)
                mstore(_8, var_nonce)
                let _9 := 4
                let _10 := calldataload(_9)
                let _11 := 0x60
                let _12 := add(_2, _11)
                mstore(_12, _10)
                let _13 := 0x24
                let _14 := calldataload(_13)
                let _15 := 0x80
                let _16 := add(_2, _15)
                mstore(_16, _14)
                let _17 := 0xa0
                let _18 := add(_2, _17)
                mstore(_18, expr)
                let _19 := 0xc0
                let expr_1 := keccak256(_2, _19)
                let _20 := "\x19Ethereum Signed Message:\n32"
                let _21 := 0x00
                mstore(_21, _20)
                let _22 := 0x1c
                mstore(_22, expr_1)
                let _23 := 0x3c
                let _24 := _21
                let var_hash_1 := keccak256(_21, _23)
                var_hash := var_hash_1
            }
            function fun_recover(var_hash, var_signature) -> var_signer
            {
                let _1 := 64
                let _2 := mload(_1)
                let _3 := 0x20
                let _4 := add(var_signature, _3)
                let var_s := calldataload(_4)
                let _5 := _1
                let _6 := add(var_signature, _1)
                let _7 := calldataload(_6)
                let _8 := 0
                let var_v := byte(_8, _7)
                let _9 := 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0
                let _10 := gt(var_s, _9)
                if _10 { leave }
                mstore(_2, var_hash)
                let _11 := _3
                let _12 := add(_2, _3)
                mstore(_12, var_v)
                let _13 := calldataload(var_signature)
                let _14 := _1
                let _15 := add(_2, _1)
                mstore(_15, _13)
                let _16 := 0x60
                let _17 := add(_2, _16)
                mstore(_17, var_s)
                let _18 := _8
                let _19 := _8
                mstore(_8, _8)
                let _20 := _3
                let _21 := _8
                let _22 := 0x80
                let _23 := 1
                let _24 := gas()
                let _25 := staticcall(_24, _23, _2, _22, _8, _3)
                let _26 := iszero(_25)
                if _26
                {
                    let _27 := _8
                    let _28 := _8
                    revert(_8, _8)
                }
                let _29 := _8
                let var_signer_1 := mload(_8)
                var_signer := var_signer_1
            }
            function fun_checkSignatures(var_hash, var_offset, var_length) -> var_valid
            {
                let var_previous := 0
                let var_previous_1 := var_previous
                let var_end := add(var_offset, var_length)
                let var_at := var_offset
                let var_at_1 := var_offset
                for { }
                lt(var_at_1, var_end)
                {
                    let var_at_2 := var_at_1
                    let var_previous_2 := var_previous_1
                    let var_valid_1 := var_valid
                    let _1 := 65
                    let var_at_3 := add(var_at_1, _1)
                    var_at_1 := var_at_3
                }
                {
                    let var_at_4 := var_at_1
                    let var_previous_3 := var_previous_1
                    let _2 := 65
                    let _3 := add(var_at_1, _2)
                    let _4 := gt(_3, var_end)
                    if _4 { break }
                    let expr := fun_recover(var_hash, var_at_1)
                    let _5 := iszero(expr)
                    if _5
                    {
                        let _6 := 17
                        let _7 := "invalid signature"
                        revert_string(_7, _6)
                    }
                    let _8 := gt(expr, var_previous_1)
                    let _9 := iszero(_8)
                    if _9
                    {
                        let _10 := 21
                        let _11 := "signatures not sorted"
                        revert_string(_11, _10)
                    }
                    let var_previous_4 := expr
                    var_previous_1 := expr
                    let var_who := expr
                    let var_yes := 0
                    let _12 := 0x00
                    mstore(_12, var_who)
                    let _13 := 0x03
                    let _14 := 0x20
                    mstore(_14, _13)
                    let _15 := 0x40
                    let _16 := _12
                    let _17 := keccak256(_12, _15)
                    let var_yes_1 := sload(_17)
                    var_yes := var_yes_1
                    let _18 := var_yes
                    let _19 := iszero(_18)
                    if _19 { continue }
                    let _20 := 1
                    let var_valid_2 := add(var_valid, _20)
                    var_valid := var_valid_2
                }
            }
            function fun_execute()
            {
                let _1 := 0x44
                let offset, length := abi_decode_bytes_calldata(_1)
                let _2 := 0
                let _3 := sload(_2)
                let expr := fun_hashOf(offset, length, _3)
                let _4 := 0x64
                let offset_1, length_1 := abi_decode_bytes_calldata(_4)
                let var_length := length_1
                let var_offset := offset_1
                let var_hash := expr
                let var_valid := 0
                let var_previous := 0
                let var_previous_1 := var_previous
                let var_end := add(var_offset, var_length)
                let var_at := var_offset
                let var_at_1 := var_offset
                for { }
                lt(var_at_1, var_end)
                {
                    let var_at_2 := var_at_1
                    let var_previous_2 := var_previous_1
                    let var_valid_1 := var_valid
                    let _5 := 65
                    let var_at_3 := add(var_at_1, _5)
                    var_at_1 := var_at_3
                }
                {
                    let var_at_4 := var_at_1
                    let var_previous_3 := var_previous_1
                    let _6 := 65
                    let _7 := add(var_at_1, _6)
                    let _8 := gt(_7, var_end)
                    if _8 { break }
                    let expr_1 := fun_recover(var_hash, var_at_1)
                    let _9 := iszero(expr_1)
                    if _9
                    {
                        let _10 := 17
                        let _11 := "invalid signature"
                        revert_string(_11, _10)
                    }
                    let _12 := gt(expr_1, var_previous_1)
                    let _13 := iszero(_12)
                    if _13
                    {
                        let _14 := 21
                        let _15 := "signatures not sorted"
                        revert_string(_15, _14)
                    }
                    let var_previous_4 := expr_1
                    var_previous_1 := expr_1
                    let var_who := expr_1
                    let var_yes := 0
                    let _16 := 0x00
                    mstore(_16, var_who)
                    let _17 := 0x03
                    let _18 := 0x20
                    mstore(_18, _17)
                    let _19 := 0x40
                    let _20 := _16
                    let _21 := keccak256(_16, _19)
                    let var_yes_1 := sload(_21)
                    var_yes := var_yes_1
                    let _22 := var_yes
                    let _23 := iszero(_22)
                    if _23 { continue }
                    let _24 := 1
                    let var_valid_2 := add(var_valid, _24)
                    var_valid := var_valid_2
                }
                let expr_2 := var_valid
                let _25 := 1
                let _26 := sload(_25)
                let _27 := lt(expr_2, _26)
                if _27
                {
                    let _28 := 21
                    let _29 := "not enough signatures"
                    revert_string(_29, _28)
                }
                let _30 := _25
                let _31 := add(_3, _25)
                let _32 := _2
                sstore(_2, _31)
                let _33 := 64
                let _34 := mload(_33)
                calldatacopy(_34, offset, length)
                let _35 := _2
                let _36 := _2
                let _37 := 0x24
                let _38 := calldataload(_37)
                let _39 := 4
                let _40 := calldataload(_39)
                let _41 := gas()
                let expr_3 := call(_41, _40, _38, _34, length, _2, _2)
                let _42 := returndatasize()
                let _43 := _2
                returndatacopy(_34, _2, _42)
                let _44 := iszero(expr_3)
                if _44 { revert(_34, _42) }
                let _45 := _2
                mstore(_2, _3)
                let _46 := _37
                let _47 := _38
                let _48 := _39
                let _49 := _40
                let _50 := 0x7dd684d9b29996680eb4c0ae7461d9983dadb8ebf5e04b3e99fae858334861b4
                let _51 := 32
                let _52 := _2
                log3(_2, _51, _50, _40, _38)
                return(_34, _42)
            }
        }
        data ".metadata" hex"a2"
    }
}
