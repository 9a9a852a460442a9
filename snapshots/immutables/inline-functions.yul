object "RateLimiter_77" {
    code {
        {
            let _1 := memoryguard(0x80)
            let _2 := 64
            mstore(_2, _1)
            let _3 := callvalue()
            if _3
            {
                let _4 := 0
                let _5 := _4
                revert(_4, _4)
            }
            let cap := 0
            let unit := 0
            let programSize := datasize("RateLimiter_77")
            let _6 := 0x40
            let _7 := codesize()
            let _8 := sub(_7, programSize)
            let _9 := lt(_8, _6)
            if _9
            {
                let _10 := 0
                let _11 := _10
                revert(_10, _10)
            }
            let _12 := _6
            let pos := mload(_6)
            let _13 := _6
            codecopy(pos, programSize, _6)
            let cap_1 := mload(pos)
            cap := cap_1
            let _14 := 0x20
            let _15 := add(pos, _14)
            let unit_1 := mload(_15)
            unit := unit_1
            let _16 := _6
            let _17 := add(pos, _6)
            let _18 := _6
            mstore(_6, _17)
            let var_cap := cap
            let var_unit := unit
            let _19 := iszero(var_unit)
            if _19
            {
                let _20 := 12
                let _21 := "unit is zero"
                let length := _20
                let text := _21
                let _22 := 0x08c379a0
                let _23 := 224
                let _24 := shl(_23, _22)
                let _25 := 0
                mstore(_25, _24)
                let _26 := 0x20
                let _27 := 4
                mstore(_27, _26)
                let _28 := 36
                mstore(_28, length)
                let _29 := 68
                mstore(_29, text)
                let _30 := 100
                let _31 := _25
                revert(_25, _30)
            }
            let _32 := lt(var_cap, var_unit)
            if _32
            {
                let _33 := 14
                let _34 := "cap below unit"
                let length_1 := _33
                let text_1 := _34
                let _35 := 0x08c379a0
                let _36 := 224
                let _37 := shl(_36, _35)
                let _38 := 0
                mstore(_38, _37)
                let _39 := 0x20
                let _40 := 4
                mstore(_40, _39)
                let _41 := 36
                mstore(_41, length_1)
                let _42 := 68
                mstore(_42, text_1)
                let _43 := 100
                let _44 := _38
                revert(_38, _43)
            }
            let _45 := _2
            let _46 := mload(_2)
            let _47 := datasize("RateLimiter_77_deployed")
            let _48 := dataoffset("RateLimiter_77_deployed")
            datacopy(_46, _48, _47)
            let _49 := caller()
            setimmutable(_46, "owner", _49)
            setimmutable(_46, "cap", var_cap)
            setimmutable(_46, "unit", var_unit)
            let _50 := linkersymbol("contracts/Math.sol:MathLib")
            setimmutable(_46, "math library", _50)
            return(_46, _47)
        }
        function read_constructor_arguments() -> cap, unit
        {
            let programSize := datasize("RateLimiter_77")
            let _1 := 0x40
            let _2 := codesize()
            let _3 := sub(_2, programSize)
            let _4 := lt(_3, _1)
            if _4
            {
                let _5 := 0
                let _6 := _5
                revert(_5, _5)
            }
            let _7 := _1
            let pos := mload(_1)
            let _8 := _1
            codecopy(pos, programSize, _1)
            let cap_1 := mload(pos)
            cap := cap_1
            let _9 := 0x20
            let _10 := add(pos, _9)
            let unit_1 := mload(_10)
            unit := unit_1
            let _11 := _1
            let _12 := add(pos, _1)
            let _13 := _1
            mstore(_1, _12)
        }
        function revert_with(text, length)
        {
            let _1 := 0x08c379a0
            let _2 := 224
            let _3 := shl(_2, _1)
            let _4 := 0
            mstore(_4, _3)
            let _5 := 0x20
            let _6 := 4
            mstore(_6, _5)
            let _7 := 36
            mstore(_7, length)
            let _8 := 68
            mstore(_8, text)
            let _9 := 100
            let _10 := _4
            revert(_4, _9)
        }
    }
    object "RateLimiter_77_deployed" {
        code {
            {
                let _1 := memoryguard(0x80)
                let _2 := 64
                mstore(_2, _1)
                let selector := 0
                let selector_1 := selector
                let _3 := 4
                let _4 := calldatasize()
                let _5 := lt(_4, _3)
                let _6 := iszero(_5)
                if _6
                {
                    let _7 := selector
                    let _8 := calldataload(selector)
                    let _9 := 224
                    let selector_2 := shr(_9, _8)
                    selector_1 := selector_2
                }
                let selector_3 := selector_1
                switch selector_1
                case 0x8da5cb5b {
                    let _10 := loadimmutable("owner")
                    let value := _10
                    let _11 := 64
                    let _12 := mload(_11)
                    mstore(_12, value)
                    let _13 := 32
                    return(_12, _13)
                }
                case 0x355274ea {
                    let _14 := loadimmutable("cap")
                    let value_1 := _14
                    let _15 := 64
                    let _16 := mload(_15)
                    mstore(_16, value_1)
                    let _17 := 32
                    return(_16, _17)
                }
                case 0xcb70443a {
                    let var := 0
                    let _18 := sub(shl(160, 1), 1)
                    let _19 := loadimmutable("math library")
                    let var_1 := and(_19, _18)
                    var := var_1
                    let _20 := var
                    let value_2 := _20
                    let _21 := 64
                    let _22 := mload(_21)
                    mstore(_22, value_2)
                    let _23 := 32
                    return(_22, _23)
                }
                case 0x2bec1547 {
                    let _24 := _3
                    let offset := _3
                    let value_3 := 0
                    let _25 := 32
                    let _26 := add(offset, _25)
                    let _27 := calldatasize()
                    let _28 := lt(_27, _26)
                    if _28
                    {
                        let _29 := 0
                        let _30 := _29
                        revert(_29, _29)
                    }
                    let value_4 := calldataload(offset)
                    value_3 := value_4
                    let _31 := value_3
                    let expr, expr_overflow := fun_scale(_31)
                    if expr_overflow
                    {
                        let _32 := 0x11
                        let code := _32
                        let _33 := 0x4e487b71
                        let _34 := 224
                        let _35 := shl(_34, _33)
                        let _36 := 0
                        mstore(_36, _35)
                        let _37 := 4
                        mstore(_37, code)
                        let _38 := 36
                        let _39 := _36
                        revert(_36, _38)
                    }
                    let value_5 := expr
                    let _40 := 64
                    let _41 := mload(_40)
                    mstore(_41, value_5)
                    let _42 := 32
                    return(_41, _42)
                }
                case 0x0bd6a7ee {
                    let _43 := _3
                    let offset_1 := _3
                    let value_6 := 0
                    let _44 := 32
                    let _45 := add(offset_1, _44)
                    let _46 := calldatasize()
                    let _47 := lt(_46, _45)
                    if _47
                    {
                        let _48 := 0
                        let _49 := _48
                        revert(_48, _48)
                    }
                    let value_7 := calldataload(offset_1)
                    value_6 := value_7
                    let _50 := value_6
                    let expr_1 := fun_clamp(_50)
                    let value_8 := expr_1
                    let _51 := 64
                    let _52 := mload(_51)
                    mstore(_52, value_8)
                    let _53 := 32
                    return(_52, _53)
                }
                case 0x42966c68 {
                    let _54 := _3
                    let offset_2 := _3
                    let value_9 := 0
                    let _55 := 32
                    let _56 := add(offset_2, _55)
                    let _57 := calldatasize()
                    let _58 := lt(_57, _56)
                    if _58
                    {
                        let _59 := 0
                        let _60 := _59
                        revert(_59, _59)
                    }
                    let value_10 := calldataload(offset_2)
                    value_9 := value_10
                    let _61 := value_9
                    let var_units := _61
                    let _62 := loadimmutable("owner")
                    let _63 := caller()
                    let _64 := eq(_63, _62)
                    let _65 := iszero(_64)
                    if _65
                    {
                        let _66 := "only the owner"
                        let _67 := 0
                        mstore(_67, _66)
                        let _68 := 0x20
                        let _69 := _67
                        revert(_67, _68)
                    }
                    let expr_2, expr_3 := fun_scale(var_units)
                    if expr_3
                    {
                        let _70 := 17
                        let code_1 := _70
                        let _71 := 0x4e487b71
                        let _72 := 224
                        let _73 := shl(_72, _71)
                        let _74 := 0
                        mstore(_74, _73)
                        let _75 := 4
                        mstore(_75, code_1)
                        let _76 := 36
                        let _77 := _74
                        revert(_74, _76)
                    }
                    let _78 := 0
                    let _79 := sload(_78)
                    let expr_4 := add(_79, expr_2)
                    let _80 := lt(expr_4, _79)
                    if _80
                    {
                        let _81 := 0x11
                        let code_2 := _81
                        let _82 := 0x4e487b71
                        let _83 := 224
                        let _84 := shl(_83, _82)
                        let _85 := 0
                        mstore(_85, _84)
                        let _86 := 4
                        mstore(_86, code_2)
                        let _87 := 36
                        let _88 := _85
                        revert(_85, _87)
                    }
                    let _89 := loadimmutable("cap")
                    let _90 := gt(expr_4, _89)
                    if _90
                    {
                        let _91 := "cap reached"
                        let _92 := _78
                        mstore(_78, _91)
                        let _93 := 32
                        let _94 := _78
                        revert(_78, _93)
                    }
                    let _95 := _78
                    sstore(_78, expr_4)
                    let _96 := _89
                    let _97 := sub(_89, expr_4)
                    let value_11 := _97
                    let _98 := 64
                    let _99 := mload(_98)
                    mstore(_99, value_11)
                    let _100 := 32
                    return(_99, _100)
                }
                case 0 {
                    let _101 := 0
                    let _102 := sload(_101)
                    let _103 := loadimmutable("cap")
                    let left := sub(_103, _102)
                    let _104 := loadimmutable("unit")
                    let _105 := lt(left, _104)
                    if _105
                    {
                        let _106 := _101
                        let _107 := _101
                        revert(_101, _101)
                    }
                    let value_12 := left
                    let _108 := 64
                    let _109 := mload(_108)
                    mstore(_109, value_12)
                    let _110 := 32
                    return(_109, _110)
                }
                default {
                    let _111 := selector
                    let _112 := selector
                    revert(selector, selector)
                }
            }
            function argument(offset) -> value
            {
                let _1 := 32
                let _2 := add(offset, _1)
                let _3 := calldatasize()
                let _4 := lt(_3, _2)
                if _4
                {
                    let _5 := 0
                    let _6 := _5
                    revert(_5, _5)
                }
                let value_1 := calldataload(offset)
                value := value_1
            }
            function abi_return(value)
            {
                let _1 := 64
                let _2 := mload(_1)
                mstore(_2, value)
                let _3 := 32
                return(_2, _3)
            }
            function panic(code)
            {
                let _1 := 0x4e487b71
                let _2 := 224
                let _3 := shl(_2, _1)
                let _4 := 0
                mstore(_4, _3)
                let _5 := 4
                mstore(_5, code)
                let _6 := 36
                let _7 := _4
                revert(_4, _6)
            }
            function fun_mathLibrary() -> var_
            {
                let _1 := sub(shl(160, 1), 1)
                let _2 := loadimmutable("math library")
                let var := and(_2, _1)
                var_ := var
            }
            function fun_scale(var_amount) -> var_product, var_overflow
            {
                let _1 := loadimmutable("unit")
                let var_product_1 := mul(var_amount, _1)
                var_product := var_product_1
                let _2 := iszero(var_amount)
                if _2 { leave }
                let _3 := _1
                let _4 := div(var_product_1, var_amount)
                let _5 := eq(_4, _1)
                let var_overflow_1 := iszero(_5)
                var_overflow := var_overflow_1
            }
            function fun_clamp(var_amount) -> var_result
            {
                let var_result_1 := var_amount
                var_result := var_amount
                let _1 := loadimmutable("cap")
                let _2 := gt(var_amount, _1)
                if _2
                {
                    let var_result_2 := _1
                    var_result := _1
                    leave
                }
                let var_result_3 := var_result
                let _3 := loadimmutable("unit")
                let _4 := mod(var_amount, _3)
                let var_result_4 := sub(var_amount, _4)
                var_result := var_result_4
            }
            function fun_consume(var_units)
            {
                let _1 := loadimmutable("owner")
                let _2 := caller()
                let _3 := eq(_2, _1)
                let _4 := iszero(_3)
                if _4
                {
                    let _5 := "only the owner"
                    let _6 := 0
                    mstore(_6, _5)
                    let _7 := 0x20
                    let _8 := _6
                    revert(_6, _7)
                }
                let expr, expr_1 := fun_scale(var_units)
                if expr_1
                {
                    let _9 := 17
                    let code := _9
                    let _10 := 0x4e487b71
                    let _11 := 224
                    let _12 := shl(_11, _10)
                    let _13 := 0
                    mstore(_13, _12)
                    let _14 := 4
                    mstore(_14, code)
                    let _15 := 36
                    let _16 := _13
                    revert(_13, _15)
                }
                let _17 := 0
                let _18 := sload(_17)
                let expr_2 := add(_18, expr)
                let _19 := lt(expr_2, _18)
                if _19
                {
                    let _20 := 0x11
                    let code_1 := _20
                    let _21 := 0x4e487b71
                    let _22 := 224
                    let _23 := shl(_22, _21)
                    let _24 := 0
                    mstore(_24, _23)
                    let _25 := 4
                    mstore(_25, code_1)
                    let _26 := 36
                    let _27 := _24
                    revert(_24, _26)
                }
                let _28 := loadimmutable("cap")
                let _29 := gt(expr_2, _28)
                if _29
                {
                    let _30 := "cap reached"
                    let _31 := _17
                    mstore(_17, _30)
                    let _32 := 32
                    let _33 := _17
                    revert(_17, _32)
                }
                let _34 := _17
                sstore(_17, expr_2)
                let _35 := _28
                let _36 := sub(_28, expr_2)
                let value := _36
                let _37 := 64
                let _38 := mload(_37)
                mstore(_38, value)
                let _39 := 32
                return(_38, _39)
            }
            function fun_fallback()
            {
                let _1 := 0
                let _2 := sload(_1)
                let _3 := loadimmutable("cap")
                let left := sub(_3, _2)
                let _4 := loadimmutable("unit")
                let _5 := lt(left, _4)
                if _5
                {
                    let _6 := _1
                    let _7 := _1
                    revert(_1, _1)
                }
                let value := left
                let _8 := 64
                let _9 := mload(_8)
                mstore(_9, value)
                let _10 := 32
                return(_9, _10)
            }
        }
        data ".metadata" hex"a2646970667358221220"
    }
}
