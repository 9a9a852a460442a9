object "FixedPoint" {
    code {
        {
            let length := datasize("FixedPoint_runtime")
            datacopy(0x00, dataoffset("FixedPoint_runtime"), length)
            return(0x00, length)
        }
    }
    object "FixedPoint_runtime" {
        code {
            {
                if callvalue() { revert(0, 0) }
                switch shr(224, calldataload(0))
                case 0x0da398da {
                    return_value(wad.mul(argument(0), argument(1)))
                }
                case 0x320187f4 {
                    return_value(wad.div(argument(0), argument(1)))
                }
                case 0xaa9a0912 {
                    return_value(mul_div(argument(0), argument(1), argument(2)))
                }
                case 0x677342ce {
                    return_value(sqrt(argument(0)))
                }
                case 0x40816fae {
                    return_value(wad.exp(argument(0)))
                }
                case 0x620ef2b4 {
                    return_value(wad.ln(argument(0)))
                }
                case 0x22fbb332 {
                    return_value(sar(argument(1), argument(0)))
                }
                default { fail("unknown function") }
            }
            function argument(i) -> value
            {
                let at := add(4, shl(5, i))
                if lt(calldatasize(), add(at, 32)) { fail("missing argument") }
                value := calldataload(at)
            }
            function return_value(value)
            {
                mstore(0, value)
                return(0, 0x20)
            }
            function fail(text)
            {
                mstore(0, text)
                revert(0, 0x20)
            }
            function one() -> wad
            { wad := 1000000000000000000 }
            function ln() -> wad_ln
            { wad_ln := 693147180559945309 }
            function checked_smul(x, y) -> product
            {
                product := mul(x, y)
                if iszero(x) { leave }
                let bad := and(iszero(not(x)), eq(y, shl(255, 1)))
                if or(bad, sub(sdiv(product, x), y)) { fail("signed overflow") }
            }
            function wad.mul(x, y) -> z
            {
                z := sdiv(checked_smul(x, y), one())
            }
            function wad.div(x, y) -> z
            {
                if iszero(y) { fail("division by zero") }
                z := sdiv(checked_smul(x, one()), y)
            }
            function mul_div(x, y, d) -> result
            {
                let high, low := full_product(x, y)
                if iszero(high)
                {
                    if iszero(d) { fail("division by zero") }
                    result := div(low, d)
                    leave
                }
                if iszero(gt(d, high)) { fail("quotient too large") }
                let rest := mulmod(x, y, d)
                high := sub(high, gt(rest, low))
                low := sub(low, rest)
                let twos := and(d, sub(0, d))
                d := div(d, twos)
                low := div(low, twos)
                low := or(low, mul(high, add(div(sub(0, twos), twos), 1)))
                result := mul(low, inverse_of_odd(d))
            }
            function full_product(x, y) -> high, low
            {
                low := mul(x, y)
                let m := mulmod(x, y, not(0))
                high := sub(sub(m, low), lt(m, low))
            }
            function inverse_of_odd(d) -> inverse
            {
                inverse := xor(mul(3, d), 2)
                let bits := 4
                for { } lt(bits, 256) { bits := add(bits, bits) }
                {
                    inverse := mul(inverse, sub(2, mul(d, inverse)))
                }
            }
            function log_floor(x) -> r
            {
                r := shl(7, lt(sub(shl(128, 1), 1), x))
                r := or(r, shl(6, lt(sub(shl(64, 1), 1), shr(r, x))))
                r := or(r, shl(5, lt(0xffffffff, shr(r, x))))
                r := or(r, shl(4, lt(0xffff, shr(r, x))))
                r := or(r, shl(3, lt(0xff, shr(r, x))))
                r := or(r, shl(2, lt(0xf, shr(r, x))))
                r := or(r, shl(1, lt(0x3, shr(r, x))))
                r := or(r, lt(1, shr(r, x)))
            }
            function sqrt(x) -> root
            {
                if iszero(x) { leave }
                root := shl(add(shr(1, log_floor(x)), 1), 1)
                for { } true { }
                {
                    let next := shr(1, add(root, div(x, root)))
                    if iszero(lt(next, root)) { break }
                    root := next
                }
            }
            function wad.exp(x) -> result
            {
                if slt(x, sub(0, 42139678854452767551)) { leave }
                if sgt(x, 134000000000000000000) { fail("exp overflow") }
                let k := sdiv(x, ln())
                let r := sub(x, mul(k, ln()))
                let term := one()
                result := term
                let n := 1
                for { } lt(n, 30) { n := add(n, 1) }
                {
                    term := sdiv(mul(term, r), mul(n, one()))
                    if iszero(term) { break }
                    result := add(result, term)
                }
                switch slt(k, 0)
                case true {
                    result := shr(sub(0, k), result)
                }
                case false { result := shl(k, result) }
            }
            function wad.ln(x) -> result
            {
                if iszero(sgt(x, 0))
                {
                    fail("ln of a non-positive number")
                }
                let k, m := normalised(x)
                let y := div(mul(sub(m, one()), one()), add(m, one()))
                let y_1 := div(mul(y, y), one())
                let power := y
                let n := 1
                for { } power { n := add(n, 2) }
                {
                    result := add(result, div(power, n))
                    power := div(mul(power, y_1), one())
                }
                result := add(shl(1, result), mul(k, ln()))
            }
            function normalised(x) -> k, m
            {
                k := sub(log_floor(x), 59)
                switch slt(k, 0)
                case 0 { m := shr(k, x) }
                default { m := shl(sub(0, k), x) }
                if lt(m, one())
                {
                    k := sub(k, 1)
                    m := shl(1, m)
                    if sgt(k, sub(0, 1)) { m := shr(k, x) }
                }
            }
        }
    }
}
