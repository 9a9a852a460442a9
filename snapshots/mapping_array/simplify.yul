object "Layouts_200" {
    code {
        {
            let _1 := memoryguard(0x80)
            let _2 := 0x40
            mstore(0x40, _1)
            let _3 := caller()
            let _4 := 0x03
            sstore(0x03, _3)
            let _5 := datasize("Layouts_200_deployed")
            let _6 := dataoffset("Layouts_200_deployed")
            datacopy(_1, _6, _5)
            return(_1, _5)
        }
    }
    object "Layouts_200_deployed" {
        code {
            {
                let _1 := memoryguard(0x80)
                let _2 := 0x40
                mstore(0x40, _1)
                let _3 := 0x04
                let _4 := calldatasize()
                let _5 := lt(_4, 0x04)
                if _5
                {
                    let _6 := 0
                    revert(0, 0)
                }
                let _7 := 0x00
                let _8 := calldataload(0x00)
                let _9 := 0xe0
                let _10 := shr(0xe0, _8)
                switch _10
                case 0x1110fa70 {
                    let var_who, var_round := abi_decode_addresst_uint256()
                    let _11 := 0x44
                    let _12 := calldataload(0x44)
                    fun_setScore(var_who, var_round, _12)
                    stop()
                }
                case 0x4bbd2d6b {
                    let var_who_1, var_round_1 := abi_decode_addresst_uint256()
                    let _13 := mapping_address_of_214(var_who_1)
                    let _14 := mapping$_uint256_of(_13, var_round_1)
                    let _15 := sload(_14)
                    abi_encode_return(_15)
                }
                case 0x959ac484 {
                    let _16 := calldataload(0x04)
                    let _17 := array_push(_16)
                    abi_encode_return(_17)
                }
                case 0xa4ece52c {
                    let _18 := array_pop()
                    abi_encode_return(_18)
                }
                case 0x1f7b6d32 {
                    let _19 := array_length_217()
                    abi_encode_return(_19)
                }
                case 0xe0886f90 {
                    let _20 := calldataload(0x04)
                    let slot, offset := array_index_access_218(_20)
                    let _21 := sload(slot)
                    let _22 := extract_from_storage_value(_21, offset)
                    abi_encode_return(_22)
                }
                case 0xc624c6f2 {
                    let _23 := calldataload(0x04)
                    fun_removeAt(_23)
                    stop()
                }
                case 0x416fd825 {
                    let _24 := calldataload(0x04)
                    let _25 := cleanup_address(_24)
                    fun_setProfile(_25)
                    stop()
                }
                case 0x2f8eb9cb {
                    let _26 := calldataload(0x04)
                    let _27 := cleanup_address(_26)
                    let a, b, c := fun_profileOf(_27)
                    let memPos := mload(0x40)
                    mstore(memPos, a)
                    let _28 := 0x20
                    let _29 := add(memPos, 0x20)
                    mstore(_29, b)
                    let _30 := add(memPos, 0x40)
                    mstore(_30, c)
                    let _31 := 0x60
                    return(memPos, 0x60)
                }
                revert(0x00, 0x00)
            }
            function cleanup_address(value) -> cleaned
            {
                let _1 := sub(shl(160, 1), 1)
                let cleaned_1 := and(value, sub(shl(160, 1), 1))
                let cleaned_2 := cleaned_1
                cleaned := cleaned_1
                let _2 := sub(value, cleaned_1)
                if _2
                {
                    let _3 := 0
                    revert(0, 0)
                }
            }
            function abi_decode_addresst_uint256() -> value0, value1
            {
                let _1 := 0x40
                let _2 := 4
                let _3 := calldatasize()
                let _4 := add(_3, not(3))
                let _5 := slt(_4, 0x40)
                if _5
                {
                    let _6 := 0
                    revert(0, 0)
                }
                let _7 := calldataload(4)
                let value0_1 := cleanup_address(_7)
                let value0_2 := value0_1
                value0 := value0_1
                let _8 := 0x24
                let value1_1 := calldataload(0x24)
                let value1_2 := value1_1
                value1 := value1_1
            }
            function abi_encode_return(value)
            {
                let _1 := 0x40
                let memPos := mload(0x40)
                mstore(memPos, value)
                let _2 := 0x20
                return(memPos, 0x20)
            }
            function panic_219()
            {
                let code := 0x32
                let _1 := shl(224, 0x4e487b71)
                let _2 := 0
                mstore(0, shl(224, 0x4e487b71))
                let _3 := 4
                mstore(4, 0x32)
                let _4 := 0x24
                revert(0, 0x24)
            }
            function panic_220()
            {
                let code_ := 0x41
                let _1 := shl(224, 0x4e487b71)
                let _2 := 0
                mstore(0, shl(224, 0x4e487b71))
                let _3 := 4
                mstore(4, 0x41)
                let _4 := 0x24
                revert(0, 0x24)
            }
            function panic()
            {
                let code := 0x31
                let _1 := shl(224, 0x4e487b71)
                let _2 := 0
                mstore(0, shl(224, 0x4e487b71))
                let _3 := 4
                mstore(4, 0x31)
                let _4 := 0x24
                revert(0, 0x24)
            }
            function mapping_address_of_214(key) -> dataSlot
            {
                let slot := 0x00
                let _1 := cleanup_address(key)
                mstore(0x00, _1)
                let _2 := 0x20
                mstore(0x20, 0x00)
                let _3 := 0x40
                let dataSlot_1 := keccak256(0x00, 0x40)
                let dataSlot_2 := dataSlot_1
                dataSlot := dataSlot_1
            }
            function mapping_address_of_222(key) -> dataSlot
            {
                let slot := 0x00
                let _1 := cleanup_address(key)
                mstore(0x00, _1)
                let _2 := 0x20
                mstore(0x20, 0x00)
                let _3 := 0x40
                let dataSlot_1 := keccak256(0x00, 0x40)
                let dataSlot_2 := dataSlot_1
                dataSlot := dataSlot_1
            }
            function mapping_address_of_226(key) -> dataSlot
            {
                let slot := 2
                let _1 := cleanup_address(key)
                let _2 := 0x00
                mstore(0x00, _1)
                let _3 := 0x20
                mstore(0x20, 2)
                let _4 := 0x40
                let dataSlot_1 := keccak256(0x00, 0x40)
                let dataSlot_2 := dataSlot_1
                dataSlot := dataSlot_1
            }
            function mapping_address_of(key) -> dataSlot
            {
                let slot := 2
                let _1 := cleanup_address(key)
                let _2 := 0x00
                mstore(0x00, _1)
                let _3 := 0x20
                mstore(0x20, 2)
                let _4 := 0x40
                let dataSlot_1 := keccak256(0x00, 0x40)
                let dataSlot_2 := dataSlot_1
                dataSlot := dataSlot_1
            }
            function mapping$_uint256_of(slot, key) -> dataSlot
            {
                let _1 := 0x00
                mstore(0x00, key)
                let _2 := 0x20
                mstore(0x20, slot)
                let _3 := 0x40
                let dataSlot_1 := keccak256(0x00, 0x40)
                let dataSlot_2 := dataSlot_1
                dataSlot := dataSlot_1
            }
            function array_length_217() -> length
            {
                let array := 0x01
                let length_1 := sload(0x01)
                let length_2 := length_1
                length := length_1
            }
            function array_length_223() -> length
            {
                let array := 1
                let length_1 := sload(1)
                let length_2 := length_1
                length := length_1
            }
            function array_length(array) -> length
            {
                let length_1 := sload(array)
                let length_2 := length_1
                length := length_1
            }
            function array_dataslot(array) -> slot
            {
                let _1 := 0
                mstore(0, array)
                let _2 := 0x20
                let slot_1 := keccak256(0, 0x20)
                let slot_2 := slot_1
                slot := slot_1
            }
            function array_index_access_218(index) -> slot, offset
            {
                let array := 0x01
                let _1 := array_length(0x01)
                let _2 := lt(index, _1)
                let _3 := iszero(_2)
                if _3 { panic_219() }
                let _4 := array_dataslot(0x01)
                let slot_1 := add(_4, index)
                let slot_2 := slot_1
                slot := slot_1
                let offset_1 := 0
                let offset_2 := 0
                offset := 0
            }
            function array_index_access_224(index) -> slot, offset
            {
                let array := 1
                let _1 := array_length(1)
                let _2 := lt(index, _1)
                let _3 := iszero(_2)
                if _3 { panic_219() }
                let _4 := array_dataslot(1)
                let slot_1 := add(_4, index)
                let slot_2 := slot_1
                slot := slot_1
                let offset_1 := 0
                let offset_2 := 0
                offset := 0
            }
            function array_index_access(array, index) -> slot, offset
            {
                let _1 := array_length(array)
                let _2 := lt(index, _1)
                let _3 := iszero(_2)
                if _3 { panic_219() }
                let _4 := array_dataslot(array)
                let slot_1 := add(_4, index)
                let slot_2 := slot_1
                slot := slot_1
                let offset_1 := 0
                let offset_2 := 0
                offset := 0
            }
            function extract_from_storage_value_231(slotValue) -> value
            {
                let offset := 0
                let _1 := 0
                let value_1 := slotValue
                let value_2 := slotValue
                value := slotValue
            }
            function extract_from_storage_value_232(slotValue) -> value
            {
                let offset := 1
                let _1 := 8
                let value_1 := shr(8, slotValue)
                let value_2 := value_1
                value := value_1
            }
            function extract_from_storage_value(slotValue, offset) -> value
            {
                let _1 := shl(3, offset)
                let value_1 := shr(_1, slotValue)
                let value_2 := value_1
                value := value_1
            }
            function update_byte_slice_227(slotValue, toInsert) -> result
            {
                let offset := 0
                let size := 1
                let shiftBits := 0
                let _1 := 8
                let _2 := 256
                let _3 := 255
                let mask := 255
                let _4 := shl(0, and(toInsert, 255))
                let _5 := not(255)
                let _6 := and(slotValue, not(255))
                let result_1 := or(_6, _4)
                let result_2 := result_1
                result := result_1
            }
            function update_byte_slice_228(slotValue, toInsert) -> result
            {
                let offset := 1
                let size := 8
                let shiftBits := 8
                let _1 := 64
                let _2 := 0x010000000000000000
                let _3 := 0xffffffffffffffff
                let mask := 0xffffffffffffffff00
                let _4 := shl(8, and(toInsert, 0xffffffffffffffff))
                let _5 := not(0xffffffffffffffff00)
                let _6 := and(slotValue, not(0xffffffffffffffff00))
                let result_1 := or(_6, _4)
                let result_2 := result_1
                result := result_1
            }
            function update_byte_slice(slotValue, toInsert) -> result
            {
                let offset := 9
                let size := 1
                let shiftBits := 72
                let _1 := 8
                let _2 := 256
                let _3 := 255
                let mask := 0xff000000000000000000
                let _4 := shl(72, and(toInsert, 255))
                let _5 := not(0xff000000000000000000)
                let _6 := and(slotValue, not(0xff000000000000000000))
                let result_1 := or(_6, _4)
                let result_2 := result_1
                result := result_1
            }
            function array_push(value) -> newLength
            {
                let array := 0x01
                let oldLength := array_length(0x01)
                let _1 := 0x10000000000000000
                let _2 := lt(oldLength, 0x10000000000000000)
                let _3 := iszero(_2)
                if _3 { panic_220() }
                let newLength_1 := add(oldLength, 0x01)
                let newLength_2 := newLength_1
                newLength := newLength_1
                sstore(0x01, newLength_1)
                let slot, offset := array_index_access(0x01, oldLength)
                sstore(slot, value)
            }
            function array_pop() -> value
            {
                let array := 0x01
                let length := array_length(0x01)
                let _1 := iszero(length)
                if _1 { panic() }
                let newLength := add(length, not(0))
                let slot, offset := array_index_access(0x01, newLength)
                let _2 := sload(slot)
                let value_1 := extract_from_storage_value(_2, offset)
                let value_2 := value_1
                value := value_1
                let _3 := 0
                sstore(slot, 0)
                sstore(0x01, newLength)
            }
            function array_pop_225() -> value
            {
                let array := 1
                let length := array_length(1)
                let _1 := iszero(length)
                if _1 { panic() }
                let newLength := add(length, not(0))
                let slot, offset := array_index_access(1, newLength)
                let _2 := sload(slot)
                let value_1 := extract_from_storage_value(_2, offset)
                let value_2 := value_1
                value := value_1
                let _3 := 0
                sstore(slot, 0)
                sstore(1, newLength)
            }
            function fun_setScore(var_who, var_round, var_score)
            {
                let _1 := sub(shl(160, 1), 1)
                let _2 := 0x03
                let _3 := sload(0x03)
                let _4 := and(_3, sub(shl(160, 1), 1))
                let _5 := caller()
                let _6 := eq(_5, _4)
                let _7 := iszero(_6)
                if _7
                {
                    let _8 := "not the owner"
                    let _9 := 0
                    mstore(0, "not the owner")
                    let _10 := 0x20
                    revert(0, 0x20)
                }
                let _11 := mapping_address_of_222(var_who)
                let _12 := mapping$_uint256_of(_11, var_round)
                let _13 := sload(_12)
                let _14 := eq(_13, var_score)
                if _14 { leave }
                sstore(_12, var_score)
            }
            function fun_removeAt(var_index)
            {
                let _1 := 1
                let expr := array_length_223()
                let slot, offset := array_index_access_224(var_index)
                let var_last := array_pop_225()
                let expr_1 := add(var_index, 1)
                let _2 := lt(expr_1, expr)
                if _2 { sstore(slot, var_last) }
            }
            function fun_setProfile(var_who)
            {
                let _1 := 0x24
                let var_level := calldataload(0x24)
                let _2 := 0x44
                let var_since := calldataload(0x44)
                let _3 := 0x64
                let var_active := calldataload(0x64)
                let _4 := 0xff
                let _5 := gt(var_level, 0xff)
                if _5
                {
                    let _6 := 0
                    revert(0, 0)
                }
                let _7 := 0xffffffffffffffff
                let _8 := gt(var_since, 0xffffffffffffffff)
                if _8
                {
                    let _9 := 0
                    revert(0, 0)
                }
                let _10 := iszero(var_active)
                let _11 := iszero(_10)
                let _12 := eq(var_active, _11)
                let _13 := iszero(_12)
                if _13
                {
                    let _14 := 0
                    revert(0, 0)
                }
                let _15 := mapping_address_of_226(var_who)
                let _16 := sload(_15)
                let _17 := 0
                let _18 := update_byte_slice_227(_16, var_level)
                let _19 := update_byte_slice_228(_18, var_since)
                let _20 := update_byte_slice(_19, var_active)
                sstore(_15, _20)
                let _21 := 0xc6e71e3aee3e0a9e947f36c5d655ee69031cfd09a416c744a4317f82b676e6ba
                log2(0, 0, 0xc6e71e3aee3e0a9e947f36c5d655ee69031cfd09a416c744a4317f82b676e6ba, var_who)
            }
            function fun_profileOf(var_who) -> var_level, var_since, var_active
            {
                let _1 := mapping_address_of(var_who)
                let _2 := sload(_1)
                let _3 := 0xff
                let _4 := extract_from_storage_value_231(_2)
                let var_level_1 := and(_4, 0xff)
                let var_level_2 := var_level_1
                var_level := var_level_1
                let _5 := 0xffffffffffffffff
                let _6 := extract_from_storage_value_232(_2)
                let var_since_1 := and(_6, 0xffffffffffffffff)
                let var_since_2 := var_since_1
                var_since := var_since_1
                let _7 := 22
                let var_active_1 := byte(22, _2)
                let var_active_2 := var_active_1
                var_active := var_active_1
            }
        }
        data ".metadata" hex"a1656c61796f7574"
    }
}
