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
                    let _15 := mapping_address_of(_8, var_who_1)
                    let _16 := mapping$_uint256_of(_15, var_round_1)
                    let _17 := sload(_16)
                    abi_encode_return(_17)
                }
                case 0x959ac484 {
                    let _18 := _3
                    let _19 := calldataload(_3)
                    let _20 := 0x01
                    let _21 := array_push(_20, _19)
                    abi_encode_return(_21)
                }
                case 0xa4ece52c {
                    let _22 := 0x01
                    let _23 := array_pop(_22)
                    abi_encode_return(_23)
                }
                case 0x1f7b6d32 {
                    let _24 := 0x01
                    let _25 := array_length(_24)
                    abi_encode_return(_25)
                }
                case 0xe0886f90 {
                    let _26 := _3
                    let _27 := calldataload(_3)
                    let _28 := 0x01
                    let slot, offset := array_index_access(_28, _27)
                    let _29 := sload(slot)
                    let _30 := extract_from_storage_value(_29, offset)
                    abi_encode_return(_30)
                }
                case 0xc624c6f2 {
                    let _31 := _3
                    let _32 := calldataload(_3)
                    fun_removeAt(_32)
                    stop()
                }
                case 0x416fd825 {
                    let _33 := _3
                    let _34 := calldataload(_3)
                    let _35 := cleanup_address(_34)
                    fun_setProfile(_35)
                    stop()
                }
                case 0x2f8eb9cb {
                    let _36 := _3
                    let _37 := calldataload(_3)
                    let _38 := cleanup_address(_37)
                    let a, b, c := fun_profileOf(_38)
                    let _39 := _2
                    let memPos := mload(_2)
                    mstore(memPos, a)
                    let _40 := 0x20
                    let _41 := add(memPos, _40)
                    mstore(_41, b)
                    let _42 := _2
                    let _43 := add(memPos, _2)
                    mstore(_43, c)
                    let _44 := 0x60
                    return(memPos, _44)
                }
                let _45 := _8
                let _46 := _8
                revert(_8, _8)
            }
            function cleanup_address(value) -> cleaned
            {
                let _1 := 1
                let _2 := 160
                let _3 := 2
                let _4 := shl(160, 1)
                let _5 := sub(shl(160, 1), 1)
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
                let _4 := add(_3, not(3))
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
                let _3 := shl(224, 0x4e487b71)
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
                let _1 := array_length(array)
                let _2 := lt(index, _1)
                let _3 := iszero(_2)
                if _3
                {
                    let _4 := 0x32
                    panic(_4)
                }
                let _5 := array_dataslot(array)
                let slot_1 := add(_5, index)
                slot := slot_1
                let offset_1 := 0
                offset := offset_1
            }
            function extract_from_storage_value(slotValue, offset) -> value
            {
                let _1 := 8
                let _2 := shl(3, offset)
                let value_1 := shr(_2, slotValue)
                value := value_1
            }
            function update_byte_slice(slotValue, offset, size, toInsert) -> result
            {
                let _1 := 8
                let shiftBits := shl(3, offset)
                let _2 := 1
                let _3 := _2
                let _4 := _1
                let _5 := shl(3, size)
                let _6 := shl(_5, _2)
                let _7 := add(_6, not(0))
                let mask := shl(shiftBits, _7)
                let _8 := shl(shiftBits, toInsert)
                let _9 := shl(shiftBits, and(toInsert, _7))
                let _10 := not(mask)
                let _11 := and(slotValue, _10)
                let result_1 := or(_11, _9)
                result := result_1
            }
            function array_push(array, value) -> newLength
            {
                let oldLength := array_length(array)
                let _1 := 0x10000000000000000
                let _2 := lt(oldLength, _1)
                let _3 := iszero(_2)
                if _3
                {
                    let _4 := 0x41
                    panic(_4)
                }
                let _5 := 1
                let newLength_1 := add(oldLength, _5)
                newLength := newLength_1
                sstore(array, newLength_1)
                let slot, offset := array_index_access(array, oldLength)
                sstore(slot, value)
            }
            function array_pop(array) -> value
            {
                let length := array_length(array)
                let _1 := iszero(length)
                if _1
                {
                    let _2 := 0x31
                    panic(_2)
                }
                let _3 := 1
                let newLength := add(length, not(0))
                let slot, offset := array_index_access(array, newLength)
                let _4 := sload(slot)
                let value_1 := extract_from_storage_value(_4, offset)
                value := value_1
                let _5 := 0
                sstore(slot, _5)
                sstore(array, newLength)
            }
            function fun_setScore(var_who, var_round, var_score)
            {
                let _1 := 1
                let _2 := _1
                let _3 := 160
                let _4 := shl(160, 1)
                let _5 := sub(shl(160, 1), 1)
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
                let _17 := mapping_address_of(_16, var_who)
                let _18 := mapping$_uint256_of(_17, var_round)
                let _19 := sload(_18)
                let _20 := eq(_19, var_score)
                if _20 { leave }
                sstore(_18, var_score)
            }
            function fun_removeAt(var_index)
            {
                let _1 := 1
                let expr := array_length(_1)
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
                let _19 := mapping_address_of(_18, var_who)
                let _20 := sload(_19)
                let _21 := _20
                let _22 := 1
                let _23 := 0
                let _24 := update_byte_slice(_20, _23, _22, var_level)
                let _25 := 8
                let _26 := _22
                let _27 := update_byte_slice(_24, _22, _25, var_since)
                let _28 := _22
                let _29 := 9
                let _30 := update_byte_slice(_27, _29, _22, var_active)
                sstore(_19, _30)
                let _31 := 0xc6e71e3aee3e0a9e947f36c5d655ee69031cfd09a416c744a4317f82b676e6ba
                let _32 := _23
                let _33 := _23
                log2(_23, _23, _31, var_who)
            }
            function fun_profileOf(var_who) -> var_level, var_since, var_active
            {
                let _1 := 2
                let _2 := mapping_address_of(_1, var_who)
                let _3 := sload(_2)
                let _4 := 0xff
                let _5 := 0
                let _6 := extract_from_storage_value(_3, _5)
                let var_level_1 := and(_6, _4)
                var_level := var_level_1
                let _7 := 0xffffffffffffffff
                let _8 := 1
                let _9 := extract_from_storage_value(_3, _8)
                let var_since_1 := and(_9, _7)
                var_since := var_since_1
                let _10 := 22
                let var_active_1 := byte(_10, _3)
                var_active := var_active_1
            }
        }
        data ".metadata" hex"a1656c61796f7574"
    }
}
