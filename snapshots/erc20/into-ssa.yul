object "ERC20_1" {
    code {
        {
            let _1 := memoryguard(0x80)
            let _2 := 64
            mstore(_2, _1)
            let _3 := callvalue()
            if _3 { revert_error_ca66f745() }
            let _4 := copy_arguments_for_constructor_object_ERC20()
            constructor_ERC20(_4)
            let _5 := allocate_unbounded()
            let _6 := datasize("ERC20_1_deployed")
            let _7 := dataoffset("ERC20_1_deployed")
            codecopy(_5, _7, _6)
            let _8 := _6
            return(_5, _6)
        }
        function allocate_unbounded() -> memPtr
        {
            let _1 := 64
            let memPtr_1 := mload(_1)
            memPtr := memPtr_1
        }
        function revert_error_ca66f745()
        {
            let _1 := 0
            let _2 := _1
            revert(_1, _1)
        }
        function revert_error_dbdddcbe()
        {
            let _1 := 0
            let _2 := _1
            revert(_1, _1)
        }
        function abi_decode_t_uint256_fromMemory(offset, end) -> value
        {
            let value_1 := mload(offset)
            value := value_1
        }
        function abi_decode_uint256_fromMemory(headStart, dataEnd) -> value0
        {
            let _1 := 32
            let _2 := sub(dataEnd, headStart)
            let _3 := slt(_2, _1)
            if _3 { revert_error_dbdddcbe() }
            let offset := 0
            let _4 := headStart
            let value0_1 := abi_decode_t_uint256_fromMemory(headStart, dataEnd)
            value0 := value0_1
        }
        function copy_arguments_for_constructor_object_ERC20() -> ret_param
        {
            let programSize := datasize("ERC20_1")
            let _1 := codesize()
            let argSize := sub(_1, programSize)
            let memoryDataOffset := allocate_unbounded()
            let _2 := 31
            let _3 := not(31)
            let _4 := _2
            let _5 := add(argSize, _2)
            let _6 := and(_5, _3)
            let _7 := add(memoryDataOffset, _6)
            let _8 := 64
            mstore(_8, _7)
            codecopy(memoryDataOffset, programSize, argSize)
            let _9 := add(memoryDataOffset, argSize)
            let ret_param_1 := abi_decode_uint256_fromMemory(memoryDataOffset, _9)
            ret_param := ret_param_1
        }
        function constructor_ERC20(var_supply)
        {
            let expr := var_supply
            let _1 := 0x02
            sstore(_1, var_supply)
            let expr_1 := caller()
            let _2 := 0x00
            mstore(_2, expr_1)
            let _3 := _2
            let _4 := 0x20
            mstore(_4, _2)
            let _5 := 0x40
            let _6 := _2
            let _7 := keccak256(_2, _5)
            sstore(_7, var_supply)
            let _8 := _2
            mstore(_2, var_supply)
            let _9 := _2
            let _10 := 0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef
            let _11 := _4
            let _12 := _2
            log3(_2, _4, _10, _2, expr_1)
        }
    }
    object "ERC20_1_deployed" {
        code {
            {
                let _1 := memoryguard(0x80)
                let _2 := 64
                mstore(_2, _1)
                let _3 := 4
                let _4 := calldatasize()
                let _5 := lt(_4, _3)
                let _6 := iszero(_5)
                if _6
                {
                    let _7 := 0
                    let _8 := calldataload(_7)
                    let selector := shift_right_unsigned(_8)
                    switch selector
                    case 0x06fdde03 {
                        let _9 := 15
                        let _10 := "Example \"Token\""
                        return_string(_10, _9)
                    }
                    case 0x95d89b41 {
                        let _11 := _3
                        let _12 := "EXPT"
                        return_string(_12, _3)
                    }
                    case 0x18160ddd { external_fun_totalSupply() }
                    case 0x313ce567 {
                        let _13 := 18
                        return_uint256(_13)
                    }
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
            {
                let _1 := 224
                let newValue_1 := shr(_1, value)
                newValue := newValue_1
            }
            function allocate_unbounded() -> memPtr
            {
                let _1 := 64
                let memPtr_1 := mload(_1)
                memPtr := memPtr_1
            }
            function revert_error_42b3090547df1d2001c96683413b8cf91c1b902ef5e3cb8d9f6f304cf7446f74()
            {
                let _1 := 0
                let _2 := _1
                revert(_1, _1)
            }
            function revert_error_dbdddcbe()
            {
                let _1 := 0
                let _2 := _1
                revert(_1, _1)
            }
            function cleanup_uint160(value) -> cleaned
            {
                let _1 := sub(shl(160, 1), 1)
                let cleaned_1 := and(value, _1)
                cleaned := cleaned_1
            }
            function cleanup_address(value) -> cleaned
            {
                let cleaned_1 := cleanup_uint160(value)
                cleaned := cleaned_1
            }
            function cleanup_uint256(value) -> cleaned
            {
                let cleaned_1 := value
                cleaned := value
            }
            function validator_revert_address(value)
            {
                let _1 := cleanup_address(value)
                let _2 := eq(value, _1)
                let _3 := iszero(_2)
                if _3
                {
                    let _4 := 0
                    let _5 := _4
                    revert(_4, _4)
                }
            }
            function validator_revert_uint256(value)
            {
                let _1 := cleanup_uint256(value)
                let _2 := eq(value, _1)
                let _3 := iszero(_2)
                if _3
                {
                    let _4 := 0
                    let _5 := _4
                    revert(_4, _4)
                }
            }
            function abi_decode_address(offset, end) -> value
            {
                let value_1 := calldataload(offset)
                value := value_1
                validator_revert_address(value_1)
            }
            function abi_decode_uint256(offset, end) -> value
            {
                let value_1 := calldataload(offset)
                value := value_1
                validator_revert_uint256(value_1)
            }
            function abi_decode_tuple_address(headStart, dataEnd) -> value0
            {
                let _1 := 32
                let _2 := sub(dataEnd, headStart)
                let _3 := slt(_2, _1)
                if _3 { revert_error_dbdddcbe() }
                let _4 := 0
                let _5 := headStart
                let value0_1 := abi_decode_address(headStart, dataEnd)
                value0 := value0_1
            }
            function abi_decode_addresst_uint256(headStart, dataEnd) -> value0, value1
            {
                let _1 := 64
                let _2 := sub(dataEnd, headStart)
                let _3 := slt(_2, _1)
                if _3 { revert_error_dbdddcbe() }
                let offset := 0
                let _4 := headStart
                let value0_1 := abi_decode_address(headStart, dataEnd)
                value0 := value0_1
                let offset_1 := 32
                let _5 := add(headStart, offset_1)
                let value1_1 := abi_decode_uint256(_5, dataEnd)
                value1 := value1_1
            }
            function abi_encode_uint256(value, pos)
            {
                let _1 := cleanup_uint256(value)
                mstore(pos, _1)
            }
            function return_uint256(ret)
            {
                let memPos := allocate_unbounded()
                let _1 := 0
                let _2 := memPos
                abi_encode_uint256(ret, memPos)
                let _3 := 32
                return(memPos, _3)
            }
            function return_string(literal, length)
            {
                let memPos := allocate_unbounded()
                let _1 := 32
                mstore(memPos, _1)
                let _2 := _1
                let _3 := add(memPos, _1)
                mstore(_3, length)
                let _4 := 64
                let _5 := add(memPos, _4)
                mstore(_5, literal)
                let _6 := 96
                return(memPos, _6)
            }
            function panic_error_0x11()
            {
                let _1 := shl(224, 0x4e487b71)
                let _2 := 0
                mstore(_2, _1)
                let _3 := 0x11
                let _4 := 4
                mstore(_4, _3)
                let _5 := 0x24
                let _6 := _2
                revert(_2, _5)
            }
            function require_helper(condition, message, length)
            {
                let _1 := iszero(condition)
                if _1
                {
                    let memPtr := allocate_unbounded()
                    let _2 := 0x08c379a0
                    let _3 := 224
                    let _4 := shl(229, 4594637)
                    mstore(memPtr, _4)
                    let _5 := 32
                    let _6 := 4
                    let _7 := add(memPtr, _6)
                    mstore(_7, _5)
                    let _8 := 36
                    let _9 := add(memPtr, _8)
                    mstore(_9, length)
                    let _10 := 68
                    let _11 := add(memPtr, _10)
                    mstore(_11, message)
                    let _12 := 100
                    revert(memPtr, _12)
                }
            }
            function checked_add_uint256(x, y) -> sum
            {
                let x_1 := x
                let y_1 := y
                let x_2 := cleanup_uint256(x)
                let y_2 := cleanup_uint256(y)
                let sum_1 := add(x_2, y_2)
                sum := sum_1
                let _1 := gt(x_2, sum_1)
                if _1 { panic_error_0x11() }
            }
            function checked_sub_uint256(x, y) -> diff
            {
                let x_1 := x
                let y_1 := y
                let x_2 := cleanup_uint256(x)
                let y_2 := cleanup_uint256(y)
                let diff_1 := sub(x_2, y_2)
                diff := diff_1
                let _1 := gt(diff_1, x_2)
                if _1 { panic_error_0x11() }
            }
            function mapping_index_access_mapping_address_uint256_of_address(slot, key) -> dataSlot
            {
                let _1 := cleanup_address(key)
                let _2 := 0
                mstore(_2, _1)
                let _3 := 0x20
                mstore(_3, slot)
                let _4 := 0x40
                let _5 := _2
                let dataSlot_1 := keccak256(_2, _4)
                dataSlot := dataSlot_1
            }
            function allowance_slot(owner, spender) -> dataSlot
            {
                let _1 := 0x01
                let _2 := mapping_index_access_mapping_address_uint256_of_address(_1, owner)
                let dataSlot_1 := mapping_index_access_mapping_address_uint256_of_address(_2, spender)
                dataSlot := dataSlot_1
            }
            function external_fun_totalSupply()
            {
                let _1 := callvalue()
                if _1
                {
                    let _2 := 0
                    let _3 := _2
                    revert(_2, _2)
                }
                let _4 := 0x02
                let _5 := sload(_4)
                return_uint256(_5)
            }
            function external_fun_balanceOf()
            {
                let _1 := callvalue()
                if _1
                {
                    let _2 := 0
                    let _3 := _2
                    revert(_2, _2)
                }
                let _4 := calldatasize()
                let _5 := 4
                let param := abi_decode_tuple_address(_5, _4)
                let _6 := 0
                let _7 := mapping_index_access_mapping_address_uint256_of_address(_6, param)
                let _8 := sload(_7)
                return_uint256(_8)
            }
            function external_fun_allowance()
            {
                let _1 := callvalue()
                if _1
                {
                    let _2 := 0
                    let _3 := _2
                    revert(_2, _2)
                }
                let _4 := calldatasize()
                let _5 := 4
                let param := abi_decode_tuple_address(_5, _4)
                let _6 := _4
                let _7 := 36
                let param_1 := abi_decode_tuple_address(_7, _4)
                let _8 := allowance_slot(param, param_1)
                let _9 := sload(_8)
                return_uint256(_9)
            }
            function external_fun_transfer()
            {
                let _1 := callvalue()
                if _1
                {
                    let _2 := 0
                    let _3 := _2
                    revert(_2, _2)
                }
                let _4 := calldatasize()
                let _5 := 4
                let param, param_1 := abi_decode_addresst_uint256(_5, _4)
                let ret := fun_transfer_84(param, param_1)
                return_uint256(ret)
            }
            function external_fun_approve()
            {
                let _1 := callvalue()
                if _1
                {
                    let _2 := 0
                    let _3 := _2
                    revert(_2, _2)
                }
                let _4 := calldatasize()
                let _5 := 4
                let param, param_1 := abi_decode_addresst_uint256(_5, _4)
                let _6 := true
                let _7 := caller()
                fun_approve(_7, param, param_1, _6)
                let _8 := _6
                return_uint256(_6)
            }
            function external_fun_transferFrom()
            {
                let _1 := callvalue()
                if _1
                {
                    let _2 := 0
                    let _3 := _2
                    revert(_2, _2)
                }
                let _4 := calldatasize()
                let _5 := 4
                let param := abi_decode_tuple_address(_5, _4)
                let _6 := _4
                let _7 := 36
                let param_1, param_2 := abi_decode_addresst_uint256(_7, _4)
                let ret := fun_transferFrom(param, param_1, param_2)
                return_uint256(ret)
            }
            function fun_transfer_84(var_to, var_amount) -> var
            {
                let expr := caller()
                let _1 := var_to
                let expr_1 := var_to
                fun_transfer(expr, var_to, var_amount)
                let expr_2 := 0x01
                let var_ := expr_2
                var := expr_2
                leave
            }
            function fun_transferFrom(var_from, var_to, var_amount) -> var
            {
                let _1 := caller()
                let _2 := allowance_slot(var_from, _1)
                let _3 := sload(_2)
                let var_allowed := _3
                let _4 := 0
                let expr := not(0)
                let _5 := eq(_3, expr)
                let _6 := iszero(_5)
                if _6
                {
                    let _7 := 17
                    let _8 := "allowance too low"
                    let _9 := lt(_3, var_amount)
                    let _10 := iszero(_9)
                    require_helper(_10, _8, _7)
                    let _11 := _4
                    let _12 := checked_sub_uint256(_3, var_amount)
                    let _13 := _1
                    fun_approve(var_from, _1, _12, _4)
                }
                fun_transfer(var_from, var_to, var_amount)
                let var_1 := true
                var := var_1
            }
            function fun_approve(var_owner, var_spender, var_amount, var_emit)
            {
                let _1 := allowance_slot(var_owner, var_spender)
                sstore(_1, var_amount)
                if var_emit
                {
                    let _2 := 0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925
                    let _3 := allocate_unbounded()
                    abi_encode_uint256(var_amount, _3)
                    let _4 := cleanup_address(var_spender)
                    let _5 := cleanup_address(var_owner)
                    let _6 := 32
                    log3(_3, _6, _2, _5, _4)
                }
            }
            function fun_transfer(var_from, var_to, var_amount)
            {
                let _1 := 24
                let _2 := "transfer to zero address"
                let _3 := iszero(var_to)
                let _4 := iszero(_3)
                require_helper(_4, _2, _1)
                let _5 := 0
                let _6 := mapping_index_access_mapping_address_uint256_of_address(_5, var_from)
                let _7 := sload(_6)
                let _8 := 15
                let _9 := "balance too low"
                let _10 := gt(var_amount, _7)
                let _11 := iszero(_10)
                require_helper(_11, _9, _8)
                let _12 := checked_sub_uint256(_7, var_amount)
                sstore(_6, _12)
                let _13 := _5
                let _14 := mapping_index_access_mapping_address_uint256_of_address(_5, var_to)
                let _15 := sload(_14)
                let expr := checked_add_uint256(_15, var_amount)
                sstore(_14, expr)
                let _16 := 0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef
                let _17 := allocate_unbounded()
                abi_encode_uint256(var_amount, _17)
                let _18 := cleanup_address(var_to)
                let _19 := cleanup_address(var_from)
                let _20 := 32
                log3(_17, _20, _16, _19, _18)
            }
        }
        data ".metadata" hex"a164736f6c6343000825000a"
    }
}
