object "RateLimiter_77" {
    code {
        {
            mstore(64, memoryguard(0x80))
            if callvalue() { revert(0, 0) }
            let cap := 0
            let unit := 0
            let programSize := datasize("RateLimiter_77")
            if lt(sub(codesize(), programSize), 0x40) { revert(0, 0) }
            let pos := mload(64)
            codecopy(pos, programSize, 0x40)
            cap := mload(pos)
            unit := mload(add(pos, 0x20))
            mstore(64, add(pos, 0x40))
            let var_cap := cap
            let var_unit := unit
            if iszero(var_unit)
            {
                mstore(0, shl(224, 0x08c379a0))
                mstore(4, 0x20)
                mstore(36, 12)
                mstore(68, "unit is zero")
                revert(0, 100)
            }
            if lt(var_cap, var_unit)
            {
                mstore(0, shl(224, 0x08c379a0))
                mstore(4, 0x20)
                mstore(36, 14)
                mstore(68, "cap below unit")
                revert(0, 100)
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
                case 0xcb70443a {
                    abi_return(and(loadimmutable("math library"), sub(shl(160, 1), 1)))
                }
                case 0x2bec1547 {
                    let expr, expr_overflow := fun_scale(argument(4))
                    if expr_overflow
                    {
                        mstore(0, shl(224, 0x4e487b71))
                        mstore(4, 0x11)
                        revert(0, 36)
                    }
                    let value := expr
                    let _1 := mload(64)
                    mstore(_1, value)
                    return(_1, 32)
                }
                case 0x0bd6a7ee {
                    let expr_1 := fun_clamp(argument(4))
                    let value_1 := expr_1
                    let _2 := mload(64)
                    mstore(_2, value_1)
                    return(_2, 32)
                }
                case 0x42966c68 { fun_consume(argument(4)) }
                case 0 {
                    let left := sub(loadimmutable("cap"), sload(0))
                    if lt(left, loadimmutable("unit")) { revert(0, 0) }
                    let value_2 := left
                    let _3 := mload(64)
                    mstore(_3, value_2)
                    return(_3, 32)
                }
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
            function fun_scale(var_amount) -> var_product, var_overflow
            {
                let _1 := loadimmutable("unit")
                var_product := mul(var_amount, _1)
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
                let _2 := loadimmutable("unit")
                var_result := sub(var_amount, mod(var_amount, _2))
            }
            function fun_consume(var_units)
            {
                if iszero(eq(caller(), loadimmutable("owner")))
                {
                    mstore(0, "only the owner")
                    revert(0, 0x20)
                }
                let expr, expr_1 := fun_scale(var_units)
                if expr_1
                {
                    mstore(0, shl(224, 0x4e487b71))
                    mstore(4, 17)
                    revert(0, 36)
                }
                let _1 := sload(0)
                let expr_2 := add(_1, expr)
                if lt(expr_2, _1)
                {
                    mstore(0, shl(224, 0x4e487b71))
                    mstore(4, 0x11)
                    revert(0, 36)
                }
                if gt(expr_2, loadimmutable("cap"))
                {
                    mstore(0, "cap reached")
                    revert(0, 32)
                }
                sstore(0, expr_2)
                abi_return(sub(loadimmutable("cap"), expr_2))
            }
        }
        data ".metadata" hex"a2646970667358221220"
    }
}
