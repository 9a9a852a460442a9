// A multi-signature wallet: anybody may submit a call together with enough signatures of
// the owners, sorted by signer address. Signatures are checked with the ecrecover precompile.
object "MultiSig_310" {
    code {
        /// Constructor arguments: threshold, number of owners, then the owners one after the other.
        mstore(64, memoryguard(0x80))
        if callvalue() { revert(0, 0) }
        let _1 := datasize("MultiSig_310")
        let _2 := sub(codesize(), _1)
        let _3 := mload(64)
        codecopy(_3, _1, _2)
        mstore(64, add(_3, _2))
        let var_threshold_9 := mload(_3)
        let var_count_11 := mload(add(_3, 0x20))
        if iszero(eq(_2, add(0x40, mul(var_count_11, 32)))) { revert(0, 0) }
        if or(iszero(var_threshold_9), gt(var_threshold_9, var_count_11)) {
            mstore(0, "bad threshold")
            revert(0, 0x20)
        }
        sstore(0x01, var_threshold_9)
        sstore(0x02, var_count_11)
        for { let i := 0 } lt(i, var_count_11) { i := add(i, 1) } {
            let var_owner_15 := mload(add(add(_3, 0x40), mul(i, 32)))
            mstore(0x00, var_owner_15)
            mstore(0x20, 0x03)
            let _4 := keccak256(0x00, 0x40)
            if or(iszero(var_owner_15), sload(_4)) {
                mstore(0, "zero or twice the same owner")
                revert(0, 0x20)
            }
            sstore(_4, true)
        }
        let _5 := mload(0x40)
        datacopy(_5, dataoffset("MultiSig_310_deployed"), datasize("MultiSig_310_deployed"))
        return(_5, datasize("MultiSig_310_deployed"))
    }
    object "MultiSig_310_deployed" {
        code {
            // slot 0: nonce, slot 1: threshold, slot 2: number of owners, slot 3: mapping of owners
            mstore(64, memoryguard(0x80))
            if iszero(calldatasize()) {
                // Deposited(address indexed, uint256)
                mstore(0, callvalue())
                log2(0, 32, 0x2da466a7b24304f47e87fa2e1e5a81b9831ce54fec19055ce277ca2f39ba42c4, caller())
                stop()
            }
            if callvalue() { revert_string("value with a call", 17) }
            switch shr(224, calldataload(0))
            case 0xda0980c7 { fun_execute_102() }
            case 0xaffed0e0 { abi_return_t_uint256(sload(0)) }
            case 0x42cde4e8 { abi_return_t_uint256(sload(1)) }
            case 0x0db02622 { abi_return_t_uint256(sload(2)) }
            case 0x2f54bf6e { abi_return_t_uint256(fun_isOwner_60(calldataload(4))) }
            case 0x912616ae {
                let offset_6, length_6 := abi_decode_bytes_calldata(0x44)
                abi_return_t_uint256(fun_hashOf_80(offset_6, length_6, calldataload(0x64)))
            }
            default { revert_string("unknown function", 16) }

            function revert_string(text, length) {
                let _7 := mload(64)
                mstore(_7, shl(224, 0x08c379a0))
                mstore(add(_7, 4), 0x20)
                mstore(add(_7, 36), length)
                mstore(add(_7, 68), text)
                revert(_7, 100)
            }
            function abi_return_t_uint256(value) {
                let _8 := mload(64)
                mstore(_8, value)
                return(_8, 32)
            }
            function abi_decode_bytes_calldata(head) -> offset, length {
                let relative := calldataload(head)
                if gt(relative, 0xffffffffffffffff) { revert(0, 0) }
                let position := add(4, relative)
                if iszero(slt(add(position, 31), calldatasize())) { revert(0, 0) }
                length := calldataload(position)
                if gt(length, 0xffffffffffffffff) { revert(0, 0) }
                offset := add(position, 0x20)
                if gt(add(offset, length), calldatasize()) { revert(0, 0) }
            }
            function fun_isOwner_60(var_who_52) -> var_yes_55 {
                mstore(0x00, var_who_52)
                mstore(0x20, 0x03)
                var_yes_55 := sload(keccak256(0x00, 0x40))
            }
            /// keccak256(chain, wallet, nonce, target, value, keccak256(data))
            function fun_hashOf_80(var_data_62_offset, var_data_62_length, var_nonce_64) -> var_hash_67 {
                let _9 := mload(64)
                calldatacopy(_9, var_data_62_offset, var_data_62_length)
                let expr_70 := keccak256(_9, var_data_62_length)
                mstore(_9, chainid())
                mstore(add(_9, 0x20), address())
                mstore(add(_9, 0x40), var_nonce_64)
                mstore(add(_9, 0x60), calldataload(4))
                mstore(add(_9, 0x80), calldataload(0x24))
                mstore(add(_9, 0xa0), expr_70)
                let expr_78 := keccak256(_9, 0xc0)
                // signed the way wallets sign: with a prefix and the length
                mstore(0x00, "\x19Ethereum Signed Message:\n32")
                mstore(0x1c, expr_78)
                var_hash_67 := keccak256(0x00, 0x3c)
            }
            function fun_recover_120(var_hash_105, var_signature_107) -> var_signer_110 {
                let _10 := mload(64)
                let var_s_112 := calldataload(add(var_signature_107, 0x20))
                let var_v_114 := byte(0, calldataload(add(var_signature_107, 0x40)))
                if gt(var_s_112, 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0) { leave }
                mstore(_10, var_hash_105)
                mstore(add(_10, 0x20), var_v_114)
                mstore(add(_10, 0x40), calldataload(var_signature_107))
                mstore(add(_10, 0x60), var_s_112)
                mstore(0, 0)
                if iszero(staticcall(gas(), 1, _10, 0x80, 0, 0x20)) { revert(0, 0) }
                var_signer_110 := mload(0)
            }
            /// Counts the leading signatures of owners; each signer must be above the one before.
            function fun_checkSignatures_150(var_hash_122, var_offset_124, var_length_126) -> var_valid_129 {
                let var_previous_131 := 0
                let var_end_133 := add(var_offset_124, var_length_126)
                for { let var_at_135 := var_offset_124 } lt(var_at_135, var_end_133) { var_at_135 := add(var_at_135, 65) } {
                    if gt(add(var_at_135, 65), var_end_133) { break }
                    let expr_140 := fun_recover_120(var_hash_122, var_at_135)
                    if iszero(expr_140) { revert_string("invalid signature", 17) }
                    if iszero(gt(expr_140, var_previous_131)) { revert_string("signatures not sorted", 21) }
                    var_previous_131 := expr_140
                    if iszero(fun_isOwner_60(expr_140)) { continue }
                    var_valid_129 := add(var_valid_129, 1)
                }
            }
            function fun_execute_102() {
                let offset_11, length_11 := abi_decode_bytes_calldata(0x44)
                let _12 := sload(0)
                let expr_86 := fun_hashOf_80(offset_11, length_11, _12)
                let offset_13, length_13 := abi_decode_bytes_calldata(0x64)
                let expr_90 := fun_checkSignatures_150(expr_86, offset_13, length_13)
                if lt(expr_90, sload(1)) { revert_string("not enough signatures", 21) }
                sstore(0, add(_12, 1))

                let _14 := mload(64)
                calldatacopy(_14, offset_11, length_11)
                let expr_97 := call(gas(), calldataload(4), calldataload(0x24), _14, length_11, 0, 0)
                let _15 := returndatasize()
                returndatacopy(_14, 0, _15)
                if iszero(expr_97) { revert(_14, _15) }
                // Executed(address indexed, uint256 indexed, uint256)
                mstore(0, _12)
                log3(0, 32, 0x7dd684d9b29996680eb4c0ae7461d9983dadb8ebf5e04b3e99fae858334861b4, calldataload(4), calldataload(0x24))
                return(_14, _15)
            }
        }
        data ".metadata" hex"a2"
    }
}
