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
            let _16 := shl(5, var_count)
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
            let _32 := _30
            let _33 := _13
            let _34 := _2
            let _35 := add(_10, _2)
            let _36 := i
            let _37 := 0x03
            let _38 := _13
            let _39 := _2
            let _40 := i
            let _41 := _30
            for { }
            lt(i_1, var_count)
            {
                let i_2 := i_1
                let i_3 := add(i_1, _30)
                i_1 := i_3
            }
            {
                let i_4 := i_1
                let _42 := shl(5, i_1)
                let _43 := add(add(_10, _42), _2)
                let var_owner := mload(_43)
                mstore(i, var_owner)
                mstore(_13, _37)
                let _44 := keccak256(i, _2)
                let _45 := sload(_44)
                let _46 := iszero(var_owner)
                let _47 := or(_46, _45)
                if _47
                {
                    let _48 := "zero or twice the same owner"
                    let _49 := i
                    mstore(i, _48)
                    let _50 := _13
                    let _51 := i
                    revert(i, _13)
                }
                sstore(_44, _30)
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
                case 0xda0980c7 { fun_execute() }
                case 0xaffed0e0 {
                    let _18 := _14
                    let _19 := sload(_14)
                    abi_return_uint256(_19)
                }
                case 0x42cde4e8 {
                    let _20 := 1
                    let _21 := sload(_20)
                    abi_return_uint256(_21)
                }
                case 0x0db02622 {
                    let _22 := 2
                    let _23 := sload(_22)
                    abi_return_uint256(_23)
                }
                case 0x2f54bf6e {
                    let _24 := 4
                    let _25 := calldataload(_24)
                    let _26 := fun_isOwner(_25)
                    abi_return_uint256(_26)
                }
                case 0x912616ae {
                    let _27 := 0x44
                    let offset, length := abi_decode_bytes_calldata(_27)
                    let _28 := 0x64
                    let _29 := calldataload(_28)
                    let _30 := fun_hashOf(offset, length, _29)
                    abi_return_uint256(_30)
                }
                default {
                    let _31 := 16
                    let _32 := "unknown function"
                    revert_string(_32, _31)
                }
            }
            function revert_string(text, length)
            {
                let _1 := 64
                let _2 := mload(_1)
                let _3 := 0x08c379a0
                let _4 := 224
                let _5 := shl(229, 4594637)
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
                let _8 := add(relative, 35)
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
                let offset_1 := add(relative, 36)
                offset := offset_1
                let _18 := _6
                let _19 := add(add(relative, length_1), 36)
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
                let _1 := 65
                let _2 := 65
                let _3 := 1
                for { }
                lt(var_at_1, var_end)
                {
                    let var_at_2 := var_at_1
                    let var_previous_2 := var_previous_1
                    let var_valid_1 := var_valid
                    let var_at_3 := add(var_at_1, _1)
                    var_at_1 := var_at_3
                }
                {
                    let var_at_4 := var_at_1
                    let var_previous_3 := var_previous_1
                    let _4 := add(var_at_1, _2)
                    let _5 := gt(_4, var_end)
                    if _5 { break }
                    let expr := fun_recover(var_hash, var_at_1)
                    let _6 := iszero(expr)
                    if _6
                    {
                        let _7 := 17
                        let _8 := "invalid signature"
                        revert_string(_8, _7)
                    }
                    let _9 := gt(expr, var_previous_1)
                    let _10 := iszero(_9)
                    if _10
                    {
                        let _11 := 21
                        let _12 := "signatures not sorted"
                        revert_string(_12, _11)
                    }
                    let var_previous_4 := expr
                    var_previous_1 := expr
                    let _13 := fun_isOwner(expr)
                    let _14 := iszero(_13)
                    if _14 { continue }
                    let var_valid_2 := add(var_valid, _3)
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
                let expr_1 := fun_checkSignatures(expr, offset_1, length_1)
                let _5 := 1
                let _6 := sload(_5)
                let _7 := lt(expr_1, _6)
                if _7
                {
                    let _8 := 21
                    let _9 := "not enough signatures"
                    revert_string(_9, _8)
                }
                let _10 := _5
                let _11 := add(_3, _5)
                let _12 := _2
                sstore(_2, _11)
                let _13 := 64
                let _14 := mload(_13)
                calldatacopy(_14, offset, length)
                let _15 := _2
                let _16 := _2
                let _17 := 0x24
                let _18 := calldataload(_17)
                let _19 := 4
                let _20 := calldataload(_19)
                let _21 := gas()
                let expr_2 := call(_21, _20, _18, _14, length, _2, _2)
                let _22 := returndatasize()
                let _23 := _2
                returndatacopy(_14, _2, _22)
                let _24 := iszero(expr_2)
                if _24 { revert(_14, _22) }
                let _25 := _2
                mstore(_2, _3)
                let _26 := _17
                let _27 := _18
                let _28 := _19
                let _29 := _20
                let _30 := 0x7dd684d9b29996680eb4c0ae7461d9983dadb8ebf5e04b3e99fae858334861b4
                let _31 := 32
                let _32 := _2
                log3(_2, _31, _30, _20, _18)
                return(_14, _22)
            }
        }
        data ".metadata" hex"a2"
    }
}
