object "MultiSig_310" {
    code {
        {
            let _1 := memoryguard(0x80)
            let _2 := 64
            let _3 := callvalue()
            if _3
            {
                let _4 := 0
                revert(0, 0)
            }
            let _5 := datasize("MultiSig_310")
            let _6 := codesize()
            let _7 := sub(_6, _5)
            codecopy(_1, _5, _7)
            let _8 := add(_1, _7)
            mstore(64, _8)
            let var_threshold := mload(_1)
            let _9 := 0x20
            let _10 := add(_1, 0x20)
            let var_count := mload(_10)
            let _11 := shl(5, var_count)
            let _12 := add(64, _11)
            let _13 := eq(_7, _12)
            let _14 := iszero(_13)
            if _14
            {
                let _15 := 0
                revert(0, 0)
            }
            let _16 := gt(var_threshold, var_count)
            let _17 := iszero(var_threshold)
            let _18 := or(_17, _16)
            if _18
            {
                let _19 := "bad threshold"
                let _20 := 0
                mstore(0, "bad threshold")
                revert(0, 0x20)
            }
            let _21 := 0x01
            sstore(0x01, var_threshold)
            let _22 := 0x02
            sstore(0x02, var_count)
            let i := 0
            let i_1 := 0
            let i_2 := 0
            let _23 := 0x03
            for { }
            0x01
            {
                let i_3 := i_2
                let i_4 := add(i_2, 0x01)
                let i_5 := i_4
                i_2 := i_4
            }
            {
                if iszero(lt(i_2, var_count)) { break }
                let i_6 := i_2
                let _24 := shl(5, i_2)
                let _25 := add(add(_1, _24), 64)
                let var_owner := mload(_25)
                mstore(0, var_owner)
                mstore(0x20, 0x03)
                let _26 := keccak256(0, 64)
                let _27 := sload(_26)
                let _28 := iszero(var_owner)
                let _29 := or(_28, _27)
                if _29
                {
                    let _30 := "zero or twice the same owner"
                    mstore(0, "zero or twice the same owner")
                    revert(0, 0x20)
                }
                sstore(_26, 0x01)
            }
            let _31 := mload(64)
            let _32 := datasize("MultiSig_310_deployed")
            let _33 := dataoffset("MultiSig_310_deployed")
            datacopy(_31, _33, _32)
            return(_31, _32)
        }
    }
    object "MultiSig_310_deployed" {
        code {
            {
                let _1 := memoryguard(0x80)
                let _2 := 64
                mstore(64, _1)
                let _3 := calldatasize()
                let _4 := iszero(_3)
                if _4
                {
                    let _5 := callvalue()
                    let _6 := 0
                    mstore(0, _5)
                    let _7 := caller()
                    let _8 := 0x2da466a7b24304f47e87fa2e1e5a81b9831ce54fec19055ce277ca2f39ba42c4
                    let _9 := 32
                    log2(0, 32, 0x2da466a7b24304f47e87fa2e1e5a81b9831ce54fec19055ce277ca2f39ba42c4, _7)
                    stop()
                }
                let _10 := callvalue()
                if _10 { revert_string_206() }
                let _11 := 0
                let _12 := calldataload(0)
                let _13 := 224
                let _14 := shr(224, _12)
                switch _14
                case 0xda0980c7 { fun_execute() }
                case 0xaffed0e0 {
                    let _15 := sload(0)
                    abi_return_uint256(_15)
                }
                case 0x42cde4e8 {
                    let _16 := 1
                    let _17 := sload(1)
                    abi_return_uint256(_17)
                }
                case 0x0db02622 {
                    let _18 := 2
                    let _19 := sload(2)
                    abi_return_uint256(_19)
                }
                case 0x2f54bf6e {
                    let _20 := 4
                    let _21 := calldataload(4)
                    let _22 := fun_isOwner(_21)
                    abi_return_uint256(_22)
                }
                case 0x912616ae {
                    let offset, length := abi_decode_bytes_calldata()
                    let _23 := 0x64
                    let _24 := calldataload(0x64)
                    let _25 := fun_hashOf(offset, length, _24)
                    abi_return_uint256(_25)
                }
                default { revert_string() }
            }
            function revert_string_206()
            {
                let text := "value with a call"
                let length := 17
                let _1 := 64
                let _2 := mload(64)
                let _3 := shl(229, 4594637)
                mstore(_2, shl(229, 4594637))
                let _4 := 0x20
                let _5 := 4
                let _6 := add(_2, 4)
                mstore(_6, 0x20)
                let _7 := 36
                let _8 := add(_2, 36)
                mstore(_8, 17)
                let _9 := 68
                let _10 := add(_2, 68)
                mstore(_10, "value with a call")
                let _11 := 100
                revert(_2, 100)
            }
            function revert_string()
            {
                let text := "unknown function"
                let length := 16
                let _1 := 64
                let _2 := mload(64)
                let _3 := shl(229, 4594637)
                mstore(_2, shl(229, 4594637))
                let _4 := 0x20
                let _5 := 4
                let _6 := add(_2, 4)
                mstore(_6, 0x20)
                let _7 := 36
                let _8 := add(_2, 36)
                mstore(_8, 16)
                let _9 := 68
                let _10 := add(_2, 68)
                mstore(_10, "unknown function")
                let _11 := 100
                revert(_2, 100)
            }
            function revert_string_209()
            {
                let text := "invalid signature"
                let length := 17
                let _1 := 64
                let _2 := mload(64)
                let _3 := shl(229, 4594637)
                mstore(_2, shl(229, 4594637))
                let _4 := 0x20
                let _5 := 4
                let _6 := add(_2, 4)
                mstore(_6, 0x20)
                let _7 := 36
                let _8 := add(_2, 36)
                mstore(_8, 17)
                let _9 := 68
                let _10 := add(_2, 68)
                mstore(_10, "invalid signature")
                let _11 := 100
                revert(_2, 100)
            }
            function revert_string_210()
            {
                let text := "signatures not sorted"
                let length := 21
                let _1 := 64
                let _2 := mload(64)
                let _3 := shl(229, 4594637)
                mstore(_2, shl(229, 4594637))
                let _4 := 0x20
                let _5 := 4
                let _6 := add(_2, 4)
                mstore(_6, 0x20)
                let _7 := 36
                let _8 := add(_2, 36)
                mstore(_8, 21)
                let _9 := 68
                let _10 := add(_2, 68)
                mstore(_10, "signatures not sorted")
                let _11 := 100
                revert(_2, 100)
            }
            function revert_string_213()
            {
                let text := "not enough signatures"
                let length := 21
                let _1 := 64
                let _2 := mload(64)
                let _3 := shl(229, 4594637)
                mstore(_2, shl(229, 4594637))
                let _4 := 0x20
                let _5 := 4
                let _6 := add(_2, 4)
                mstore(_6, 0x20)
                let _7 := 36
                let _8 := add(_2, 36)
                mstore(_8, 21)
                let _9 := 68
                let _10 := add(_2, 68)
                mstore(_10, "not enough signatures")
                let _11 := 100
                revert(_2, 100)
            }
            function abi_return_uint256(value)
            {
                let _1 := 64
                let _2 := mload(64)
                mstore(_2, value)
                let _3 := 32
                return(_2, 32)
            }
            function abi_decode_bytes_calldata() -> offset, length
            {
                let head := 0x44
                let relative := calldataload(0x44)
                let _1 := 0xffffffffffffffff
                let _2 := gt(relative, 0xffffffffffffffff)
                if _2
                {
                    let _3 := 0
                    revert(0, 0)
                }
                let _4 := 4
                let position := add(4, relative)
                let _5 := calldatasize()
                let _6 := add(relative, 35)
                let _7 := slt(_6, _5)
                let _8 := iszero(_7)
                if _8
                {
                    let _9 := 0
                    revert(0, 0)
                }
                let length_1 := calldataload(position)
                let length_2 := length_1
                length := length_1
                let _10 := gt(length_1, 0xffffffffffffffff)
                if _10
                {
                    let _11 := 0
                    revert(0, 0)
                }
                let offset_1 := add(relative, 36)
                let offset_2 := offset_1
                offset := offset_1
                let _12 := add(add(relative, length_1), 36)
                let _13 := gt(_12, _5)
                if _13
                {
                    let _14 := 0
                    revert(0, 0)
                }
            }
            function abi_decode_bytes_calldata_211() -> offset, length
            {
                let head := 0x44
                let relative := calldataload(0x44)
                let _1 := 0xffffffffffffffff
                let _2 := gt(relative, 0xffffffffffffffff)
                if _2
                {
                    let _3 := 0
                    revert(0, 0)
                }
                let _4 := 4
                let position := add(4, relative)
                let _5 := calldatasize()
                let _6 := add(relative, 35)
                let _7 := slt(_6, _5)
                let _8 := iszero(_7)
                if _8
                {
                    let _9 := 0
                    revert(0, 0)
                }
                let length_1 := calldataload(position)
                let length_2 := length_1
                length := length_1
                let _10 := gt(length_1, 0xffffffffffffffff)
                if _10
                {
                    let _11 := 0
                    revert(0, 0)
                }
                let offset_1 := add(relative, 36)
                let offset_2 := offset_1
                offset := offset_1
                let _12 := add(add(relative, length_1), 36)
                let _13 := gt(_12, _5)
                if _13
                {
                    let _14 := 0
                    revert(0, 0)
                }
            }
            function abi_decode_bytes_calldata_212() -> offset, length
            {
                let head := 0x64
                let relative := calldataload(0x64)
                let _1 := 0xffffffffffffffff
                let _2 := gt(relative, 0xffffffffffffffff)
                if _2
                {
                    let _3 := 0
                    revert(0, 0)
                }
                let _4 := 4
                let position := add(4, relative)
                let _5 := calldatasize()
                let _6 := add(relative, 35)
                let _7 := slt(_6, _5)
                let _8 := iszero(_7)
                if _8
                {
                    let _9 := 0
                    revert(0, 0)
                }
                let length_1 := calldataload(position)
                let length_2 := length_1
                length := length_1
                let _10 := gt(length_1, 0xffffffffffffffff)
                if _10
                {
                    let _11 := 0
                    revert(0, 0)
                }
                let offset_1 := add(relative, 36)
                let offset_2 := offset_1
                offset := offset_1
                let _12 := add(add(relative, length_1), 36)
                let _13 := gt(_12, _5)
                if _13
                {
                    let _14 := 0
                    revert(0, 0)
                }
            }
            function fun_isOwner(var_who) -> var_yes
            {
                let _1 := 0x00
                mstore(0x00, var_who)
                let _2 := 0x03
                let _3 := 0x20
                mstore(0x20, 0x03)
                let _4 := 0x40
                let _5 := keccak256(0x00, 0x40)
                let var_yes_1 := sload(_5)
                let var_yes_2 := var_yes_1
                var_yes := var_yes_1
            }
            function fun_hashOf(var_data_offset, var_data_length, var_nonce) -> var_hash
            {
                let _1 := 64
                let _2 := mload(64)
                calldatacopy(_2, var_data_offset, var_data_length)
                let expr := keccak256(_2, var_data_length)
                let _3 := chainid()
                mstore(_2, _3)
                let _4 := address()
                let _5 := 0x20
                let _6 := add(_2, 0x20)
                mstore(_6, _4)
                let _7 := add(_2, 64)
                mstore(_7, var_nonce)
                let _8 := 4
                let _9 := calldataload(4)
                let _10 := 0x60
                let _11 := add(_2, 0x60)
                mstore(_11, _9)
                let _12 := 0x24
                let _13 := calldataload(0x24)
                let _14 := 0x80
                let _15 := add(_2, 0x80)
                mstore(_15, _13)
                let _16 := 0xa0
                let _17 := add(_2, 0xa0)
                mstore(_17, expr)
                let _18 := 0xc0
                let expr_1 := keccak256(_2, 0xc0)
                let _19 := "\x19Ethereum Signed Message:\n32"
                let _20 := 0x00
                mstore(0x00, "\x19Ethereum Signed Message:\n32")
                let _21 := 0x1c
                mstore(0x1c, expr_1)
                let _22 := 0x3c
                let var_hash_1 := keccak256(0x00, 0x3c)
                let var_hash_2 := var_hash_1
                var_hash := var_hash_1
            }
            function fun_recover(var_hash, var_signature) -> var_signer
            {
                let _1 := 64
                let _2 := mload(64)
                let _3 := 0x20
                let _4 := add(var_signature, 0x20)
                let var_s := calldataload(_4)
                let _5 := add(var_signature, 64)
                let _6 := calldataload(_5)
                let _7 := 0
                let var_v := byte(0, _6)
                let _8 := 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0
                let _9 := gt(var_s, 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0)
                if _9 { leave }
                mstore(_2, var_hash)
                let _10 := add(_2, 0x20)
                mstore(_10, var_v)
                let _11 := calldataload(var_signature)
                let _12 := add(_2, 64)
                mstore(_12, _11)
                let _13 := 0x60
                let _14 := add(_2, 0x60)
                mstore(_14, var_s)
                mstore(0, 0)
                let _15 := 0x80
                let _16 := 1
                let _17 := gas()
                let _18 := staticcall(_17, 1, _2, 0x80, 0, 0x20)
                let _19 := iszero(_18)
                if _19 { revert(0, 0) }
                let var_signer_1 := mload(0)
                let var_signer_2 := var_signer_1
                var_signer := var_signer_1
            }
            function fun_checkSignatures(var_hash, var_offset, var_length) -> var_valid
            {
                let var_previous := 0
                let var_previous_1 := 0
                let var_previous_2 := 0
                let var_end := add(var_offset, var_length)
                let var_at := var_offset
                let var_at_1 := var_offset
                let _1 := 65
                let _2 := 1
                for { }
                1
                {
                    let var_at_2 := var_at_1
                    let var_at_3 := add(var_at_1, 65)
                    let var_at_4 := var_at_3
                    var_at_1 := var_at_3
                }
                {
                    if iszero(lt(var_at_1, var_end)) { break }
                    let var_at_5 := var_at_1
                    let var_previous_3 := var_previous_2
                    let _3 := add(var_at_1, 65)
                    let _4 := gt(_3, var_end)
                    if _4 { break }
                    let expr := fun_recover(var_hash, var_at_1)
                    let _5 := iszero(expr)
                    if _5 { revert_string_209() }
                    let _6 := gt(expr, var_previous_2)
                    let _7 := iszero(_6)
                    if _7 { revert_string_210() }
                    let var_previous_4 := expr
                    var_previous_2 := expr
                    let _8 := fun_isOwner(expr)
                    let _9 := iszero(_8)
                    if _9 { continue }
                    let var_valid_1 := add(var_valid, 1)
                    let var_valid_2 := var_valid_1
                    var_valid := var_valid_1
                }
            }
            function fun_execute()
            {
                let offset, length := abi_decode_bytes_calldata_211()
                let _1 := 0
                let _2 := sload(0)
                let expr := fun_hashOf(offset, length, _2)
                let offset_1, length_1 := abi_decode_bytes_calldata_212()
                let expr_1 := fun_checkSignatures(expr, offset_1, length_1)
                let _3 := 1
                let _4 := sload(1)
                let _5 := lt(expr_1, _4)
                if _5 { revert_string_213() }
                let _6 := add(_2, 1)
                sstore(0, _6)
                let _7 := 64
                let _8 := mload(64)
                calldatacopy(_8, offset, length)
                let _9 := 0x24
                let _10 := calldataload(0x24)
                let _11 := 4
                let _12 := calldataload(4)
                let _13 := gas()
                let expr_2 := call(_13, _12, _10, _8, length, 0, 0)
                let _14 := returndatasize()
                returndatacopy(_8, 0, _14)
                let _15 := iszero(expr_2)
                if _15 { revert(_8, _14) }
                mstore(0, _2)
                let _16 := 0x7dd684d9b29996680eb4c0ae7461d9983dadb8ebf5e04b3e99fae858334861b4
                let _17 := 32
                log3(0, 32, 0x7dd684d9b29996680eb4c0ae7461d9983dadb8ebf5e04b3e99fae858334861b4, _12, _10)
                return(_8, _14)
            }
        }
        data ".metadata" hex"a2"
    }
}
