object "RateLimiter_77" {
    code {
        {
            let _1 := memoryguard(0x80)
            let _2 := 64
            mstore(64, _1)
            let _3 := callvalue()
            if _3
            {
                let _4 := 0
                revert(0, 0)
            }
            let var_cap, var_unit := read_constructor_arguments()
            let _5 := iszero(var_unit)
            if _5 { revert_with() }
            let _6 := lt(var_cap, var_unit)
            if _6 { revert_with_46() }
            let _7 := mload(64)
            let _8 := datasize("RateLimiter_77_deployed")
            let _9 := dataoffset("RateLimiter_77_deployed")
            datacopy(_7, _9, _8)
            let _10 := caller()
            setimmutable(_7, "owner", _10)
            setimmutable(_7, "cap", var_cap)
            setimmutable(_7, "unit", var_unit)
            let _11 := linkersymbol("contracts/Math.sol:MathLib")
            setimmutable(_7, "math library", _11)
            return(_7, _8)
        }
        function read_constructor_arguments() -> cap, unit
        {
            let programSize := datasize("RateLimiter_77")
            let _1 := 0x40
            let _2 := codesize()
            let _3 := sub(_2, programSize)
            let _4 := lt(_3, 0x40)
            if _4
            {
                let _5 := 0
                revert(0, 0)
            }
            let pos := mload(0x40)
            codecopy(pos, programSize, 0x40)
            let cap_1 := mload(pos)
            let cap_2 := cap_1
            cap := cap_1
            let _6 := 0x20
            let _7 := add(pos, 0x20)
            let unit_1 := mload(_7)
            let unit_2 := unit_1
            unit := unit_1
            let _8 := add(pos, 0x40)
            mstore(0x40, _8)
        }
        function revert_with()
        {
            let text := "unit is zero"
            let length := 12
            let _1 := shl(229, 4594637)
            let _2 := 0
            mstore(0, shl(229, 4594637))
            let _3 := 0x20
            let _4 := 4
            mstore(4, 0x20)
            let _5 := 36
            mstore(36, 12)
            let _6 := 68
            mstore(68, "unit is zero")
            let _7 := 100
            revert(0, 100)
        }
        function revert_with_46()
        {
            let text := "cap below unit"
            let length := 14
            let _1 := shl(229, 4594637)
            let _2 := 0
            mstore(0, shl(229, 4594637))
            let _3 := 0x20
            let _4 := 4
            mstore(4, 0x20)
            let _5 := 36
            mstore(36, 14)
            let _6 := 68
            mstore(68, "cap below unit")
            let _7 := 100
            revert(0, 100)
        }
    }
    object "RateLimiter_77_deployed" {
        code {
            {
                let _1 := memoryguard(0x80)
                let _2 := 64
                mstore(64, _1)
                let selector := 0
                let selector_1 := 0
                let selector_2 := 0
                let _3 := 4
                let _4 := calldatasize()
                let _5 := lt(_4, 4)
                let _6 := iszero(_5)
                if _6
                {
                    let _7 := calldataload(0)
                    let _8 := 224
                    let selector_3 := shr(224, _7)
                    let selector_4 := selector_3
                    selector_2 := selector_3
                }
                let selector_5 := selector_2
                switch selector_2
                case 0x8da5cb5b {
                    let _9 := loadimmutable("owner")
                    abi_return(_9)
                }
                case 0x355274ea {
                    let _10 := loadimmutable("cap")
                    abi_return(_10)
                }
                case 0xcb70443a {
                    let _11 := fun_mathLibrary()
                    abi_return(_11)
                }
                case 0x2bec1547 {
                    let _12 := argument_98()
                    let expr, expr_overflow := fun_scale(_12)
                    if expr_overflow { panic() }
                    abi_return(expr)
                }
                case 0x0bd6a7ee {
                    let _13 := argument()
                    let expr_1 := fun_clamp(_13)
                    abi_return(expr_1)
                }
                case 0x42966c68 {
                    let _14 := argument_101()
                    fun_consume(_14)
                }
                case 0 { fun_fallback() }
                default { revert(0, 0) }
            }
            function argument_98() -> value
            {
                let offset := 4
                let _1 := 32
                let _2 := 36
                let _3 := calldatasize()
                let _4 := lt(_3, 36)
                if _4
                {
                    let _5 := 0
                    revert(0, 0)
                }
                let value_1 := calldataload(4)
                let value_2 := value_1
                value := value_1
            }
            function argument() -> value
            {
                let offset := 4
                let _1 := 32
                let _2 := 36
                let _3 := calldatasize()
                let _4 := lt(_3, 36)
                if _4
                {
                    let _5 := 0
                    revert(0, 0)
                }
                let value_1 := calldataload(4)
                let value_2 := value_1
                value := value_1
            }
            function argument_101() -> value
            {
                let offset := 4
                let _1 := 32
                let _2 := 36
                let _3 := calldatasize()
                let _4 := lt(_3, 36)
                if _4
                {
                    let _5 := 0
                    revert(0, 0)
                }
                let value_1 := calldataload(4)
                let value_2 := value_1
                value := value_1
            }
            function abi_return(value)
            {
                let _1 := 64
                let _2 := mload(64)
                mstore(_2, value)
                let _3 := 32
                return(_2, 32)
            }
            function panic()
            {
                let code := 0x11
                let _1 := shl(224, 0x4e487b71)
                let _2 := 0
                mstore(0, shl(224, 0x4e487b71))
                let _3 := 4
                mstore(4, 0x11)
                let _4 := 36
                revert(0, 36)
            }
            function panic_102()
            {
                let code := 17
                let _1 := shl(224, 0x4e487b71)
                let _2 := 0
                mstore(0, shl(224, 0x4e487b71))
                let _3 := 4
                mstore(4, 17)
                let _4 := 36
                revert(0, 36)
            }
            function panic_103()
            {
                let code := 0x11
                let _1 := shl(224, 0x4e487b71)
                let _2 := 0
                mstore(0, shl(224, 0x4e487b71))
                let _3 := 4
                mstore(4, 0x11)
                let _4 := 36
                revert(0, 36)
            }
            function fun_mathLibrary() -> var_
            {
                let _1 := sub(shl(160, 1), 1)
                let _2 := loadimmutable("math library")
                let var := and(_2, sub(shl(160, 1), 1))
                let var_1 := var
                var_ := var
            }
            function fun_scale(var_amount) -> var_product, var_overflow
            {
                let _1 := loadimmutable("unit")
                let var_product_1 := mul(var_amount, _1)
                let var_product_2 := var_product_1
                var_product := var_product_1
                let _2 := iszero(var_amount)
                if _2 { leave }
                let _3 := div(var_product_1, var_amount)
                let _4 := eq(_3, _1)
                let var_overflow_1 := iszero(_4)
                let var_overflow_2 := var_overflow_1
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
                let _3 := loadimmutable("unit")
                let _4 := mod(var_amount, _3)
                let var_result_3 := sub(var_amount, _4)
                let var_result_4 := var_result_3
                var_result := var_result_3
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
                    mstore(0, "only the owner")
                    let _7 := 0x20
                    revert(0, 0x20)
                }
                let expr, expr_1 := fun_scale(var_units)
                if expr_1 { panic_102() }
                let _8 := 0
                let _9 := sload(0)
                let expr_2 := add(_9, expr)
                let _10 := lt(expr_2, _9)
                if _10 { panic_103() }
                let _11 := loadimmutable("cap")
                let _12 := gt(expr_2, _11)
                if _12
                {
                    let _13 := "cap reached"
                    mstore(0, "cap reached")
                    let _14 := 32
                    revert(0, 32)
                }
                sstore(0, expr_2)
                let _15 := sub(_11, expr_2)
                abi_return(_15)
            }
            function fun_fallback()
            {
                let _1 := 0
                let _2 := sload(0)
                let _3 := loadimmutable("cap")
                let left := sub(_3, _2)
                let _4 := loadimmutable("unit")
                let _5 := lt(left, _4)
                if _5 { revert(0, 0) }
                abi_return(left)
            }
        }
        data ".metadata" hex"a2646970667358221220"
    }
}
