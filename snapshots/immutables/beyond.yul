object "RateLimiter_77" {
    code {
        {
            if callvalue() { revert(0, 0) }
            let programSize := datasize("RateLimiter_77")
            if lt(sub(codesize(), programSize), 64) { revert(0, 0) }
            codecopy(memoryguard(0x80), programSize, 64)
            let cap := mload(memoryguard(0x80))
            let unit := mload(add(memoryguard(0x80), 32))
            mstore(64, add(memoryguard(0x80), 64))
            if iszero(unit) { outlined(12, "unit is zero") }
            if lt(cap, unit)
            {
                outlined(14, "cap below unit")
            }
            let _1 := datasize("RateLimiter_77_deployed")
            datacopy(add(memoryguard(0x80), 64), dataoffset("RateLimiter_77_deployed"), _1)
            setimmutable(add(memoryguard(0x80), 64), "owner", caller())
            setimmutable(add(memoryguard(0x80), 64), "cap", cap)
            setimmutable(add(memoryguard(0x80), 64), "unit", unit)
            setimmutable(add(memoryguard(0x80), 64), "math library", linkersymbol("contracts/Math.sol:MathLib"))
            return(add(memoryguard(0x80), 64), _1)
        }
        function outlined(_1, _2)
        {
            mstore(0, shl(229, 4594637))
            mstore(4, 0x20)
            mstore(36, _1)
            mstore(68, _2)
            revert(0, 100)
        }
    }
    object "RateLimiter_77_deployed" {
        code {
            {
                let selector := 0
                if iszero(lt(calldatasize(), 4))
                {
                    selector := shr(224, calldataload(0))
                }
                switch lt(selector, 0x30000000)
                case 0 {
                    switch selector
                    case 0x355274ea {
                        mstore(0, loadimmutable("cap"))
                        return(0, 32)
                    }
                    case 0x42966c68 {
                        if lt(calldatasize(), 36) { revert(0, 0) }
                        if iszero(eq(caller(), loadimmutable("owner")))
                        {
                            mstore(0, "only the owner")
                            revert(0, 32)
                        }
                        let expr, expr_1 := fun_scale()
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
                        let _2 := loadimmutable("cap")
                        if gt(expr_2, _2)
                        {
                            mstore(0, "cap reached")
                            revert(0, 32)
                        }
                        sstore(0, expr_2)
                        mstore(0, sub(_2, expr_2))
                        return(0, 32)
                    }
                    case 0x8da5cb5b {
                        mstore(memoryguard(0x80), loadimmutable("owner"))
                        return(memoryguard(0x80), 32)
                    }
                    case 0xcb70443a {
                        mstore(0, and(loadimmutable("math library"), sub(shl(160, 1), 1)))
                        return(0, 32)
                    }
                    default { revert(0, 0) }
                }
                default {
                    switch selector
                    case 0 {
                        let left := sub(loadimmutable("cap"), sload(0))
                        if lt(left, loadimmutable("unit")) { revert(0, 0) }
                        mstore(0, left)
                        return(0, 32)
                    }
                    case 0x0bd6a7ee {
                        if lt(calldatasize(), 36) { revert(0, 0) }
                        let _3 := fun_clamp()
                        mstore(0, _3)
                        return(0, 32)
                    }
                    case 0x2bec1547 {
                        if lt(calldatasize(), 36) { revert(0, 0) }
                        let expr_3, expr_overflow := fun_scale()
                        if expr_overflow
                        {
                            mstore(0, shl(224, 0x4e487b71))
                            mstore(4, 0x11)
                            revert(0, 36)
                        }
                        mstore(0, expr_3)
                        return(0, 32)
                    }
                    default { revert(0, 0) }
                }
            }
            function fun_scale() -> var_product, var_overflow
            {
                let var_amount := calldataload(4)
                let _1 := loadimmutable("unit")
                var_product := mul(var_amount, _1)
                if iszero(var_amount) { leave }
                var_overflow := iszero(eq(div(var_product, var_amount), _1))
            }
            function fun_clamp() -> var_result
            {
                let var_amount := calldataload(4)
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
