object "Auction_450" {
    code {
        {
            let _1 := memoryguard(0x80)
            mstore(64, _1)
            let _2 := datasize("Auction_450")
            if lt(sub(codesize(), _2), 64) { revert(0, 0) }
            codecopy(_1, _2, 64)
            let var_duration := mload(_1)
            let var_reserve := mload(add(_1, 32))
            if or(lt(var_duration, 60), gt(var_duration, 31536000)) { revert(0, 0) }
            let expr := add(timestamp(), var_duration)
            sstore(0, or(caller(), shl(160, expr)))
            if var_reserve
            {
                sstore(1, add(var_reserve, not(0)))
            }
            mstore(0, expr)
            log1(0, 32, 0x1bb96dff6ab5005aff98cdc0cf176bb7d8e0423cb48e02217d35b042cec81e9f)
            let _3 := datasize("Auction_450_deployed")
            datacopy(_1, dataoffset("Auction_450_deployed"), _3)
            return(_1, _3)
        }
    }
    object "Auction_450_deployed" {
        code {
            {
                mstore(64, memoryguard(0x80))
                if lt(calldatasize(), 4)
                {
                    let memPtr := mload(64)
                    mstore(memPtr, "\x08\xc3y\xa0")
                    mstore(add(memPtr, 4), 32)
                    mstore(add(memPtr, 36), 18)
                    mstore(add(memPtr, 68), "no plain transfers")
                    revert(memPtr, 100)
                }
                switch shr(224, calldataload(0))
                case 0x1998aeef {
                    let var_seller, var_deadline, var_ended := read_state()
                    if or(var_ended, iszero(lt(timestamp(), var_deadline)))
                    {
                        let memPtr_1 := mload(64)
                        mstore(memPtr_1, "\x08\xc3y\xa0")
                        mstore(add(memPtr_1, 4), 32)
                        mstore(add(memPtr_1, 36), 15)
                        mstore(add(memPtr_1, 68), "auction is over")
                        revert(memPtr_1, 100)
                    }
                    if eq(caller(), var_seller)
                    {
                        let memPtr_2 := mload(64)
                        mstore(memPtr_2, "\x08\xc3y\xa0")
                        mstore(add(memPtr_2, 4), 32)
                        mstore(add(memPtr_2, 36), 17)
                        mstore(add(memPtr_2, 68), "seller cannot bid")
                        revert(memPtr_2, 100)
                    }
                    let expr := sload(1)
                    if iszero(gt(callvalue(), expr))
                    {
                        let memPtr_3 := mload(64)
                        mstore(memPtr_3, "\x08\xc3y\xa0")
                        mstore(add(memPtr_3, 4), 32)
                        mstore(add(memPtr_3, 36), 11)
                        mstore(add(memPtr_3, 68), "bid too low")
                        revert(memPtr_3, 100)
                    }
                    let _1 := sload(2)
                    sstore(1, callvalue())
                    sstore(2, caller())
                    let memPtr_4 := mload(64)
                    switch _1
                    case 0 {
                        mstore(memPtr_4, callvalue())
                        log2(memPtr_4, 32, 0x3fabff0a9c3ecd6814702e247fa9733e5d0aa69e3a38590f92cb18f623a2254d, caller())
                    }
                    default {
                        mstore(0, _1)
                        mstore(32, 3)
                        let slot := keccak256(0, 64)
                        let total := add(sload(slot), expr)
                        sstore(slot, total)
                        mstore(memPtr_4, total)
                        log4(memPtr_4, 32, 0x292d7fb2947c82eb4b40e678005bf64a5b67b6e7664f5573a30071a0e173eef1, caller(), _1, callvalue())
                    }
                    fun_extend(var_seller, var_deadline)
                }
                case 0x3ccfd60b {
                    if callvalue() { fun_revert() }
                    mstore(0, caller())
                    mstore(32, 3)
                    let slot_1 := keccak256(0, 64)
                    let var_amount := sload(slot_1)
                    if iszero(var_amount)
                    {
                        let memPtr_5 := mload(64)
                        mstore(memPtr_5, "\x08\xc3y\xa0")
                        mstore(add(memPtr_5, 4), 32)
                        mstore(add(memPtr_5, 36), 17)
                        mstore(add(memPtr_5, 68), "nothing to refund")
                        revert(memPtr_5, 100)
                    }
                    sstore(slot_1, 0)
                    fun_pay(caller(), var_amount)
                    let memPos := mload(64)
                    mstore(memPos, var_amount)
                    return(memPos, 32)
                }
                case 0xefbe1c1c {
                    if callvalue() { fun_revert() }
                    let var_seller_1, var_deadline_1, var_ended_1 := read_state()
                    if var_ended_1
                    {
                        let memPtr_6 := mload(64)
                        mstore(memPtr_6, "\x08\xc3y\xa0")
                        mstore(add(memPtr_6, 4), 32)
                        mstore(add(memPtr_6, 36), 13)
                        mstore(add(memPtr_6, 68), "already ended")
                        revert(memPtr_6, 100)
                    }
                    if lt(timestamp(), var_deadline_1)
                    {
                        let memPtr_7 := mload(64)
                        mstore(memPtr_7, "\x08\xc3y\xa0")
                        mstore(add(memPtr_7, 4), 32)
                        mstore(add(memPtr_7, 36), 9)
                        mstore(add(memPtr_7, 68), "too early")
                        revert(memPtr_7, 100)
                    }
                    sstore(0, or(sload(0), shl(248, true)))
                    let var_winner := sload(2)
                    let var_price := mul(sload(true), iszero(iszero(var_winner)))
                    log3(0, 0, 0xdaec4582d5d9595688c8c98545fdd1c696d41c6aeaeb636737e84ed2f5c00eda, var_winner, var_price)
                    if var_price
                    {
                        fun_pay(var_seller_1, var_price)
                    }
                }
                case 0xd57bde79 {
                    let _2 := sload(1)
                    let memPos_1 := mload(64)
                    mstore(memPos_1, _2)
                    return(memPos_1, 32)
                }
                case 0x91f90157 {
                    let _3 := sload(2)
                    let memPos_2 := mload(64)
                    mstore(memPos_2, _3)
                    return(memPos_2, 32)
                }
                case 0x8da5cb5b {
                    let var_seller_2, var_deadline_2, var_ended_2 := read_state()
                    let memPos_3 := mload(64)
                    mstore(memPos_3, var_seller_2)
                    return(memPos_3, 32)
                }
                case 0x0a09284a {
                    let var_seller_3, var_deadline_3, var_ended_3 := read_state()
                    let memPos_4 := mload(64)
                    mstore(memPos_4, mul(var_deadline_3, iszero(var_ended_3)))
                    return(memPos_4, 32)
                }
                case 0xf44136a1 {
                    mstore(0, calldataload(4))
                    mstore(32, 3)
                    let _4 := sload(keccak256(0, 64))
                    let memPos_5 := mload(64)
                    mstore(memPos_5, _4)
                    return(memPos_5, 32)
                }
                case 0x3defb962 {
                    let memPtr_8 := mload(64)
                    mstore(memPtr_8, timestamp())
                    mstore(add(memPtr_8, 32), selfbalance())
                    log0(memPtr_8, 64)
                }
                default {
                    let memPtr_9 := mload(64)
                    mstore(memPtr_9, "\x08\xc3y\xa0")
                    mstore(add(memPtr_9, 4), 32)
                    mstore(add(memPtr_9, 36), 16)
                    mstore(add(memPtr_9, 68), "unknown function")
                    revert(memPtr_9, 100)
                }
                stop()
            }
            function fun_revert()
            {
                let memPtr := mload(64)
                mstore(memPtr, "\x08\xc3y\xa0")
                mstore(add(memPtr, 4), 32)
                mstore(add(memPtr, 36), 15)
                mstore(add(memPtr, 68), "no ether needed")
                revert(memPtr, 100)
            }
            function read_state() -> seller, deadline, ended
            {
                let packed := sload(0)
                seller := and(packed, sub(shl(160, 1), 1))
                deadline := and(shr(160, packed), 0xffffffffffffffff)
                ended := byte(0, packed)
            }
            function fun_extend(var_seller, var_deadline)
            {
                let expr := add(timestamp(), 300)
                if iszero(gt(expr, var_deadline)) { leave }
                sstore(0, or(var_seller, shl(160, expr)))
            }
            function fun_pay(var_to, var_amount)
            {
                if call(gas(), var_to, var_amount, 0, 0, 0, 0) { leave }
                let size := returndatasize()
                returndatacopy(0, 0, size)
                revert(0, size)
            }
        }
        data ".metadata" hex"a264697066735822"
    }
}
