object "Auction_450" {
    code {
        {
            let _1 := memoryguard(0x80)
            let _2 := 64
            mstore(64, _1)
            let _3 := datasize("Auction_450")
            let _4 := codesize()
            let _5 := sub(_4, _3)
            let _6 := lt(_5, 64)
            if _6
            {
                let _7 := 0
                revert(0, 0)
            }
            codecopy(_1, _3, 64)
            let var_duration := mload(_1)
            let _8 := 32
            let _9 := add(_1, 32)
            let var_reserve := mload(_9)
            let _10 := 31536000
            let _11 := gt(var_duration, 31536000)
            let _12 := 60
            let _13 := lt(var_duration, 60)
            let _14 := or(_13, _11)
            if _14
            {
                let _15 := 0
                revert(0, 0)
            }
            let _16 := timestamp()
            let expr := add(_16, var_duration)
            let _17 := 160
            let _18 := shl(160, expr)
            let _19 := caller()
            let _20 := or(_19, _18)
            let _21 := 0
            sstore(0, _20)
            if var_reserve
            {
                let _22 := 1
                let _23 := add(var_reserve, not(0))
                sstore(1, _23)
            }
            mstore(0, expr)
            let _24 := 0x1bb96dff6ab5005aff98cdc0cf176bb7d8e0423cb48e02217d35b042cec81e9f
            log1(0, 32, 0x1bb96dff6ab5005aff98cdc0cf176bb7d8e0423cb48e02217d35b042cec81e9f)
            let _25 := datasize("Auction_450_deployed")
            let _26 := dataoffset("Auction_450_deployed")
            datacopy(_1, _26, _25)
            return(_1, _25)
        }
    }
    object "Auction_450_deployed" {
        code {
            {
                let _1 := memoryguard(0x80)
                let _2 := 64
                mstore(64, _1)
                let _3 := calldatasize()
                let _4 := 4
                let _5 := lt(_3, 4)
                if _5 { fun_revert_140() }
                let _6 := 0
                let _7 := calldataload(0)
                let _8 := 224
                let _9 := shr(224, _7)
                switch _9
                case 0x1998aeef { external_fun_bid() }
                case 0x3ccfd60b {
                    check_no_value()
                    let _10 := fun_withdraw()
                    abi_return(_10)
                }
                case 0xefbe1c1c {
                    check_no_value()
                    fun_end()
                }
                case 0xd57bde79 {
                    let _11 := 1
                    let _12 := sload(1)
                    abi_return(_12)
                }
                case 0x91f90157 {
                    let _13 := 2
                    let _14 := sload(2)
                    abi_return(_14)
                }
                case 0x8da5cb5b {
                    let var_seller, var_deadline, var_ended := read_state()
                    abi_return(var_seller)
                }
                case 0x0a09284a {
                    let var_seller_1, var_deadline_1, var_ended_1 := read_state()
                    let _15 := iszero(var_ended_1)
                    let _16 := mul(var_deadline_1, _15)
                    abi_return(_16)
                }
                case 0xf44136a1 {
                    let _17 := calldataload(4)
                    let _18 := pending_slot(_17)
                    let _19 := sload(_18)
                    abi_return(_19)
                }
                case 0x3defb962 {
                    let memPtr := mload(64)
                    let _20 := timestamp()
                    mstore(memPtr, _20)
                    let _21 := selfbalance()
                    let _22 := 32
                    let _23 := add(memPtr, 32)
                    mstore(_23, _21)
                    log0(memPtr, 64)
                }
                default { fun_revert_141() }
                stop()
            }
            function check_no_value()
            {
                let _1 := callvalue()
                if _1 { fun_revert_142() }
            }
            function fun_revert_140()
            {
                let var_text := "no plain transfers"
                let var_length := 18
                let _1 := 64
                let memPtr := mload(64)
                let _2 := "\x08\xc3y\xa0"
                mstore(memPtr, "\x08\xc3y\xa0")
                let _3 := 32
                let _4 := 4
                let _5 := add(memPtr, 4)
                mstore(_5, 32)
                let _6 := 36
                let _7 := add(memPtr, 36)
                mstore(_7, 18)
                let _8 := 68
                let _9 := add(memPtr, 68)
                mstore(_9, "no plain transfers")
                let _10 := 100
                revert(memPtr, 100)
            }
            function fun_revert_141()
            {
                let var_text := "unknown function"
                let var_length := 16
                let _1 := 64
                let memPtr := mload(64)
                let _2 := "\x08\xc3y\xa0"
                mstore(memPtr, "\x08\xc3y\xa0")
                let _3 := 32
                let _4 := 4
                let _5 := add(memPtr, 4)
                mstore(_5, 32)
                let _6 := 36
                let _7 := add(memPtr, 36)
                mstore(_7, 16)
                let _8 := 68
                let _9 := add(memPtr, 68)
                mstore(_9, "unknown function")
                let _10 := 100
                revert(memPtr, 100)
            }
            function fun_revert_142()
            {
                let var_text := "no ether needed"
                let var_length := 15
                let _1 := 64
                let memPtr := mload(64)
                let _2 := "\x08\xc3y\xa0"
                mstore(memPtr, "\x08\xc3y\xa0")
                let _3 := 32
                let _4 := 4
                let _5 := add(memPtr, 4)
                mstore(_5, 32)
                let _6 := 36
                let _7 := add(memPtr, 36)
                mstore(_7, 15)
                let _8 := 68
                let _9 := add(memPtr, 68)
                mstore(_9, "no ether needed")
                let _10 := 100
                revert(memPtr, 100)
            }
            function fun_revert_143()
            {
                let var_text := "auction is over"
                let var_length := 15
                let _1 := 64
                let memPtr := mload(64)
                let _2 := "\x08\xc3y\xa0"
                mstore(memPtr, "\x08\xc3y\xa0")
                let _3 := 32
                let _4 := 4
                let _5 := add(memPtr, 4)
                mstore(_5, 32)
                let _6 := 36
                let _7 := add(memPtr, 36)
                mstore(_7, 15)
                let _8 := 68
                let _9 := add(memPtr, 68)
                mstore(_9, "auction is over")
                let _10 := 100
                revert(memPtr, 100)
            }
            function fun_revert_144()
            {
                let var_text := "seller cannot bid"
                let var_length := 17
                let _1 := 64
                let memPtr := mload(64)
                let _2 := "\x08\xc3y\xa0"
                mstore(memPtr, "\x08\xc3y\xa0")
                let _3 := 32
                let _4 := 4
                let _5 := add(memPtr, 4)
                mstore(_5, 32)
                let _6 := 36
                let _7 := add(memPtr, 36)
                mstore(_7, 17)
                let _8 := 68
                let _9 := add(memPtr, 68)
                mstore(_9, "seller cannot bid")
                let _10 := 100
                revert(memPtr, 100)
            }
            function fun_revert_145()
            {
                let var_text := "bid too low"
                let var_length := 11
                let _1 := 64
                let memPtr := mload(64)
                let _2 := "\x08\xc3y\xa0"
                mstore(memPtr, "\x08\xc3y\xa0")
                let _3 := 32
                let _4 := 4
                let _5 := add(memPtr, 4)
                mstore(_5, 32)
                let _6 := 36
                let _7 := add(memPtr, 36)
                mstore(_7, 11)
                let _8 := 68
                let _9 := add(memPtr, 68)
                mstore(_9, "bid too low")
                let _10 := 100
                revert(memPtr, 100)
            }
            function fun_revert_146()
            {
                let var_text := "nothing to refund"
                let var_length := 17
                let _1 := 64
                let memPtr := mload(64)
                let _2 := "\x08\xc3y\xa0"
                mstore(memPtr, "\x08\xc3y\xa0")
                let _3 := 32
                let _4 := 4
                let _5 := add(memPtr, 4)
                mstore(_5, 32)
                let _6 := 36
                let _7 := add(memPtr, 36)
                mstore(_7, 17)
                let _8 := 68
                let _9 := add(memPtr, 68)
                mstore(_9, "nothing to refund")
                let _10 := 100
                revert(memPtr, 100)
            }
            function fun_revert_147()
            {
                let var_text := "already ended"
                let var_length := 13
                let _1 := 64
                let memPtr := mload(64)
                let _2 := "\x08\xc3y\xa0"
                mstore(memPtr, "\x08\xc3y\xa0")
                let _3 := 32
                let _4 := 4
                let _5 := add(memPtr, 4)
                mstore(_5, 32)
                let _6 := 36
                let _7 := add(memPtr, 36)
                mstore(_7, 13)
                let _8 := 68
                let _9 := add(memPtr, 68)
                mstore(_9, "already ended")
                let _10 := 100
                revert(memPtr, 100)
            }
            function fun_revert()
            {
                let var_text := "too early"
                let var_length := 9
                let _1 := 64
                let memPtr := mload(64)
                let _2 := "\x08\xc3y\xa0"
                mstore(memPtr, "\x08\xc3y\xa0")
                let _3 := 32
                let _4 := 4
                let _5 := add(memPtr, 4)
                mstore(_5, 32)
                let _6 := 36
                let _7 := add(memPtr, 36)
                mstore(_7, 9)
                let _8 := 68
                let _9 := add(memPtr, 68)
                mstore(_9, "too early")
                let _10 := 100
                revert(memPtr, 100)
            }
            function abi_return(value)
            {
                let _1 := 64
                let memPos := mload(64)
                mstore(memPos, value)
                let _2 := 32
                return(memPos, 32)
            }
            function read_state() -> seller, deadline, ended
            {
                let _1 := 0
                let packed := sload(0)
                let _2 := sub(shl(160, 1), 1)
                let seller_1 := and(packed, sub(shl(160, 1), 1))
                let seller_2 := seller_1
                seller := seller_1
                let _3 := 0xffffffffffffffff
                let _4 := 160
                let _5 := shr(160, packed)
                let deadline_1 := and(_5, 0xffffffffffffffff)
                let deadline_2 := deadline_1
                deadline := deadline_1
                let ended_1 := byte(0, packed)
                let ended_2 := ended_1
                ended := ended_1
            }
            function pending_slot(account) -> slot
            {
                let _1 := 0
                mstore(0, account)
                let _2 := 3
                let _3 := 32
                mstore(32, 3)
                let _4 := 64
                let slot_1 := keccak256(0, 64)
                let slot_2 := slot_1
                slot := slot_1
            }
            function add_pending(account, amount) -> total
            {
                let slot := pending_slot(account)
                let _1 := sload(slot)
                let total_1 := add(_1, amount)
                let total_2 := total_1
                total := total_1
                sstore(slot, total_1)
            }
            function external_fun_bid()
            {
                let var_seller, var_deadline, var_ended := read_state()
                let _1 := timestamp()
                let _2 := lt(_1, var_deadline)
                let _3 := iszero(_2)
                let _4 := or(var_ended, _3)
                if _4 { fun_revert_143() }
                let _5 := caller()
                let _6 := eq(_5, var_seller)
                if _6 { fun_revert_144() }
                let expr := callvalue()
                let _7 := 1
                let expr_1 := sload(1)
                let _8 := gt(expr, expr_1)
                let _9 := iszero(_8)
                if _9 { fun_revert_145() }
                let _10 := 2
                let var_previous := sload(2)
                fun_record(var_previous, expr_1, expr)
                fun_extend(var_seller, var_deadline)
            }
            function fun_record(var_previous, var_old, var_new)
            {
                let _1 := 1
                sstore(1, var_new)
                let _2 := caller()
                let _3 := 2
                sstore(2, _2)
                let _4 := 64
                let memPtr := mload(64)
                switch var_previous
                case 0 {
                    mstore(memPtr, var_new)
                    let _5 := 0x3fabff0a9c3ecd6814702e247fa9733e5d0aa69e3a38590f92cb18f623a2254d
                    let _6 := 32
                    log2(memPtr, 32, 0x3fabff0a9c3ecd6814702e247fa9733e5d0aa69e3a38590f92cb18f623a2254d, _2)
                }
                default {
                    let _7 := add_pending(var_previous, var_old)
                    mstore(memPtr, _7)
                    let _8 := 0x292d7fb2947c82eb4b40e678005bf64a5b67b6e7664f5573a30071a0e173eef1
                    let _9 := 32
                    log4(memPtr, 32, 0x292d7fb2947c82eb4b40e678005bf64a5b67b6e7664f5573a30071a0e173eef1, _2, var_previous, var_new)
                }
            }
            function fun_extend(var_seller, var_deadline)
            {
                let _1 := 300
                let _2 := timestamp()
                let expr := add(_2, 300)
                let _3 := gt(expr, var_deadline)
                let _4 := iszero(_3)
                if _4 { leave }
                let _5 := 160
                let _6 := shl(160, expr)
                let _7 := or(var_seller, _6)
                let _8 := 0
                sstore(0, _7)
            }
            function fun_pay(var_to, var_amount)
            {
                let _1 := 0
                let _2 := gas()
                let success := call(_2, var_to, var_amount, 0, 0, 0, 0)
                if success { leave }
                let size := returndatasize()
                returndatacopy(0, 0, size)
                revert(0, size)
            }
            function fun_withdraw() -> var_amount
            {
                let _1 := caller()
                let slot := pending_slot(_1)
                let var_amount_1 := sload(slot)
                let var_amount_2 := var_amount_1
                var_amount := var_amount_1
                let _2 := iszero(var_amount_1)
                if _2 { fun_revert_146() }
                let _3 := 0
                sstore(slot, 0)
                fun_pay(_1, var_amount_1)
            }
            function fun_end()
            {
                let var_seller, var_deadline, var_ended := read_state()
                if var_ended { fun_revert_147() }
                let _1 := timestamp()
                let _2 := lt(_1, var_deadline)
                if _2 { fun_revert() }
                let _3 := true
                let _4 := 248
                let _5 := shl(248, true)
                let _6 := 0
                let _7 := sload(0)
                let _8 := or(_7, _5)
                sstore(0, _8)
                let _9 := 2
                let var_winner := sload(2)
                let _10 := iszero(var_winner)
                let _11 := iszero(_10)
                let _12 := sload(true)
                let var_price := mul(_12, _11)
                let _13 := 0xdaec4582d5d9595688c8c98545fdd1c696d41c6aeaeb636737e84ed2f5c00eda
                log3(0, 0, 0xdaec4582d5d9595688c8c98545fdd1c696d41c6aeaeb636737e84ed2f5c00eda, var_winner, var_price)
                if var_price
                {
                    fun_pay(var_seller, var_price)
                }
            }
        }
        data ".metadata" hex"a264697066735822"
    }
}
