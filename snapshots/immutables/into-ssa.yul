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
            let var_cap, var_unit := read_constructor_arguments()
            let _6 := iszero(var_unit)
            if _6
            {
                let _7 := 12
                let _8 := "unit is zero"
                revert_with(_8, _7)
            }
            let _9 := lt(var_cap, var_unit)
            if _9
            {
                let _10 := 14
                let _11 := "cap below unit"
                revert_with(_11, _10)
            }
            let _12 := _2
            let _13 := mload(_2)
            let _14 := datasize("RateLimiter_77_deployed")
            let _15 := dataoffset("RateLimiter_77_deployed")
            datacopy(_13, _15, _14)
            let _16 := caller()
            setimmutable(_13, "owner", _16)
            setimmutable(_13, "cap", var_cap)
            setimmutable(_13, "unit", var_unit)
            let _17 := linkersymbol("contracts/Math.sol:MathLib")
            setimmutable(_13, "math library", _17)
            return(_13, _14)
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
            let _3 := shl(229, 4594637)
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
                    abi_return(_10)
                }
                case 0x355274ea {
                    let _11 := loadimmutable("cap")
                    abi_return(_11)
                }
                case 0xcb70443a {
                    let _12 := fun_mathLibrary()
                    abi_return(_12)
                }
                case 0x2bec1547 {
                    let _13 := _3
                    let _14 := argument(_3)
                    let expr, expr_overflow := fun_scale(_14)
                    if expr_overflow
                    {
                        let _15 := 0x11
                        panic(_15)
                    }
                    abi_return(expr)
                }
                case 0x0bd6a7ee {
                    let _16 := _3
                    let _17 := argument(_3)
                    let expr_1 := fun_clamp(_17)
                    abi_return(expr_1)
                }
                case 0x42966c68 {
                    let _18 := _3
                    let _19 := argument(_3)
                    fun_consume(_19)
                }
                case 0 { fun_fallback() }
                default {
                    let _20 := selector
                    let _21 := selector
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
                let _3 := shl(224, 0x4e487b71)
                let _4 := 0
                mstore(_4, _3)
                let _5 := 4
                mstore(_5, code)
                let _6 := 36
                let _7 := _4
                revert(_4, _6)
            }
            function fun_mathLibrary() -> var
            {
                let _1 := sub(shl(160, 1), 1)
                let _2 := loadimmutable("math library")
                let var_ := and(_2, _1)
                var := var_
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
                    panic(_9)
                }
                let _10 := 0
                let _11 := sload(_10)
                let expr_2 := add(_11, expr)
                let _12 := lt(expr_2, _11)
                if _12
                {
                    let _13 := 0x11
                    panic(_13)
                }
                let _14 := loadimmutable("cap")
                let _15 := gt(expr_2, _14)
                if _15
                {
                    let _16 := "cap reached"
                    let _17 := _10
                    mstore(_10, _16)
                    let _18 := 32
                    let _19 := _10
                    revert(_10, _18)
                }
                let _20 := _10
                sstore(_10, expr_2)
                let _21 := _14
                let _22 := sub(_14, expr_2)
                abi_return(_22)
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
                abi_return(left)
            }
        }
        data ".metadata" hex"a2646970667358221220"
    }
}
