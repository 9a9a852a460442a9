object "RateLimiter_77" {
    code {
        {
            let _1 := memoryguard(0x80)
            mstore(64, _1)
            if callvalue() { revert(0, 0) }
            let programSize := datasize("RateLimiter_77")
            if lt(sub(codesize(), programSize), 64) { revert(0, 0) }
            codecopy(_1, programSize, 64)
            let cap := mload(_1)
            let unit := mload(add(_1, 0x20))
            mstore(64, add(_1, 64))
            if iszero(unit)
            {
                mstore(0, shl(229, 4594637))
                mstore(4, 0x20)
                mstore(36, 12)
                mstore(68, "unit is zero")
                revert(0, 100)
            }
            if lt(cap, unit)
            {
                mstore(0, shl(229, 4594637))
                mstore(4, 0x20)
                mstore(36, 14)
                mstore(68, "cap below unit")
                revert(0, 100)
            }
            let _2 := mload(64)
            let _3 := datasize("RateLimiter_77_deployed")
            datacopy(_2, dataoffset("RateLimiter_77_deployed"), _3)
            setimmutable(_2, "owner", caller())
            setimmutable(_2, "cap", cap)
            setimmutable(_2, "unit", unit)
            setimmutable(_2, "math library", linkersymbol("contracts/Math.sol:MathLib"))
            return(_2, _3)
        }
    }
    object "RateLimiter_77_deployed" {
        code {
            {
                let _1 := memoryguard(0x80)
                mstore(64, _1)
                let selector := 0
                if iszero(lt(calldatasize(), 4))
                {
                    selector := shr(224, calldataload(0))
                }
                switch selector
                case 0x8da5cb5b {
                    mstore(_1, loadimmutable("owner"))
                    return(_1, 32)
                }
                case 0x355274ea {
                    let _2 := mload(64)
                    mstore(_2, loadimmutable("cap"))
                    return(_2, 32)
                }
                case 0xcb70443a {
                    let _3 := mload(64)
                    mstore(_3, and(loadimmutable("math library"), sub(shl(160, 1), 1)))
                    return(_3, 32)
                }
                case 0x2bec1547 {
                    if lt(calldatasize(), 36) { revert(0, 0) }
                    let expr, expr_overflow := fun_scale(calldataload(4))
                    if expr_overflow
                    {
                        mstore(0, shl(224, 0x4e487b71))
                        mstore(4, 0x11)
                        revert(0, 36)
                    }
                    let _4 := mload(64)
                    mstore(_4, expr)
                    return(_4, 32)
                }
                case 0x0bd6a7ee {
                    if lt(calldatasize(), 36) { revert(0, 0) }
                    let _5 := fun_clamp(calldataload(4))
                    let _6 := mload(64)
                    mstore(_6, _5)
                    return(_6, 32)
                }
                case 0x42966c68 {
                    if lt(calldatasize(), 36) { revert(0, 0) }
                    if iszero(eq(caller(), loadimmutable("owner")))
                    {
                        mstore(0, "only the owner")
                        revert(0, 32)
                    }
                    let expr_1, expr_2 := fun_scale(calldataload(4))
                    if expr_2
                    {
                        mstore(0, shl(224, 0x4e487b71))
                        mstore(4, 17)
                        revert(0, 36)
                    }
                    let _7 := sload(0)
                    let expr_3 := add(_7, expr_1)
                    if lt(expr_3, _7)
                    {
                        mstore(0, shl(224, 0x4e487b71))
                        mstore(4, 0x11)
                        revert(0, 36)
                    }
                    let _8 := loadimmutable("cap")
                    if gt(expr_3, _8)
                    {
                        mstore(0, "cap reached")
                        revert(0, 32)
                    }
                    sstore(0, expr_3)
                    let _9 := mload(64)
                    mstore(_9, sub(_8, expr_3))
                    return(_9, 32)
                }
                case 0 {
                    let left := sub(loadimmutable("cap"), sload(0))
                    if lt(left, loadimmutable("unit")) { revert(0, 0) }
                    let _10 := mload(64)
                    mstore(_10, left)
                    return(_10, 32)
                }
                default { revert(0, 0) }
            }
            function fun_scale(var_amount) -> var_product, var_overflow
            {
                let _1 := loadimmutable("unit")
                var_product := mul(var_amount, _1)
                if iszero(var_amount) { leave }
                var_overflow := iszero(eq(div(var_product, var_amount), _1))
            }
            function fun_clamp(var_amount) -> var_result
            {
                let _1 := loadimmutable("cap")
                if gt(var_amount, _1)
                {
                    var_result := _1
                    leave
                }
                var_result := sub(var_amount, mod(var_amount, loadimmutable("unit")))
            }
        }
        data ".metadata" hex"a2646970667358221220"
    }
}
