object "Layouts_200" {
    code {
        {
            mstore(0x40, memoryguard(0x80))
            sstore(0x03, caller())
            let _1 := datasize("Layouts_200_deployed")
            datacopy(memoryguard(0x80), dataoffset("Layouts_200_deployed"), _1)
            return(memoryguard(0x80), _1)
        }
    }
    object "Layouts_200_deployed" {
        code {
            {
                mstore(0x40, memoryguard(0x80))
                if lt(calldatasize(), 0x04) { revert(0, 0) }
                let _1 := 0x00
                let _2 := shr(0xe0, calldataload(0x00))
                switch lt(_2, 0x48000000)
                case 0 {
                    switch lt(_2, 0xa0000000)
                    case 0 {
                        switch _2
                        case 0xa4ece52c {
                            let _3 := array_pop()
                            mstore(0x00, _3)
                            return(0x00, 0x20)
                        }
                        case 0xc624c6f2 {
                            let _4 := calldataload(0x04)
                            let expr := sload(1)
                            let slot := 0x00
                            let offset := 0x00
                            if iszero(lt(_4, sload(1))) { outlined(0x00, 0x32) }
                            mstore(0x00, 1)
                            slot := add(keccak256(0x00, 0x20), _4)
                            offset := 0x00
                            let var_last := array_pop()
                            if lt(add(_4, 1), expr) { sstore(slot, var_last) }
                            stop()
                        }
                        case 0xe0886f90 {
                            let _5 := calldataload(0x04)
                            let slot_1 := 0x00
                            let offset_1 := 0x00
                            if iszero(lt(_5, sload(0x01))) { outlined(0x00, 0x32) }
                            mstore(0x00, 0x01)
                            slot_1 := add(keccak256(0x00, 0x20), _5)
                            offset_1 := 0x00
                            let value := sload(slot_1)
                            mstore(0x00, value)
                            return(0x00, 0x20)
                        }
                    }
                    default {
                        switch _2
                        case 0x4bbd2d6b {
                            let value0 := 0x00
                            let value1 := 0x00
                            if lt(calldatasize(), 68) { revert(0x00, 0x00) }
                            let _6 := calldataload(0x04)
                            let cleaned := and(_6, sub(shl(160, 1), 1))
                            if sub(_6, cleaned) { revert(0x00, 0x00) }
                            value0 := cleaned
                            value1 := calldataload(0x24)
                            _1 := 0x00
                            mstore(0, cleaned)
                            mstore(0x20, 0)
                            let dataSlot := keccak256(0, 0x40)
                            mstore(0, value1)
                            mstore(0x20, dataSlot)
                            let _7 := sload(keccak256(0, 0x40))
                            mstore(0, _7)
                            return(0, 0x20)
                        }
                        case 0x959ac484 {
                            let oldLength := sload(0x01)
                            if shr(64, oldLength) { outlined(0, 0x41) }
                            let newLength := add(oldLength, 0x01)
                            sstore(0x01, newLength)
                            let slot_2 := 0
                            let offset_2 := 0
                            if iszero(lt(oldLength, sload(0x01))) { outlined(0, 0x32) }
                            mstore(0, 0x01)
                            slot_2 := add(keccak256(0, 0x20), oldLength)
                            offset_2 := 0
                            sstore(slot_2, calldataload(0x04))
                            mstore(0, newLength)
                            return(0, 0x20)
                        }
                    }
                }
                default {
                    switch _2
                    case 0x1110fa70 {
                        let value0_1 := 0x00
                        let value1_1 := 0x00
                        if lt(calldatasize(), 68) { revert(0x00, 0x00) }
                        let _8 := calldataload(0x04)
                        let cleaned_1 := and(_8, sub(shl(160, 1), 1))
                        if sub(_8, cleaned_1) { revert(0x00, 0x00) }
                        value0_1 := cleaned_1
                        value1_1 := calldataload(0x24)
                        fun_setScore(cleaned_1, value1_1, calldataload(0x44))
                        stop()
                    }
                    case 0x1f7b6d32 {
                        let _9 := sload(0x01)
                        mstore(0, _9)
                        return(0, 0x20)
                    }
                    case 0x2f8eb9cb {
                        let _10 := calldataload(0x04)
                        let cleaned_2 := and(_10, sub(shl(160, 1), 1))
                        if sub(_10, cleaned_2) { revert(0, 0) }
                        if 0 { revert(0, 0) }
                        mstore(0, cleaned_2)
                        mstore(0x20, 2)
                        let _11 := sload(keccak256(0, 0x40))
                        mstore(0, and(_11, 0xff))
                        mstore(32, and(shr(8, _11), 0xffffffffffffffff))
                        mstore(64, byte(22, _11))
                        return(0, 0x60)
                    }
                    case 0x416fd825 {
                        let _12 := calldataload(0x04)
                        let cleaned_3 := and(_12, sub(shl(160, 1), 1))
                        if sub(_12, cleaned_3) { revert(0, 0) }
                        let var_level := calldataload(0x24)
                        let var_since := calldataload(0x44)
                        let var_active := calldataload(0x64)
                        if gt(var_level, 0xff) { revert(0, 0) }
                        if shr(64, var_since) { revert(0, 0) }
                        if iszero(lt(var_active, 2)) { revert(0, 0) }
                        _1 := 0
                        mstore(0, cleaned_3)
                        mstore(0x20, 2)
                        let dataSlot_1 := keccak256(0, 0x40)
                        let _13 := sload(dataSlot_1)
                        sstore(dataSlot_1, or(or(shl(8, var_since), or(and(_13, not(0xffffffffffffffffffff)), var_level)), shl(72, var_active)))
                        log2(0, 0, 0xc6e71e3aee3e0a9e947f36c5d655ee69031cfd09a416c744a4317f82b676e6ba, cleaned_3)
                        stop()
                    }
                }
                revert(0, 0)
            }
            function array_pop() -> value
            {
                let length := sload(0x01)
                if iszero(length) { outlined(0, 0x31) }
                let newLength := add(length, not(0))
                let slot := 0
                let offset := 0
                if iszero(lt(newLength, sload(0x01))) { outlined(0, 0x32) }
                mstore(0, 0x01)
                slot := add(add(keccak256(0, 0x20), length), not(0))
                offset := 0
                value := sload(slot)
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
                let _1 := 0
                _1 := 0
                mstore(0, var_who)
                mstore(0x20, 0)
                let dataSlot := keccak256(0, 0x40)
                mstore(0, var_round)
                mstore(0x20, dataSlot)
                let dataSlot_1 := keccak256(0, 0x40)
                if eq(sload(dataSlot_1), var_score) { leave }
                sstore(dataSlot_1, var_score)
            }
            function outlined(_1, _2)
            {
                mstore(0, shl(224, 0x4e487b71))
                mstore(0x04, _2)
                revert(0, 0x24)
            }
        }
        data ".metadata" hex"a1656c61796f7574"
    }
}
