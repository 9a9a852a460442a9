object "MultiSig_310" {
    code {
        {
            mstore(64, memoryguard(0x80))
            if callvalue() { revert(0, 0) }
            let _1 := datasize("MultiSig_310")
            let _2 := sub(codesize(), _1)
            let _3 := mload(64)
            codecopy(_3, _1, _2)
            mstore(64, add(_3, _2))
            let var_threshold := mload(_3)
            let var_count := mload(add(_3, 0x20))
            if iszero(eq(_2, add(0x40, mul(var_count, 32)))) { revert(0, 0) }
            if or(iszero(var_threshold), gt(var_threshold, var_count))
            {
                mstore(0, "bad threshold")
                revert(0, 0x20)
            }
            sstore(0x01, var_threshold)
            sstore(0x02, var_count)
            let i := 0
            for { } lt(i, var_count) { i := add(i, 1) }
            {
                let var_owner := mload(add(add(_3, 0x40), mul(i, 32)))
                mstore(0x00, var_owner)
                mstore(0x20, 0x03)
                let _4 := keccak256(0x00, 0x40)
                if or(iszero(var_owner), sload(_4))
                {
                    mstore(0, "zero or twice the same owner")
                    revert(0, 0x20)
                }
                sstore(_4, true)
            }
            let _5 := mload(0x40)
            datacopy(_5, dataoffset("MultiSig_310_deployed"), datasize("MultiSig_310_deployed"))
            return(_5, datasize("MultiSig_310_deployed"))
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
                    revert_string("value with a call", 17)
                }
                switch shr(224, calldataload(0))
                case 0xda0980c7 { fun_execute() }
                case 0xaffed0e0 { abi_return_uint256(sload(0)) }
                case 0x42cde4e8 { abi_return_uint256(sload(1)) }
                case 0x0db02622 { abi_return_uint256(sload(2)) }
                case 0x2f54bf6e {
                    abi_return_uint256(fun_isOwner(calldataload(4)))
                }
                case 0x912616ae {
                    let offset, length := abi_decode_bytes_calldata(0x44)
                    abi_return_uint256(fun_hashOf(offset, length, calldataload(0x64)))
                }
                default {
                    revert_string("unknown function", 16)
                }
            }
            function revert_string(text, length)
            {
                let _1 := mload(64)
                mstore(_1, shl(224, 0x08c379a0))
                mstore(add(_1, 4), 0x20)
                mstore(add(_1, 36), length)
                mstore(add(_1, 68), text)
                revert(_1, 100)
            }
            function abi_return_uint256(value)
            {
                let _1 := mload(64)
                mstore(_1, value)
                return(_1, 32)
            }
            function abi_decode_bytes_calldata(head) -> offset, length
            {
                let relative := calldataload(head)
                if gt(relative, 0xffffffffffffffff) { revert(0, 0) }
                let position := add(4, relative)
                if iszero(slt(add(position, 31), calldatasize())) { revert(0, 0) }
                length := calldataload(position)
                if gt(length, 0xffffffffffffffff) { revert(0, 0) }
                offset := add(position, 0x20)
                if gt(add(offset, length), calldatasize()) { revert(0, 0) }
            }
            function fun_isOwner(var_who) -> var_yes
            {
                mstore(0x00, var_who)
                mstore(0x20, 0x03)
                var_yes := sload(keccak256(0x00, 0x40))
            }
            function fun_hashOf(var_data_offset, var_data_length, var_nonce) -> var_hash
            {
                let _1 := mload(64)
                calldatacopy(_1, var_data_offset, var_data_length)
                let expr := keccak256(_1, var_data_length)
                mstore(_1, chainid())
                mstore(add(_1, 0x20), address())
                mstore(add(_1, 0x40), var_nonce)
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
                let var_v := byte(0, calldataload(add(var_signature, 0x40)))
                if gt(var_s, 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0) { leave }
                mstore(_1, var_hash)
                mstore(add(_1, 0x20), var_v)
                mstore(add(_1, 0x40), calldataload(var_signature))
                mstore(add(_1, 0x60), var_s)
                mstore(0, 0)
                if iszero(staticcall(gas(), 1, _1, 0x80, 0, 0x20)) { revert(0, 0) }
                var_signer := mload(0)
            }
            function fun_checkSignatures(var_hash, var_offset, var_length) -> var_valid
            {
                let var_previous := 0
                let var_end := add(var_offset, var_length)
                let var_at := var_offset
                for { } lt(var_at, var_end) { var_at := add(var_at, 65) }
                {
                    if gt(add(var_at, 65), var_end) { break }
                    let expr := fun_recover(var_hash, var_at)
                    if iszero(expr)
                    {
                        revert_string("invalid signature", 17)
                    }
                    if iszero(gt(expr, var_previous))
                    {
                        revert_string("signatures not sorted", 21)
                    }
                    var_previous := expr
                    if iszero(fun_isOwner(expr)) { continue }
                    var_valid := add(var_valid, 1)
                }
            }
            function fun_execute()
            {
                let offset, length := abi_decode_bytes_calldata(0x44)
                let _1 := sload(0)
                let expr := fun_hashOf(offset, length, _1)
                let offset_1, length_1 := abi_decode_bytes_calldata(0x64)
                let expr_1 := fun_checkSignatures(expr, offset_1, length_1)
                if lt(expr_1, sload(1))
                {
                    revert_string("not enough signatures", 21)
                }
                sstore(0, add(_1, 1))
                let _2 := mload(64)
                calldatacopy(_2, offset, length)
                let expr_2 := call(gas(), calldataload(4), calldataload(0x24), _2, length, 0, 0)
                let _3 := returndatasize()
                returndatacopy(_2, 0, _3)
                if iszero(expr_2) { revert(_2, _3) }
                mstore(0, _1)
                log3(0, 32, 0x7dd684d9b29996680eb4c0ae7461d9983dadb8ebf5e04b3e99fae858334861b4, calldataload(4), calldataload(0x24))
                return(_2, _3)
            }
        }
        data ".metadata" hex"a2"
    }
}
