object "ERC20_1" {
    code {
        {
            let _1 := memoryguard(0x80)
            let _2 := 64
            mstore(_2, _1)
            let _3 := callvalue()
            if _3
            {
                let _4 := 0
                let _5 := _4
                revert(_4, _4)
            }
            let ret_param := 0
            let programSize := datasize("ERC20_1")
            let _6 := codesize()
            let argSize := sub(_6, programSize)
            let memPtr := 0
            let _7 := 64
            let memPtr_1 := mload(_7)
            memPtr := memPtr_1
            let memoryDataOffset := memPtr
            let _8 := 31
            let _9 := not(_8)
            let _10 := _8
            let _11 := add(argSize, _8)
            let _12 := and(_11, _9)
            let _13 := add(memoryDataOffset, _12)
            let _14 := 64
            mstore(_14, _13)
            codecopy(memoryDataOffset, programSize, argSize)
            let _15 := add(memoryDataOffset, argSize)
            let dataEnd := _15
            let headStart := memoryDataOffset
            let value0 := 0
            let _16 := 32
            let _17 := sub(dataEnd, headStart)
            let _18 := slt(_17, _16)
            if _18
            {
                let _19 := 0
                let _20 := _19
                revert(_19, _19)
            }
            let offset := 0
            let _21 := add(headStart, offset)
            let end := dataEnd
            let offset_1 := _21
            let value := 0
            let value_1 := mload(offset_1)
            value := value_1
            let value0_1 := value
            value0 := value0_1
            let ret_param_1 := value0
            ret_param := ret_param_1
            let _22 := ret_param
            let var_supply := _22
            let expr := var_supply
            let _23 := 0x02
            sstore(_23, var_supply)
            let expr_1 := caller()
            let _24 := 0x00
            mstore(_24, expr_1)
            let _25 := _24
            let _26 := 0x20
            mstore(_26, _24)
            let _27 := 0x40
            let _28 := _24
            let _29 := keccak256(_24, _27)
            sstore(_29, var_supply)
            let _30 := _24
            mstore(_24, var_supply)
            let _31 := _24
            let _32 := 0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef
            let _33 := _26
            let _34 := _24
            log3(_24, _26, _32, _24, expr_1)
            let memPtr_2 := 0
            let _35 := 64
            let memPtr_3 := mload(_35)
            memPtr_2 := memPtr_3
            let _36 := memPtr_2
            let _37 := datasize("ERC20_1_deployed")
            let _38 := dataoffset("ERC20_1_deployed")
            codecopy(_36, _38, _37)
            let _39 := _37
            return(_36, _37)
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
            if _3
            {
                let _4 := 0
                let _5 := _4
                revert(_4, _4)
            }
            let offset := 0
            let _6 := add(headStart, offset)
            let end := dataEnd
            let offset_1 := _6
            let value := 0
            let value_1 := mload(offset_1)
            value := value_1
            let value0_1 := value
            value0 := value0_1
        }
        function copy_arguments_for_constructor_object_ERC20() -> ret_param
        {
            let programSize := datasize("ERC20_1")
            let _1 := codesize()
            let argSize := sub(_1, programSize)
            let memPtr := 0
            let _2 := 64
            let memPtr_1 := mload(_2)
            memPtr := memPtr_1
            let memoryDataOffset := memPtr
            let _3 := 31
            let _4 := not(_3)
            let _5 := _3
            let _6 := add(argSize, _3)
            let _7 := and(_6, _4)
            let _8 := add(memoryDataOffset, _7)
            let _9 := 64
            mstore(_9, _8)
            codecopy(memoryDataOffset, programSize, argSize)
            let _10 := add(memoryDataOffset, argSize)
            let dataEnd := _10
            let headStart := memoryDataOffset
            let value0 := 0
            let _11 := 32
            let _12 := sub(dataEnd, headStart)
            let _13 := slt(_12, _11)
            if _13
            {
                let _14 := 0
                let _15 := _14
                revert(_14, _14)
            }
            let offset := 0
            let _16 := add(headStart, offset)
            let end := dataEnd
            let offset_1 := _16
            let value := 0
            let value_1 := mload(offset_1)
            value := value_1
            let value0_1 := value
            value0 := value0_1
            let ret_param_1 := value0
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
                    let value := _8
                    let newValue := 0
                    let _9 := 224
                    let newValue_1 := shr(_9, value)
                    newValue := newValue_1
                    let selector := newValue
                    switch selector
                    case 0x06fdde03 {
                        let _10 := 15
                        let _11 := "Example \"Token\""
                        let length := _10
                        let literal := _11
                        let memPtr := 0
                        let _12 := 64
                        let memPtr_1 := mload(_12)
                        memPtr := memPtr_1
                        let memPos := memPtr
                        let _13 := 32
                        mstore(memPos, _13)
                        let _14 := _13
                        let _15 := add(memPos, _13)
                        mstore(_15, length)
                        let _16 := 64
                        let _17 := add(memPos, _16)
                        mstore(_17, literal)
                        let _18 := 96
                        return(memPos, _18)
                    }
                    case 0x95d89b41 {
                        let _19 := _3
                        let _20 := "EXPT"
                        let length_1 := _3
                        let literal_1 := _20
                        let memPtr_2 := 0
                        let _21 := 64
                        let memPtr_3 := mload(_21)
                        memPtr_2 := memPtr_3
                        let memPos_1 := memPtr_2
                        let _22 := 32
                        mstore(memPos_1, _22)
                        let _23 := _22
                        let _24 := add(memPos_1, _22)
                        mstore(_24, length_1)
                        let _25 := 64
                        let _26 := add(memPos_1, _25)
                        mstore(_26, literal_1)
                        let _27 := 96
                        return(memPos_1, _27)
                    }
                    case 0x18160ddd {
                        let _28 := callvalue()
                        if _28
                        {
                            let _29 := 0
                            let _30 := _29
                            revert(_29, _29)
                        }
                        let _31 := 0x02
                        let _32 := sload(_31)
                        let ret := _32
                        let memPtr_4 := 0
                        let _33 := 64
                        let memPtr_5 := mload(_33)
                        memPtr_4 := memPtr_5
                        let memPos_2 := memPtr_4
                        let _34 := 0
                        let _35 := add(memPos_2, _34)
                        let pos := _35
                        let value_1 := ret
                        let value_2 := value_1
                        let cleaned := 0
                        let cleaned_1 := value_2
                        cleaned := value_2
                        let _36 := cleaned
                        mstore(pos, _36)
                        let _37 := 32
                        return(memPos_2, _37)
                    }
                    case 0x313ce567 {
                        let _38 := 18
                        let ret_1 := _38
                        let memPtr_6 := 0
                        let _39 := 64
                        let memPtr_7 := mload(_39)
                        memPtr_6 := memPtr_7
                        let memPos_3 := memPtr_6
                        let _40 := 0
                        let _41 := add(memPos_3, _40)
                        let pos_1 := _41
                        let value_3 := ret_1
                        let value_4 := value_3
                        let cleaned_2 := 0
                        let cleaned_3 := value_4
                        cleaned_2 := value_4
                        let _42 := cleaned_2
                        mstore(pos_1, _42)
                        let _43 := 32
                        return(memPos_3, _43)
                    }
                    case 0x70a08231 {
                        let _44 := callvalue()
                        if _44
                        {
                            let _45 := 0
                            let _46 := _45
                            revert(_45, _45)
                        }
                        let _47 := calldatasize()
                        let _48 := 4
                        let dataEnd := _47
                        let headStart := _48
                        let value0 := 0
                        let _49 := 32
                        let _50 := sub(dataEnd, headStart)
                        let _51 := slt(_50, _49)
                        if _51
                        {
                            let _52 := 0
                            let _53 := _52
                            revert(_52, _52)
                        }
                        let _54 := 0
                        let _55 := add(headStart, _54)
                        let value0_1 := abi_decode_address(_55, dataEnd)
                        value0 := value0_1
                        let param := value0
                        let _56 := 0
                        let key := param
                        let slot := _56
                        let dataSlot := 0
                        let value_5 := key
                        let cleaned_4 := 0
                        let value_6 := value_5
                        let cleaned_5 := 0
                        let _57 := sub(shl(160, 1), 1)
                        let cleaned_6 := and(value_6, _57)
                        cleaned_5 := cleaned_6
                        let cleaned_7 := cleaned_5
                        cleaned_4 := cleaned_7
                        let _58 := cleaned_4
                        let _59 := 0
                        mstore(_59, _58)
                        let _60 := 0x20
                        mstore(_60, slot)
                        let _61 := 0x40
                        let _62 := _59
                        let dataSlot_1 := keccak256(_59, _61)
                        dataSlot := dataSlot_1
                        let _63 := dataSlot
                        let _64 := sload(_63)
                        let ret_2 := _64
                        let memPtr_8 := 0
                        let _65 := 64
                        let memPtr_9 := mload(_65)
                        memPtr_8 := memPtr_9
                        let memPos_4 := memPtr_8
                        let _66 := 0
                        let _67 := add(memPos_4, _66)
                        let pos_2 := _67
                        let value_7 := ret_2
                        let value_8 := value_7
                        let cleaned_8 := 0
                        let cleaned_9 := value_8
                        cleaned_8 := value_8
                        let _68 := cleaned_8
                        mstore(pos_2, _68)
                        let _69 := 32
                        return(memPos_4, _69)
                    }
                    case 0xdd62ed3e {
                        let _70 := callvalue()
                        if _70
                        {
                            let _71 := 0
                            let _72 := _71
                            revert(_71, _71)
                        }
                        let _73 := calldatasize()
                        let _74 := 4
                        let dataEnd_1 := _73
                        let headStart_1 := _74
                        let value0_2 := 0
                        let _75 := 32
                        let _76 := sub(dataEnd_1, headStart_1)
                        let _77 := slt(_76, _75)
                        if _77
                        {
                            let _78 := 0
                            let _79 := _78
                            revert(_78, _78)
                        }
                        let _80 := 0
                        let _81 := add(headStart_1, _80)
                        let value0_3 := abi_decode_address(_81, dataEnd_1)
                        value0_2 := value0_3
                        let param_1 := value0_2
                        let _82 := _73
                        let _83 := 36
                        let dataEnd_2 := _73
                        let headStart_2 := _83
                        let value0_4 := 0
                        let _84 := 32
                        let _85 := sub(dataEnd_2, headStart_2)
                        let _86 := slt(_85, _84)
                        if _86
                        {
                            let _87 := 0
                            let _88 := _87
                            revert(_87, _87)
                        }
                        let _89 := 0
                        let _90 := add(headStart_2, _89)
                        let value0_5 := abi_decode_address(_90, dataEnd_2)
                        value0_4 := value0_5
                        let param_2 := value0_4
                        let _91 := allowance_slot(param_1, param_2)
                        let _92 := sload(_91)
                        let ret_3 := _92
                        let memPtr_10 := 0
                        let _93 := 64
                        let memPtr_11 := mload(_93)
                        memPtr_10 := memPtr_11
                        let memPos_5 := memPtr_10
                        let _94 := 0
                        let _95 := add(memPos_5, _94)
                        let pos_3 := _95
                        let value_9 := ret_3
                        let value_10 := value_9
                        let cleaned_10 := 0
                        let cleaned_11 := value_10
                        cleaned_10 := value_10
                        let _96 := cleaned_10
                        mstore(pos_3, _96)
                        let _97 := 32
                        return(memPos_5, _97)
                    }
                    case 0xa9059cbb {
                        let _98 := callvalue()
                        if _98
                        {
                            let _99 := 0
                            let _100 := _99
                            revert(_99, _99)
                        }
                        let _101 := calldatasize()
                        let _102 := 4
                        let param_3, param_4 := abi_decode_addresst_uint256(_102, _101)
                        let ret_4 := fun_transfer_84(param_3, param_4)
                        let ret_5 := ret_4
                        let memPtr_12 := 0
                        let _103 := 64
                        let memPtr_13 := mload(_103)
                        memPtr_12 := memPtr_13
                        let memPos_6 := memPtr_12
                        let _104 := 0
                        let _105 := add(memPos_6, _104)
                        let pos_4 := _105
                        let value_11 := ret_5
                        let value_12 := value_11
                        let cleaned_12 := 0
                        let cleaned_13 := value_12
                        cleaned_12 := value_12
                        let _106 := cleaned_12
                        mstore(pos_4, _106)
                        let _107 := 32
                        return(memPos_6, _107)
                    }
                    case 0x095ea7b3 {
                        let _108 := callvalue()
                        if _108
                        {
                            let _109 := 0
                            let _110 := _109
                            revert(_109, _109)
                        }
                        let _111 := calldatasize()
                        let _112 := 4
                        let param_5, param_6 := abi_decode_addresst_uint256(_112, _111)
                        let _113 := true
                        let _114 := caller()
                        let var_emit := _113
                        let var_amount := param_6
                        let var_spender := param_5
                        let var_owner := _114
                        let _115 := allowance_slot(var_owner, var_spender)
                        sstore(_115, var_amount)
                        if var_emit
                        {
                            let _116 := 0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925
                            let memPtr_14 := 0
                            let _117 := 64
                            let memPtr_15 := mload(_117)
                            memPtr_14 := memPtr_15
                            let _118 := memPtr_14
                            let pos_5 := _118
                            let value_13 := var_amount
                            let value_14 := value_13
                            let cleaned_14 := 0
                            let cleaned_15 := value_14
                            cleaned_14 := value_14
                            let _119 := cleaned_14
                            mstore(pos_5, _119)
                            let value_15 := var_spender
                            let cleaned_16 := 0
                            let value_16 := value_15
                            let cleaned_17 := 0
                            let _120 := sub(shl(160, 1), 1)
                            let cleaned_18 := and(value_16, _120)
                            cleaned_17 := cleaned_18
                            let cleaned_19 := cleaned_17
                            cleaned_16 := cleaned_19
                            let _121 := cleaned_16
                            let value_17 := var_owner
                            let cleaned_20 := 0
                            let value_18 := value_17
                            let cleaned_21 := 0
                            let _122 := sub(shl(160, 1), 1)
                            let cleaned_22 := and(value_18, _122)
                            cleaned_21 := cleaned_22
                            let cleaned_23 := cleaned_21
                            cleaned_20 := cleaned_23
                            let _123 := cleaned_20
                            let _124 := 32
                            log3(_118, _124, _116, _123, _121)
                        }
                        let _125 := _113
                        let ret_6 := _113
                        let memPtr_16 := 0
                        let _126 := 64
                        let memPtr_17 := mload(_126)
                        memPtr_16 := memPtr_17
                        let memPos_7 := memPtr_16
                        let _127 := 0
                        let _128 := add(memPos_7, _127)
                        let pos_6 := _128
                        let value_19 := ret_6
                        let value_20 := value_19
                        let cleaned_24 := 0
                        let cleaned_25 := value_20
                        cleaned_24 := value_20
                        let _129 := cleaned_24
                        mstore(pos_6, _129)
                        let _130 := 32
                        return(memPos_7, _130)
                    }
                    case 0x23b872dd {
                        let _131 := callvalue()
                        if _131
                        {
                            let _132 := 0
                            let _133 := _132
                            revert(_132, _132)
                        }
                        let _134 := calldatasize()
                        let _135 := 4
                        let dataEnd_3 := _134
                        let headStart_3 := _135
                        let value0_6 := 0
                        let _136 := 32
                        let _137 := sub(dataEnd_3, headStart_3)
                        let _138 := slt(_137, _136)
                        if _138
                        {
                            let _139 := 0
                            let _140 := _139
                            revert(_139, _139)
                        }
                        let _141 := 0
                        let _142 := add(headStart_3, _141)
                        let value0_7 := abi_decode_address(_142, dataEnd_3)
                        value0_6 := value0_7
                        let param_7 := value0_6
                        let _143 := _134
                        let _144 := 36
                        let param_8, param_9 := abi_decode_addresst_uint256(_144, _134)
                        let var_amount_1 := param_9
                        let var_to := param_8
                        let var_from := param_7
                        let var := 0
                        let _145 := caller()
                        let _146 := allowance_slot(var_from, _145)
                        let _147 := sload(_146)
                        let var_allowed := _147
                        let _148 := 0
                        let expr := not(_148)
                        let _149 := eq(_147, expr)
                        let _150 := iszero(_149)
                        if _150
                        {
                            let _151 := 17
                            let _152 := "allowance too low"
                            let _153 := lt(_147, var_amount_1)
                            let _154 := iszero(_153)
                            require_helper(_154, _152, _151)
                            let _155 := _148
                            let _156 := checked_sub_uint256(_147, var_amount_1)
                            let _157 := _145
                            let var_emit_1 := _148
                            let var_amount_2 := _156
                            let var_spender_1 := _145
                            let var_owner_1 := var_from
                            let _158 := allowance_slot(var_owner_1, var_spender_1)
                            sstore(_158, var_amount_2)
                            if var_emit_1
                            {
                                let _159 := 0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925
                                let memPtr_18 := 0
                                let _160 := 64
                                let memPtr_19 := mload(_160)
                                memPtr_18 := memPtr_19
                                let _161 := memPtr_18
                                let pos_7 := _161
                                let value_21 := var_amount_2
                                let value_22 := value_21
                                let cleaned_26 := 0
                                let cleaned_27 := value_22
                                cleaned_26 := value_22
                                let _162 := cleaned_26
                                mstore(pos_7, _162)
                                let value_23 := var_spender_1
                                let cleaned_28 := 0
                                let value_24 := value_23
                                let cleaned_29 := 0
                                let _163 := sub(shl(160, 1), 1)
                                let cleaned_30 := and(value_24, _163)
                                cleaned_29 := cleaned_30
                                let cleaned_31 := cleaned_29
                                cleaned_28 := cleaned_31
                                let _164 := cleaned_28
                                let value_25 := var_owner_1
                                let cleaned_32 := 0
                                let value_26 := value_25
                                let cleaned_33 := 0
                                let _165 := sub(shl(160, 1), 1)
                                let cleaned_34 := and(value_26, _165)
                                cleaned_33 := cleaned_34
                                let cleaned_35 := cleaned_33
                                cleaned_32 := cleaned_35
                                let _166 := cleaned_32
                                let _167 := 32
                                log3(_161, _167, _159, _166, _164)
                            }
                        }
                        fun_transfer(var_from, var_to, var_amount_1)
                        let var_1 := true
                        var := var_1
                        let ret_7 := var
                        let ret_8 := ret_7
                        let memPtr_20 := 0
                        let _168 := 64
                        let memPtr_21 := mload(_168)
                        memPtr_20 := memPtr_21
                        let memPos_8 := memPtr_20
                        let _169 := 0
                        let _170 := add(memPos_8, _169)
                        let pos_8 := _170
                        let value_27 := ret_8
                        let value_28 := value_27
                        let cleaned_36 := 0
                        let cleaned_37 := value_28
                        cleaned_36 := value_28
                        let _171 := cleaned_36
                        mstore(pos_8, _171)
                        let _172 := 32
                        return(memPos_8, _172)
                    }
                    default { }
                }
                let _173 := 0
                let _174 := _173
                revert(_173, _173)
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
                let value_1 := value
                let cleaned_1 := 0
                let _1 := sub(shl(160, 1), 1)
                let cleaned_2 := and(value_1, _1)
                cleaned_1 := cleaned_2
                let cleaned_3 := cleaned_1
                cleaned := cleaned_3
            }
            function cleanup_uint256(value) -> cleaned
            {
                let cleaned_1 := value
                cleaned := value
            }
            function validator_revert_address(value)
            {
                let value_1 := value
                let cleaned := 0
                let value_2 := value_1
                let cleaned_1 := 0
                let _1 := sub(shl(160, 1), 1)
                let cleaned_2 := and(value_2, _1)
                cleaned_1 := cleaned_2
                let cleaned_3 := cleaned_1
                cleaned := cleaned_3
                let _2 := cleaned
                let _3 := eq(value, _2)
                let _4 := iszero(_3)
                if _4
                {
                    let _5 := 0
                    let _6 := _5
                    revert(_5, _5)
                }
            }
            function validator_revert_uint256(value)
            {
                let value_1 := value
                let cleaned := 0
                let cleaned_1 := value_1
                cleaned := value_1
                let _1 := cleaned
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
                let value_2 := value_1
                let value_3 := value_2
                let cleaned := 0
                let value_4 := value_3
                let cleaned_1 := 0
                let _1 := sub(shl(160, 1), 1)
                let cleaned_2 := and(value_4, _1)
                cleaned_1 := cleaned_2
                let cleaned_3 := cleaned_1
                cleaned := cleaned_3
                let _2 := cleaned
                let _3 := eq(value_2, _2)
                let _4 := iszero(_3)
                if _4
                {
                    let _5 := 0
                    let _6 := _5
                    revert(_5, _5)
                }
            }
            function abi_decode_uint256(offset, end) -> value
            {
                let value_1 := calldataload(offset)
                value := value_1
                let value_2 := value_1
                let value_3 := value_2
                let cleaned := 0
                let cleaned_1 := value_3
                cleaned := value_3
                let _1 := cleaned
                let _2 := eq(value_2, _1)
                let _3 := iszero(_2)
                if _3
                {
                    let _4 := 0
                    let _5 := _4
                    revert(_4, _4)
                }
            }
            function abi_decode_tuple_address(headStart, dataEnd) -> value0
            {
                let _1 := 32
                let _2 := sub(dataEnd, headStart)
                let _3 := slt(_2, _1)
                if _3
                {
                    let _4 := 0
                    let _5 := _4
                    revert(_4, _4)
                }
                let _6 := 0
                let _7 := add(headStart, _6)
                let value0_1 := abi_decode_address(_7, dataEnd)
                value0 := value0_1
            }
            function abi_decode_addresst_uint256(headStart, dataEnd) -> value0, value1
            {
                let _1 := 64
                let _2 := sub(dataEnd, headStart)
                let _3 := slt(_2, _1)
                if _3
                {
                    let _4 := 0
                    let _5 := _4
                    revert(_4, _4)
                }
                let offset := 0
                let _6 := add(headStart, offset)
                let value0_1 := abi_decode_address(_6, dataEnd)
                value0 := value0_1
                let offset_1 := 32
                let _7 := add(headStart, offset_1)
                let end := dataEnd
                let offset_2 := _7
                let value := 0
                let value_1 := calldataload(offset_2)
                value := value_1
                let value_2 := value_1
                let value_3 := value_2
                let cleaned := 0
                let cleaned_1 := value_3
                cleaned := value_3
                let _8 := cleaned
                let _9 := eq(value_2, _8)
                let _10 := iszero(_9)
                if _10
                {
                    let _11 := 0
                    let _12 := _11
                    revert(_11, _11)
                }
                let value1_1 := value
                value1 := value1_1
            }
            function abi_encode_uint256(value, pos)
            {
                let value_1 := value
                let cleaned := 0
                let cleaned_1 := value_1
                cleaned := value_1
                let _1 := cleaned
                mstore(pos, _1)
            }
            function return_uint256(ret)
            {
                let memPtr := 0
                let _1 := 64
                let memPtr_1 := mload(_1)
                memPtr := memPtr_1
                let memPos := memPtr
                let _2 := 0
                let _3 := add(memPos, _2)
                let pos := _3
                let value := ret
                let value_1 := value
                let cleaned := 0
                let cleaned_1 := value_1
                cleaned := value_1
                let _4 := cleaned
                mstore(pos, _4)
                let _5 := 32
                return(memPos, _5)
            }
            function return_string(literal, length)
            {
                let memPtr := 0
                let _1 := 64
                let memPtr_1 := mload(_1)
                memPtr := memPtr_1
                let memPos := memPtr
                let _2 := 32
                mstore(memPos, _2)
                let _3 := _2
                let _4 := add(memPos, _2)
                mstore(_4, length)
                let _5 := 64
                let _6 := add(memPos, _5)
                mstore(_6, literal)
                let _7 := 96
                return(memPos, _7)
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
                    let memPtr := 0
                    let _2 := 64
                    let memPtr_1 := mload(_2)
                    memPtr := memPtr_1
                    let memPtr_2 := memPtr
                    let _3 := 0x08c379a0
                    let _4 := 224
                    let _5 := shl(_4, _3)
                    mstore(memPtr_2, _5)
                    let _6 := 32
                    let _7 := 4
                    let _8 := add(memPtr_2, _7)
                    mstore(_8, _6)
                    let _9 := 36
                    let _10 := add(memPtr_2, _9)
                    mstore(_10, length)
                    let _11 := 68
                    let _12 := add(memPtr_2, _11)
                    mstore(_12, message)
                    let _13 := 100
                    revert(memPtr_2, _13)
                }
            }
            function checked_add_uint256(x, y) -> sum
            {
                let x_1 := x
                let y_1 := y
                let value := x
                let cleaned := 0
                let cleaned_1 := value
                cleaned := value
                let x_2 := cleaned
                let value_1 := y
                let cleaned_2 := 0
                let cleaned_3 := value_1
                cleaned_2 := value_1
                let y_2 := cleaned_2
                let sum_1 := add(x_2, y_2)
                sum := sum_1
                let _1 := gt(x_2, sum_1)
                if _1
                {
                    let _2 := shl(224, 0x4e487b71)
                    let _3 := 0
                    mstore(_3, _2)
                    let _4 := 0x11
                    let _5 := 4
                    mstore(_5, _4)
                    let _6 := 0x24
                    let _7 := _3
                    revert(_3, _6)
                }
            }
            function checked_sub_uint256(x, y) -> diff
            {
                let x_1 := x
                let y_1 := y
                let value := x
                let cleaned := 0
                let cleaned_1 := value
                cleaned := value
                let x_2 := cleaned
                let value_1 := y
                let cleaned_2 := 0
                let cleaned_3 := value_1
                cleaned_2 := value_1
                let y_2 := cleaned_2
                let diff_1 := sub(x_2, y_2)
                diff := diff_1
                let _1 := gt(diff_1, x_2)
                if _1
                {
                    let _2 := shl(224, 0x4e487b71)
                    let _3 := 0
                    mstore(_3, _2)
                    let _4 := 0x11
                    let _5 := 4
                    mstore(_5, _4)
                    let _6 := 0x24
                    let _7 := _3
                    revert(_3, _6)
                }
            }
            function mapping_index_access_mapping_address_uint256_of_address(slot, key) -> dataSlot
            {
                let value := key
                let cleaned := 0
                let value_1 := value
                let cleaned_1 := 0
                let _1 := sub(shl(160, 1), 1)
                let cleaned_2 := and(value_1, _1)
                cleaned_1 := cleaned_2
                let cleaned_3 := cleaned_1
                cleaned := cleaned_3
                let _2 := cleaned
                let _3 := 0
                mstore(_3, _2)
                let _4 := 0x20
                mstore(_4, slot)
                let _5 := 0x40
                let _6 := _3
                let dataSlot_1 := keccak256(_3, _5)
                dataSlot := dataSlot_1
            }
            function allowance_slot(owner, spender) -> dataSlot
            {
                let _1 := 0x01
                let key := owner
                let slot := _1
                let dataSlot_1 := 0
                let value := key
                let cleaned := 0
                let value_1 := value
                let cleaned_1 := 0
                let _2 := sub(shl(160, 1), 1)
                let cleaned_2 := and(value_1, _2)
                cleaned_1 := cleaned_2
                let cleaned_3 := cleaned_1
                cleaned := cleaned_3
                let _3 := cleaned
                let _4 := 0
                mstore(_4, _3)
                let _5 := 0x20
                mstore(_5, slot)
                let _6 := 0x40
                let _7 := _4
                let dataSlot_2 := keccak256(_4, _6)
                dataSlot_1 := dataSlot_2
                let _8 := dataSlot_1
                let key_1 := spender
                let slot_1 := _8
                let dataSlot_3 := 0
                let value_2 := key_1
                let cleaned_4 := 0
                let value_3 := value_2
                let cleaned_5 := 0
                let _9 := sub(shl(160, 1), 1)
                let cleaned_6 := and(value_3, _9)
                cleaned_5 := cleaned_6
                let cleaned_7 := cleaned_5
                cleaned_4 := cleaned_7
                let _10 := cleaned_4
                let _11 := 0
                mstore(_11, _10)
                let _12 := 0x20
                mstore(_12, slot_1)
                let _13 := 0x40
                let _14 := _11
                let dataSlot_4 := keccak256(_11, _13)
                dataSlot_3 := dataSlot_4
                let dataSlot_5 := dataSlot_3
                dataSlot := dataSlot_5
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
                let ret := _5
                let memPtr := 0
                let _6 := 64
                let memPtr_1 := mload(_6)
                memPtr := memPtr_1
                let memPos := memPtr
                let _7 := 0
                let _8 := add(memPos, _7)
                let pos := _8
                let value := ret
                let value_1 := value
                let cleaned := 0
                let cleaned_1 := value_1
                cleaned := value_1
                let _9 := cleaned
                mstore(pos, _9)
                let _10 := 32
                return(memPos, _10)
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
                let dataEnd := _4
                let headStart := _5
                let value0 := 0
                let _6 := 32
                let _7 := sub(dataEnd, headStart)
                let _8 := slt(_7, _6)
                if _8
                {
                    let _9 := 0
                    let _10 := _9
                    revert(_9, _9)
                }
                let _11 := 0
                let _12 := add(headStart, _11)
                let value0_1 := abi_decode_address(_12, dataEnd)
                value0 := value0_1
                let param := value0
                let _13 := 0
                let key := param
                let slot := _13
                let dataSlot := 0
                let value := key
                let cleaned := 0
                let value_1 := value
                let cleaned_1 := 0
                let _14 := sub(shl(160, 1), 1)
                let cleaned_2 := and(value_1, _14)
                cleaned_1 := cleaned_2
                let cleaned_3 := cleaned_1
                cleaned := cleaned_3
                let _15 := cleaned
                let _16 := 0
                mstore(_16, _15)
                let _17 := 0x20
                mstore(_17, slot)
                let _18 := 0x40
                let _19 := _16
                let dataSlot_1 := keccak256(_16, _18)
                dataSlot := dataSlot_1
                let _20 := dataSlot
                let _21 := sload(_20)
                let ret := _21
                let memPtr := 0
                let _22 := 64
                let memPtr_1 := mload(_22)
                memPtr := memPtr_1
                let memPos := memPtr
                let _23 := 0
                let _24 := add(memPos, _23)
                let pos := _24
                let value_2 := ret
                let value_3 := value_2
                let cleaned_4 := 0
                let cleaned_5 := value_3
                cleaned_4 := value_3
                let _25 := cleaned_4
                mstore(pos, _25)
                let _26 := 32
                return(memPos, _26)
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
                let dataEnd := _4
                let headStart := _5
                let value0 := 0
                let _6 := 32
                let _7 := sub(dataEnd, headStart)
                let _8 := slt(_7, _6)
                if _8
                {
                    let _9 := 0
                    let _10 := _9
                    revert(_9, _9)
                }
                let _11 := 0
                let _12 := add(headStart, _11)
                let value0_1 := abi_decode_address(_12, dataEnd)
                value0 := value0_1
                let param := value0
                let _13 := _4
                let _14 := 36
                let dataEnd_1 := _4
                let headStart_1 := _14
                let value0_2 := 0
                let _15 := 32
                let _16 := sub(dataEnd_1, headStart_1)
                let _17 := slt(_16, _15)
                if _17
                {
                    let _18 := 0
                    let _19 := _18
                    revert(_18, _18)
                }
                let _20 := 0
                let _21 := add(headStart_1, _20)
                let value0_3 := abi_decode_address(_21, dataEnd_1)
                value0_2 := value0_3
                let param_1 := value0_2
                let _22 := allowance_slot(param, param_1)
                let _23 := sload(_22)
                let ret := _23
                let memPtr := 0
                let _24 := 64
                let memPtr_1 := mload(_24)
                memPtr := memPtr_1
                let memPos := memPtr
                let _25 := 0
                let _26 := add(memPos, _25)
                let pos := _26
                let value := ret
                let value_1 := value
                let cleaned := 0
                let cleaned_1 := value_1
                cleaned := value_1
                let _27 := cleaned
                mstore(pos, _27)
                let _28 := 32
                return(memPos, _28)
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
                let ret_1 := ret
                let memPtr := 0
                let _6 := 64
                let memPtr_1 := mload(_6)
                memPtr := memPtr_1
                let memPos := memPtr
                let _7 := 0
                let _8 := add(memPos, _7)
                let pos := _8
                let value := ret_1
                let value_1 := value
                let cleaned := 0
                let cleaned_1 := value_1
                cleaned := value_1
                let _9 := cleaned
                mstore(pos, _9)
                let _10 := 32
                return(memPos, _10)
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
                let var_emit := _6
                let var_amount := param_1
                let var_spender := param
                let var_owner := _7
                let _8 := allowance_slot(var_owner, var_spender)
                sstore(_8, var_amount)
                if var_emit
                {
                    let _9 := 0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925
                    let memPtr := 0
                    let _10 := 64
                    let memPtr_1 := mload(_10)
                    memPtr := memPtr_1
                    let _11 := memPtr
                    let pos := _11
                    let value := var_amount
                    let value_1 := value
                    let cleaned := 0
                    let cleaned_1 := value_1
                    cleaned := value_1
                    let _12 := cleaned
                    mstore(pos, _12)
                    let value_2 := var_spender
                    let cleaned_2 := 0
                    let value_3 := value_2
                    let cleaned_3 := 0
                    let _13 := sub(shl(160, 1), 1)
                    let cleaned_4 := and(value_3, _13)
                    cleaned_3 := cleaned_4
                    let cleaned_5 := cleaned_3
                    cleaned_2 := cleaned_5
                    let _14 := cleaned_2
                    let value_4 := var_owner
                    let cleaned_6 := 0
                    let value_5 := value_4
                    let cleaned_7 := 0
                    let _15 := sub(shl(160, 1), 1)
                    let cleaned_8 := and(value_5, _15)
                    cleaned_7 := cleaned_8
                    let cleaned_9 := cleaned_7
                    cleaned_6 := cleaned_9
                    let _16 := cleaned_6
                    let _17 := 32
                    log3(_11, _17, _9, _16, _14)
                }
                let _18 := _6
                let ret := _6
                let memPtr_2 := 0
                let _19 := 64
                let memPtr_3 := mload(_19)
                memPtr_2 := memPtr_3
                let memPos := memPtr_2
                let _20 := 0
                let _21 := add(memPos, _20)
                let pos_1 := _21
                let value_6 := ret
                let value_7 := value_6
                let cleaned_10 := 0
                let cleaned_11 := value_7
                cleaned_10 := value_7
                let _22 := cleaned_10
                mstore(pos_1, _22)
                let _23 := 32
                return(memPos, _23)
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
                let dataEnd := _4
                let headStart := _5
                let value0 := 0
                let _6 := 32
                let _7 := sub(dataEnd, headStart)
                let _8 := slt(_7, _6)
                if _8
                {
                    let _9 := 0
                    let _10 := _9
                    revert(_9, _9)
                }
                let _11 := 0
                let _12 := add(headStart, _11)
                let value0_1 := abi_decode_address(_12, dataEnd)
                value0 := value0_1
                let param := value0
                let _13 := _4
                let _14 := 36
                let param_1, param_2 := abi_decode_addresst_uint256(_14, _4)
                let var_amount := param_2
                let var_to := param_1
                let var_from := param
                let var := 0
                let _15 := caller()
                let _16 := allowance_slot(var_from, _15)
                let _17 := sload(_16)
                let var_allowed := _17
                let _18 := 0
                let expr := not(_18)
                let _19 := eq(_17, expr)
                let _20 := iszero(_19)
                if _20
                {
                    let _21 := 17
                    let _22 := "allowance too low"
                    let _23 := lt(_17, var_amount)
                    let _24 := iszero(_23)
                    require_helper(_24, _22, _21)
                    let _25 := _18
                    let _26 := checked_sub_uint256(_17, var_amount)
                    let _27 := _15
                    let var_emit := _18
                    let var_amount_1 := _26
                    let var_spender := _15
                    let var_owner := var_from
                    let _28 := allowance_slot(var_owner, var_spender)
                    sstore(_28, var_amount_1)
                    if var_emit
                    {
                        let _29 := 0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925
                        let memPtr := 0
                        let _30 := 64
                        let memPtr_1 := mload(_30)
                        memPtr := memPtr_1
                        let _31 := memPtr
                        let pos := _31
                        let value := var_amount_1
                        let value_1 := value
                        let cleaned := 0
                        let cleaned_1 := value_1
                        cleaned := value_1
                        let _32 := cleaned
                        mstore(pos, _32)
                        let value_2 := var_spender
                        let cleaned_2 := 0
                        let value_3 := value_2
                        let cleaned_3 := 0
                        let _33 := sub(shl(160, 1), 1)
                        let cleaned_4 := and(value_3, _33)
                        cleaned_3 := cleaned_4
                        let cleaned_5 := cleaned_3
                        cleaned_2 := cleaned_5
                        let _34 := cleaned_2
                        let value_4 := var_owner
                        let cleaned_6 := 0
                        let value_5 := value_4
                        let cleaned_7 := 0
                        let _35 := sub(shl(160, 1), 1)
                        let cleaned_8 := and(value_5, _35)
                        cleaned_7 := cleaned_8
                        let cleaned_9 := cleaned_7
                        cleaned_6 := cleaned_9
                        let _36 := cleaned_6
                        let _37 := 32
                        log3(_31, _37, _29, _36, _34)
                    }
                }
                fun_transfer(var_from, var_to, var_amount)
                let var_1 := true
                var := var_1
                let ret := var
                let ret_1 := ret
                let memPtr_2 := 0
                let _38 := 64
                let memPtr_3 := mload(_38)
                memPtr_2 := memPtr_3
                let memPos := memPtr_2
                let _39 := 0
                let _40 := add(memPos, _39)
                let pos_1 := _40
                let value_6 := ret_1
                let value_7 := value_6
                let cleaned_10 := 0
                let cleaned_11 := value_7
                cleaned_10 := value_7
                let _41 := cleaned_10
                mstore(pos_1, _41)
                let _42 := 32
                return(memPos, _42)
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
                let expr := not(_4)
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
                    let var_emit := _4
                    let var_amount_1 := _12
                    let var_spender := _1
                    let var_owner := var_from
                    let _14 := allowance_slot(var_owner, var_spender)
                    sstore(_14, var_amount_1)
                    if var_emit
                    {
                        let _15 := 0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925
                        let memPtr := 0
                        let _16 := 64
                        let memPtr_1 := mload(_16)
                        memPtr := memPtr_1
                        let _17 := memPtr
                        let pos := _17
                        let value := var_amount_1
                        let value_1 := value
                        let cleaned := 0
                        let cleaned_1 := value_1
                        cleaned := value_1
                        let _18 := cleaned
                        mstore(pos, _18)
                        let value_2 := var_spender
                        let cleaned_2 := 0
                        let value_3 := value_2
                        let cleaned_3 := 0
                        let _19 := sub(shl(160, 1), 1)
                        let cleaned_4 := and(value_3, _19)
                        cleaned_3 := cleaned_4
                        let cleaned_5 := cleaned_3
                        cleaned_2 := cleaned_5
                        let _20 := cleaned_2
                        let value_4 := var_owner
                        let cleaned_6 := 0
                        let value_5 := value_4
                        let cleaned_7 := 0
                        let _21 := sub(shl(160, 1), 1)
                        let cleaned_8 := and(value_5, _21)
                        cleaned_7 := cleaned_8
                        let cleaned_9 := cleaned_7
                        cleaned_6 := cleaned_9
                        let _22 := cleaned_6
                        let _23 := 32
                        log3(_17, _23, _15, _22, _20)
                    }
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
                    let memPtr := 0
                    let _3 := 64
                    let memPtr_1 := mload(_3)
                    memPtr := memPtr_1
                    let _4 := memPtr
                    let pos := _4
                    let value := var_amount
                    let value_1 := value
                    let cleaned := 0
                    let cleaned_1 := value_1
                    cleaned := value_1
                    let _5 := cleaned
                    mstore(pos, _5)
                    let value_2 := var_spender
                    let cleaned_2 := 0
                    let value_3 := value_2
                    let cleaned_3 := 0
                    let _6 := sub(shl(160, 1), 1)
                    let cleaned_4 := and(value_3, _6)
                    cleaned_3 := cleaned_4
                    let cleaned_5 := cleaned_3
                    cleaned_2 := cleaned_5
                    let _7 := cleaned_2
                    let value_4 := var_owner
                    let cleaned_6 := 0
                    let value_5 := value_4
                    let cleaned_7 := 0
                    let _8 := sub(shl(160, 1), 1)
                    let cleaned_8 := and(value_5, _8)
                    cleaned_7 := cleaned_8
                    let cleaned_9 := cleaned_7
                    cleaned_6 := cleaned_9
                    let _9 := cleaned_6
                    let _10 := 32
                    log3(_4, _10, _2, _9, _7)
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
                let key := var_from
                let slot := _5
                let dataSlot := 0
                let value := key
                let cleaned := 0
                let value_1 := value
                let cleaned_1 := 0
                let _6 := sub(shl(160, 1), 1)
                let cleaned_2 := and(value_1, _6)
                cleaned_1 := cleaned_2
                let cleaned_3 := cleaned_1
                cleaned := cleaned_3
                let _7 := cleaned
                let _8 := 0
                mstore(_8, _7)
                let _9 := 0x20
                mstore(_9, slot)
                let _10 := 0x40
                let _11 := _8
                let dataSlot_1 := keccak256(_8, _10)
                dataSlot := dataSlot_1
                let _12 := dataSlot
                let _13 := sload(_12)
                let _14 := 15
                let _15 := "balance too low"
                let _16 := gt(var_amount, _13)
                let _17 := iszero(_16)
                require_helper(_17, _15, _14)
                let _18 := checked_sub_uint256(_13, var_amount)
                sstore(_12, _18)
                let _19 := _5
                let key_1 := var_to
                let slot_1 := _5
                let dataSlot_2 := 0
                let value_2 := key_1
                let cleaned_4 := 0
                let value_3 := value_2
                let cleaned_5 := 0
                let _20 := sub(shl(160, 1), 1)
                let cleaned_6 := and(value_3, _20)
                cleaned_5 := cleaned_6
                let cleaned_7 := cleaned_5
                cleaned_4 := cleaned_7
                let _21 := cleaned_4
                let _22 := 0
                mstore(_22, _21)
                let _23 := 0x20
                mstore(_23, slot_1)
                let _24 := 0x40
                let _25 := _22
                let dataSlot_3 := keccak256(_22, _24)
                dataSlot_2 := dataSlot_3
                let _26 := dataSlot_2
                let _27 := sload(_26)
                let y := var_amount
                let x := _27
                let sum := 0
                let x_1 := x
                let y_1 := y
                let value_4 := x
                let cleaned_8 := 0
                let cleaned_9 := value_4
                cleaned_8 := value_4
                let x_2 := cleaned_8
                let value_5 := y
                let cleaned_10 := 0
                let cleaned_11 := value_5
                cleaned_10 := value_5
                let y_2 := cleaned_10
                let sum_1 := add(x_2, y_2)
                sum := sum_1
                let _28 := gt(x_2, sum_1)
                if _28
                {
                    let _29 := shl(224, 0x4e487b71)
                    let _30 := 0
                    mstore(_30, _29)
                    let _31 := 0x11
                    let _32 := 4
                    mstore(_32, _31)
                    let _33 := 0x24
                    let _34 := _30
                    revert(_30, _33)
                }
                let expr := sum
                sstore(_26, expr)
                let _35 := 0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef
                let memPtr := 0
                let _36 := 64
                let memPtr_1 := mload(_36)
                memPtr := memPtr_1
                let _37 := memPtr
                let pos := _37
                let value_6 := var_amount
                let value_7 := value_6
                let cleaned_12 := 0
                let cleaned_13 := value_7
                cleaned_12 := value_7
                let _38 := cleaned_12
                mstore(pos, _38)
                let value_8 := var_to
                let cleaned_14 := 0
                let value_9 := value_8
                let cleaned_15 := 0
                let _39 := sub(shl(160, 1), 1)
                let cleaned_16 := and(value_9, _39)
                cleaned_15 := cleaned_16
                let cleaned_17 := cleaned_15
                cleaned_14 := cleaned_17
                let _40 := cleaned_14
                let value_10 := var_from
                let cleaned_18 := 0
                let value_11 := value_10
                let cleaned_19 := 0
                let _41 := sub(shl(160, 1), 1)
                let cleaned_20 := and(value_11, _41)
                cleaned_19 := cleaned_20
                let cleaned_21 := cleaned_19
                cleaned_18 := cleaned_21
                let _42 := cleaned_18
                let _43 := 32
                log3(_37, _43, _35, _42, _40)
            }
        }
        data ".metadata" hex"a164736f6c6343000825000a"
    }
}
