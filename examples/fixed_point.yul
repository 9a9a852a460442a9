// Fixed-point arithmetic with 18 decimals: signed multiplication and division, a 512-bit
// mulDiv, integer square root, and exp and ln by series. All free of storage and events.
object "FixedPoint" {
    code {
        let length := datasize("FixedPoint_runtime")
        datacopy(0x00, dataoffset("FixedPoint_runtime"), length)
        return(0x00, length)
    }
    object "FixedPoint_runtime" {
        code {
            if callvalue() { revert(0, 0) }
            switch shr(224, calldataload(0))
            case 0x0da398da { return_value(wad.mul(argument(0), argument(1))) }
            case 0x320187f4 { return_value(wad.div(argument(0), argument(1))) }
            case 0xaa9a0912 { return_value(mul_div(argument(0), argument(1), argument(2))) }
            case 0x677342ce { return_value(sqrt(argument(0))) }
            case 0x40816fae { return_value(wad.exp(argument(0))) }
            case 0x620ef2b4 { return_value(wad.ln(argument(0))) }
            case 0x22fbb332 { return_value(sar(argument(1), argument(0))) }
            default { fail("unknown function") }

            function argument(i) -> value {
                let at := add(4, shl(5, i))
                if lt(calldatasize(), add(at, 32)) { fail("missing argument") }
                value := calldataload(at)
            }

            function return_value(value) {
                mstore(0, value)
                return(0, 0x20)
            }

            function fail(text) {
                mstore(0, text)
                revert(0, 0x20)
            }

            function one() -> wad_1 { wad_1 := 1000000000000000000 }
            function ln_2() -> wad_ln_2 { wad_ln_2 := 693147180559945309 }

            /// The product of two signed words; reverts if it does not fit.
            function checked_smul(x, y) -> product {
                product := mul(x, y)
                if iszero(x) { leave }
                // -1 * min is the one case that the division below misses
                let bad := and(iszero(not(x)), eq(y, shl(255, 1)))
                if or(bad, sub(sdiv(product, x), y)) { fail("signed overflow") }
            }

            function wad.mul(x, y) -> z {
                z := sdiv(checked_smul(x, y), one())
            }

            /// Rounds towards zero, like sdiv.
            function wad.div(x, y) -> z {
                if iszero(y) { fail("division by zero") }
                z := sdiv(checked_smul(x, one()), y)
            }

            /// floor(x * y / d) with a 512-bit product.
            function mul_div(x, y, d) -> result {
                let high, low := full_product(x, y)
                if iszero(high) {
                    if iszero(d) { fail("division by zero") }
                    result := div(low, d)
                    leave
                }
                if iszero(gt(d, high)) { fail("quotient too large") }
                // make the 512-bit number divisible by d
                let rest := mulmod(x, y, d)
                high := sub(high, gt(rest, low))
                low := sub(low, rest)
                // take the powers of two out of d and of the product
                let twos := and(d, sub(0, d))
                d := div(d, twos)
                low := div(low, twos)
                low := or(low, mul(high, add(div(sub(0, twos), twos), 1)))
                result := mul(low, inverse_of_odd(d))
            }

            function full_product(x, y) -> high, low {
                low := mul(x, y)
                let m := mulmod(x, y, not(0))
                high := sub(sub(m, low), lt(m, low))
            }

            /// d * inverse = 1 modulo 2**256, by Newton's iteration; d must be odd.
            function inverse_of_odd(d) -> inverse {
                inverse := xor(mul(3, d), 2)
                for { let bits := 4 } lt(bits, 256) { bits := add(bits, bits) } {
                    inverse := mul(inverse, sub(2, mul(d, inverse)))
                }
            }

            function log_2_floor(x) -> r {
                r := shl(7, lt(0xffffffffffffffffffffffffffffffff, x))
                r := or(r, shl(6, lt(0xffffffffffffffff, shr(r, x))))
                r := or(r, shl(5, lt(0xffffffff, shr(r, x))))
                r := or(r, shl(4, lt(0xffff, shr(r, x))))
                r := or(r, shl(3, lt(0xff, shr(r, x))))
                r := or(r, shl(2, lt(0xf, shr(r, x))))
                r := or(r, shl(1, lt(0x3, shr(r, x))))
                r := or(r, lt(1, shr(r, x)))
            }

            function sqrt(x) -> root {
                if iszero(x) { leave }
                // start above the root, so the iteration only ever goes down
                root := shl(add(shr(1, log_2_floor(x)), 1), 1)
                for { } true { } {
                    let next := shr(1, add(root, div(x, root)))
                    if iszero(lt(next, root)) { break }
                    root := next
                }
            }

            /// e**x for x in about [-42, 135]: x = k * ln 2 + r, Taylor series for e**r.
            function wad.exp(x) -> result {
                if slt(x, sub(0, 42139678854452767551)) { leave }
                if sgt(x, 134000000000000000000) { fail("exp overflow") }
                let k := sdiv(x, ln_2())
                let r := sub(x, mul(k, ln_2()))
                let term := one()
                result := one()
                for { let n := 1 } lt(n, 30) { n := add(n, 1) } {
                    term := sdiv(mul(term, r), mul(n, one()))
                    if iszero(term) { break }
                    result := add(result, term)
                }
                switch slt(k, 0)
                case true { result := shr(sub(0, k), result) }
                case false { result := shl(k, result) }
            }

            /// The natural logarithm: x = m * 2**k with m in [1, 2), then 2 * artanh((m-1)/(m+1)).
            function wad.ln(x) -> result {
                if iszero(sgt(x, 0)) { fail("ln of a non-positive number") }
                let k, m := normalised(x)
                let y := div(mul(sub(m, one()), one()), add(m, one()))
                let y_2 := div(mul(y, y), one())
                let power := y
                for { let n := 1 } power { n := add(n, 2) } {
                    result := add(result, div(power, n))
                    power := div(mul(power, y_2), one())
                }
                result := add(shl(1, result), mul(k, ln_2()))
            }

            function normalised(x) -> k, m {
                k := sub(log_2_floor(x), 59)
                switch slt(k, 0)
                case 0 { m := shr(k, x) }
                default { m := shl(sub(0, k), x) }
                if lt(m, one()) {
                    // 2**59 < 10**18 < 2**60: one more doubling may be needed
                    k := sub(k, 1)
                    m := shl(1, m)
                    if sgt(k, sub(0, 1)) { m := shr(k, x) }
                }
            }
        }
    }
}
