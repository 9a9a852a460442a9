// An ERC-20 token in the shape of the IR that solc emits: a constructor object around the
// runtime object, mangled type names, numbered variables and one small helper per action.
object "ERC20_1" {
    code {
        /// The whole supply (a constructor argument) goes to the deployer.
        mstore(64, memoryguard(0x80))
        if callvalue() { revert_error_ca66f745() }
        let _0 := copy_arguments_for_constructor_41_object_ERC20_1()
        constructor_ERC20_41(_0)
        let _1 := allocate_unbounded()
        codecopy(_1, dataoffset("ERC20_1_deployed"), datasize("ERC20_1_deployed"))
        return(_1, datasize("ERC20_1_deployed"))

        function allocate_unbounded() -> memPtr { memPtr := mload(64) }
        function revert_error_ca66f745() { revert(0, 0) }
        function revert_error_dbdddcbe() { revert(0, 0) }
        function abi_decode_t_uint256_fromMemory(offset, end) -> value {
            value := mload(offset)
        }
        function abi_decode_tuple_t_uint256_fromMemory(headStart, dataEnd) -> value0 {
            if slt(sub(dataEnd, headStart), 32) { revert_error_dbdddcbe() }
            {
                let offset := 0
                value0 := abi_decode_t_uint256_fromMemory(add(headStart, offset), dataEnd)
            }
        }
        function copy_arguments_for_constructor_41_object_ERC20_1() -> ret_param_0 {
            let programSize := datasize("ERC20_1")
            let argSize := sub(codesize(), programSize)
            let memoryDataOffset := allocate_unbounded()
            mstore(64, add(memoryDataOffset, and(add(argSize, 31), not(31))))
            codecopy(memoryDataOffset, programSize, argSize)
            ret_param_0 := abi_decode_tuple_t_uint256_fromMemory(memoryDataOffset, add(memoryDataOffset, argSize))
        }
        function constructor_ERC20_41(var_supply_7) {
            let expr_10 := var_supply_7
            sstore(0x02, expr_10)
            let expr_12 := caller()
            mstore(0x00, expr_12)
            mstore(0x20, 0x00)
            sstore(keccak256(0x00, 0x40), expr_10)
            mstore(0x00, expr_10)
            log3(0, 32, 0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef, 0, expr_12)
        }
    }
    object "ERC20_1_deployed" {
        code {
            mstore(64, memoryguard(0x80))
            if iszero(lt(calldatasize(), 4)) {
                let selector := shift_right_224_unsigned(calldataload(0))
                switch selector
                case 0x06fdde03 { return_string("Example \"Token\"", 15) }
                case 0x95d89b41 { return_string(hex"45585054", 4) }
                case 0x18160ddd { external_fun_totalSupply_9() }
                case 0x313ce567 { return_t_uint256(18) }
                case 0x70a08231 { external_fun_balanceOf_51() }
                case 0xdd62ed3e { external_fun_allowance_66() }
                case 0xa9059cbb { external_fun_transfer_84() }
                case 0x095ea7b3 { external_fun_approve_101() }
                case 0x23b872dd { external_fun_transferFrom_140() }
                default {}
            }
            revert_error_42b3090547df1d2001c96683413b8cf91c1b902ef5e3cb8d9f6f304cf7446f74()

            function shift_right_224_unsigned(value) -> newValue { newValue := shr(224, value) }
            function allocate_unbounded() -> memPtr { memPtr := mload(64) }
            function revert_error_42b3090547df1d2001c96683413b8cf91c1b902ef5e3cb8d9f6f304cf7446f74() {
                revert(0, 0)
            }
            function revert_error_dbdddcbe() { revert(0, 0) }
            function cleanup_t_uint160(value) -> cleaned {
                cleaned := and(value, 0xffffffffffffffffffffffffffffffffffffffff)
            }
            function cleanup_t_address(value) -> cleaned { cleaned := cleanup_t_uint160(value) }
            function cleanup_t_uint256(value) -> cleaned { cleaned := value }
            function validator_revert_t_address(value) {
                if iszero(eq(value, cleanup_t_address(value))) { revert(0, 0) }
            }
            function validator_revert_t_uint256(value) {
                if iszero(eq(value, cleanup_t_uint256(value))) { revert(0, 0) }
            }
            function abi_decode_t_address(offset, end) -> value {
                value := calldataload(offset)
                validator_revert_t_address(value)
            }
            function abi_decode_t_uint256(offset, end) -> value {
                value := calldataload(offset)
                validator_revert_t_uint256(value)
            }
            function abi_decode_tuple_t_address(headStart, dataEnd) -> value0 {
                if slt(sub(dataEnd, headStart), 32) { revert_error_dbdddcbe() }
                value0 := abi_decode_t_address(add(headStart, 0), dataEnd)
            }
            function abi_decode_tuple_t_addresst_uint256(headStart, dataEnd) -> value0, value1 {
                if slt(sub(dataEnd, headStart), 64) { revert_error_dbdddcbe() }
                {
                    let offset := 0
                    value0 := abi_decode_t_address(add(headStart, offset), dataEnd)
                }
                {
                    let offset := 32
                    value1 := abi_decode_t_uint256(add(headStart, offset), dataEnd)
                }
            }
            function abi_encode_t_uint256_to_t_uint256_fromStack(value, pos) {
                mstore(pos, cleanup_t_uint256(value))
            }
            function return_t_uint256(ret_0) {
                let memPos := allocate_unbounded()
                abi_encode_t_uint256_to_t_uint256_fromStack(ret_0, add(memPos, 0))
                return(memPos, 32)
            }
            function return_string(literal, length) {
                let memPos := allocate_unbounded()
                mstore(memPos, 32)
                mstore(add(memPos, 32), length)
                mstore(add(memPos, 64), literal)
                return(memPos, 96)
            }
            function panic_error_0x11() {
                mstore(0, 0x4e487b7100000000000000000000000000000000000000000000000000000000)
                mstore(4, 0x11)
                revert(0, 0x24)
            }
            function require_helper(condition, message, length) {
                if iszero(condition) {
                    let memPtr := allocate_unbounded()
                    mstore(memPtr, shl(224, 0x08c379a0))
                    mstore(add(memPtr, 4), 32)
                    mstore(add(memPtr, 36), length)
                    mstore(add(memPtr, 68), message)
                    revert(memPtr, 100)
                }
            }
            function checked_add_t_uint256(x, y) -> sum {
                x := cleanup_t_uint256(x)
                y := cleanup_t_uint256(y)
                sum := add(x, y)
                if gt(x, sum) { panic_error_0x11() }
            }
            function checked_sub_t_uint256(x, y) -> diff {
                x := cleanup_t_uint256(x)
                y := cleanup_t_uint256(y)
                diff := sub(x, y)
                if gt(diff, x) { panic_error_0x11() }
            }
            function mapping_index_access_t_mapping$_t_address_$_t_uint256_$_of_t_address(slot, key) -> dataSlot {
                mstore(0, cleanup_t_address(key))
                mstore(0x20, slot)
                dataSlot := keccak256(0, 0x40)
            }
            function allowance_slot(owner, spender) -> dataSlot {
                let _2 := mapping_index_access_t_mapping$_t_address_$_t_uint256_$_of_t_address(0x01, owner)
                dataSlot := mapping_index_access_t_mapping$_t_address_$_t_uint256_$_of_t_address(_2, spender)
            }
            function external_fun_totalSupply_9() {
                if callvalue() { revert(0, 0) }
                return_t_uint256(sload(0x02))
            }
            function external_fun_balanceOf_51() {
                if callvalue() { revert(0, 0) }
                let param_0 := abi_decode_tuple_t_address(4, calldatasize())
                return_t_uint256(sload(mapping_index_access_t_mapping$_t_address_$_t_uint256_$_of_t_address(0, param_0)))
            }
            function external_fun_allowance_66() {
                if callvalue() { revert(0, 0) }
                let param_0 := abi_decode_tuple_t_address(4, calldatasize())
                let param_1 := abi_decode_tuple_t_address(36, calldatasize())
                return_t_uint256(sload(allowance_slot(param_0, param_1)))
            }
            function external_fun_transfer_84() {
                if callvalue() { revert(0, 0) }
                let param_0, param_1 := abi_decode_tuple_t_addresst_uint256(4, calldatasize())
                let ret_0 := fun_transfer_84(param_0, param_1)
                return_t_uint256(ret_0)
            }
            function external_fun_approve_101() {
                if callvalue() { revert(0, 0) }
                let param_0, param_1 := abi_decode_tuple_t_addresst_uint256(4, calldatasize())
                fun__approve_120(caller(), param_0, param_1, true)
                return_t_uint256(true)
            }
            function external_fun_transferFrom_140() {
                if callvalue() { revert(0, 0) }
                let param_0 := abi_decode_tuple_t_address(4, calldatasize())
                let param_1, param_2 := abi_decode_tuple_t_addresst_uint256(36, calldatasize())
                let ret_0 := fun_transferFrom_140(param_0, param_1, param_2)
                return_t_uint256(ret_0)
            }
            function fun_transfer_84(var_to_70, var_amount_72) -> var__75 {
                let expr_78 := caller()
                let _3 := var_to_70
                let expr_79 := _3
                fun__transfer_180(expr_78, expr_79, var_amount_72)
                let expr_82 := 0x01
                var__75 := expr_82
                leave
            }
            function fun_transferFrom_140(var_from_122, var_to_124, var_amount_126) -> var__129 {
                let _4 := sload(allowance_slot(var_from_122, caller()))
                let var_allowed_131 := _4
                let expr_134 := not(0)
                if iszero(eq(var_allowed_131, expr_134)) {
                    require_helper(iszero(lt(var_allowed_131, var_amount_126)), "allowance too low", 17)
                    fun__approve_120(var_from_122, caller(), checked_sub_t_uint256(var_allowed_131, var_amount_126), false)
                }
                fun__transfer_180(var_from_122, var_to_124, var_amount_126)
                var__129 := true
            }
            function fun__approve_120(var_owner_103, var_spender_105, var_amount_107, var_emit_109) {
                sstore(allowance_slot(var_owner_103, var_spender_105), var_amount_107)
                if var_emit_109 {
                    let _5 := 0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925
                    let _6 := allocate_unbounded()
                    abi_encode_t_uint256_to_t_uint256_fromStack(var_amount_107, _6)
                    log3(_6, 32, _5, cleanup_t_address(var_owner_103), cleanup_t_address(var_spender_105))
                }
            }
            function fun__transfer_180(var_from_142, var_to_144, var_amount_146) {
                require_helper(iszero(iszero(var_to_144)), "transfer to zero address", 24)
                let _7 := mapping_index_access_t_mapping$_t_address_$_t_uint256_$_of_t_address(0, var_from_142)
                let _8 := sload(_7)
                require_helper(iszero(gt(var_amount_146, _8)), "balance too low", 15)
                sstore(_7, checked_sub_t_uint256(_8, var_amount_146))
                let _9 := mapping_index_access_t_mapping$_t_address_$_t_uint256_$_of_t_address(0, var_to_144)
                let _10 := sload(_9)
                let expr_170 := checked_add_t_uint256(_10, var_amount_146)
                sstore(_9, expr_170)
                let _11 := 0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef
                let _12 := allocate_unbounded()
                abi_encode_t_uint256_to_t_uint256_fromStack(var_amount_146, _12)
                log3(_12, 32, _11, cleanup_t_address(var_from_142), cleanup_t_address(var_to_144))
            }
        }
        data ".metadata" hex"a164736f6c6343000825000a"
    }
}
