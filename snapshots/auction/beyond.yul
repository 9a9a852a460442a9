object "Auction_450" {
    code {
        {
            let _1 := datasize("Auction_450")
            if lt(sub(codesize(), _1), 64) { revert(0, 0) }
            codecopy(memoryguard(0x80), _1, 64)
            let var_duration := mload(memoryguard(0x80))
            let var_reserve := mload(add(memoryguard(0x80), 32))
            if or(lt(var_duration, 60), gt(var_duration, 31536000)) { revert(0, 0) }
            let expr := add(timestamp(), var_duration)
            sstore(0, or(caller(), shl(160, expr)))
            if var_reserve
            {
                sstore(1, add(var_reserve, not(0)))
            }
            mstore(0, expr)
            log1(0, 32, 0x1bb96dff6ab5005aff98cdc0cf176bb7d8e0423cb48e02217d35b042cec81e9f)
            let _2 := datasize("Auction_450_deployed")
            datacopy(memoryguard(0x80), dataoffset("Auction_450_deployed"), _2)
            return(memoryguard(0x80), _2)
        }
    }
    object "Auction_450_deployed" {
        code {
            {
                if lt(calldatasize(), 4)
                {
                    mstore(64, memoryguard(0x80))
                    outlined_1287(memoryguard(0x80))
                    mstore(add(memoryguard(0x80), 4), 32)
                    mstore(add(memoryguard(0x80), 36), 18)
                    mstore(add(memoryguard(0x80), 68), "no plain transfers")
                    revert(memoryguard(0x80), 100)
                }
                let _1 := shr(224, calldataload(0))
                switch lt(_1, 0x80000000)
                case 0 {
                    switch _1
                    case 0x8da5cb5b {
                        let var_seller, var_deadline, var_ended := read_state()
                        mstore(0, var_seller)
                        return(0, 32)
                    }
                    case 0x91f90157 {
                        let _2 := sload(2)
                        mstore(0, _2)
                        return(0, 32)
                    }
                    case 0xd57bde79 {
                        let _3 := sload(1)
                        mstore(0, _3)
                        return(0, 32)
                    }
                    case 0xefbe1c1c {
                        mstore(64, memoryguard(0x80))
                        if callvalue() { fun_revert() }
                        let var_seller_1, var_deadline_1, var_ended_1 := read_state()
                        if var_ended_1 { outlined(13, "already ended") }
                        if lt(timestamp(), var_deadline_1) { outlined(9, "too early") }
                        sstore(0, or(sload(0), shl(248, 1)))
                        let var_winner := sload(2)
                        let var_price := mul(sload(true), iszero(iszero(var_winner)))
                        log3(0, 0, 0xdaec4582d5d9595688c8c98545fdd1c696d41c6aeaeb636737e84ed2f5c00eda, var_winner, var_price)
                        if var_price
                        {
                            fun_pay(var_seller_1, var_price)
                        }
                    }
                    case 0xf44136a1 {
                        mstore(0, calldataload(4))
                        mstore(32, 3)
                        let _4 := sload(keccak256(0, 64))
                        mstore(0, _4)
                        return(0, 32)
                    }
                    default {
                        mstore(64, memoryguard(0x80))
                        outlined(16, "unknown function")
                    }
                }
                default {
                    switch _1
                    case 0x0a09284a {
                        let var_seller_2, var_deadline_2, var_ended_2 := read_state()
                        mstore(0, mul(var_deadline_2, iszero(var_ended_2)))
                        return(0, 32)
                    }
                    case 0x1998aeef {
                        let var_seller_3, var_deadline_3, var_ended_3 := read_state()
                        mstore(64, memoryguard(0x80))
                        if or(var_ended_3, iszero(lt(timestamp(), var_deadline_3)))
                        {
                            outlined(15, "auction is over")
                        }
                        if eq(caller(), var_seller_3)
                        {
                            outlined(17, "seller cannot bid")
                        }
                        let expr := sload(1)
                        if iszero(gt(callvalue(), expr)) { outlined(11, "bid too low") }
                        let _5 := sload(2)
                        sstore(1, callvalue())
                        sstore(2, caller())
                        switch _5
                        case 0 {
                            mstore(0, callvalue())
                            log2(0, 32, 0x3fabff0a9c3ecd6814702e247fa9733e5d0aa69e3a38590f92cb18f623a2254d, caller())
                        }
                        default {
                            mstore(0, _5)
                            mstore(32, 3)
                            let slot := keccak256(0, 64)
                            let total := add(sload(slot), expr)
                            sstore(slot, total)
                            mstore(0, total)
                            log4(0, 32, 0x292d7fb2947c82eb4b40e678005bf64a5b67b6e7664f5573a30071a0e173eef1, caller(), _5, callvalue())
                        }
                        fun_extend(var_seller_3, var_deadline_3)
                    }
                    case 0x3ccfd60b {
                        mstore(64, memoryguard(0x80))
                        if callvalue() { fun_revert() }
                        mstore(0, caller())
                        mstore(32, 3)
                        let slot_1 := keccak256(0, 64)
                        let var_amount := sload(slot_1)
                        if iszero(var_amount)
                        {
                            outlined(17, "nothing to refund")
                        }
                        sstore(slot_1, 0)
                        fun_pay(caller(), var_amount)
                        mstore(0, var_amount)
                        return(0, 32)
                    }
                    case 0x3defb962 {
                        mstore(0, timestamp())
                        mstore(32, selfbalance())
                        log0(0, 64)
                    }
                    default {
                        mstore(64, memoryguard(0x80))
                        outlined(16, "unknown function")
                    }
                }
                stop()
            }
            function fun_revert()
            {
                outlined(15, "no ether needed")
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
            function outlined(_1, _2)
            {
                outlined_1287(0)
                mstore(4, 32)
                mstore(36, _1)
                mstore(68, _2)
                revert(0, 100)
            }
            function outlined_1287(_1)
            { mstore(_1, "\x08\xc3y\xa0") }
        }
        data ".metadata" hex"a264697066735822"
    }
}
