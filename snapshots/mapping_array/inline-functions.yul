object "Layouts_200" {
    code {
        {
            let _1 := memoryguard(0x80)
            let _2 := 0x40
            mstore(_2, _1)
            let _3 := caller()
            let _4 := 0x03
            sstore(_4, _3)
            let _5 := _2
            let ptr := _1
            let _6 := datasize("Layouts_200_deployed")
            let _7 := dataoffset("Layouts_200_deployed")
            datacopy(ptr, _7, _6)
            let _8 := _6
            return(ptr, _6)
        }
    }
    object "Layouts_200_deployed" {
        code {
            {
                let _1 := memoryguard(0x80)
                let _2 := 0x40
                mstore(_2, _1)
                let _3 := 0x04
                let _4 := calldatasize()
                let _5 := lt(_4, _3)
                if _5
                {
                    let _6 := 0
                    let _7 := _6
                    revert(_6, _6)
                }
                let _8 := 0x00
                let _9 := calldataload(_8)
                let _10 := 0xe0
                let _11 := shr(_10, _9)
                switch _11
                case 0x1110fa70 {
                    let var_who, var_round := abi_decode_addresst_uint256()
                    let _12 := 0x44
                    let _13 := calldataload(_12)
                    fun_setScore(var_who, var_round, _13)
                    stop()
                }
                case 0x4bbd2d6b {
                    let var_who_1, var_round_1 := abi_decode_addresst_uint256()
                    let _14 := _8
                    let key := var_who_1
                    let slot := _8
                    let dataSlot := 0
                    let _15 := cleanup_address(key)
                    let _16 := 0x00
                    mstore(_16, _15)
                    let _17 := 0x20
                    mstore(_17, slot)
                    let _18 := 0x40
                    let _19 := _16
                    let dataSlot_1 := keccak256(_16, _18)
                    dataSlot := dataSlot_1
                    let _20 := dataSlot
                    let key_1 := var_round_1
                    let slot_1 := _20
                    let dataSlot_2 := 0
                    let _21 := 0x00
                    mstore(_21, key_1)
                    let _22 := 0x20
                    mstore(_22, slot_1)
                    let _23 := 0x40
                    let _24 := _21
                    let dataSlot_3 := keccak256(_21, _23)
                    dataSlot_2 := dataSlot_3
                    let _25 := dataSlot_2
                    let _26 := sload(_25)
                    let value := _26
                    let _27 := 0x40
                    let memPos := mload(_27)
                    mstore(memPos, value)
                    let _28 := 0x20
                    return(memPos, _28)
                }
                case 0x959ac484 {
                    let _29 := _3
                    let _30 := calldataload(_3)
                    let _31 := 0x01
                    let value_1 := _30
                    let array := _31
                    let newLength := 0
                    let array_1 := array
                    let length := 0
                    let length_1 := sload(array_1)
                    length := length_1
                    let oldLength := length
                    let _32 := 0x10000000000000000
                    let _33 := lt(oldLength, _32)
                    let _34 := iszero(_33)
                    if _34
                    {
                        let _35 := 0x41
                        let code := _35
                        let _36 := 0x4e487b71
                        let _37 := 224
                        let _38 := shl(_37, _36)
                        let _39 := 0
                        mstore(_39, _38)
                        let _40 := 4
                        mstore(_40, code)
                        let _41 := 0x24
                        let _42 := _39
                        revert(_39, _41)
                    }
                    let _43 := 1
                    let newLength_1 := add(oldLength, _43)
                    newLength := newLength_1
                    sstore(array, newLength_1)
                    let slot_2, offset := array_index_access(array, oldLength)
                    sstore(slot_2, value_1)
                    let _44 := newLength
                    let value_2 := _44
                    let _45 := 0x40
                    let memPos_1 := mload(_45)
                    mstore(memPos_1, value_2)
                    let _46 := 0x20
                    return(memPos_1, _46)
                }
                case 0xa4ece52c {
                    let _47 := 0x01
                    let _48 := array_pop(_47)
                    let value_3 := _48
                    let _49 := 0x40
                    let memPos_2 := mload(_49)
                    mstore(memPos_2, value_3)
                    let _50 := 0x20
                    return(memPos_2, _50)
                }
                case 0x1f7b6d32 {
                    let _51 := 0x01
                    let array_2 := _51
                    let length_2 := 0
                    let length_3 := sload(array_2)
                    length_2 := length_3
                    let _52 := length_2
                    let value_4 := _52
                    let _53 := 0x40
                    let memPos_3 := mload(_53)
                    mstore(memPos_3, value_4)
                    let _54 := 0x20
                    return(memPos_3, _54)
                }
                case 0xe0886f90 {
                    let _55 := _3
                    let _56 := calldataload(_3)
                    let _57 := 0x01
                    let slot_3, offset_1 := array_index_access(_57, _56)
                    let _58 := sload(slot_3)
                    let offset_2 := offset_1
                    let slotValue := _58
                    let value_5 := 0
                    let _59 := 8
                    let _60 := mul(offset_2, _59)
                    let value_6 := shr(_60, slotValue)
                    value_5 := value_6
                    let _61 := value_5
                    let value_7 := _61
                    let _62 := 0x40
                    let memPos_4 := mload(_62)
                    mstore(memPos_4, value_7)
                    let _63 := 0x20
                    return(memPos_4, _63)
                }
                case 0xc624c6f2 {
                    let _64 := _3
                    let _65 := calldataload(_3)
                    let var_index := _65
                    let _66 := 1
                    let array_3 := _66
                    let length_4 := 0
                    let length_5 := sload(array_3)
                    length_4 := length_5
                    let expr := length_4
                    let _67 := _66
                    let slot_4, offset_3 := array_index_access(_66, var_index)
                    let _68 := _66
                    let var_last := array_pop(_66)
                    let _69 := _66
                    let expr_1 := add(var_index, _66)
                    let _70 := lt(expr_1, expr)
                    if _70 { sstore(slot_4, var_last) }
                    stop()
                }
                case 0x416fd825 {
                    let _71 := _3
                    let _72 := calldataload(_3)
                    let _73 := cleanup_address(_72)
                    let var_who_2 := _73
                    let _74 := 0x24
                    let var_level := calldataload(_74)
                    let _75 := 0x44
                    let var_since := calldataload(_75)
                    let _76 := 0x64
                    let var_active := calldataload(_76)
                    let _77 := 0xff
                    let _78 := gt(var_level, _77)
                    if _78
                    {
                        let _79 := 0
                        let _80 := _79
                        revert(_79, _79)
                    }
                    let _81 := 0xffffffffffffffff
                    let _82 := gt(var_since, _81)
                    if _82
                    {
                        let _83 := 0
                        let _84 := _83
                        revert(_83, _83)
                    }
                    let _85 := iszero(var_active)
                    let _86 := iszero(_85)
                    let _87 := eq(var_active, _86)
                    let _88 := iszero(_87)
                    if _88
                    {
                        let _89 := 0
                        let _90 := _89
                        revert(_89, _89)
                    }
                    let _91 := 2
                    let key_2 := var_who_2
                    let slot_5 := _91
                    let dataSlot_4 := 0
                    let _92 := cleanup_address(key_2)
                    let _93 := 0x00
                    mstore(_93, _92)
                    let _94 := 0x20
                    mstore(_94, slot_5)
                    let _95 := 0x40
                    let _96 := _93
                    let dataSlot_5 := keccak256(_93, _95)
                    dataSlot_4 := dataSlot_5
                    let _97 := dataSlot_4
                    let _98 := sload(_97)
                    let _99 := _98
                    let _100 := 1
                    let _101 := 0
                    let toInsert := var_level
                    let size := _100
                    let offset_4 := _101
                    let slotValue_1 := _98
                    let result := 0
                    let _102 := 8
                    let shiftBits := mul(offset_4, _102)
                    let _103 := 1
                    let _104 := _103
                    let _105 := _102
                    let _106 := mul(size, _102)
                    let _107 := shl(_106, _103)
                    let _108 := sub(_107, _103)
                    let mask := shl(shiftBits, _108)
                    let _109 := shl(shiftBits, toInsert)
                    let _110 := and(_109, mask)
                    let _111 := not(mask)
                    let _112 := and(slotValue_1, _111)
                    let result_1 := or(_112, _110)
                    result := result_1
                    let _113 := result
                    let _114 := 8
                    let _115 := _100
                    let toInsert_1 := var_since
                    let size_1 := _114
                    let offset_5 := _100
                    let slotValue_2 := _113
                    let result_2 := 0
                    let _116 := 8
                    let shiftBits_1 := mul(offset_5, _116)
                    let _117 := 1
                    let _118 := _117
                    let _119 := _116
                    let _120 := mul(size_1, _116)
                    let _121 := shl(_120, _117)
                    let _122 := sub(_121, _117)
                    let mask_1 := shl(shiftBits_1, _122)
                    let _123 := shl(shiftBits_1, toInsert_1)
                    let _124 := and(_123, mask_1)
                    let _125 := not(mask_1)
                    let _126 := and(slotValue_2, _125)
                    let result_3 := or(_126, _124)
                    result_2 := result_3
                    let _127 := result_2
                    let _128 := _100
                    let _129 := 9
                    let toInsert_2 := var_active
                    let size_2 := _100
                    let offset_6 := _129
                    let slotValue_3 := _127
                    let result_4 := 0
                    let _130 := 8
                    let shiftBits_2 := mul(offset_6, _130)
                    let _131 := 1
                    let _132 := _131
                    let _133 := _130
                    let _134 := mul(size_2, _130)
                    let _135 := shl(_134, _131)
                    let _136 := sub(_135, _131)
                    let mask_2 := shl(shiftBits_2, _136)
                    let _137 := shl(shiftBits_2, toInsert_2)
                    let _138 := and(_137, mask_2)
                    let _139 := not(mask_2)
                    let _140 := and(slotValue_3, _139)
                    let result_5 := or(_140, _138)
                    result_4 := result_5
                    let _141 := result_4
                    sstore(_97, _141)
                    let _142 := 0xc6e71e3aee3e0a9e947f36c5d655ee69031cfd09a416c744a4317f82b676e6ba
                    let _143 := _101
                    let _144 := _101
                    log2(_101, _101, _142, var_who_2)
                    stop()
                }
                case 0x2f8eb9cb {
                    let _145 := _3
                    let _146 := calldataload(_3)
                    let _147 := cleanup_address(_146)
                    let var_who_3 := _147
                    let var_level_1 := 0
                    let var_since_1 := 0
                    let var_active_1 := 0
                    let _148 := 2
                    let key_3 := var_who_3
                    let slot_6 := _148
                    let dataSlot_6 := 0
                    let _149 := cleanup_address(key_3)
                    let _150 := 0x00
                    mstore(_150, _149)
                    let _151 := 0x20
                    mstore(_151, slot_6)
                    let _152 := 0x40
                    let _153 := _150
                    let dataSlot_7 := keccak256(_150, _152)
                    dataSlot_6 := dataSlot_7
                    let _154 := dataSlot_6
                    let _155 := sload(_154)
                    let _156 := 0xff
                    let _157 := 0
                    let offset_7 := _157
                    let slotValue_4 := _155
                    let value_8 := 0
                    let _158 := 8
                    let _159 := mul(offset_7, _158)
                    let value_9 := shr(_159, slotValue_4)
                    value_8 := value_9
                    let _160 := value_8
                    let var_level_2 := and(_160, _156)
                    var_level_1 := var_level_2
                    let _161 := 0xffffffffffffffff
                    let _162 := 1
                    let offset_8 := _162
                    let slotValue_5 := _155
                    let value_10 := 0
                    let _163 := 8
                    let _164 := mul(offset_8, _163)
                    let value_11 := shr(_164, slotValue_5)
                    value_10 := value_11
                    let _165 := value_10
                    let var_since_2 := and(_165, _161)
                    var_since_1 := var_since_2
                    let _166 := 22
                    let var_active_2 := byte(_166, _155)
                    var_active_1 := var_active_2
                    let a := var_level_1
                    let b := var_since_1
                    let c := var_active_1
                    let _167 := _2
                    let memPos_5 := mload(_2)
                    mstore(memPos_5, a)
                    let _168 := 0x20
                    let _169 := add(memPos_5, _168)
                    mstore(_169, b)
                    let _170 := _2
                    let _171 := add(memPos_5, _2)
                    mstore(_171, c)
                    let _172 := 0x60
                    return(memPos_5, _172)
                }
                let _173 := _8
                let _174 := _8
                revert(_8, _8)
            }
            function cleanup_address(value) -> cleaned
            {
                let _1 := 1
                let _2 := 160
                let _3 := 2
                let _4 := exp(_3, _2)
                let _5 := sub(_4, _1)
                let cleaned_1 := and(value, _5)
                cleaned := cleaned_1
                let _6 := sub(value, cleaned_1)
                if _6
                {
                    let _7 := 0
                    let _8 := _7
                    revert(_7, _7)
                }
            }
            function abi_decode_addresst_uint256() -> value0, value1
            {
                let _1 := 0x40
                let _2 := 4
                let _3 := calldatasize()
                let _4 := sub(_3, _2)
                let _5 := slt(_4, _1)
                if _5
                {
                    let _6 := 0
                    let _7 := _6
                    revert(_6, _6)
                }
                let _8 := _2
                let _9 := calldataload(_2)
                let value0_1 := cleanup_address(_9)
                value0 := value0_1
                let _10 := 0x24
                let value1_1 := calldataload(_10)
                value1 := value1_1
            }
            function abi_encode_return(value)
            {
                let _1 := 0x40
                let memPos := mload(_1)
                mstore(memPos, value)
                let _2 := 0x20
                return(memPos, _2)
            }
            function panic(code)
            {
                let _1 := 0x4e487b71
                let _2 := 224
                let _3 := shl(_2, _1)
                let _4 := 0
                mstore(_4, _3)
                let _5 := 4
                mstore(_5, code)
                let _6 := 0x24
                let _7 := _4
                revert(_4, _6)
            }
            function mapping_address_of(slot, key) -> dataSlot
            {
                let _1 := cleanup_address(key)
                let _2 := 0x00
                mstore(_2, _1)
                let _3 := 0x20
                mstore(_3, slot)
                let _4 := 0x40
                let _5 := _2
                let dataSlot_1 := keccak256(_2, _4)
                dataSlot := dataSlot_1
            }
            function mapping$_uint256_of(slot, key) -> dataSlot
            {
                let _1 := 0x00
                mstore(_1, key)
                let _2 := 0x20
                mstore(_2, slot)
                let _3 := 0x40
                let _4 := _1
                let dataSlot_1 := keccak256(_1, _3)
                dataSlot := dataSlot_1
            }
            function array_length(array) -> length
            {
                let length_1 := sload(array)
                length := length_1
            }
            function array_dataslot(array) -> slot
            {
                let _1 := 0
                mstore(_1, array)
                let _2 := 0x20
                let _3 := _1
                let slot_1 := keccak256(_1, _2)
                slot := slot_1
            }
            function array_index_access(array, index) -> slot, offset
            {
                let array_1 := array
                let length := 0
                let length_1 := sload(array_1)
                length := length_1
                let _1 := length
                let _2 := lt(index, _1)
                let _3 := iszero(_2)
                if _3
                {
                    let _4 := 0x32
                    let code := _4
                    let _5 := 0x4e487b71
                    let _6 := 224
                    let _7 := shl(_6, _5)
                    let _8 := 0
                    mstore(_8, _7)
                    let _9 := 4
                    mstore(_9, code)
                    let _10 := 0x24
                    let _11 := _8
                    revert(_8, _10)
                }
                let array_2 := array
                let slot_1 := 0
                let _12 := 0
                mstore(_12, array_2)
                let _13 := 0x20
                let _14 := _12
                let slot_2 := keccak256(_12, _13)
                slot_1 := slot_2
                let _15 := slot_1
                let slot_3 := add(_15, index)
                slot := slot_3
                let offset_1 := 0
                offset := offset_1
            }
            function extract_from_storage_value(slotValue, offset) -> value
            {
                let _1 := 8
                let _2 := mul(offset, _1)
                let value_1 := shr(_2, slotValue)
                value := value_1
            }
            function update_byte_slice(slotValue, offset, size, toInsert) -> result
            {
                let _1 := 8
                let shiftBits := mul(offset, _1)
                let _2 := 1
                let _3 := _2
                let _4 := _1
                let _5 := mul(size, _1)
                let _6 := shl(_5, _2)
                let _7 := sub(_6, _2)
                let mask := shl(shiftBits, _7)
                let _8 := shl(shiftBits, toInsert)
                let _9 := and(_8, mask)
                let _10 := not(mask)
                let _11 := and(slotValue, _10)
                let result_1 := or(_11, _9)
                result := result_1
            }
            function array_push(array, value) -> newLength
            {
                let array_1 := array
                let length := 0
                let length_1 := sload(array_1)
                length := length_1
                let oldLength := length
                let _1 := 0x10000000000000000
                let _2 := lt(oldLength, _1)
                let _3 := iszero(_2)
                if _3
                {
                    let _4 := 0x41
                    let code := _4
                    let _5 := 0x4e487b71
                    let _6 := 224
                    let _7 := shl(_6, _5)
                    let _8 := 0
                    mstore(_8, _7)
                    let _9 := 4
                    mstore(_9, code)
                    let _10 := 0x24
                    let _11 := _8
                    revert(_8, _10)
                }
                let _12 := 1
                let newLength_1 := add(oldLength, _12)
                newLength := newLength_1
                sstore(array, newLength_1)
                let slot, offset := array_index_access(array, oldLength)
                sstore(slot, value)
            }
            function array_pop(array) -> value
            {
                let array_1 := array
                let length := 0
                let length_1 := sload(array_1)
                length := length_1
                let length_2 := length
                let _1 := iszero(length_2)
                if _1
                {
                    let _2 := 0x31
                    let code := _2
                    let _3 := 0x4e487b71
                    let _4 := 224
                    let _5 := shl(_4, _3)
                    let _6 := 0
                    mstore(_6, _5)
                    let _7 := 4
                    mstore(_7, code)
                    let _8 := 0x24
                    let _9 := _6
                    revert(_6, _8)
                }
                let _10 := 1
                let newLength := sub(length_2, _10)
                let slot, offset := array_index_access(array, newLength)
                let _11 := sload(slot)
                let offset_1 := offset
                let slotValue := _11
                let value_1 := 0
                let _12 := 8
                let _13 := mul(offset_1, _12)
                let value_2 := shr(_13, slotValue)
                value_1 := value_2
                let value_3 := value_1
                value := value_3
                let _14 := 0
                sstore(slot, _14)
                sstore(array, newLength)
            }
            function fun_setScore(var_who, var_round, var_score)
            {
                let _1 := 1
                let _2 := _1
                let _3 := 160
                let _4 := shl(_3, _1)
                let _5 := sub(_4, _1)
                let _6 := 0x03
                let _7 := sload(_6)
                let _8 := and(_7, _5)
                let _9 := caller()
                let _10 := eq(_9, _8)
                let _11 := iszero(_10)
                if _11
                {
                    let _12 := "not the owner"
                    let _13 := 0
                    mstore(_13, _12)
                    let _14 := 0x20
                    let _15 := _13
                    revert(_13, _14)
                }
                let _16 := 0x00
                let key := var_who
                let slot := _16
                let dataSlot := 0
                let _17 := cleanup_address(key)
                let _18 := 0x00
                mstore(_18, _17)
                let _19 := 0x20
                mstore(_19, slot)
                let _20 := 0x40
                let _21 := _18
                let dataSlot_1 := keccak256(_18, _20)
                dataSlot := dataSlot_1
                let _22 := dataSlot
                let key_1 := var_round
                let slot_1 := _22
                let dataSlot_2 := 0
                let _23 := 0x00
                mstore(_23, key_1)
                let _24 := 0x20
                mstore(_24, slot_1)
                let _25 := 0x40
                let _26 := _23
                let dataSlot_3 := keccak256(_23, _25)
                dataSlot_2 := dataSlot_3
                let _27 := dataSlot_2
                let _28 := sload(_27)
                let _29 := eq(_28, var_score)
                if _29 { leave }
                sstore(_27, var_score)
            }
            function fun_removeAt(var_index)
            {
                let _1 := 1
                let array := _1
                let length := 0
                let length_1 := sload(array)
                length := length_1
                let expr := length
                let _2 := _1
                let slot, offset := array_index_access(_1, var_index)
                let _3 := _1
                let var_last := array_pop(_1)
                let _4 := _1
                let expr_1 := add(var_index, _1)
                let _5 := lt(expr_1, expr)
                if _5 { sstore(slot, var_last) }
            }
            function fun_setProfile(var_who)
            {
                let _1 := 0x24
                let var_level := calldataload(_1)
                let _2 := 0x44
                let var_since := calldataload(_2)
                let _3 := 0x64
                let var_active := calldataload(_3)
                let _4 := 0xff
                let _5 := gt(var_level, _4)
                if _5
                {
                    let _6 := 0
                    let _7 := _6
                    revert(_6, _6)
                }
                let _8 := 0xffffffffffffffff
                let _9 := gt(var_since, _8)
                if _9
                {
                    let _10 := 0
                    let _11 := _10
                    revert(_10, _10)
                }
                let _12 := iszero(var_active)
                let _13 := iszero(_12)
                let _14 := eq(var_active, _13)
                let _15 := iszero(_14)
                if _15
                {
                    let _16 := 0
                    let _17 := _16
                    revert(_16, _16)
                }
                let _18 := 2
                let key := var_who
                let slot := _18
                let dataSlot := 0
                let _19 := cleanup_address(key)
                let _20 := 0x00
                mstore(_20, _19)
                let _21 := 0x20
                mstore(_21, slot)
                let _22 := 0x40
                let _23 := _20
                let dataSlot_1 := keccak256(_20, _22)
                dataSlot := dataSlot_1
                let _24 := dataSlot
                let _25 := sload(_24)
                let _26 := _25
                let _27 := 1
                let _28 := 0
                let toInsert := var_level
                let size := _27
                let offset := _28
                let slotValue := _25
                let result := 0
                let _29 := 8
                let shiftBits := mul(offset, _29)
                let _30 := 1
                let _31 := _30
                let _32 := _29
                let _33 := mul(size, _29)
                let _34 := shl(_33, _30)
                let _35 := sub(_34, _30)
                let mask := shl(shiftBits, _35)
                let _36 := shl(shiftBits, toInsert)
                let _37 := and(_36, mask)
                let _38 := not(mask)
                let _39 := and(slotValue, _38)
                let result_1 := or(_39, _37)
                result := result_1
                let _40 := result
                let _41 := 8
                let _42 := _27
                let toInsert_1 := var_since
                let size_1 := _41
                let offset_1 := _27
                let slotValue_1 := _40
                let result_2 := 0
                let _43 := 8
                let shiftBits_1 := mul(offset_1, _43)
                let _44 := 1
                let _45 := _44
                let _46 := _43
                let _47 := mul(size_1, _43)
                let _48 := shl(_47, _44)
                let _49 := sub(_48, _44)
                let mask_1 := shl(shiftBits_1, _49)
                let _50 := shl(shiftBits_1, toInsert_1)
                let _51 := and(_50, mask_1)
                let _52 := not(mask_1)
                let _53 := and(slotValue_1, _52)
                let result_3 := or(_53, _51)
                result_2 := result_3
                let _54 := result_2
                let _55 := _27
                let _56 := 9
                let toInsert_2 := var_active
                let size_2 := _27
                let offset_2 := _56
                let slotValue_2 := _54
                let result_4 := 0
                let _57 := 8
                let shiftBits_2 := mul(offset_2, _57)
                let _58 := 1
                let _59 := _58
                let _60 := _57
                let _61 := mul(size_2, _57)
                let _62 := shl(_61, _58)
                let _63 := sub(_62, _58)
                let mask_2 := shl(shiftBits_2, _63)
                let _64 := shl(shiftBits_2, toInsert_2)
                let _65 := and(_64, mask_2)
                let _66 := not(mask_2)
                let _67 := and(slotValue_2, _66)
                let result_5 := or(_67, _65)
                result_4 := result_5
                let _68 := result_4
                sstore(_24, _68)
                let _69 := 0xc6e71e3aee3e0a9e947f36c5d655ee69031cfd09a416c744a4317f82b676e6ba
                let _70 := _28
                let _71 := _28
                log2(_28, _28, _69, var_who)
            }
            function fun_profileOf(var_who) -> var_level, var_since, var_active
            {
                let _1 := 2
                let key := var_who
                let slot := _1
                let dataSlot := 0
                let _2 := cleanup_address(key)
                let _3 := 0x00
                mstore(_3, _2)
                let _4 := 0x20
                mstore(_4, slot)
                let _5 := 0x40
                let _6 := _3
                let dataSlot_1 := keccak256(_3, _5)
                dataSlot := dataSlot_1
                let _7 := dataSlot
                let _8 := sload(_7)
                let _9 := 0xff
                let _10 := 0
                let offset := _10
                let slotValue := _8
                let value := 0
                let _11 := 8
                let _12 := mul(offset, _11)
                let value_1 := shr(_12, slotValue)
                value := value_1
                let _13 := value
                let var_level_1 := and(_13, _9)
                var_level := var_level_1
                let _14 := 0xffffffffffffffff
                let _15 := 1
                let offset_1 := _15
                let slotValue_1 := _8
                let value_2 := 0
                let _16 := 8
                let _17 := mul(offset_1, _16)
                let value_3 := shr(_17, slotValue_1)
                value_2 := value_3
                let _18 := value_2
                let var_since_1 := and(_18, _14)
                var_since := var_since_1
                let _19 := 22
                let var_active_1 := byte(_19, _8)
                var_active := var_active_1
            }
        }
        data ".metadata" hex"a1656c61796f7574"
    }
}
