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
                    mstore(0, sdiv(checked_smul(argument_653(), argument()), 1000000000000000000))
                    return(0, 0x20)
                }
                case 0x320187f4 {
                    let _1 := argument()
                    let _2 := argument_653()
                    if iszero(_1) { outlined("division by zero") }
                    mstore(0, sdiv(checked_smul_665(_2), _1))
                    return(0, 0x20)
                }
                case 0xaa9a0912 {
                    if lt(calldatasize(), 100) { outlined("missing argument") }
                    mstore(0, mul_div(argument_653(), argument()))
                    return(0, 0x20)
                }
                case 0x677342ce {
                    mstore(0, sqrt(argument_653()))
                    return(0, 0x20)
                }
                case 0x40816fae {
                    mstore(0, wad.exp(argument_653()))
                    return(0, 0x20)
                }
                case 0x620ef2b4 {
                    let _3 := argument_653()
                    let result := 0
                    if iszero(sgt(_3, 0))
                    {
                        outlined("ln of a non-positive number")
                    }
                    let k := 0
                    let m := 0
                    let _4 := log_floor(_3)
                    k := add(_4, not(58))
                    switch slt(k, 0)
                    case 0 { m := shr(k, _3) }
                    default {
                        m := shl(add(sub(0, _4), 59), _3)
                    }
                    if lt(m, 1000000000000000000)
                    {
                        k := add(_4, not(59))
                        m := shl(1, m)
                        if sgt(k, not(0)) { m := shr(k, _3) }
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
                    mstore(0, add(shl(1, result), mul(k, 693147180559945309)))
                    return(0, 0x20)
                }
                case 0x22fbb332 {
                    mstore(0, sar(argument(), argument_653()))
                    return(0, 0x20)
                }
                default { outlined("unknown function") }
            }
            function argument() -> value
            {
                if lt(calldatasize(), 68) { outlined("missing argument") }
                value := calldataload(36)
            }
            function argument_653() -> value
            {
                if lt(calldatasize(), 36) { outlined("missing argument") }
                value := calldataload(4)
            }
            function checked_smul_665(x) -> product
            {
                product := mul(x, 1000000000000000000)
                if iszero(x) { leave }
                if add(sdiv(product, x), not(0x0de0b6b3a763ffff)) { outlined("signed overflow") }
            }
            function checked_smul(x, y) -> product
            {
                product := mul(x, y)
                if iszero(x) { leave }
                if or(and(iszero(not(x)), eq(y, shl(255, 1))), sub(sdiv(product, x), y)) { outlined("signed overflow") }
            }
            function mul_div(x, y) -> result
            {
                let d := calldataload(68)
                let low := mul(x, y)
                let m := mulmod(x, y, not(0))
                let _1 := lt(m, low)
                let _2 := sub(m, low)
                let high := sub(_2, _1)
                if eq(_2, _1)
                {
                    if iszero(d) { outlined("division by zero") }
                    result := div(low, d)
                    leave
                }
                if iszero(gt(d, high))
                {
                    outlined("quotient too large")
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
                let r_1 := shl(7, iszero(iszero(shr(128, x))))
                let r_2 := or(r_1, shl(6, iszero(iszero(shr(64, shr(r_1, x))))))
                let r_3 := or(r_2, shl(5, iszero(iszero(shr(32, shr(r_2, x))))))
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
                if sgt(x, 134000000000000000000) { outlined("exp overflow") }
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
            function outlined(_1)
            {
                mstore(0, _1)
                revert(0, 0x20)
            }
        }
    }
}
