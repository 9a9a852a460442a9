object "ERC20_1" {
    code {
        {
            if callvalue() { revert(0, 0) }
            let programSize := datasize("ERC20_1")
            let argSize := sub(codesize(), programSize)
            mstore(64, add(memoryguard(0x80), and(add(argSize, 31), not(31))))
            codecopy(memoryguard(0x80), programSize, argSize)
            if slt(argSize, 32) { revert(0, 0) }
            let value0 := mload(memoryguard(0x80))
            sstore(0x02, value0)
            mstore(0, caller())
            mstore(32, 0)
            sstore(keccak256(0, 64), value0)
            mstore(0, value0)
            log3(0, 32, 0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef, 0, caller())
            let _1 := mload(64)
            let _2 := datasize("ERC20_1_deployed")
            codecopy(_1, dataoffset("ERC20_1_deployed"), _2)
            return(_1, _2)
        }
    }
    object "ERC20_1_deployed" {
        code {
            {
                if iszero(lt(calldatasize(), 4))
                {
                    let _1 := shr(224, calldataload(0))
                    switch lt(_1, 0x30000000)
                    case 0 {
                        switch lt(_1, 0x80000000)
                        case 0 {
                            switch _1
                            case 0x95d89b41 {
                                mstore(0, 32)
                                mstore(32, 4)
                                mstore(64, "EXPT")
                                return(0, 96)
                            }
                            case 0xa9059cbb {
                                if callvalue() { revert(0, 0) }
                                if lt(calldatasize(), 68) { revert(0, 0) }
                                let value := calldataload(4)
                                if shr(160, value) { revert(0, 0) }
                                fun_transfer(caller(), value, calldataload(36))
                                mstore(0, 1)
                                return(0, 32)
                            }
                            case 0xdd62ed3e {
                                if callvalue() { revert(0, 0) }
                                if lt(calldatasize(), 36) { revert(0, 0) }
                                let value_1 := calldataload(4)
                                if shr(160, value_1) { revert(0, 0) }
                                if lt(calldatasize(), 68) { revert(0, 0) }
                                let value_2 := calldataload(36)
                                if shr(160, value_2) { revert(0, 0) }
                                mstore(0, value_1)
                                mstore(32, 0x01)
                                let dataSlot := keccak256(0, 64)
                                mstore(0, value_2)
                                mstore(32, dataSlot)
                                let _2 := sload(keccak256(0, 64))
                                mstore(0, _2)
                                return(0, 32)
                            }
                        }
                        default {
                            switch _1
                            case 0x313ce567 {
                                mstore(0, 18)
                                return(0, 32)
                            }
                            case 0x70a08231 {
                                if callvalue() { revert(0, 0) }
                                if lt(calldatasize(), 36) { revert(0, 0) }
                                let value_3 := calldataload(4)
                                if shr(160, value_3) { revert(0, 0) }
                                mstore(0, value_3)
                                mstore(32, 0)
                                let _3 := sload(keccak256(0, 64))
                                mstore(0, _3)
                                return(0, 32)
                            }
                        }
                    }
                    default {
                        switch _1
                        case 0x06fdde03 {
                            mstore(memoryguard(0x80), 32)
                            mstore(add(memoryguard(0x80), 32), 15)
                            mstore(add(memoryguard(0x80), 64), "Example \"Token\"")
                            return(memoryguard(0x80), 96)
                        }
                        case 0x095ea7b3 {
                            if callvalue() { revert(0, 0) }
                            if lt(calldatasize(), 68) { revert(0, 0) }
                            let value_4 := calldataload(4)
                            if shr(160, value_4) { revert(0, 0) }
                            let value_5 := calldataload(36)
                            mstore(0, caller())
                            mstore(32, 1)
                            let dataSlot_1 := keccak256(0, 64)
                            mstore(0, value_4)
                            mstore(32, dataSlot_1)
                            sstore(keccak256(0, 64), value_5)
                            mstore(0, value_5)
                            log3(0, 32, 0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925, caller(), value_4)
                            mstore(0, 1)
                            return(0, 32)
                        }
                        case 0x18160ddd {
                            if callvalue() { revert(0, 0) }
                            let _4 := sload(0x02)
                            mstore(0, _4)
                            return(0, 32)
                        }
                        case 0x23b872dd {
                            if callvalue() { revert(0, 0) }
                            if lt(calldatasize(), 36) { revert(0, 0) }
                            let value_6 := calldataload(4)
                            if shr(160, value_6) { revert(0, 0) }
                            if lt(calldatasize(), 100) { revert(0, 0) }
                            let value_7 := calldataload(36)
                            if shr(160, value_7) { revert(0, 0) }
                            let value_8 := calldataload(68)
                            mstore(0, value_6)
                            mstore(32, 1)
                            let dataSlot_2 := keccak256(0, 64)
                            mstore(0, caller())
                            mstore(32, dataSlot_2)
                            let _5 := keccak256(0, 64)
                            let _6 := sload(_5)
                            if iszero(eq(_6, not(0)))
                            {
                                if lt(_6, value_8)
                                {
                                    outlined(17, "allowance too low")
                                }
                                sstore(_5, sub(_6, value_8))
                            }
                            fun_transfer(value_6, value_7, value_8)
                            mstore(0, 1)
                            return(0, 32)
                        }
                    }
                }
                revert(0, 0)
            }
            function fun_transfer(var_from, var_to, var_amount)
            {
                if iszero(var_to)
                {
                    outlined(24, "transfer to zero address")
                }
                mstore(0, var_from)
                mstore(0x20, 0)
                let dataSlot := keccak256(0, 0x40)
                let _1 := sload(dataSlot)
                if gt(var_amount, _1)
                {
                    outlined(15, "balance too low")
                }
                sstore(dataSlot, sub(_1, var_amount))
                mstore(0, var_to)
                let dataSlot_1 := keccak256(0, 0x40)
                let _2 := sload(dataSlot_1)
                let sum := add(_2, var_amount)
                if gt(_2, sum)
                {
                    mstore(0, shl(224, 0x4e487b71))
                    mstore(4, 0x11)
                    revert(0, 0x24)
                }
                sstore(dataSlot_1, sum)
                mstore(memoryguard(0x80), var_amount)
                log3(memoryguard(0x80), 0x20, 0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef, var_from, var_to)
            }
            function outlined(_1, _2)
            {
                mstore(0, shl(229, 4594637))
                mstore(4, 32)
                mstore(36, _1)
                mstore(68, _2)
                revert(0, 100)
            }
        }
        data ".metadata" hex"a164736f6c6343000825000a"
    }
}
