object "Auction_450" {
    code {
        {
            let _1 := memoryguard(0x80)
            let _2 := 64
            mstore(_2, _1)
            let _3 := datasize("Auction_450")
            let _4 := codesize()
            let _5 := sub(_4, _3)
            let _6 := _2
            let _7 := lt(_5, _2)
            if _7
            {
                let _8 := 0
                let _9 := _8
                revert(_8, _8)
            }
            let _10 := _2
            let _11 := _1
            let _12 := _2
            let _13 := _3
            codecopy(_11, _3, _2)
            let var_duration := mload(_11)
            let _14 := 32
            let _15 := add(_11, _14)
            let var_reserve := mload(_15)
            let _16 := 31536000
            let _17 := gt(var_duration, _16)
            let _18 := 60
            let _19 := lt(var_duration, _18)
            let _20 := or(_19, _17)
            if _20
            {
                let _21 := 0
                let _22 := _21
                revert(_21, _21)
            }
            let _23 := timestamp()
            let expr := add(_23, var_duration)
            let _24 := 160
            let _25 := shl(_24, expr)
            let _26 := caller()
            let _27 := or(_26, _25)
            let _28 := 0
            sstore(_28, _27)
            if var_reserve
            {
                let _29 := 1
                let _30 := add(var_reserve, not(0))
                let _31 := _29
                sstore(_29, _30)
            }
            let _32 := _28
            mstore(_28, expr)
            let _33 := 0x1bb96dff6ab5005aff98cdc0cf176bb7d8e0423cb48e02217d35b042cec81e9f
            let _34 := _14
            let _35 := _28
            log1(_28, _14, _33)
            let _36 := datasize("Auction_450_deployed")
            let _37 := dataoffset("Auction_450_deployed")
            datacopy(_11, _37, _36)
            let _38 := _36
            return(_11, _36)
        }
    }
    object "Auction_450_deployed" {
        code {
            {
                let _1 := memoryguard(0x80)
                let _2 := 64
                mstore(_2, _1)
                let _3 := calldatasize()
                let _4 := 4
                let _5 := lt(_3, _4)
                if _5
                {
                    let _6 := 18
                    let _7 := "no plain transfers"
                    fun_revert(_7, _6)
                }
                let _8 := 0
                let _9 := calldataload(_8)
                let _10 := 224
                let _11 := shr(_10, _9)
                switch _11
                case 0x1998aeef { external_fun_bid() }
                case 0x3ccfd60b {
                    check_no_value()
                    let _12 := fun_withdraw()
                    abi_return(_12)
                }
                case 0xefbe1c1c {
                    check_no_value()
                    fun_end()
                }
                case 0xd57bde79 {
                    let _13 := 1
                    let _14 := sload(_13)
                    abi_return(_14)
                }
                case 0x91f90157 {
                    let _15 := 2
                    let _16 := sload(_15)
                    abi_return(_16)
                }
                case 0x8da5cb5b {
                    let var_seller, var_deadline, var_ended := read_state()
                    abi_return(var_seller)
                }
                case 0x0a09284a {
                    let var_seller_1, var_deadline_1, var_ended_1 := read_state()
                    let _17 := iszero(var_ended_1)
                    let _18 := mul(var_deadline_1, _17)
                    abi_return(_18)
                }
                case 0xf44136a1 {
                    let _19 := _4
                    let _20 := calldataload(_4)
                    let _21 := pending_slot(_20)
                    let _22 := sload(_21)
                    abi_return(_22)
                }
                case 0x3defb962 {
                    let _23 := _2
                    let memPtr := mload(_2)
                    let _24 := timestamp()
                    mstore(memPtr, _24)
                    let _25 := selfbalance()
                    let _26 := 32
                    let _27 := add(memPtr, _26)
                    mstore(_27, _25)
                    let _28 := _2
                    log0(memPtr, _2)
                }
                default {
                    let _29 := 16
                    let _30 := "unknown function"
                    fun_revert(_30, _29)
                }
                stop()
            }
            function check_no_value()
            {
                let _1 := callvalue()
                if _1
                {
                    let _2 := 15
                    let _3 := "no ether needed"
                    fun_revert(_3, _2)
                }
            }
            function fun_revert(var_text, var_length)
            {
                let _1 := 64
                let memPtr := mload(_1)
                let _2 := "\x08\xc3y\xa0"
                mstore(memPtr, _2)
                let _3 := 32
                let _4 := 4
                let _5 := add(memPtr, _4)
                mstore(_5, _3)
                let _6 := 36
                let _7 := add(memPtr, _6)
                mstore(_7, var_length)
                let _8 := 68
                let _9 := add(memPtr, _8)
                mstore(_9, var_text)
                let _10 := 100
                revert(memPtr, _10)
            }
            function abi_return(value)
            {
                let _1 := 64
                let memPos := mload(_1)
                mstore(memPos, value)
                let _2 := 32
                return(memPos, _2)
            }
            function read_state() -> seller, deadline, ended
            {
                let _1 := 0
                let packed := sload(_1)
                let _2 := sub(shl(160, 1), 1)
                let seller_1 := and(packed, _2)
                seller := seller_1
                let _3 := 0xffffffffffffffff
                let _4 := 160
                let _5 := shr(_4, packed)
                let deadline_1 := and(_5, _3)
                deadline := deadline_1
                let _6 := _1
                let ended_1 := byte(_1, packed)
                ended := ended_1
            }
            function pending_slot(account) -> slot
            {
                let _1 := 0
                mstore(_1, account)
                let _2 := 3
                let _3 := 32
                mstore(_3, _2)
                let _4 := 64
                let _5 := _1
                let slot_1 := keccak256(_1, _4)
                slot := slot_1
            }
            function add_pending(account, amount) -> total
            {
                let slot := pending_slot(account)
                let _1 := sload(slot)
                let total_1 := add(_1, amount)
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
                if _4
                {
                    let _5 := 15
                    let _6 := "auction is over"
                    fun_revert(_6, _5)
                }
                let _7 := caller()
                let _8 := eq(_7, var_seller)
                if _8
                {
                    let _9 := 17
                    let _10 := "seller cannot bid"
                    fun_revert(_10, _9)
                }
                let expr := callvalue()
                let _11 := 1
                let expr_1 := sload(_11)
                let _12 := gt(expr, expr_1)
                let _13 := iszero(_12)
                if _13
                {
                    let _14 := 11
                    let _15 := "bid too low"
                    fun_revert(_15, _14)
                }
                let _16 := 2
                let var_previous := sload(_16)
                fun_record(var_previous, expr_1, expr)
                fun_extend(var_seller, var_deadline)
            }
            function fun_record(var_previous, var_old, var_new)
            {
                let _1 := 1
                sstore(_1, var_new)
                let _2 := caller()
                let _3 := 2
                sstore(_3, _2)
                let _4 := 64
                let memPtr := mload(_4)
                switch var_previous
                case 0 {
                    mstore(memPtr, var_new)
                    let _5 := _2
                    let _6 := 0x3fabff0a9c3ecd6814702e247fa9733e5d0aa69e3a38590f92cb18f623a2254d
                    let _7 := 32
                    log2(memPtr, _7, _6, _2)
                }
                default {
                    let _8 := add_pending(var_previous, var_old)
                    mstore(memPtr, _8)
                    let _9 := _2
                    let _10 := 0x292d7fb2947c82eb4b40e678005bf64a5b67b6e7664f5573a30071a0e173eef1
                    let _11 := 32
                    log4(memPtr, _11, _10, _2, var_previous, var_new)
                }
            }
            function fun_extend(var_seller, var_deadline)
            {
                let _1 := 300
                let _2 := timestamp()
                let expr := add(_2, _1)
                let _3 := gt(expr, var_deadline)
                let _4 := iszero(_3)
                if _4 { leave }
                let _5 := 160
                let _6 := shl(_5, expr)
                let _7 := or(var_seller, _6)
                let _8 := 0
                sstore(_8, _7)
            }
            function fun_pay(var_to, var_amount)
            {
                let _1 := 0
                let _2 := _1
                let _3 := _1
                let _4 := _1
                let _5 := gas()
                let success := call(_5, var_to, var_amount, _1, _1, _1, _1)
                if success { leave }
                let size := returndatasize()
                let _6 := _1
                let _7 := _1
                returndatacopy(_1, _1, size)
                let _8 := _1
                revert(_1, size)
            }
            function fun_withdraw() -> var_amount
            {
                let _1 := caller()
                let slot := pending_slot(_1)
                let var_amount_1 := sload(slot)
                var_amount := var_amount_1
                let _2 := iszero(var_amount_1)
                if _2
                {
                    let _3 := 17
                    let _4 := "nothing to refund"
                    fun_revert(_4, _3)
                }
                let _5 := 0
                sstore(slot, _5)
                let _6 := _1
                fun_pay(_1, var_amount_1)
            }
            function fun_end()
            {
                let var_seller, var_deadline, var_ended := read_state()
                if var_ended
                {
                    let _1 := 13
                    let _2 := "already ended"
                    fun_revert(_2, _1)
                }
                let _3 := timestamp()
                let _4 := lt(_3, var_deadline)
                if _4
                {
                    let _5 := 9
                    let _6 := "too early"
                    fun_revert(_6, _5)
                }
                let _7 := true
                let _8 := 248
                let _9 := shl(_8, _7)
                let _10 := 0
                let _11 := sload(_10)
                let _12 := or(_11, _9)
                let _13 := _10
                sstore(_10, _12)
                let _14 := 2
                let var_winner := sload(_14)
                let _15 := iszero(var_winner)
                let _16 := iszero(_15)
                let _17 := _7
                let _18 := sload(_7)
                let var_price := mul(_18, _16)
                let _19 := 0xdaec4582d5d9595688c8c98545fdd1c696d41c6aeaeb636737e84ed2f5c00eda
                let _20 := _10
                let _21 := _10
                log3(_10, _10, _19, var_winner, var_price)
                if var_price
                {
                    fun_pay(var_seller, var_price)
                }
            }
        }
        data ".metadata" hex"a264697066735822"
    }
}
