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
                            if iszero(lt(_3, expr)) { outlined(0x32) }
                            let var_last := array_pop()
                            if lt(add(_3, 1), expr)
                            {
                                sstore(add(0xb10e2d527612073b26eecdfd717e6a320cf44b4afac2b0732d9fcbe2b7fa0cf6, _3), var_last)
                            }
                            stop()
                        }
                        case 0xe0886f90 {
                            let _4 := calldataload(0x04)
                            if iszero(lt(_4, sload(0x01))) { outlined(0x32) }
                            let value := sload(add(0xb10e2d527612073b26eecdfd717e6a320cf44b4afac2b0732d9fcbe2b7fa0cf6, _4))
                            mstore(0, value)
                            return(0, 0x20)
                        }
                    }
                    default {
                        switch _1
                        case 0x4bbd2d6b {
                            if lt(calldatasize(), 68) { revert(0x00, 0x00) }
                            let _5 := calldataload(0x04)
                            let cleaned := and(_5, sub(shl(160, 1), 1))
                            if sub(_5, cleaned) { revert(0x00, 0x00) }
                            mstore(0x00, cleaned)
                            mstore(0x20, 0x00)
                            let dataSlot := keccak256(0x00, 0x40)
                            mstore(0x00, calldataload(0x24))
                            mstore(0x20, dataSlot)
                            let _6 := sload(keccak256(0x00, 0x40))
                            mstore(0, _6)
                            return(0, 0x20)
                        }
                        case 0x959ac484 {
                            let oldLength := sload(0x01)
                            if shr(64, oldLength) { outlined(0x41) }
                            let newLength := add(oldLength, 0x01)
                            sstore(0x01, newLength)
                            sstore(add(0xb10e2d527612073b26eecdfd717e6a320cf44b4afac2b0732d9fcbe2b7fa0cf6, oldLength), calldataload(0x04))
                            mstore(0, newLength)
                            return(0, 0x20)
                        }
                    }
                }
                default {
                    switch _1
                    case 0x1110fa70 {
                        if lt(calldatasize(), 68) { revert(0x00, 0x00) }
                        let _7 := calldataload(0x04)
                        let cleaned_1 := and(_7, sub(shl(160, 1), 1))
                        if sub(_7, cleaned_1) { revert(0x00, 0x00) }
                        fun_setScore(cleaned_1)
                        stop()
                    }
                    case 0x1f7b6d32 {
                        let _8 := sload(0x01)
                        mstore(0, _8)
                        return(0, 0x20)
                    }
                    case 0x2f8eb9cb {
                        let _9 := calldataload(0x04)
                        let cleaned_2 := and(_9, sub(shl(160, 1), 1))
                        if sub(_9, cleaned_2) { revert(0x00, 0x00) }
                        mstore(0x00, cleaned_2)
                        mstore(0x20, 2)
                        let _10 := sload(keccak256(0x00, 0x40))
                        mstore(0, and(_10, 0xff))
                        mstore(32, and(shr(8, _10), 0xffffffffffffffff))
                        mstore(64, byte(22, _10))
                        return(0, 0x60)
                    }
                    case 0x416fd825 {
                        let _11 := calldataload(0x04)
                        let cleaned_3 := and(_11, sub(shl(160, 1), 1))
                        if sub(_11, cleaned_3) { revert(0x00, 0x00) }
                        let var_level := calldataload(0x24)
                        let var_since := calldataload(0x44)
                        let var_active := calldataload(0x64)
                        if gt(var_level, 0xff) { revert(0x00, 0x00) }
                        if shr(64, var_since) { revert(0x00, 0x00) }
                        if iszero(lt(var_active, 2)) { revert(0x00, 0x00) }
                        mstore(0x00, cleaned_3)
                        mstore(0x20, 2)
                        let dataSlot_1 := keccak256(0x00, 0x40)
                        let _12 := sload(dataSlot_1)
                        sstore(dataSlot_1, or(or(shl(8, var_since), or(and(_12, not(0xffffffffffffffffffff)), var_level)), shl(72, var_active)))
                        log2(0x00, 0x00, 0xc6e71e3aee3e0a9e947f36c5d655ee69031cfd09a416c744a4317f82b676e6ba, cleaned_3)
                        stop()
                    }
                }
                revert(0x00, 0x00)
            }
            function array_pop() -> value
            {
                let length := sload(0x01)
                if iszero(length) { outlined(0x31) }
                let slot := add(add(0xb10e2d527612073b26eecdfd717e6a320cf44b4afac2b0732d9fcbe2b7fa0cf6, length), not(0))
                value := sload(slot)
                sstore(slot, 0)
                sstore(0x01, add(length, not(0)))
            }
            function fun_setScore(var_who)
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
                mstore(0, calldataload(0x24))
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
