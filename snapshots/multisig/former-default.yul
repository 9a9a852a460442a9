object "MultiSig_310" {
    code {
        {
            let _1 := memoryguard(0x80)
            if callvalue() { revert(0, 0) }
            let _2 := datasize("MultiSig_310")
            let _3 := sub(codesize(), _2)
            codecopy(_1, _2, _3)
            mstore(64, add(_1, _3))
            let var_threshold := mload(_1)
            let var_count := mload(add(_1, 0x20))
            if iszero(eq(_3, add(64, shl(5, var_count)))) { revert(0, 0) }
            if or(iszero(var_threshold), gt(var_threshold, var_count))
            {
                mstore(0, "bad threshold")
                revert(0, 0x20)
            }
            sstore(0x01, var_threshold)
            sstore(0x02, var_count)
            let i := 0
            for { } lt(i, var_count) { i := add(i, 0x01) }
            {
                let var_owner := mload(add(add(_1, shl(5, i)), 64))
                mstore(0, var_owner)
                mstore(0x20, 0x03)
                let _4 := keccak256(0, 64)
                if or(iszero(var_owner), sload(_4))
                {
                    mstore(0, "zero or twice the same owner")
                    revert(0, 0x20)
                }
                sstore(_4, 0x01)
            }
            let _5 := mload(64)
            let _6 := datasize("MultiSig_310_deployed")
            datacopy(_5, dataoffset("MultiSig_310_deployed"), _6)
            return(_5, _6)
        }
    }
    object "MultiSig_310_deployed" {
        code {
            {
                mstore(64, memoryguard(0x80))
                if iszero(calldatasize())
                {
                    mstore(0, callvalue())
                    log2(0, 32, 0x2da466a7b24304f47e87fa2e1e5a81b9831ce54fec19055ce277ca2f39ba42c4, caller())
                    stop()
                }
                if callvalue()
                {
                    let _1 := mload(64)
                    mstore(_1, shl(229, 4594637))
                    mstore(add(_1, 4), 0x20)
                    mstore(add(_1, 36), 17)
                    mstore(add(_1, 68), "value with a call")
                    revert(_1, 100)
                }
                switch shr(224, calldataload(0))
                case 0xda0980c7 {
                    let offset, length := abi_decode_bytes_calldata()
                    let _2 := sload(0)
                    let expr := fun_hashOf(offset, length, _2)
                    let offset_1 := 0
                    let length_1 := 0
                    let relative := calldataload(0x64)
                    if gt(relative, 0xffffffffffffffff) { revert(0, 0) }
                    if iszero(slt(add(relative, 35), calldatasize())) { revert(0, 0) }
                    length_1 := calldataload(add(4, relative))
                    if gt(length_1, 0xffffffffffffffff) { revert(0, 0) }
                    offset_1 := add(relative, 36)
                    let _3 := add(add(relative, length_1), 36)
                    if gt(_3, calldatasize()) { revert(0, 0) }
                    let var_valid := 0
                    let var_previous := 0
                    let var_at := offset_1
                    for { } lt(var_at, _3) { var_at := add(var_at, 65) }
                    {
                        if gt(add(var_at, 65), _3) { break }
                        let expr_1 := fun_recover(expr, var_at)
                        if iszero(expr_1)
                        {
                            let _4 := mload(64)
                            mstore(_4, shl(229, 4594637))
                            mstore(add(_4, 4), 0x20)
                            mstore(add(_4, 36), 17)
                            mstore(add(_4, 68), "invalid signature")
                            revert(_4, 0x64)
                        }
                        if iszero(gt(expr_1, var_previous))
                        {
                            let _5 := mload(64)
                            mstore(_5, shl(229, 4594637))
                            mstore(add(_5, 4), 0x20)
                            mstore(add(_5, 36), 21)
                            mstore(add(_5, 68), "signatures not sorted")
                            revert(_5, 0x64)
                        }
                        var_previous := expr_1
                        mstore(0, expr_1)
                        mstore(0x20, 0x03)
                        if iszero(sload(keccak256(0, 64))) { continue }
                        var_valid := add(var_valid, 1)
                    }
                    if lt(var_valid, sload(1))
                    {
                        let _6 := mload(64)
                        mstore(_6, shl(229, 4594637))
                        mstore(add(_6, 4), 0x20)
                        mstore(add(_6, 36), 21)
                        mstore(add(_6, 68), "not enough signatures")
                        revert(_6, 0x64)
                    }
                    sstore(0, add(_2, 1))
                    let _7 := mload(64)
                    calldatacopy(_7, offset, length)
                    let _8 := calldataload(36)
                    let _9 := calldataload(4)
                    let expr_2 := call(gas(), _9, _8, _7, length, 0, 0)
                    let _10 := returndatasize()
                    returndatacopy(_7, 0, _10)
                    if iszero(expr_2) { revert(_7, _10) }
                    mstore(0, _2)
                    log3(0, 0x20, 0x7dd684d9b29996680eb4c0ae7461d9983dadb8ebf5e04b3e99fae858334861b4, _9, _8)
                    return(_7, _10)
                }
                case 0xaffed0e0 {
                    let _11 := sload(0)
                    let _12 := mload(64)
                    mstore(_12, _11)
                    return(_12, 32)
                }
                case 0x42cde4e8 {
                    let _13 := sload(1)
                    let _14 := mload(64)
                    mstore(_14, _13)
                    return(_14, 32)
                }
                case 0x0db02622 {
                    let _15 := sload(2)
                    let _16 := mload(64)
                    mstore(_16, _15)
                    return(_16, 32)
                }
                case 0x2f54bf6e {
                    mstore(0, calldataload(4))
                    mstore(0x20, 0x03)
                    let var_yes := sload(keccak256(0, 64))
                    let _17 := mload(64)
                    mstore(_17, var_yes)
                    return(_17, 0x20)
                }
                case 0x912616ae {
                    let offset_2, length_2 := abi_decode_bytes_calldata()
                    let _18 := fun_hashOf(offset_2, length_2, calldataload(0x64))
                    let _19 := mload(64)
                    mstore(_19, _18)
                    return(_19, 32)
                }
                default {
                    let _20 := mload(64)
                    mstore(_20, shl(229, 4594637))
                    mstore(add(_20, 4), 0x20)
                    mstore(add(_20, 36), 16)
                    mstore(add(_20, 68), "unknown function")
                    revert(_20, 100)
                }
            }
            function abi_decode_bytes_calldata() -> offset, length
            {
                let relative := calldataload(0x44)
                if gt(relative, 0xffffffffffffffff) { revert(0, 0) }
                if iszero(slt(add(relative, 35), calldatasize())) { revert(0, 0) }
                length := calldataload(add(4, relative))
                if gt(length, 0xffffffffffffffff) { revert(0, 0) }
                offset := add(relative, 36)
                if gt(add(add(relative, length), 36), calldatasize()) { revert(0, 0) }
            }
            function fun_hashOf(var_data_offset, var_data_length, var_nonce) -> var_hash
            {
                let _1 := mload(64)
                calldatacopy(_1, var_data_offset, var_data_length)
                let expr := keccak256(_1, var_data_length)
                mstore(_1, chainid())
                mstore(add(_1, 0x20), address())
                mstore(add(_1, 64), var_nonce)
                mstore(add(_1, 0x60), calldataload(4))
                mstore(add(_1, 0x80), calldataload(0x24))
                mstore(add(_1, 0xa0), expr)
                let expr_1 := keccak256(_1, 0xc0)
                mstore(0x00, "\x19Ethereum Signed Message:\n32")
                mstore(0x1c, expr_1)
                var_hash := keccak256(0x00, 0x3c)
            }
            function fun_recover(var_hash, var_signature) -> var_signer
            {
                let _1 := mload(64)
                let var_s := calldataload(add(var_signature, 0x20))
                if gt(var_s, 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0) { leave }
                mstore(_1, var_hash)
                mstore(add(_1, 0x20), byte(0, calldataload(add(var_signature, 64))))
                mstore(add(_1, 64), calldataload(var_signature))
                mstore(add(_1, 0x60), var_s)
                mstore(0, 0)
                if iszero(staticcall(gas(), 1, _1, 0x80, 0, 0x20)) { revert(0, 0) }
                var_signer := mload(0)
            }
        }
        data ".metadata" hex"a2"
    }
}
