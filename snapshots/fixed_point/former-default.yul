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
                    return_value(wad.mul(argument_653(), argument()))
                }
                case 0x320187f4 {
                    return_value(wad.div(argument_653(), argument()))
                }
                case 0xaa9a0912 {
                    return_value(mul_div(argument_653(), argument(), argument_656()))
                }
                case 0x677342ce {
                    return_value(sqrt(argument_653()))
                }
                case 0x40816fae {
                    return_value(wad.exp(argument_653()))
                }
                case 0x620ef2b4 {
                    return_value(wad.ln(argument_653()))
                }
                case 0x22fbb332 {
                    return_value(sar(argument(), argument_653()))
                }
                default { fail() }
            }
            function argument() -> value
            {
                if lt(calldatasize(), 68)
                {
                    mstore(0, "missing argument")
                    revert(0, 32)
                }
                value := calldataload(36)
            }
            function argument_653() -> value
            {
                if lt(calldatasize(), 36)
                {
                    mstore(0, "missing argument")
                    revert(0, 0x20)
                }
                value := calldataload(4)
            }
            function argument_656() -> value
            {
                if lt(calldatasize(), 100)
                {
                    mstore(0, "missing argument")
                    revert(0, 0x20)
                }
                value := calldataload(68)
            }
            function return_value(value)
            {
                mstore(0, value)
                return(0, 0x20)
            }
            function fail()
            {
                mstore(0, "unknown function")
                revert(0, 0x20)
            }
            function fail_666()
            {
                mstore(0, "exp overflow")
                revert(0, 0x20)
            }
            function checked_smul_665(x) -> product
            {
                product := mul(x, 1000000000000000000)
                if iszero(x) { leave }
                if add(sdiv(product, x), not(0x0de0b6b3a763ffff))
                {
                    mstore(0, "signed overflow")
                    revert(0, 0x20)
                }
            }
            function checked_smul(x, y) -> product
            {
                product := mul(x, y)
                if iszero(x) { leave }
                if or(and(iszero(not(x)), eq(y, shl(255, 1))), sub(sdiv(product, x), y))
                {
                    mstore(0, "signed overflow")
                    revert(0, 0x20)
                }
            }
            function wad.mul(x, y) -> z
            {
                z := sdiv(checked_smul(x, y), 1000000000000000000)
            }
            function wad.div(x, y) -> z
            {
                if iszero(y)
                {
                    mstore(0, "division by zero")
                    revert(0, 0x20)
                }
                z := sdiv(checked_smul_665(x), y)
            }
            function mul_div(x, y, d) -> result
            {
                let low := mul(x, y)
                let m := mulmod(x, y, not(0))
                let _1 := lt(m, low)
                let _2 := sub(m, low)
                let high := sub(_2, _1)
                if eq(_2, _1)
                {
                    if iszero(d)
                    {
                        mstore(0, "division by zero")
                        revert(0, 0x20)
                    }
                    result := div(low, d)
                    leave
                }
                if iszero(gt(d, high))
                {
                    mstore(0, "quotient too large")
                    revert(0, 0x20)
                }
                let rest := mulmod(x, y, d)
                let twos := and(d, sub(0, d))
                let d_1 := div(d, twos)
                let inverse := 0
                inverse := xor(mul(3, d_1), 2)
                let bits := 4
                for { } lt(bits, 256) { bits := add(bits, bits) }
                {
                    inverse := mul(inverse, sub(2, mul(d_1, inverse)))
                }
                result := mul(or(div(sub(low, rest), twos), mul(sub(high, gt(rest, low)), add(div(sub(0, twos), twos), 1))), inverse)
            }
            function log_floor(x) -> r
            {
                let r_1 := shl(7, lt(sub(shl(128, 1), 1), x))
                let r_2 := or(r_1, shl(6, lt(sub(shl(64, 1), 1), shr(r_1, x))))
                let r_3 := or(r_2, shl(5, lt(0xffffffff, shr(r_2, x))))
                let r_4 := or(r_3, shl(4, lt(0xffff, shr(r_3, x))))
                let r_5 := or(r_4, shl(3, lt(0xff, shr(r_4, x))))
                let r_6 := or(r_5, shl(2, lt(0xf, shr(r_5, x))))
                let r_7 := or(r_6, shl(1, lt(3, shr(r_6, x))))
                r := or(r_7, lt(1, shr(r_7, x)))
            }
            function sqrt(x) -> root
            {
                if iszero(x) { leave }
                root := shl(add(shr(1, log_floor(x)), 1), 1)
                for { } 1 { }
                {
                    let next := shr(1, add(root, div(x, root)))
                    if iszero(lt(next, root)) { break }
                    root := next
                }
            }
            function wad.exp(x) -> result
            {
                if slt(x, not(0x0248ce36a70cb26b3e)) { leave }
                if sgt(x, 134000000000000000000) { fail_666() }
                let k := sdiv(x, 693147180559945309)
                let r := sub(x, mul(k, 693147180559945309))
                let term := 1000000000000000000
                result := term
                let n := 1
                for { } lt(n, 30) { n := add(n, 1) }
                {
                    term := sdiv(mul(term, r), mul(n, 1000000000000000000))
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
                    mstore(0, "ln of a non-positive number")
                    revert(0, 0x20)
                }
                let k := 0
                let m := 0
                let _1 := log_floor(x)
                k := add(_1, not(58))
                switch slt(k, 0)
                case 0 { m := shr(k, x) }
                default {
                    m := shl(add(sub(0, _1), 59), x)
                }
                if lt(m, 1000000000000000000)
                {
                    k := add(_1, not(59))
                    m := shl(1, m)
                    if sgt(k, not(0)) { m := shr(k, x) }
                }
                let y := div(mul(add(m, not(0x0de0b6b3a763ffff)), 1000000000000000000), add(m, 1000000000000000000))
                let y_1 := div(mul(y, y), 1000000000000000000)
                let power := y
                let n := 1
                for { } power { n := add(n, 2) }
                {
                    result := add(result, div(power, n))
                    power := div(mul(power, y_1), 1000000000000000000)
                }
                result := add(shl(1, result), mul(k, 693147180559945309))
            }
        }
    }
}
