object "ERC20_1" {
    code {
        {
            mstore(64, memoryguard(0x80))
            if callvalue() { revert_error_ca66f745() }
            constructor_ERC20(copy_arguments_for_constructor_object_ERC20())
            let _1 := allocate_unbounded()
            codecopy(_1, dataoffset("ERC20_1_deployed"), datasize("ERC20_1_deployed"))
            return(_1, datasize("ERC20_1_deployed"))
        }
        function allocate_unbounded() -> memPtr
        { memPtr := mload(64) }
        function revert_error_ca66f745()
        { revert(0, 0) }
        function revert_error_dbdddcbe()
        { revert(0, 0) }
        function abi_decode_t_uint256_fromMemory(offset, end) -> value
        { value := mload(offset) }
        function abi_decode_uint256_fromMemory(headStart, dataEnd) -> value0
        {
            if slt(sub(dataEnd, headStart), 32) { revert_error_dbdddcbe() }
            value0 := abi_decode_t_uint256_fromMemory(add(headStart, 0), dataEnd)
        }
        function copy_arguments_for_constructor_object_ERC20() -> ret_param
        {
            let programSize := datasize("ERC20_1")
            let argSize := sub(codesize(), programSize)
            let memoryDataOffset := allocate_unbounded()
            mstore(64, add(memoryDataOffset, and(add(argSize, 31), not(31))))
            codecopy(memoryDataOffset, programSize, argSize)
            ret_param := abi_decode_uint256_fromMemory(memoryDataOffset, add(memoryDataOffset, argSize))
        }
        function constructor_ERC20(var_supply)
        {
            sstore(0x02, var_supply)
            mstore(0x00, caller())
            mstore(0x20, 0x00)
            sstore(keccak256(0x00, 0x40), var_supply)
            mstore(0x00, var_supply)
            log3(0, 32, 0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef, 0, caller())
        }
    }
    object "ERC20_1_deployed" {
        code {
            {
                mstore(64, memoryguard(0x80))
                if iszero(lt(calldatasize(), 4))
                {
                    switch shift_right_unsigned(calldataload(0))
                    case 0x06fdde03 {
                        return_string("Example \"Token\"", 15)
                    }
                    case 0x95d89b41 { return_string("EXPT", 4) }
                    case 0x18160ddd { external_fun_totalSupply() }
                    case 0x313ce567 { return_uint256(18) }
                    case 0x70a08231 { external_fun_balanceOf() }
                    case 0xdd62ed3e { external_fun_allowance() }
                    case 0xa9059cbb { external_fun_transfer() }
                    case 0x095ea7b3 { external_fun_approve() }
                    case 0x23b872dd { external_fun_transferFrom() }
                    default { }
                }
                revert_error_42b3090547df1d2001c96683413b8cf91c1b902ef5e3cb8d9f6f304cf7446f74()
            }
            function shift_right_unsigned(value) -> newValue
            { newValue := shr(224, value) }
            function allocate_unbounded() -> memPtr
            { memPtr := mload(64) }
            function revert_error_42b3090547df1d2001c96683413b8cf91c1b902ef5e3cb8d9f6f304cf7446f74()
            { revert(0, 0) }
            function revert_error_dbdddcbe()
            { revert(0, 0) }
            function cleanup_uint160(value) -> cleaned
            {
                cleaned := and(value, sub(shl(160, 1), 1))
            }
            function cleanup_address(value) -> cleaned
            {
                cleaned := cleanup_uint160(value)
            }
            function cleanup_uint256(value) -> cleaned
            { cleaned := value }
            function validator_revert_address(value)
            {
                if iszero(eq(value, cleanup_address(value))) { revert(0, 0) }
            }
            function validator_revert_uint256(value)
            {
                if iszero(eq(value, cleanup_uint256(value))) { revert(0, 0) }
            }
            function abi_decode_address(offset, end) -> value
            {
                value := calldataload(offset)
                validator_revert_address(value)
            }
            function abi_decode_uint256(offset, end) -> value
            {
                value := calldataload(offset)
                validator_revert_uint256(value)
            }
            function abi_decode_tuple_address(headStart, dataEnd) -> value0
            {
                if slt(sub(dataEnd, headStart), 32) { revert_error_dbdddcbe() }
                value0 := abi_decode_address(add(headStart, 0), dataEnd)
            }
            function abi_decode_addresst_uint256(headStart, dataEnd) -> value0, value1
            {
                if slt(sub(dataEnd, headStart), 64) { revert_error_dbdddcbe() }
                value0 := abi_decode_address(add(headStart, 0), dataEnd)
                value1 := abi_decode_uint256(add(headStart, 32), dataEnd)
            }
            function abi_encode_uint256(value, pos)
            {
                mstore(pos, cleanup_uint256(value))
            }
            function return_uint256(ret)
            {
                let memPos := allocate_unbounded()
                abi_encode_uint256(ret, add(memPos, 0))
                return(memPos, 32)
            }
            function return_string(literal, length)
            {
                let memPos := allocate_unbounded()
                mstore(memPos, 32)
                mstore(add(memPos, 32), length)
                mstore(add(memPos, 64), literal)
                return(memPos, 96)
            }
            function panic_error_0x11()
            {
                mstore(0, shl(224, 0x4e487b71))
                mstore(4, 0x11)
                revert(0, 0x24)
            }
            function require_helper(condition, message, length)
            {
                if iszero(condition)
                {
                    let memPtr := allocate_unbounded()
                    mstore(memPtr, shl(224, 0x08c379a0))
                    mstore(add(memPtr, 4), 32)
                    mstore(add(memPtr, 36), length)
                    mstore(add(memPtr, 68), message)
                    revert(memPtr, 100)
                }
            }
            function checked_add_uint256(x, y) -> sum
            {
                x := cleanup_uint256(x)
                y := cleanup_uint256(y)
                sum := add(x, y)
                if gt(x, sum) { panic_error_0x11() }
            }
            function checked_sub_uint256(x, y) -> diff
            {
                x := cleanup_uint256(x)
                y := cleanup_uint256(y)
                diff := sub(x, y)
                if gt(diff, x) { panic_error_0x11() }
            }
            function mapping_index_access_mapping_address_uint256_of_address(slot, key) -> dataSlot
            {
                mstore(0, cleanup_address(key))
                mstore(0x20, slot)
                dataSlot := keccak256(0, 0x40)
            }
            function allowance_slot(owner, spender) -> dataSlot
            {
                dataSlot := mapping_index_access_mapping_address_uint256_of_address(mapping_index_access_mapping_address_uint256_of_address(0x01, owner), spender)
            }
            function external_fun_totalSupply()
            {
                if callvalue() { revert(0, 0) }
                return_uint256(sload(0x02))
            }
            function external_fun_balanceOf()
            {
                if callvalue() { revert(0, 0) }
                return_uint256(sload(mapping_index_access_mapping_address_uint256_of_address(0, abi_decode_tuple_address(4, calldatasize()))))
            }
            function external_fun_allowance()
            {
                if callvalue() { revert(0, 0) }
                let param := abi_decode_tuple_address(4, calldatasize())
                return_uint256(sload(allowance_slot(param, abi_decode_tuple_address(36, calldatasize()))))
            }
            function external_fun_transfer()
            {
                if callvalue() { revert(0, 0) }
                let param, param_1 := abi_decode_addresst_uint256(4, calldatasize())
                return_uint256(fun_transfer_84(param, param_1))
            }
            function external_fun_approve()
            {
                if callvalue() { revert(0, 0) }
                let param, param_1 := abi_decode_addresst_uint256(4, calldatasize())
                fun_approve(caller(), param, param_1, true)
                return_uint256(true)
            }
            function external_fun_transferFrom()
            {
                if callvalue() { revert(0, 0) }
                let param := abi_decode_tuple_address(4, calldatasize())
                let param_1, param_2 := abi_decode_addresst_uint256(36, calldatasize())
                return_uint256(fun_transferFrom(param, param_1, param_2))
            }
            function fun_transfer_84(var_to, var_amount) -> var
            {
                fun_transfer(caller(), var_to, var_amount)
                var := 0x01
                leave
            }
            function fun_transferFrom(var_from, var_to, var_amount) -> var_
            {
                let var_allowed := sload(allowance_slot(var_from, caller()))
                if iszero(eq(var_allowed, not(0)))
                {
                    require_helper(iszero(lt(var_allowed, var_amount)), "allowance too low", 17)
                    fun_approve(var_from, caller(), checked_sub_uint256(var_allowed, var_amount), false)
                }
                fun_transfer(var_from, var_to, var_amount)
                var_ := true
            }
            function fun_approve(var_owner, var_spender, var_amount, var_emit)
            {
                sstore(allowance_slot(var_owner, var_spender), var_amount)
                if var_emit
                {
                    let _1 := allocate_unbounded()
                    abi_encode_uint256(var_amount, _1)
                    log3(_1, 32, 0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925, cleanup_address(var_owner), cleanup_address(var_spender))
                }
            }
            function fun_transfer(var_from, var_to, var_amount)
            {
                require_helper(iszero(iszero(var_to)), "transfer to zero address", 24)
                let _1 := mapping_index_access_mapping_address_uint256_of_address(0, var_from)
                let _2 := sload(_1)
                require_helper(iszero(gt(var_amount, _2)), "balance too low", 15)
                sstore(_1, checked_sub_uint256(_2, var_amount))
                let _3 := mapping_index_access_mapping_address_uint256_of_address(0, var_to)
                sstore(_3, checked_add_uint256(sload(_3), var_amount))
                let _4 := allocate_unbounded()
                abi_encode_uint256(var_amount, _4)
                log3(_4, 32, 0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef, cleanup_address(var_from), cleanup_address(var_to))
            }
        }
        data ".metadata" hex"a164736f6c6343000825000a"
    }
}
