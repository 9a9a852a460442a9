object "ERC20_1" {
    code {
        {
            mstore(64, memoryguard(0x80))
            if callvalue() { revert(0, 0) }
            let ret_param := 0
            let programSize := datasize("ERC20_1")
            let argSize := sub(codesize(), programSize)
            let memoryDataOffset := mload(64)
            mstore(64, add(memoryDataOffset, and(add(argSize, 31), not(31))))
            codecopy(memoryDataOffset, programSize, argSize)
            ret_param := abi_decode_uint256_fromMemory(memoryDataOffset, add(memoryDataOffset, argSize))
            let _1 := ret_param
            let var_supply := _1
            let expr := var_supply
            sstore(0x02, expr)
            let expr_1 := caller()
            mstore(0x00, expr_1)
            mstore(0x20, 0x00)
            sstore(keccak256(0x00, 0x40), expr)
            mstore(0x00, expr)
            log3(0, 32, 0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef, 0, expr_1)
            let _2 := mload(64)
            codecopy(_2, dataoffset("ERC20_1_deployed"), datasize("ERC20_1_deployed"))
            return(_2, datasize("ERC20_1_deployed"))
        }
        function abi_decode_uint256_fromMemory(headStart, dataEnd) -> value0
        {
            if slt(sub(dataEnd, headStart), 32) { revert(0, 0) }
            value0 := mload(add(headStart, 0))
        }
    }
    object "ERC20_1_deployed" {
        code {
            {
                mstore(64, memoryguard(0x80))
                if iszero(lt(calldatasize(), 4))
                {
                    let selector := shr(224, calldataload(0))
                    switch selector
                    case 0x06fdde03 {
                        let memPos := mload(64)
                        mstore(memPos, 32)
                        mstore(add(memPos, 32), 15)
                        mstore(add(memPos, 64), "Example \"Token\"")
                        return(memPos, 96)
                    }
                    case 0x95d89b41 {
                        let memPos_1 := mload(64)
                        mstore(memPos_1, 32)
                        mstore(add(memPos_1, 32), 4)
                        mstore(add(memPos_1, 64), "EXPT")
                        return(memPos_1, 96)
                    }
                    case 0x18160ddd {
                        if callvalue() { revert(0, 0) }
                        return_uint256(sload(0x02))
                    }
                    case 0x313ce567 {
                        let memPos_2 := mload(64)
                        abi_encode_uint256(18, add(memPos_2, 0))
                        return(memPos_2, 32)
                    }
                    case 0x70a08231 {
                        if callvalue() { revert(0, 0) }
                        let param := abi_decode_tuple_address(4, calldatasize())
                        return_uint256(sload(mapping_index_access_mapping_address_uint256_of_address(0, param)))
                    }
                    case 0xdd62ed3e {
                        if callvalue() { revert(0, 0) }
                        let param_1 := abi_decode_tuple_address(4, calldatasize())
                        let param_2 := abi_decode_tuple_address(36, calldatasize())
                        return_uint256(sload(allowance_slot(param_1, param_2)))
                    }
                    case 0xa9059cbb {
                        if callvalue() { revert(0, 0) }
                        let param_3, param_4 := abi_decode_addresst_uint256(4, calldatasize())
                        let ret := fun_transfer_84(param_3, param_4)
                        let ret_1 := ret
                        let memPos_3 := mload(64)
                        abi_encode_uint256(ret_1, add(memPos_3, 0))
                        return(memPos_3, 32)
                    }
                    case 0x095ea7b3 {
                        if callvalue() { revert(0, 0) }
                        let param_5, param_6 := abi_decode_addresst_uint256(4, calldatasize())
                        fun_approve(caller(), param_5, param_6, true)
                        let memPos_4 := mload(64)
                        abi_encode_uint256(true, add(memPos_4, 0))
                        return(memPos_4, 32)
                    }
                    case 0x23b872dd {
                        if callvalue() { revert(0, 0) }
                        let param_7 := abi_decode_tuple_address(4, calldatasize())
                        let param_8, param_9 := abi_decode_addresst_uint256(36, calldatasize())
                        let var_amount := param_9
                        let var_to := param_8
                        let var_from := param_7
                        let var := 0
                        let _1 := sload(allowance_slot(var_from, caller()))
                        let var_allowed := _1
                        let expr := not(0)
                        if iszero(eq(var_allowed, expr))
                        {
                            require_helper(iszero(lt(var_allowed, var_amount)), "allowance too low", 17)
                            fun_approve(var_from, caller(), checked_sub_uint256(var_allowed, var_amount), false)
                        }
                        fun_transfer(var_from, var_to, var_amount)
                        var := true
                        let memPos_5 := mload(64)
                        abi_encode_uint256(true, add(memPos_5, 0))
                        return(memPos_5, 32)
                    }
                }
                revert(0, 0)
            }
            function abi_decode_address(offset) -> value
            {
                value := calldataload(offset)
                let value_1 := value
                if iszero(eq(value_1, and(value_1, sub(shl(160, 1), 1)))) { revert(0, 0) }
            }
            function abi_decode_uint256(offset) -> value
            {
                value := calldataload(offset)
                let value_1 := value
                if iszero(eq(value_1, value_1)) { revert(0, 0) }
            }
            function abi_decode_tuple_address(headStart, dataEnd) -> value0
            {
                if slt(sub(dataEnd, headStart), 32) { revert(0, 0) }
                value0 := abi_decode_address(add(headStart, 0))
            }
            function abi_decode_addresst_uint256(headStart, dataEnd) -> value0, value1
            {
                if slt(sub(dataEnd, headStart), 64) { revert(0, 0) }
                value0 := abi_decode_address(add(headStart, 0))
                value1 := abi_decode_uint256(add(headStart, 32))
            }
            function abi_encode_uint256(value, pos)
            { mstore(pos, value) }
            function return_uint256(ret)
            {
                let memPos := mload(64)
                abi_encode_uint256(ret, add(memPos, 0))
                return(memPos, 32)
            }
            function require_helper(condition, message, length)
            {
                if iszero(condition)
                {
                    let memPtr := mload(64)
                    mstore(memPtr, shl(224, 0x08c379a0))
                    mstore(add(memPtr, 4), 32)
                    mstore(add(memPtr, 36), length)
                    mstore(add(memPtr, 68), message)
                    revert(memPtr, 100)
                }
            }
            function checked_sub_uint256(x, y) -> diff
            {
                x := x
                y := y
                diff := sub(x, y)
                if gt(diff, x)
                {
                    mstore(0, shl(224, 0x4e487b71))
                    mstore(4, 0x11)
                    revert(0, 0x24)
                }
            }
            function mapping_index_access_mapping_address_uint256_of_address(slot, key) -> dataSlot
            {
                mstore(0, and(key, sub(shl(160, 1), 1)))
                mstore(0x20, slot)
                dataSlot := keccak256(0, 0x40)
            }
            function allowance_slot(owner, spender) -> dataSlot
            {
                let key := owner
                let dataSlot_1 := 0
                mstore(0, and(key, sub(shl(160, 1), 1)))
                mstore(0x20, 0x01)
                dataSlot_1 := keccak256(0, 0x40)
                let _1 := dataSlot_1
                let key_1 := spender
                let slot := _1
                let dataSlot_2 := 0
                mstore(0, and(key_1, sub(shl(160, 1), 1)))
                mstore(0x20, slot)
                dataSlot_2 := keccak256(0, 0x40)
                dataSlot := dataSlot_2
            }
            function fun_transfer_84(var_to, var_amount) -> var
            {
                let expr := caller()
                let _1 := var_to
                let expr_1 := _1
                fun_transfer(expr, expr_1, var_amount)
                var := 0x01
            }
            function fun_approve(var_owner, var_spender, var_amount, var_emit)
            {
                sstore(allowance_slot(var_owner, var_spender), var_amount)
                if var_emit
                {
                    let _1 := mload(64)
                    let pos := _1
                    let value := var_amount
                    mstore(pos, value)
                    log3(_1, 32, 0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925, and(var_owner, sub(shl(160, 1), 1)), and(var_spender, sub(shl(160, 1), 1)))
                }
            }
            function fun_transfer(var_from, var_to, var_amount)
            {
                require_helper(iszero(iszero(var_to)), "transfer to zero address", 24)
                let key := var_from
                let dataSlot := 0
                mstore(0, and(key, sub(shl(160, 1), 1)))
                mstore(0x20, 0)
                dataSlot := keccak256(0, 0x40)
                let _1 := dataSlot
                let _2 := sload(_1)
                require_helper(iszero(gt(var_amount, _2)), "balance too low", 15)
                sstore(_1, checked_sub_uint256(_2, var_amount))
                let key_1 := var_to
                let dataSlot_1 := 0
                mstore(0, and(key_1, sub(shl(160, 1), 1)))
                mstore(0x20, 0)
                dataSlot_1 := keccak256(0, 0x40)
                let _3 := dataSlot_1
                let _4 := sload(_3)
                let y := var_amount
                let x := _4
                let sum := 0
                x := x
                y := y
                sum := add(x, y)
                if gt(x, sum)
                {
                    mstore(0, shl(224, 0x4e487b71))
                    mstore(4, 0x11)
                    revert(0, 0x24)
                }
                let expr := sum
                sstore(_3, expr)
                let _5 := mload(64)
                let pos := _5
                let value := var_amount
                mstore(pos, value)
                log3(_5, 32, 0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef, and(var_from, sub(shl(160, 1), 1)), and(var_to, sub(shl(160, 1), 1)))
            }
        }
        data ".metadata" hex"a164736f6c6343000825000a"
    }
}
