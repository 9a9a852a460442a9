object "Layouts_200" {
    code {
        {
            mstore(0x40, memoryguard(0x80))
            sstore(0x03, caller())
            let ptr := mload(0x40)
            datacopy(ptr, dataoffset("Layouts_200_deployed"), datasize("Layouts_200_deployed"))
            return(ptr, datasize("Layouts_200_deployed"))
        }
    }
    object "Layouts_200_deployed" {
        code {
            {
                mstore(0x40, memoryguard(0x80))
                if lt(calldatasize(), 0x04) { revert(0, 0) }
                switch shr(0xe0, calldataload(0x00))
                case 0x1110fa70 {
                    let var_who, var_round := abi_decode_addresst_uint256()
                    fun_setScore(var_who, var_round, calldataload(0x44))
                    stop()
                }
                case 0x4bbd2d6b {
                    let var_who_1, var_round_1 := abi_decode_addresst_uint256()
                    abi_encode_return(sload(mapping$_uint256_of(mapping_address_of(0, var_who_1), var_round_1)))
                }
                case 0x959ac484 {
                    abi_encode_return(array_push(0x01, calldataload(0x04)))
                }
                case 0xa4ece52c {
                    abi_encode_return(array_pop(0x01))
                }
                case 0x1f7b6d32 {
                    abi_encode_return(array_length(0x01))
                }
                case 0xe0886f90 {
                    let slot, offset := array_index_access(0x01, calldataload(0x04))
                    abi_encode_return(extract_from_storage_value(sload(slot), offset))
                }
                case 0xc624c6f2 {
                    fun_removeAt(calldataload(0x04))
                    stop()
                }
                case 0x416fd825 {
                    fun_setProfile(cleanup_address(calldataload(0x04)))
                    stop()
                }
                case 0x2f8eb9cb {
                    let a, b, c := fun_profileOf(cleanup_address(calldataload(0x04)))
                    let memPos := mload(0x40)
                    mstore(memPos, a)
                    mstore(add(memPos, 0x20), b)
                    mstore(add(memPos, 0x40), c)
                    return(memPos, 0x60)
                }
                revert(0x00, 0x00)
            }
            function cleanup_address(value) -> cleaned
            {
                cleaned := and(value, sub(exp(2, 160), 1))
                if sub(value, cleaned) { revert(0, 0) }
            }
            function abi_decode_addresst_uint256() -> value0, value1
            {
                if slt(sub(calldatasize(), 4), 0x40) { revert(0, 0) }
                value0 := cleanup_address(calldataload(0x04))
                value1 := calldataload(0x24)
            }
            function abi_encode_return(value)
            {
                let memPos := mload(0x40)
                mstore(memPos, value)
                return(memPos, 0x20)
            }
            function panic(code)
            {
                mstore(0, shl(224, 0x4e487b71))
                mstore(4, code)
                revert(0, 0x24)
            }
            function mapping_address_of(slot, key) -> dataSlot
            {
                mstore(0x00, cleanup_address(key))
                mstore(0x20, slot)
                dataSlot := keccak256(0x00, 0x40)
            }
            function mapping$_uint256_of(slot, key) -> dataSlot
            {
                mstore(0x00, key)
                mstore(0x20, slot)
                dataSlot := keccak256(0x00, 0x40)
            }
            function array_length(array) -> length
            { length := sload(array) }
            function array_dataslot(array) -> slot
            {
                mstore(0, array)
                slot := keccak256(0, 0x20)
            }
            function array_index_access(array, index) -> slot, offset
            {
                if iszero(lt(index, array_length(array))) { panic(0x32) }
                slot := add(array_dataslot(array), index)
                offset := 0
            }
            function extract_from_storage_value(slotValue, offset) -> value
            {
                value := shr(mul(offset, 8), slotValue)
            }
            function update_byte_slice(slotValue, offset, size, toInsert) -> result
            {
                let shiftBits := mul(offset, 8)
                let mask := shl(shiftBits, sub(shl(mul(size, 8), 1), 1))
                result := or(and(slotValue, not(mask)), and(shl(shiftBits, toInsert), mask))
            }
            function array_push(array, value) -> newLength
            {
                let oldLength := array_length(array)
                if iszero(lt(oldLength, 0x10000000000000000)) { panic(0x41) }
                newLength := add(oldLength, 1)
                sstore(array, newLength)
                let slot, offset := array_index_access(array, oldLength)
                sstore(slot, value)
            }
            function array_pop(array) -> value
            {
                let length := array_length(array)
                if iszero(length) { panic(0x31) }
                let newLength := sub(length, 1)
                let slot, offset := array_index_access(array, newLength)
                value := extract_from_storage_value(sload(slot), offset)
                sstore(slot, 0)
                sstore(array, newLength)
            }
            function fun_setScore(var_who, var_round, var_score)
            {
                if iszero(eq(caller(), and(sload(0x03), sub(shl(160, 1), 1))))
                {
                    mstore(0, "not the owner")
                    revert(0, 0x20)
                }
                let _1 := mapping$_uint256_of(mapping_address_of(0x00, var_who), var_round)
                if eq(sload(_1), var_score) { leave }
                sstore(_1, var_score)
            }
            function fun_removeAt(var_index)
            {
                let expr := array_length(1)
                let slot, offset := array_index_access(1, var_index)
                let var_last := array_pop(1)
                if lt(add(var_index, 1), expr) { sstore(slot, var_last) }
            }
            function fun_setProfile(var_who)
            {
                let var_level := calldataload(0x24)
                let var_since := calldataload(0x44)
                let var_active := calldataload(0x64)
                if gt(var_level, 0xff) { revert(0, 0) }
                if gt(var_since, 0xffffffffffffffff) { revert(0, 0) }
                if iszero(eq(var_active, iszero(iszero(var_active)))) { revert(0, 0) }
                let _1 := mapping_address_of(2, var_who)
                let _2 := sload(_1)
                _2 := update_byte_slice(_2, 0, 1, var_level)
                _2 := update_byte_slice(_2, 1, 8, var_since)
                _2 := update_byte_slice(_2, 9, 1, var_active)
                sstore(_1, _2)
                log2(0, 0, 0xc6e71e3aee3e0a9e947f36c5d655ee69031cfd09a416c744a4317f82b676e6ba, var_who)
            }
            function fun_profileOf(var_who) -> var_level, var_since, var_active
            {
                let _1 := sload(mapping_address_of(2, var_who))
                var_level := and(extract_from_storage_value(_1, 0), 0xff)
                var_since := and(extract_from_storage_value(_1, 1), 0xffffffffffffffff)
                var_active := byte(22, _1)
            }
        }
        data ".metadata" hex"a1656c61796f7574"
    }
}
