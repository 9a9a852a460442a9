object "ERC20_1" {
    code {
        {
            let _1 := memoryguard(0x80)
            if callvalue() { revert(0, 0) }
            let programSize := datasize("ERC20_1")
            let argSize := sub(codesize(), programSize)
            mstore(64, add(_1, and(add(argSize, 31), not(31))))
            codecopy(_1, programSize, argSize)
            if slt(sub(add(_1, argSize), _1), 32) { revert(0, 0) }
            let value0 := mload(_1)
            sstore(0x02, value0)
            mstore(0, caller())
            mstore(32, 0)
            sstore(keccak256(0, 64), value0)
            mstore(0, value0)
            log3(0, 32, 0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef, 0, caller())
            let _2 := mload(64)
            let _3 := datasize("ERC20_1_deployed")
            codecopy(_2, dataoffset("ERC20_1_deployed"), _3)
            return(_2, _3)
        }
    }
    object "ERC20_1_deployed" {
        code {
            {
                let _1 := memoryguard(0x80)
                mstore(64, _1)
                if iszero(lt(calldatasize(), 4))
                {
                    switch shr(224, calldataload(0))
                    case 0x06fdde03 {
                        mstore(_1, 32)
                        mstore(add(_1, 32), 15)
                        mstore(add(_1, 64), "Example \"Token\"")
                        return(_1, 96)
                    }
                    case 0x95d89b41 {
                        let memPos := mload(64)
                        mstore(memPos, 32)
                        mstore(add(memPos, 32), 4)
                        mstore(add(memPos, 64), "EXPT")
                        return(memPos, 96)
                    }
                    case 0x18160ddd {
                        if callvalue() { revert(0, 0) }
                        let _2 := sload(0x02)
                        let memPos_1 := mload(64)
                        mstore(memPos_1, _2)
                        return(memPos_1, 32)
                    }
                    case 0x313ce567 {
                        let memPos_2 := mload(64)
                        mstore(memPos_2, 18)
                        return(memPos_2, 32)
                    }
                    case 0x70a08231 {
                        if callvalue() { revert(0, 0) }
                        if slt(add(calldatasize(), not(3)), 32) { revert(0, 0) }
                        mstore(0, and(abi_decode_address(), sub(shl(160, 1), 1)))
                        mstore(32, 0)
                        let _3 := sload(keccak256(0, 64))
                        let memPos_3 := mload(64)
                        mstore(memPos_3, _3)
                        return(memPos_3, 32)
                    }
                    case 0xdd62ed3e {
                        if callvalue() { revert(0, 0) }
                        if slt(add(calldatasize(), not(3)), 32) { revert(0, 0) }
                        let value0 := abi_decode_address()
                        if slt(add(calldatasize(), not(35)), 32) { revert(0, 0) }
                        let value0_1 := abi_decode_t_address()
                        mstore(0, and(value0, sub(shl(160, 1), 1)))
                        mstore(32, 0x01)
                        let dataSlot := keccak256(0, 64)
                        mstore(0, and(value0_1, sub(shl(160, 1), 1)))
                        mstore(32, dataSlot)
                        let _4 := sload(keccak256(0, 64))
                        let memPos_4 := mload(64)
                        mstore(memPos_4, _4)
                        return(memPos_4, 32)
                    }
                    case 0xa9059cbb {
                        if callvalue() { revert(0, 0) }
                        if slt(add(calldatasize(), not(3)), 64) { revert(0, 0) }
                        let value0_2 := abi_decode_address()
                        fun_transfer(caller(), value0_2, calldataload(36))
                        let memPos_5 := mload(64)
                        mstore(memPos_5, 1)
                        return(memPos_5, 32)
                    }
                    case 0x095ea7b3 {
                        if callvalue() { revert(0, 0) }
                        if slt(add(calldatasize(), not(3)), 64) { revert(0, 0) }
                        let value0_3 := abi_decode_address()
                        let value := calldataload(36)
                        mstore(0, caller())
                        mstore(32, 1)
                        let dataSlot_1 := keccak256(0, 64)
                        let _5 := and(value0_3, sub(shl(160, 1), 1))
                        mstore(0, _5)
                        mstore(32, dataSlot_1)
                        sstore(keccak256(0, 64), value)
                        let _6 := mload(64)
                        mstore(_6, value)
                        log3(_6, 32, 0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925, caller(), _5)
                        let memPos_6 := mload(64)
                        mstore(memPos_6, 1)
                        return(memPos_6, 32)
                    }
                    case 0x23b872dd {
                        if callvalue() { revert(0, 0) }
                        if slt(add(calldatasize(), not(3)), 32) { revert(0, 0) }
                        let value0_4 := abi_decode_address()
                        if slt(add(calldatasize(), not(35)), 64) { revert(0, 0) }
                        let value0_5 := abi_decode_t_address()
                        let value_1 := calldataload(68)
                        let _7 := and(value0_4, sub(shl(160, 1), 1))
                        mstore(0, _7)
                        mstore(32, 1)
                        let dataSlot_2 := keccak256(0, 64)
                        mstore(0, caller())
                        mstore(32, dataSlot_2)
                        let _8 := sload(keccak256(0, 64))
                        if iszero(eq(_8, not(0)))
                        {
                            if lt(_8, value_1)
                            {
                                let memPtr := mload(64)
                                mstore(memPtr, shl(229, 4594637))
                                mstore(add(memPtr, 4), 32)
                                mstore(add(memPtr, 36), 17)
                                mstore(add(memPtr, 68), "allowance too low")
                                revert(memPtr, 100)
                            }
                            let _9 := checked_sub_uint256(_8, value_1)
                            mstore(0, _7)
                            mstore(32, 1)
                            let dataSlot_3 := keccak256(0, 64)
                            mstore(0, caller())
                            mstore(32, dataSlot_3)
                            sstore(keccak256(0, 64), _9)
                        }
                        fun_transfer(value0_4, value0_5, value_1)
                        let memPos_7 := mload(64)
                        mstore(memPos_7, 1)
                        return(memPos_7, 32)
                    }
                }
                revert(0, 0)
            }
            function abi_decode_address() -> value
            {
                value := calldataload(4)
                if iszero(eq(value, and(value, sub(shl(160, 1), 1)))) { revert(0, 0) }
            }
            function abi_decode_t_address() -> value
            {
                value := calldataload(36)
                if iszero(eq(value, and(value, sub(shl(160, 1), 1)))) { revert(0, 0) }
            }
            function checked_sub_uint256(x, y) -> diff
            {
                diff := sub(x, y)
                if gt(diff, x)
                {
                    mstore(0, shl(224, 0x4e487b71))
                    mstore(4, 0x11)
                    revert(0, 0x24)
                }
            }
            function fun_transfer(var_from, var_to, var_amount)
            {
                if iszero(var_to)
                {
                    let memPtr := mload(64)
                    mstore(memPtr, shl(229, 4594637))
                    mstore(add(memPtr, 4), 32)
                    mstore(add(memPtr, 36), 24)
                    mstore(add(memPtr, 68), "transfer to zero address")
                    revert(memPtr, 100)
                }
                let _1 := and(var_from, sub(shl(160, 1), 1))
                mstore(0, _1)
                mstore(0x20, 0)
                let dataSlot := keccak256(0, 0x40)
                let _2 := sload(dataSlot)
                if gt(var_amount, _2)
                {
                    let memPtr_1 := mload(0x40)
                    mstore(memPtr_1, shl(229, 4594637))
                    mstore(add(memPtr_1, 4), 0x20)
                    mstore(add(memPtr_1, 36), 15)
                    mstore(add(memPtr_1, 68), "balance too low")
                    revert(memPtr_1, 100)
                }
                sstore(dataSlot, checked_sub_uint256(_2, var_amount))
                let _3 := and(var_to, sub(shl(160, 1), 1))
                mstore(0, _3)
                mstore(0x20, 0)
                let dataSlot_1 := keccak256(0, 0x40)
                let _4 := sload(dataSlot_1)
                let sum := add(_4, var_amount)
                if gt(_4, sum)
                {
                    mstore(0, shl(224, 0x4e487b71))
                    mstore(4, 0x11)
                    revert(0, 0x24)
                }
                sstore(dataSlot_1, sum)
                let _5 := mload(0x40)
                mstore(_5, var_amount)
                log3(_5, 0x20, 0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef, _1, _3)
            }
        }
        data ".metadata" hex"a164736f6c6343000825000a"
    }
}
