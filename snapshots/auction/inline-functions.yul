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
                let _30 := sub(var_reserve, _29)
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
                case 0x1998aeef {
                    let var_seller, var_deadline, var_ended := read_state()
                    let _12 := timestamp()
                    let _13 := lt(_12, var_deadline)
                    let _14 := iszero(_13)
                    let _15 := or(var_ended, _14)
                    if _15
                    {
                        let _16 := 15
                        let _17 := "auction is over"
                        fun_revert(_17, _16)
                    }
                    let _18 := caller()
                    let _19 := eq(_18, var_seller)
                    if _19
                    {
                        let _20 := 17
                        let _21 := "seller cannot bid"
                        fun_revert(_21, _20)
                    }
                    let expr := callvalue()
                    let _22 := 1
                    let expr_1 := sload(_22)
                    let _23 := gt(expr, expr_1)
                    let _24 := iszero(_23)
                    if _24
                    {
                        let _25 := 11
                        let _26 := "bid too low"
                        fun_revert(_26, _25)
                    }
                    let _27 := 2
                    let var_previous := sload(_27)
                    let var_new := expr
                    let var_old := expr_1
                    let var_previous_1 := var_previous
                    let _28 := 1
                    sstore(_28, var_new)
                    let _29 := caller()
                    let _30 := 2
                    sstore(_30, _29)
                    let _31 := 64
                    let memPtr := mload(_31)
                    switch var_previous_1
                    case 0 {
                        mstore(memPtr, var_new)
                        let _32 := _29
                        let _33 := 0x3fabff0a9c3ecd6814702e247fa9733e5d0aa69e3a38590f92cb18f623a2254d
                        let _34 := 32
                        log2(memPtr, _34, _33, _29)
                    }
                    default {
                        let amount := var_old
                        let account := var_previous_1
                        let total := 0
                        let account_1 := account
                        let slot := 0
                        let _35 := 0
                        mstore(_35, account_1)
                        let _36 := 3
                        let _37 := 32
                        mstore(_37, _36)
                        let _38 := 64
                        let _39 := _35
                        let slot_1 := keccak256(_35, _38)
                        slot := slot_1
                        let slot_2 := slot
                        let _40 := sload(slot_2)
                        let total_1 := add(_40, amount)
                        total := total_1
                        sstore(slot_2, total_1)
                        let _41 := total
                        mstore(memPtr, _41)
                        let _42 := _29
                        let _43 := 0x292d7fb2947c82eb4b40e678005bf64a5b67b6e7664f5573a30071a0e173eef1
                        let _44 := 32
                        log4(memPtr, _44, _43, _29, var_previous_1, var_new)
                    }
                    fun_extend(var_seller, var_deadline)
                }
                case 0x3ccfd60b {
                    let _45 := callvalue()
                    if _45
                    {
                        let _46 := 15
                        let _47 := "no ether needed"
                        fun_revert(_47, _46)
                    }
                    let var_amount := 0
                    let _48 := caller()
                    let account_2 := _48
                    let slot_3 := 0
                    let _49 := 0
                    mstore(_49, account_2)
                    let _50 := 3
                    let _51 := 32
                    mstore(_51, _50)
                    let _52 := 64
                    let _53 := _49
                    let slot_4 := keccak256(_49, _52)
                    slot_3 := slot_4
                    let slot_5 := slot_3
                    let var_amount_1 := sload(slot_5)
                    var_amount := var_amount_1
                    let _54 := iszero(var_amount_1)
                    if _54
                    {
                        let _55 := 17
                        let _56 := "nothing to refund"
                        fun_revert(_56, _55)
                    }
                    let _57 := 0
                    sstore(slot_5, _57)
                    let _58 := _48
                    fun_pay(_48, var_amount_1)
                    let _59 := var_amount
                    let value := _59
                    let _60 := 64
                    let memPos := mload(_60)
                    mstore(memPos, value)
                    let _61 := 32
                    return(memPos, _61)
                }
                case 0xefbe1c1c {
                    let _62 := callvalue()
                    if _62
                    {
                        let _63 := 15
                        let _64 := "no ether needed"
                        fun_revert(_64, _63)
                    }
                    let var_seller_1, var_deadline_1, var_ended_1 := read_state()
                    if var_ended_1
                    {
                        let _65 := 13
                        let _66 := "already ended"
                        fun_revert(_66, _65)
                    }
                    let _67 := timestamp()
                    let _68 := lt(_67, var_deadline_1)
                    if _68
                    {
                        let _69 := 9
                        let _70 := "too early"
                        fun_revert(_70, _69)
                    }
                    let _71 := true
                    let _72 := 248
                    let _73 := shl(_72, _71)
                    let _74 := 0
                    let _75 := sload(_74)
                    let _76 := or(_75, _73)
                    let _77 := _74
                    sstore(_74, _76)
                    let _78 := 2
                    let var_winner := sload(_78)
                    let _79 := iszero(var_winner)
                    let _80 := iszero(_79)
                    let _81 := _71
                    let _82 := sload(_71)
                    let var_price := mul(_82, _80)
                    let _83 := 0xdaec4582d5d9595688c8c98545fdd1c696d41c6aeaeb636737e84ed2f5c00eda
                    let _84 := _74
                    let _85 := _74
                    log3(_74, _74, _83, var_winner, var_price)
                    if var_price
                    {
                        fun_pay(var_seller_1, var_price)
                    }
                }
                case 0xd57bde79 {
                    let _86 := 1
                    let _87 := sload(_86)
                    let value_1 := _87
                    let _88 := 64
                    let memPos_1 := mload(_88)
                    mstore(memPos_1, value_1)
                    let _89 := 32
                    return(memPos_1, _89)
                }
                case 0x91f90157 {
                    let _90 := 2
                    let _91 := sload(_90)
                    let value_2 := _91
                    let _92 := 64
                    let memPos_2 := mload(_92)
                    mstore(memPos_2, value_2)
                    let _93 := 32
                    return(memPos_2, _93)
                }
                case 0x8da5cb5b {
                    let var_seller_2, var_deadline_2, var_ended_2 := read_state()
                    let value_3 := var_seller_2
                    let _94 := 64
                    let memPos_3 := mload(_94)
                    mstore(memPos_3, value_3)
                    let _95 := 32
                    return(memPos_3, _95)
                }
                case 0x0a09284a {
                    let var_seller_3, var_deadline_3, var_ended_3 := read_state()
                    let _96 := iszero(var_ended_3)
                    let _97 := mul(var_deadline_3, _96)
                    let value_4 := _97
                    let _98 := 64
                    let memPos_4 := mload(_98)
                    mstore(memPos_4, value_4)
                    let _99 := 32
                    return(memPos_4, _99)
                }
                case 0xf44136a1 {
                    let _100 := _4
                    let _101 := calldataload(_4)
                    let account_3 := _101
                    let slot_6 := 0
                    let _102 := 0
                    mstore(_102, account_3)
                    let _103 := 3
                    let _104 := 32
                    mstore(_104, _103)
                    let _105 := 64
                    let _106 := _102
                    let slot_7 := keccak256(_102, _105)
                    slot_6 := slot_7
                    let _107 := slot_6
                    let _108 := sload(_107)
                    let value_5 := _108
                    let _109 := 64
                    let memPos_5 := mload(_109)
                    mstore(memPos_5, value_5)
                    let _110 := 32
                    return(memPos_5, _110)
                }
                case 0x3defb962 {
                    let _111 := _2
                    let memPtr_1 := mload(_2)
                    let _112 := timestamp()
                    mstore(memPtr_1, _112)
                    let _113 := selfbalance()
                    let _114 := 32
                    let _115 := add(memPtr_1, _114)
                    mstore(_115, _113)
                    let _116 := _2
                    log0(memPtr_1, _2)
                }
                default {
                    let _117 := 16
                    let _118 := "unknown function"
                    fun_revert(_118, _117)
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
                let account_1 := account
                let slot := 0
                let _1 := 0
                mstore(_1, account_1)
                let _2 := 3
                let _3 := 32
                mstore(_3, _2)
                let _4 := 64
                let _5 := _1
                let slot_1 := keccak256(_1, _4)
                slot := slot_1
                let slot_2 := slot
                let _6 := sload(slot_2)
                let total_1 := add(_6, amount)
                total := total_1
                sstore(slot_2, total_1)
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
                let var_new := expr
                let var_old := expr_1
                let var_previous_1 := var_previous
                let _17 := 1
                sstore(_17, var_new)
                let _18 := caller()
                let _19 := 2
                sstore(_19, _18)
                let _20 := 64
                let memPtr := mload(_20)
                switch var_previous_1
                case 0 {
                    mstore(memPtr, var_new)
                    let _21 := _18
                    let _22 := 0x3fabff0a9c3ecd6814702e247fa9733e5d0aa69e3a38590f92cb18f623a2254d
                    let _23 := 32
                    log2(memPtr, _23, _22, _18)
                }
                default {
                    let amount := var_old
                    let account := var_previous_1
                    let total := 0
                    let account_1 := account
                    let slot := 0
                    let _24 := 0
                    mstore(_24, account_1)
                    let _25 := 3
                    let _26 := 32
                    mstore(_26, _25)
                    let _27 := 64
                    let _28 := _24
                    let slot_1 := keccak256(_24, _27)
                    slot := slot_1
                    let slot_2 := slot
                    let _29 := sload(slot_2)
                    let total_1 := add(_29, amount)
                    total := total_1
                    sstore(slot_2, total_1)
                    let _30 := total
                    mstore(memPtr, _30)
                    let _31 := _18
                    let _32 := 0x292d7fb2947c82eb4b40e678005bf64a5b67b6e7664f5573a30071a0e173eef1
                    let _33 := 32
                    log4(memPtr, _33, _32, _18, var_previous_1, var_new)
                }
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
                    let amount := var_old
                    let account := var_previous
                    let total := 0
                    let account_1 := account
                    let slot := 0
                    let _8 := 0
                    mstore(_8, account_1)
                    let _9 := 3
                    let _10 := 32
                    mstore(_10, _9)
                    let _11 := 64
                    let _12 := _8
                    let slot_1 := keccak256(_8, _11)
                    slot := slot_1
                    let slot_2 := slot
                    let _13 := sload(slot_2)
                    let total_1 := add(_13, amount)
                    total := total_1
                    sstore(slot_2, total_1)
                    let _14 := total
                    mstore(memPtr, _14)
                    let _15 := _2
                    let _16 := 0x292d7fb2947c82eb4b40e678005bf64a5b67b6e7664f5573a30071a0e173eef1
                    let _17 := 32
                    log4(memPtr, _17, _16, _2, var_previous, var_new)
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
                let account := _1
                let slot := 0
                let _2 := 0
                mstore(_2, account)
                let _3 := 3
                let _4 := 32
                mstore(_4, _3)
                let _5 := 64
                let _6 := _2
                let slot_1 := keccak256(_2, _5)
                slot := slot_1
                let slot_2 := slot
                let var_amount_1 := sload(slot_2)
                var_amount := var_amount_1
                let _7 := iszero(var_amount_1)
                if _7
                {
                    let _8 := 17
                    let _9 := "nothing to refund"
                    fun_revert(_9, _8)
                }
                let _10 := 0
                sstore(slot_2, _10)
                let _11 := _1
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
