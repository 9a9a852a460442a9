object "RateLimiter_77" {
    code {
        {
            mstore(64, memoryguard(0x80))
            if callvalue() { revert(0, 0) }
            let var_cap, var_unit := read_constructor_arguments()
            if iszero(var_unit)
            {
                revert_with("unit is zero", 12)
            }
            if lt(var_cap, var_unit)
            {
                revert_with("cap below unit", 14)
            }
            let _1 := mload(64)
            let _2 := datasize("RateLimiter_77_deployed")
            datacopy(_1, dataoffset("RateLimiter_77_deployed"), _2)
            setimmutable(_1, "owner", caller())
            setimmutable(_1, "cap", var_cap)
            setimmutable(_1, "unit", var_unit)
            setimmutable(_1, "math library", linkersymbol("contracts/Math.sol:MathLib"))
            return(_1, _2)
        }
        function read_constructor_arguments() -> cap, unit
        {
            let programSize := datasize("RateLimiter_77")
            if lt(sub(codesize(), programSize), 0x40) { revert(0, 0) }
            let pos := mload(64)
            codecopy(pos, programSize, 0x40)
            cap := mload(pos)
            unit := mload(add(pos, 0x20))
            mstore(64, add(pos, 0x40))
        }
        function revert_with(text, length)
        {
            mstore(0, shl(224, 0x08c379a0))
            mstore(4, 0x20)
            mstore(36, length)
            mstore(68, text)
            revert(0, 100)
        }
    }
    object "RateLimiter_77_deployed" {
        code {
            {
                mstore(64, memoryguard(0x80))
                let selector := 0
                if iszero(lt(calldatasize(), 4))
                {
                    selector := shr(224, calldataload(0))
                }
                switch selector
                case 0x8da5cb5b {
                    abi_return(loadimmutable("owner"))
                }
                case 0x355274ea {
                    abi_return(loadimmutable("cap"))
                }
                case 0xcb70443a { abi_return(fun_mathLibrary()) }
                case 0x2bec1547 {
                    let expr, expr_overflow := fun_scale(argument(4))
                    if expr_overflow { panic(0x11) }
                    abi_return(expr)
                }
                case 0x0bd6a7ee {
                    abi_return(fun_clamp(argument(4)))
                }
                case 0x42966c68 { fun_consume(argument(4)) }
                case 0 { fun_fallback() }
                default { revert(0, 0) }
            }
            function argument(offset) -> value
            {
                if lt(calldatasize(), add(offset, 32)) { revert(0, 0) }
                value := calldataload(offset)
            }
            function abi_return(value)
            {
                let _1 := mload(64)
                mstore(_1, value)
                return(_1, 32)
            }
            function panic(code)
            {
                mstore(0, shl(224, 0x4e487b71))
                mstore(4, code)
                revert(0, 36)
            }
            function fun_mathLibrary() -> var
            {
                var := and(loadimmutable("math library"), sub(shl(160, 1), 1))
            }
            function fun_scale(var_amount) -> var_product, var_overflow
            {
                var_product := mul(var_amount, loadimmutable("unit"))
                if iszero(var_amount) { leave }
                var_overflow := iszero(eq(div(var_product, var_amount), loadimmutable("unit")))
            }
            function fun_clamp(var_amount) -> var_result
            {
                var_result := var_amount
                let _1 := loadimmutable("cap")
                if gt(var_amount, _1)
                {
                    var_result := _1
                    leave
                }
                var_result := sub(var_amount, mod(var_amount, loadimmutable("unit")))
            }
            function fun_consume(var_units)
            {
                if iszero(eq(caller(), loadimmutable("owner")))
                {
                    mstore(0, "only the owner")
                    revert(0, 0x20)
                }
                let expr, expr_1 := fun_scale(var_units)
                if expr_1 { panic(17) }
                let _1 := sload(0)
                let expr_2 := add(_1, expr)
                if lt(expr_2, _1) { panic(0x11) }
                if gt(expr_2, loadimmutable("cap"))
                {
                    mstore(0, "cap reached")
                    revert(0, 32)
                }
                sstore(0, expr_2)
                abi_return(sub(loadimmutable("cap"), expr_2))
            }
            function fun_fallback()
            {
                let left := sub(loadimmutable("cap"), sload(0))
                if lt(left, loadimmutable("unit")) { revert(0, 0) }
                abi_return(left)
            }
        }
        data ".metadata" hex"a2646970667358221220"
    }
}
