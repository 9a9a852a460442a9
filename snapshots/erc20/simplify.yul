object "ERC20_1" {
    code {
        {
            let _1 := memoryguard(0x80)
            let _2 := 64
            mstore(64, _1)
            let _3 := callvalue()
            if _3 { revert_error_ca66f745() }
            let _4 := copy_arguments_for_constructor_object_ERC20()
            constructor_ERC20(_4)
            let _5 := allocate_unbounded()
            let _6 := datasize("ERC20_1_deployed")
            let _7 := dataoffset("ERC20_1_deployed")
            codecopy(_5, _7, _6)
            return(_5, _6)
        }
        function allocate_unbounded() -> memPtr
        {
            let _1 := 64
            let memPtr_1 := mload(64)
            let memPtr_2 := memPtr_1
            memPtr := memPtr_1
        }
        function revert_error_ca66f745()
        {
            let _1 := 0
            revert(0, 0)
        }
        function revert_error_dbdddcbe()
        {
            let _1 := 0
            revert(0, 0)
        }
        function abi_decode_t_uint256_fromMemory(offset, end) -> value
        {
            let value_1 := mload(offset)
            let value_2 := value_1
            value := value_1
        }
        function abi_decode_uint256_fromMemory(headStart, dataEnd) -> value0
        {
            let _1 := 32
            let _2 := sub(dataEnd, headStart)
            let _3 := slt(_2, 32)
            if _3 { revert_error_dbdddcbe() }
            let value0_1 := abi_decode_t_uint256_fromMemory(headStart, dataEnd)
            let value0_2 := value0_1
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
            let _4 := add(argSize, 31)
            let _5 := and(_4, not(31))
            let _6 := add(memoryDataOffset, _5)
            let _7 := 64
            mstore(64, _6)
            codecopy(memoryDataOffset, programSize, argSize)
            let _8 := add(memoryDataOffset, argSize)
            let ret_param_1 := abi_decode_uint256_fromMemory(memoryDataOffset, _8)
            let ret_param_2 := ret_param_1
            ret_param := ret_param_1
        }
        function constructor_ERC20(var_supply)
        {
            let _1 := 0x02
            sstore(0x02, var_supply)
            let expr := caller()
            let _2 := 0x00
            mstore(0x00, expr)
            let _3 := 0x20
            mstore(0x20, 0x00)
            let _4 := 0x40
            let _5 := keccak256(0x00, 0x40)
            sstore(_5, var_supply)
            mstore(0x00, var_supply)
            let _6 := 0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef
            log3(0x00, 0x20, 0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef, 0x00, expr)
        }
    }
    object "ERC20_1_deployed" {
        code {
            {
                let _1 := memoryguard(0x80)
                let _2 := 64
                mstore(64, _1)
                let _3 := 4
                let _4 := calldatasize()
                let _5 := lt(_4, 4)
                let _6 := iszero(_5)
                if _6
                {
                    let _7 := 0
                    let _8 := calldataload(0)
                    let selector := shift_right_unsigned(_8)
                    switch selector
                    case 0x06fdde03 { return_string() }
                    case 0x95d89b41 { return_string_201() }
                    case 0x18160ddd { external_fun_totalSupply() }
                    case 0x313ce567 { return_uint256_202() }
                    case 0x70a08231 { external_fun_balanceOf() }
                    case 0xdd62ed3e { external_fun_allowance() }
                    case 0xa9059cbb { external_fun_transfer() }
                    case 0x095ea7b3 { external_fun_approve() }
                    case 0x23b872dd { external_fun_transferFrom() }
                }
                revert_error_42b3090547df1d2001c96683413b8cf91c1b902ef5e3cb8d9f6f304cf7446f74()
            }
            function shift_right_unsigned(value) -> newValue
            {
                let _1 := 224
                let newValue_1 := shr(224, value)
                let newValue_2 := newValue_1
                newValue := newValue_1
            }
            function allocate_unbounded() -> memPtr
            {
                let _1 := 64
                let memPtr_1 := mload(64)
                let memPtr_2 := memPtr_1
                memPtr := memPtr_1
            }
            function revert_error_42b3090547df1d2001c96683413b8cf91c1b902ef5e3cb8d9f6f304cf7446f74()
            {
                let _1 := 0
                revert(0, 0)
            }
            function revert_error_dbdddcbe()
            {
                let _1 := 0
                revert(0, 0)
            }
            function cleanup_uint160(value) -> cleaned
            {
                let _1 := sub(shl(160, 1), 1)
                let cleaned_1 := and(value, sub(shl(160, 1), 1))
                let cleaned_2 := cleaned_1
                cleaned := cleaned_1
            }
            function cleanup_address(value) -> cleaned
            {
                let cleaned_1 := cleanup_uint160(value)
                let cleaned_2 := cleaned_1
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
                    revert(0, 0)
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
                    revert(0, 0)
                }
            }
            function abi_decode_address(offset, end) -> value
            {
                let value_1 := calldataload(offset)
                let value_2 := value_1
                value := value_1
                validator_revert_address(value_1)
            }
            function abi_decode_uint256(offset, end) -> value
            {
                let value_1 := calldataload(offset)
                let value_2 := value_1
                value := value_1
                validator_revert_uint256(value_1)
            }
            function abi_decode_address_204(dataEnd) -> value0
            {
                let headStart := 4
                let _1 := 32
                let _2 := add(dataEnd, not(3))
                let _3 := slt(_2, 32)
                if _3 { revert_error_dbdddcbe() }
                let value0_1 := abi_decode_address(4, dataEnd)
                let value0_2 := value0_1
                value0 := value0_1
            }
            function abi_decode_tuple_address(dataEnd) -> value0
            {
                let headStart := 4
                let _1 := 32
                let _2 := add(dataEnd, not(3))
                let _3 := slt(_2, 32)
                if _3 { revert_error_dbdddcbe() }
                let value0_1 := abi_decode_address(4, dataEnd)
                let value0_2 := value0_1
                value0 := value0_1
            }
            function abi_decode_tuple_t_address(dataEnd) -> value0
            {
                let headStart := 36
                let _1 := 32
                let _2 := add(dataEnd, not(35))
                let _3 := slt(_2, 32)
                if _3 { revert_error_dbdddcbe() }
                let value0_1 := abi_decode_address(36, dataEnd)
                let value0_2 := value0_1
                value0 := value0_1
            }
            function abi_decode_address_212(dataEnd) -> value0
            {
                let headStart := 4
                let _1 := 32
                let _2 := add(dataEnd, not(3))
                let _3 := slt(_2, 32)
                if _3 { revert_error_dbdddcbe() }
                let value0_1 := abi_decode_address(4, dataEnd)
                let value0_2 := value0_1
                value0 := value0_1
            }
            function abi_decode_addresst_uint256(dataEnd) -> value0, value1
            {
                let headStart := 4
                let _1 := 64
                let _2 := add(dataEnd, not(3))
                let _3 := slt(_2, 64)
                if _3 { revert_error_dbdddcbe() }
                let value0_1 := abi_decode_address(4, dataEnd)
                let value0_2 := value0_1
                value0 := value0_1
                let offset := 32
                let _4 := 36
                let value1_1 := abi_decode_uint256(36, dataEnd)
                let value1_2 := value1_1
                value1 := value1_1
            }
            function abi_decode_tuple_addresst_uint256(dataEnd) -> value0, value1
            {
                let headStart := 4
                let _1 := 64
                let _2 := add(dataEnd, not(3))
                let _3 := slt(_2, 64)
                if _3 { revert_error_dbdddcbe() }
                let value0_1 := abi_decode_address(4, dataEnd)
                let value0_2 := value0_1
                value0 := value0_1
                let offset := 32
                let _4 := 36
                let value1_1 := abi_decode_uint256(36, dataEnd)
                let value1_2 := value1_1
                value1 := value1_1
            }
            function abi_decode_t_addresst_uint256(dataEnd) -> value0, value1
            {
                let headStart := 36
                let _1 := 64
                let _2 := add(dataEnd, not(35))
                let _3 := slt(_2, 64)
                if _3 { revert_error_dbdddcbe() }
                let value0_1 := abi_decode_address(36, dataEnd)
                let value0_2 := value0_1
                value0 := value0_1
                let offset := 32
                let _4 := 68
                let value1_1 := abi_decode_uint256(68, dataEnd)
                let value1_2 := value1_1
                value1 := value1_1
            }
            function abi_encode_uint256(value, pos)
            {
                let _1 := cleanup_uint256(value)
                mstore(pos, _1)
            }
            function return_uint256_202()
            {
                let ret := 18
                let memPos := allocate_unbounded()
                abi_encode_uint256(18, memPos)
                let _1 := 32
                return(memPos, 32)
            }
            function return_uint256_211()
            {
                let ret := true
                let memPos := allocate_unbounded()
                abi_encode_uint256(true, memPos)
                let _1 := 32
                return(memPos, 32)
            }
            function return_uint256(ret)
            {
                let memPos := allocate_unbounded()
                abi_encode_uint256(ret, memPos)
                let _1 := 32
                return(memPos, 32)
            }
            function return_string()
            {
                let literal := "Example \"Token\""
                let length := 15
                let memPos := allocate_unbounded()
                let _1 := 32
                mstore(memPos, 32)
                let _2 := add(memPos, 32)
                mstore(_2, 15)
                let _3 := 64
                let _4 := add(memPos, 64)
                mstore(_4, "Example \"Token\"")
                let _5 := 96
                return(memPos, 96)
            }
            function return_string_201()
            {
                let literal := "EXPT"
                let length := 4
                let memPos := allocate_unbounded()
                let _1 := 32
                mstore(memPos, 32)
                let _2 := add(memPos, 32)
                mstore(_2, 4)
                let _3 := 64
                let _4 := add(memPos, 64)
                mstore(_4, "EXPT")
                let _5 := 96
                return(memPos, 96)
            }
            function panic_error_0x11()
            {
                let _1 := shl(224, 0x4e487b71)
                let _2 := 0
                mstore(0, shl(224, 0x4e487b71))
                let _3 := 0x11
                let _4 := 4
                mstore(4, 0x11)
                let _5 := 0x24
                revert(0, 0x24)
            }
            function require_helper(condition)
            {
                let message := "allowance too low"
                let length := 17
                let _1 := iszero(condition)
                if _1
                {
                    let memPtr := allocate_unbounded()
                    let _2 := shl(229, 4594637)
                    mstore(memPtr, shl(229, 4594637))
                    let _3 := 32
                    let _4 := 4
                    let _5 := add(memPtr, 4)
                    mstore(_5, 32)
                    let _6 := 36
                    let _7 := add(memPtr, 36)
                    mstore(_7, 17)
                    let _8 := 68
                    let _9 := add(memPtr, 68)
                    mstore(_9, "allowance too low")
                    let _10 := 100
                    revert(memPtr, 100)
                }
            }
            function require_helper_216(condition)
            {
                let message := "transfer to zero address"
                let length := 24
                let _1 := iszero(condition)
                if _1
                {
                    let memPtr := allocate_unbounded()
                    let _2 := shl(229, 4594637)
                    mstore(memPtr, shl(229, 4594637))
                    let _3 := 32
                    let _4 := 4
                    let _5 := add(memPtr, 4)
                    mstore(_5, 32)
                    let _6 := 36
                    let _7 := add(memPtr, 36)
                    mstore(_7, 24)
                    let _8 := 68
                    let _9 := add(memPtr, 68)
                    mstore(_9, "transfer to zero address")
                    let _10 := 100
                    revert(memPtr, 100)
                }
            }
            function require_helper_218(condition)
            {
                let message := "balance too low"
                let length := 15
                let _1 := iszero(condition)
                if _1
                {
                    let memPtr := allocate_unbounded()
                    let _2 := shl(229, 4594637)
                    mstore(memPtr, shl(229, 4594637))
                    let _3 := 32
                    let _4 := 4
                    let _5 := add(memPtr, 4)
                    mstore(_5, 32)
                    let _6 := 36
                    let _7 := add(memPtr, 36)
                    mstore(_7, 15)
                    let _8 := 68
                    let _9 := add(memPtr, 68)
                    mstore(_9, "balance too low")
                    let _10 := 100
                    revert(memPtr, 100)
                }
            }
            function checked_add_uint256(x, y) -> sum
            {
                let x_1 := cleanup_uint256(x)
                let y_1 := cleanup_uint256(y)
                let sum_1 := add(x_1, y_1)
                let sum_2 := sum_1
                sum := sum_1
                let _1 := gt(x_1, sum_1)
                if _1 { panic_error_0x11() }
            }
            function checked_sub_uint256(x, y) -> diff
            {
                let x_1 := cleanup_uint256(x)
                let y_1 := cleanup_uint256(y)
                let diff_1 := sub(x_1, y_1)
                let diff_2 := diff_1
                diff := diff_1
                let _1 := gt(diff_1, x_1)
                if _1 { panic_error_0x11() }
            }
            function mapping_index_access_mapping_address_uint256_of_address_203(key) -> dataSlot
            {
                let slot := 0x01
                let _1 := cleanup_address(key)
                let _2 := 0
                mstore(0, _1)
                let _3 := 0x20
                mstore(0x20, 0x01)
                let _4 := 0x40
                let dataSlot_1 := keccak256(0, 0x40)
                let dataSlot_2 := dataSlot_1
                dataSlot := dataSlot_1
            }
            function mapping_index_access_t_mapping_t_address__t_uint256__of_t_address(key) -> dataSlot
            {
                let slot := 0
                let _1 := cleanup_address(key)
                mstore(0, _1)
                let _2 := 0x20
                mstore(0x20, 0)
                let _3 := 0x40
                let dataSlot_1 := keccak256(0, 0x40)
                let dataSlot_2 := dataSlot_1
                dataSlot := dataSlot_1
            }
            function mapping_index_access_t_mapping_t_address_t_uint256_of_t_address(key) -> dataSlot
            {
                let slot := 0
                let _1 := cleanup_address(key)
                mstore(0, _1)
                let _2 := 0x20
                mstore(0x20, 0)
                let _3 := 0x40
                let dataSlot_1 := keccak256(0, 0x40)
                let dataSlot_2 := dataSlot_1
                dataSlot := dataSlot_1
            }
            function mapping_index_access_mapping_address__uint256__of_address(key) -> dataSlot
            {
                let slot := 0
                let _1 := cleanup_address(key)
                mstore(0, _1)
                let _2 := 0x20
                mstore(0x20, 0)
                let _3 := 0x40
                let dataSlot_1 := keccak256(0, 0x40)
                let dataSlot_2 := dataSlot_1
                dataSlot := dataSlot_1
            }
            function mapping_index_access_mapping_address_uint256_of_address(slot, key) -> dataSlot
            {
                let _1 := cleanup_address(key)
                let _2 := 0
                mstore(0, _1)
                let _3 := 0x20
                mstore(0x20, slot)
                let _4 := 0x40
                let dataSlot_1 := keccak256(0, 0x40)
                let dataSlot_2 := dataSlot_1
                dataSlot := dataSlot_1
            }
            function allowance_slot(owner, spender) -> dataSlot
            {
                let _1 := mapping_index_access_mapping_address_uint256_of_address_203(owner)
                let dataSlot_1 := mapping_index_access_mapping_address_uint256_of_address(_1, spender)
                let dataSlot_2 := dataSlot_1
                dataSlot := dataSlot_1
            }
            function external_fun_totalSupply()
            {
                let _1 := callvalue()
                if _1
                {
                    let _2 := 0
                    revert(0, 0)
                }
                let _3 := 0x02
                let _4 := sload(0x02)
                return_uint256(_4)
            }
            function external_fun_balanceOf()
            {
                let _1 := callvalue()
                if _1
                {
                    let _2 := 0
                    revert(0, 0)
                }
                let _3 := calldatasize()
                let param := abi_decode_address_204(_3)
                let _4 := mapping_index_access_t_mapping_t_address__t_uint256__of_t_address(param)
                let _5 := sload(_4)
                return_uint256(_5)
            }
            function external_fun_allowance()
            {
                let _1 := callvalue()
                if _1
                {
                    let _2 := 0
                    revert(0, 0)
                }
                let _3 := calldatasize()
                let param := abi_decode_tuple_address(_3)
                let param_1 := abi_decode_tuple_t_address(_3)
                let _4 := allowance_slot(param, param_1)
                let _5 := sload(_4)
                return_uint256(_5)
            }
            function external_fun_transfer()
            {
                let _1 := callvalue()
                if _1
                {
                    let _2 := 0
                    revert(0, 0)
                }
                let _3 := calldatasize()
                let param, param_1 := abi_decode_addresst_uint256(_3)
                let ret := fun_transfer_84(param, param_1)
                return_uint256(ret)
            }
            function external_fun_approve()
            {
                let _1 := callvalue()
                if _1
                {
                    let _2 := 0
                    revert(0, 0)
                }
                let _3 := calldatasize()
                let param, param_1 := abi_decode_tuple_addresst_uint256(_3)
                let _4 := caller()
                fun__approve(_4, param, param_1)
                return_uint256_211()
            }
            function external_fun_transferFrom()
            {
                let _1 := callvalue()
                if _1
                {
                    let _2 := 0
                    revert(0, 0)
                }
                let _3 := calldatasize()
                let param := abi_decode_address_212(_3)
                let param_1, param_2 := abi_decode_t_addresst_uint256(_3)
                let ret := fun_transferFrom(param, param_1, param_2)
                return_uint256(ret)
            }
            function fun_transfer_84(var_to, var_amount) -> var
            {
                let expr := caller()
                fun_transfer(expr, var_to, var_amount)
                let expr_1 := 0x01
                let var_ := 0x01
                var := 0x01
            }
            function fun_transferFrom(var_from, var_to, var_amount) -> var
            {
                let _1 := caller()
                let _2 := allowance_slot(var_from, _1)
                let _3 := sload(_2)
                let expr := not(0)
                let _4 := eq(_3, not(0))
                let _5 := iszero(_4)
                if _5
                {
                    let _6 := lt(_3, var_amount)
                    let _7 := iszero(_6)
                    require_helper(_7)
                    let _8 := checked_sub_uint256(_3, var_amount)
                    fun_approve(var_from, _1, _8)
                }
                fun_transfer(var_from, var_to, var_amount)
                let var_1 := true
                let var_2 := true
                var := true
            }
            function fun__approve(var_owner, var_spender, var_amount)
            {
                let var_emit := true
                let _1 := allowance_slot(var_owner, var_spender)
                sstore(_1, var_amount)
                let _2 := 0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925
                let _3 := allocate_unbounded()
                abi_encode_uint256(var_amount, _3)
                let _4 := cleanup_address(var_spender)
                let _5 := cleanup_address(var_owner)
                let _6 := 32
                log3(_3, 32, 0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925, _5, _4)
            }
            function fun_approve(var_owner, var_spender, var_amount)
            {
                let var_emit := 0
                let _1 := allowance_slot(var_owner, var_spender)
                sstore(_1, var_amount)
            }
            function fun_transfer(var_from, var_to, var_amount)
            {
                let _1 := iszero(var_to)
                let _2 := iszero(_1)
                require_helper_216(_2)
                let _3 := mapping_index_access_t_mapping_t_address_t_uint256_of_t_address(var_from)
                let _4 := sload(_3)
                let _5 := gt(var_amount, _4)
                let _6 := iszero(_5)
                require_helper_218(_6)
                let _7 := checked_sub_uint256(_4, var_amount)
                sstore(_3, _7)
                let _8 := mapping_index_access_mapping_address__uint256__of_address(var_to)
                let _9 := sload(_8)
                let expr := checked_add_uint256(_9, var_amount)
                sstore(_8, expr)
                let _10 := 0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef
                let _11 := allocate_unbounded()
                abi_encode_uint256(var_amount, _11)
                let _12 := cleanup_address(var_to)
                let _13 := cleanup_address(var_from)
                let _14 := 32
                log3(_11, 32, 0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef, _13, _12)
            }
        }
        data ".metadata" hex"a164736f6c6343000825000a"
    }
}
