object "Layouts_200" {
    code {
        {
            let _1 := memoryguard(0x80)
            mstore(0x40, _1)
            sstore(0x03, caller())
            let _2 := datasize("Layouts_200_deployed")
            datacopy(_1, dataoffset("Layouts_200_deployed"), _2)
            return(_1, _2)
        }
    }
    object "Layouts_200_deployed" {
        code {
            {
                mstore(0x40, memoryguard(0x80))
                if lt(calldatasize(), 0x04) { revert(0, 0) }
                let _1 := 0x00
                switch shr(0xe0, calldataload(0x00))
                case 0x1110fa70 {
                    let var_who, var_round := abi_decode_addresst_uint256()
                    fun_setScore(var_who, var_round, calldataload(0x44))
                    stop()
                }
                case 0x4bbd2d6b {
                    let var_who_1, var_round_1 := abi_decode_addresst_uint256()
                    let cleaned := and(var_who_1, sub(shl(160, 1), 1))
                    if sub(var_who_1, cleaned) { revert(0x00, 0x00) }
                    mstore(0x00, cleaned)
                    mstore(0x20, 0x00)
                    let dataSlot := keccak256(0x00, 0x40)
                    mstore(0x00, var_round_1)
                    mstore(0x20, dataSlot)
                    let _2 := sload(keccak256(0x00, 0x40))
                    let memPos := mload(0x40)
                    mstore(memPos, _2)
                    return(memPos, 0x20)
                }
                case 0x959ac484 {
                    let oldLength := sload(0x01)
                    if iszero(lt(oldLength, 0x10000000000000000))
                    {
                        mstore(0x00, shl(224, 0x4e487b71))
                        mstore(0x04, 0x41)
                        revert(0x00, 0x24)
                    }
                    let newLength := add(oldLength, 0x01)
                    sstore(0x01, newLength)
                    let slot, offset := array_index_access(oldLength)
                    sstore(slot, calldataload(0x04))
                    let memPos_1 := mload(0x40)
                    mstore(memPos_1, newLength)
                    return(memPos_1, 0x20)
                }
                case 0xa4ece52c {
                    let _3 := array_pop()
                    let memPos_2 := mload(0x40)
                    mstore(memPos_2, _3)
                    return(memPos_2, 0x20)
                }
                case 0x1f7b6d32 {
                    let _4 := sload(0x01)
                    let memPos_3 := mload(0x40)
                    mstore(memPos_3, _4)
                    return(memPos_3, 0x20)
                }
                case 0xe0886f90 {
                    let slot_1, offset_1 := array_index_access(calldataload(0x04))
                    let value := shr(shl(3, offset_1), sload(slot_1))
                    let memPos_4 := mload(0x40)
                    mstore(memPos_4, value)
                    return(memPos_4, 0x20)
                }
                case 0xc624c6f2 {
                    let _5 := calldataload(0x04)
                    let expr := sload(1)
                    let slot_2, offset_2 := array_index_access(_5)
                    let var_last := array_pop()
                    if lt(add(_5, 1), expr) { sstore(slot_2, var_last) }
                    stop()
                }
                case 0x416fd825 {
                    let _6 := calldataload(0x04)
                    let cleaned_1 := and(_6, sub(shl(160, 1), 1))
                    if sub(_6, cleaned_1) { revert(0x00, 0x00) }
                    let var_level := calldataload(0x24)
                    let var_since := calldataload(0x44)
                    let var_active := calldataload(0x64)
                    if gt(var_level, 0xff) { revert(0x00, 0x00) }
                    if gt(var_since, 0xffffffffffffffff) { revert(0x00, 0x00) }
                    if iszero(eq(var_active, iszero(iszero(var_active)))) { revert(0x00, 0x00) }
                    _1 := 0x00
                    mstore(0, cleaned_1)
                    mstore(0x20, 2)
                    let dataSlot_1 := keccak256(0, 0x40)
                    let _7 := sload(dataSlot_1)
                    sstore(dataSlot_1, or(or(and(shl(8, var_since), 0xffffffffffffffff00), or(and(_7, not(0xffffffffffffffffffff)), and(var_level, 0xff))), and(shl(72, var_active), 0xff000000000000000000)))
                    log2(0, 0, 0xc6e71e3aee3e0a9e947f36c5d655ee69031cfd09a416c744a4317f82b676e6ba, cleaned_1)
                    stop()
                }
                case 0x2f8eb9cb {
                    let _8 := calldataload(0x04)
                    let cleaned_2 := and(_8, sub(shl(160, 1), 1))
                    if sub(_8, cleaned_2) { revert(_1, _1) }
                    if _1 { revert(_1, _1) }
                    mstore(0, cleaned_2)
                    mstore(0x20, 2)
                    let _9 := sload(keccak256(0, 0x40))
                    let memPos_5 := mload(0x40)
                    mstore(memPos_5, and(_9, 0xff))
                    mstore(add(memPos_5, 0x20), and(shr(8, _9), 0xffffffffffffffff))
                    mstore(add(memPos_5, 0x40), byte(22, _9))
                    return(memPos_5, 0x60)
                }
                revert(_1, _1)
            }
            function abi_decode_addresst_uint256() -> value0, value1
            {
                if slt(add(calldatasize(), not(3)), 0x40) { revert(0, 0) }
                let _1 := calldataload(4)
                let cleaned := and(_1, sub(shl(160, 1), 1))
                if sub(_1, cleaned) { revert(0, 0) }
                value0 := cleaned
                value1 := calldataload(0x24)
            }
            function array_index_access(index) -> slot, offset
            {
                if iszero(lt(index, sload(0x01)))
                {
                    mstore(0, shl(224, 0x4e487b71))
                    mstore(4, 0x32)
                    revert(0, 0x24)
                }
                mstore(0, 0x01)
                slot := add(keccak256(0, 0x20), index)
                offset := 0
            }
            function array_pop() -> value
            {
                let length := sload(0x01)
                if iszero(length)
                {
                    mstore(0, shl(224, 0x4e487b71))
                    mstore(4, 0x31)
                    revert(0, 0x24)
                }
                let newLength := add(length, not(0))
                let slot := 0
                let offset := 0
                if iszero(lt(newLength, sload(0x01)))
                {
                    mstore(0, shl(224, 0x4e487b71))
                    mstore(4, 0x32)
                    revert(0, 0x24)
                }
                mstore(0, 0x01)
                slot := add(keccak256(0, 0x20), newLength)
                offset := 0
                value := shr(shl(3, 0), sload(slot))
                sstore(slot, 0)
                sstore(0x01, newLength)
            }
            function fun_setScore(var_who, var_round, var_score)
            {
                if iszero(eq(caller(), and(sload(0x03), sub(shl(160, 1), 1))))
                {
                    mstore(0, "not the owner")
                    revert(0, 0x20)
                }
                let cleaned := and(var_who, sub(shl(160, 1), 1))
                if sub(var_who, cleaned) { revert(0x00, 0x00) }
                mstore(0x00, cleaned)
                mstore(0x20, 0x00)
                let dataSlot := keccak256(0x00, 0x40)
                mstore(0x00, var_round)
                mstore(0x20, dataSlot)
                let dataSlot_1 := keccak256(0x00, 0x40)
                if eq(sload(dataSlot_1), var_score) { leave }
                sstore(dataSlot_1, var_score)
            }
        }
        data ".metadata" hex"a1656c61796f7574"
    }
}
