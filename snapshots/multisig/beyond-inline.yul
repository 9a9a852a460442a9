object "MultiSig_310" {
    code {
        {
            if callvalue() { revert(0, 0) }
            let _1 := datasize("MultiSig_310")
            let _2 := sub(codesize(), _1)
            codecopy(memoryguard(0x80), _1, _2)
            mstore(64, add(memoryguard(0x80), _2))
            let var_threshold := mload(memoryguard(0x80))
            let var_count := mload(add(memoryguard(0x80), 32))
            if iszero(eq(_2, add(64, shl(5, var_count)))) { revert(0, 0) }
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
                let var_owner := mload(add(add(memoryguard(0x80), shl(5, i)), 64))
                mstore(0, var_owner)
                mstore(0x20, 0x03)
                let _3 := keccak256(0, 64)
                if or(iszero(var_owner), sload(_3))
                {
                    mstore(0, "zero or twice the same owner")
                    revert(0, 0x20)
                }
                sstore(_3, 0x01)
            }
            let _4 := mload(64)
            let _5 := datasize("MultiSig_310_deployed")
            datacopy(_4, dataoffset("MultiSig_310_deployed"), _5)
            return(_4, _5)
        }
    }
    object "MultiSig_310_deployed" {
        code {
            {
                if iszero(calldatasize())
                {
                    mstore(0, callvalue())
                    log2(0, 32, 0x2da466a7b24304f47e87fa2e1e5a81b9831ce54fec19055ce277ca2f39ba42c4, caller())
                    stop()
                }
                if callvalue()
                {
                    mstore(memoryguard(0x80), shl(229, 4594637))
                    mstore(add(memoryguard(0x80), 4), 0x20)
                    mstore(add(memoryguard(0x80), 36), 17)
                    mstore(add(memoryguard(0x80), 68), "value with a call")
                    revert(memoryguard(0x80), 100)
                }
                switch shr(224, calldataload(0))
                case 0xda0980c7 {
                    let offset, length := abi_decode_bytes_calldata()
                    let _1 := sload(0)
                    calldatacopy(memoryguard(0x80), offset, length)
                    let expr := keccak256(memoryguard(0x80), length)
                    mstore(memoryguard(0x80), chainid())
                    mstore(add(memoryguard(0x80), 32), address())
                    mstore(add(memoryguard(0x80), 64), _1)
                    let _2 := calldataload(4)
                    mstore(add(memoryguard(0x80), 96), _2)
                    let _3 := calldataload(0x24)
                    mstore(add(memoryguard(0x80), 128), _3)
                    mstore(add(memoryguard(0x80), 160), expr)
                    let expr_1 := keccak256(memoryguard(0x80), 0xc0)
                    mstore(0, "\x19Ethereum Signed Message:\n32")
                    mstore(0x1c, expr_1)
                    let var_hash := keccak256(0, 0x3c)
                    let relative := calldataload(0x64)
                    if shr(64, relative) { revert(0, 0) }
                    if iszero(slt(add(relative, 35), calldatasize())) { revert(0, 0) }
                    let length_1 := calldataload(add(4, relative))
                    if shr(64, length_1) { revert(0, 0) }
                    let _4 := add(add(relative, length_1), 0x24)
                    if gt(_4, calldatasize()) { revert(0, 0) }
                    let var_valid := 0
                    let var_previous := 0
                    let var_at := add(relative, 0x24)
                    for { } lt(var_at, _4) { var_at := add(var_at, 65) }
                    {
                        if gt(add(var_at, 65), _4) { break }
                        let expr_2 := fun_recover(var_hash, var_at)
                        if iszero(expr_2)
                        {
                            outlined(17, "invalid signature")
                        }
                        if iszero(gt(expr_2, var_previous))
                        {
                            outlined(21, "signatures not sorted")
                        }
                        var_previous := expr_2
                        mstore(0, expr_2)
                        mstore(0x20, 0x03)
                        if iszero(sload(keccak256(0, 64))) { continue }
                        var_valid := add(var_valid, 1)
                    }
                    if lt(var_valid, sload(1))
                    {
                        outlined(21, "not enough signatures")
                    }
                    sstore(0, add(_1, 1))
                    calldatacopy(memoryguard(0x80), offset, length)
                    let expr_3 := call(gas(), _2, _3, memoryguard(0x80), length, 0, 0)
                    let _5 := returndatasize()
                    returndatacopy(memoryguard(0x80), 0, _5)
                    if iszero(expr_3) { revert(memoryguard(0x80), _5) }
                    mstore(0, _1)
                    log3(0, 0x20, 0x7dd684d9b29996680eb4c0ae7461d9983dadb8ebf5e04b3e99fae858334861b4, _2, _3)
                    return(memoryguard(0x80), _5)
                }
                case 0xaffed0e0 {
                    let _6 := sload(0)
                    mstore(0, _6)
                    return(0, 32)
                }
                case 0x42cde4e8 {
                    let _7 := sload(1)
                    mstore(0, _7)
                    return(0, 32)
                }
                case 0x0db02622 {
                    let _8 := sload(2)
                    mstore(0, _8)
                    return(0, 32)
                }
                case 0x2f54bf6e {
                    mstore(0, calldataload(4))
                    mstore(0x20, 0x03)
                    let var_yes := sload(keccak256(0, 64))
                    mstore(0, var_yes)
                    return(0, 0x20)
                }
                case 0x912616ae {
                    let offset_1, length_2 := abi_decode_bytes_calldata()
                    calldatacopy(memoryguard(0x80), offset_1, length_2)
                    let expr_4 := keccak256(memoryguard(0x80), length_2)
                    mstore(memoryguard(0x80), chainid())
                    mstore(add(memoryguard(0x80), 32), address())
                    mstore(add(memoryguard(0x80), 64), calldataload(0x64))
                    mstore(add(memoryguard(0x80), 96), calldataload(4))
                    mstore(add(memoryguard(0x80), 128), calldataload(0x24))
                    mstore(add(memoryguard(0x80), 160), expr_4)
                    let expr_5 := keccak256(memoryguard(0x80), 0xc0)
                    mstore(0, "\x19Ethereum Signed Message:\n32")
                    mstore(0x1c, expr_5)
                    let var_hash_1 := keccak256(0, 0x3c)
                    mstore(0, var_hash_1)
                    return(0, 0x20)
                }
                default {
                    outlined(16, "unknown function")
                }
            }
            function abi_decode_bytes_calldata() -> offset, length
            {
                let relative := calldataload(0x44)
                if shr(64, relative) { revert(0, 0) }
                if iszero(slt(add(relative, 35), calldatasize())) { revert(0, 0) }
                length := calldataload(add(4, relative))
                if shr(64, length) { revert(0, 0) }
                offset := add(relative, 36)
                if gt(add(add(relative, length), 36), calldatasize()) { revert(0, 0) }
            }
            function fun_recover(var_hash, var_signature) -> var_signer
            {
                let var_s := calldataload(add(var_signature, 0x20))
                if gt(var_s, 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0) { leave }
                mstore(memoryguard(0x80), var_hash)
                mstore(add(memoryguard(0x80), 32), byte(0, calldataload(add(var_signature, 64))))
                mstore(add(memoryguard(0x80), 64), calldataload(var_signature))
                mstore(add(memoryguard(0x80), 96), var_s)
                mstore(0, 0)
                if iszero(staticcall(gas(), 1, memoryguard(0x80), 0x80, 0, 0x20)) { revert(0, 0) }
                var_signer := mload(0)
            }
            function outlined(_1, _2)
            {
                mstore(0, shl(229, 4594637))
                mstore(4, 0x20)
                mstore(36, _1)
                mstore(68, _2)
                revert(0, 0x64)
            }
        }
        data ".metadata" hex"a2"
    }
}
