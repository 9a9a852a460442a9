object "Layouts_200" {
    code {
        {
            sstore(0x03, caller())
            let _1 := datasize("Layouts_200_deployed")
            datacopy(memoryguard(0x80), dataoffset("Layouts_200_deployed"), _1)
            return(memoryguard(0x80), _1)
        }
    }
    object "Layouts_200_deployed" {
        code {
            {
                if lt(calldatasize(), 0x04) { revert(0, 0) }
                let _1 := shr(0xe0, calldataload(0x00))
                switch lt(_1, 0x48000000)
                case 0 {
                    switch lt(_1, 0xa0000000)
                    case 0 {
                        switch _1
                        case 0xa4ece52c {
                            let _2 := array_pop()
                            mstore(0, _2)
                            return(0, 0x20)
                        }
                        case 0xc624c6f2 {
                            let _3 := calldataload(0x04)
                            let expr := sload(1)
                            let slot := array_index_access(_3)
                            let var_last := array_pop()
                            if lt(add(_3, 1), expr) { sstore(slot, var_last) }
                            stop()
                        }
                        case 0xe0886f90 {
                            let slot_1 := array_index_access(calldataload(0x04))
                            let value := sload(slot_1)
                            mstore(0, value)
                            return(0, 0x20)
                        }
                    }
                    default {
                        switch _1
                        case 0x4bbd2d6b {
                            let var_who, var_round := abi_decode_addresst_uint256()
                            mstore(0x00, var_who)
                            mstore(0x20, 0x00)
                            let dataSlot := keccak256(0x00, 0x40)
                            mstore(0x00, var_round)
                            mstore(0x20, dataSlot)
                            let _4 := sload(keccak256(0x00, 0x40))
                            mstore(0, _4)
                            return(0, 0x20)
                        }
                        case 0x959ac484 {
                            let oldLength := sload(0x01)
                            if shr(64, oldLength) { outlined(0x41) }
                            let newLength := add(oldLength, 0x01)
                            sstore(0x01, newLength)
                            let slot_2 := array_index_access(oldLength)
                            sstore(slot_2, calldataload(0x04))
                            mstore(0, newLength)
                            return(0, 0x20)
                        }
                    }
                }
                default {
                    switch _1
                    case 0x1110fa70 {
                        let var_who_1, var_round_1 := abi_decode_addresst_uint256()
                        fun_setScore(var_who_1, var_round_1)
                        stop()
                    }
                    case 0x1f7b6d32 {
                        let _5 := sload(0x01)
                        mstore(0, _5)
                        return(0, 0x20)
                    }
                    case 0x2f8eb9cb {
                        let _6 := calldataload(0x04)
                        let cleaned := and(_6, sub(shl(160, 1), 1))
                        if sub(_6, cleaned) { revert(0x00, 0x00) }
                        mstore(0x00, cleaned)
                        mstore(0x20, 2)
                        let _7 := sload(keccak256(0x00, 0x40))
                        mstore(0, and(_7, 0xff))
                        mstore(32, and(shr(8, _7), 0xffffffffffffffff))
                        mstore(64, byte(22, _7))
                        return(0, 0x60)
                    }
                    case 0x416fd825 {
                        let _8 := calldataload(0x04)
                        let cleaned_1 := and(_8, sub(shl(160, 1), 1))
                        if sub(_8, cleaned_1) { revert(0x00, 0x00) }
                        let var_level := calldataload(0x24)
                        let var_since := calldataload(0x44)
                        let var_active := calldataload(0x64)
                        if gt(var_level, 0xff) { revert(0x00, 0x00) }
                        if shr(64, var_since) { revert(0x00, 0x00) }
                        if iszero(lt(var_active, 2)) { revert(0x00, 0x00) }
                        mstore(0x00, cleaned_1)
                        mstore(0x20, 2)
                        let dataSlot_1 := keccak256(0x00, 0x40)
                        let _9 := sload(dataSlot_1)
                        sstore(dataSlot_1, or(or(shl(8, var_since), or(and(_9, not(0xffffffffffffffffffff)), var_level)), shl(72, var_active)))
                        log2(0x00, 0x00, 0xc6e71e3aee3e0a9e947f36c5d655ee69031cfd09a416c744a4317f82b676e6ba, cleaned_1)
                        stop()
                    }
                }
                revert(0x00, 0x00)
            }
            function abi_decode_addresst_uint256() -> value0, value1
            {
                if lt(calldatasize(), 68) { revert(0, 0) }
                let _1 := calldataload(4)
                let cleaned := and(_1, sub(shl(160, 1), 1))
                if sub(_1, cleaned) { revert(0, 0) }
                value0 := cleaned
                value1 := calldataload(0x24)
            }
            function array_index_access(index) -> slot
            {
                if iszero(lt(index, sload(0x01))) { outlined(0x32) }
                slot := add(0xb10e2d527612073b26eecdfd717e6a320cf44b4afac2b0732d9fcbe2b7fa0cf6, index)
            }
            function array_pop() -> value
            {
                let length := sload(0x01)
                if iszero(length) { outlined(0x31) }
                let newLength := add(length, not(0))
                let slot := add(0xb10e2d527612073b26eecdfd717e6a320cf44b4afac2b0732d9fcbe2b7fa0cf6, newLength)
                value := sload(slot)
                sstore(slot, 0)
                sstore(0x01, newLength)
            }
            function fun_setScore(var_who, var_round)
            {
                let var_score := calldataload(0x44)
                if iszero(eq(caller(), and(sload(0x03), sub(shl(160, 1), 1))))
                {
                    mstore(0, "not the owner")
                    revert(0, 0x20)
                }
                mstore(0, var_who)
                mstore(0x20, 0)
                let dataSlot := keccak256(0, 0x40)
                mstore(0, var_round)
                mstore(0x20, dataSlot)
                let dataSlot_1 := keccak256(0, 0x40)
                if eq(sload(dataSlot_1), var_score) { leave }
                sstore(dataSlot_1, var_score)
            }
            function outlined(_1)
            {
                mstore(0x00, shl(224, 0x4e487b71))
                mstore(0x04, _1)
                revert(0x00, 0x24)
            }
        }
        data ".metadata" hex"a1656c61796f7574"
    }
}
