object "FixedPoint" {
    code {
        {
            let length := datasize("FixedPoint_runtime")
            let _1 := dataoffset("FixedPoint_runtime")
            let _2 := 0x00
            datacopy(_2, _1, length)
            let _3 := _2
            return(_2, length)
        }
    }
    object "FixedPoint_runtime" {
        code {
            {
                let _1 := callvalue()
                if _1
                {
                    let _2 := 0
                    let _3 := _2
                    revert(_2, _2)
                }
                let _4 := 0
                let _5 := calldataload(_4)
                let _6 := 224
                let _7 := shr(_6, _5)
                switch _7
                case 0x0da398da {
                    let _8 := 1
                    let _9 := argument(_8)
                    let _10 := _4
                    let _11 := argument(_4)
                    let _12 := wad.mul(_11, _9)
                    return_value(_12)
                }
                case 0x320187f4 {
                    let _13 := 1
                    let _14 := argument(_13)
                    let _15 := _4
                    let _16 := argument(_4)
                    let _17 := wad.div(_16, _14)
                    return_value(_17)
                }
                case 0xaa9a0912 {
                    let _18 := 2
                    let _19 := argument(_18)
                    let _20 := 1
                    let _21 := argument(_20)
                    let _22 := _4
                    let _23 := argument(_4)
                    let _24 := mul_div(_23, _21, _19)
                    return_value(_24)
                }
                case 0x677342ce {
                    let _25 := _4
                    let _26 := argument(_4)
                    let _27 := sqrt(_26)
                    return_value(_27)
                }
                case 0x40816fae {
                    let _28 := _4
                    let _29 := argument(_4)
                    let _30 := wad.exp(_29)
                    return_value(_30)
                }
                case 0x620ef2b4 {
                    let _31 := _4
                    let _32 := argument(_4)
                    let _33 := wad.ln(_32)
                    return_value(_33)
                }
                case 0x22fbb332 {
                    let _34 := _4
                    let _35 := argument(_4)
                    let _36 := 1
                    let _37 := argument(_36)
                    let _38 := sar(_37, _35)
                    return_value(_38)
                }
                default {
                    let _39 := "unknown function"
                    fail(_39)
                }
            }
            function argument(i) -> value
            {
                let _1 := 5
                let _2 := shl(_1, i)
                let _3 := 4
                let at := add(_3, _2)
                let _4 := 32
                let _5 := add(_2, 36)
                let _6 := calldatasize()
                let _7 := lt(_6, _5)
                if _7
                {
                    let _8 := "missing argument"
                    fail(_8)
                }
                let value_1 := calldataload(at)
                value := value_1
            }
            function return_value(value)
            {
                let _1 := 0
                mstore(_1, value)
                let _2 := 0x20
                let _3 := _1
                return(_1, _2)
            }
            function fail(text)
            {
                let _1 := 0
                mstore(_1, text)
                let _2 := 0x20
                let _3 := _1
                revert(_1, _2)
            }
            function one() -> wad
            {
                let wad_1 := 1000000000000000000
                wad := wad_1
            }
            function ln() -> wad_ln
            {
                let wad_ln_1 := 693147180559945309
                wad_ln := wad_ln_1
            }
            function checked_smul(x, y) -> product
            {
                let product_1 := mul(x, y)
                product := product_1
                let _1 := iszero(x)
                if _1 { leave }
                let _2 := 1
                let _3 := 255
                let _4 := shl(255, 1)
                let _5 := eq(y, _4)
                let _6 := not(x)
                let _7 := iszero(_6)
                let bad := and(_7, _5)
                let _8 := sdiv(product_1, x)
                let _9 := sub(_8, y)
                let _10 := or(bad, _9)
                if _10
                {
                    let _11 := "signed overflow"
                    fail(_11)
                }
            }
            function wad.mul(x, y) -> z
            {
                let _1 := one()
                let _2 := checked_smul(x, y)
                let z_1 := sdiv(_2, _1)
                z := z_1
            }
            function wad.div(x, y) -> z
            {
                let _1 := iszero(y)
                if _1
                {
                    let _2 := "division by zero"
                    fail(_2)
                }
                let _3 := one()
                let _4 := checked_smul(x, _3)
                let z_1 := sdiv(_4, y)
                z := z_1
            }
            function mul_div(x, y, d) -> result
            {
                let d_1 := d
                let high, low := full_product(x, y)
                let high_1 := high
                let low_1 := low
                let _1 := iszero(high)
                if _1
                {
                    let _2 := iszero(d)
                    if _2
                    {
                        let _3 := "division by zero"
                        fail(_3)
                    }
                    let result_1 := div(low, d)
                    result := result_1
                    leave
                }
                let result_2 := result
                let _4 := gt(d, high)
                let _5 := iszero(_4)
                if _5
                {
                    let _6 := "quotient too large"
                    fail(_6)
                }
                let rest := mulmod(x, y, d)
                let _7 := gt(rest, low)
                let high_2 := sub(high, _7)
                let low_2 := sub(low, rest)
                let _8 := 0
                let _9 := sub(_8, d)
                let twos := and(d, _9)
                let d_2 := div(d, twos)
                let low_3 := div(low_2, twos)
                let _10 := 1
                let _11 := _8
                let _12 := sub(_8, twos)
                let _13 := div(_12, twos)
                let _14 := add(_13, _10)
                let _15 := mul(high_2, _14)
                let low_4 := or(low_3, _15)
                let _16 := inverse_of_odd(d_2)
                let result_3 := mul(low_4, _16)
                result := result_3
            }
            function full_product(x, y) -> high, low
            {
                let low_1 := mul(x, y)
                low := low_1
                let _1 := 0
                let _2 := not(0)
                let m := mulmod(x, y, _2)
                let _3 := lt(m, low_1)
                let _4 := sub(m, low_1)
                let high_1 := sub(_4, _3)
                high := high_1
            }
            function inverse_of_odd(d) -> inverse
            {
                let _1 := 2
                let _2 := 3
                let _3 := mul(_2, d)
                let inverse_1 := xor(_3, _1)
                inverse := inverse_1
                let bits := 4
                let bits_1 := bits
                let _4 := _1
                for { }
                lt(bits_1, 256)
                {
                    let bits_2 := bits_1
                    let inverse_2 := inverse
                    let bits_3 := add(bits_1, bits_1)
                    bits_1 := bits_3
                }
                {
                    let bits_4 := bits_1
                    let _5 := mul(d, inverse)
                    let _6 := sub(_1, _5)
                    let inverse_3 := mul(inverse, _6)
                    inverse := inverse_3
                }
            }
            function log_floor(x) -> r
            {
                let _1 := sub(shl(128, 1), 1)
                let _2 := lt(_1, x)
                let _3 := 7
                let r_1 := shl(_3, _2)
                let _4 := shr(r_1, x)
                let _5 := sub(shl(64, 1), 1)
                let _6 := lt(_5, _4)
                let _7 := 6
                let _8 := shl(_7, _6)
                let r_2 := or(r_1, _8)
                let _9 := shr(r_2, x)
                let _10 := 0xffffffff
                let _11 := lt(_10, _9)
                let _12 := 5
                let _13 := shl(_12, _11)
                let r_3 := or(r_2, _13)
                let _14 := shr(r_3, x)
                let _15 := 0xffff
                let _16 := lt(_15, _14)
                let _17 := 4
                let _18 := shl(_17, _16)
                let r_4 := or(r_3, _18)
                let _19 := shr(r_4, x)
                let _20 := 0xff
                let _21 := lt(_20, _19)
                let _22 := 3
                let _23 := shl(_22, _21)
                let r_5 := or(r_4, _23)
                let _24 := shr(r_5, x)
                let _25 := 0xf
                let _26 := lt(_25, _24)
                let _27 := 2
                let _28 := shl(_27, _26)
                let r_6 := or(r_5, _28)
                let _29 := shr(r_6, x)
                let _30 := _22
                let _31 := lt(_22, _29)
                let _32 := 1
                let _33 := shl(_32, _31)
                let r_7 := or(r_6, _33)
                let _34 := shr(r_7, x)
                let _35 := _32
                let _36 := lt(_32, _34)
                let r_8 := or(r_7, _36)
                r := r_8
            }
            function sqrt(x) -> root
            {
                let _1 := iszero(x)
                if _1 { leave }
                let _2 := 1
                let _3 := _2
                let _4 := log_floor(x)
                let _5 := _2
                let _6 := shr(_2, _4)
                let _7 := add(_6, _2)
                let root_1 := shl(_7, _2)
                root := root_1
                let _8 := _2
                for { } _2 { }
                {
                    let _9 := div(x, root)
                    let _10 := add(root, _9)
                    let next := shr(_2, _10)
                    let _11 := lt(next, root)
                    let _12 := iszero(_11)
                    if _12 { break }
                    let root_2 := next
                    root := next
                }
            }
            function wad.exp(x) -> result
            {
                let _1 := 42139678854452767551
                let _2 := 0
                let _3 := not(0x0248ce36a70cb26b3e)
                let _4 := slt(x, _3)
                if _4 { leave }
                let _5 := 134000000000000000000
                let _6 := sgt(x, _5)
                if _6
                {
                    let _7 := "exp overflow"
                    fail(_7)
                }
                let _8 := ln()
                let k := sdiv(x, _8)
                let _9 := _8
                let _10 := mul(k, _8)
                let r := sub(x, _10)
                let term := one()
                let term_1 := term
                let result_1 := term
                result := term
                let n := 1
                let n_1 := n
                let _11 := n
                let _12 := term
                for { }
                lt(n_1, 30)
                {
                    let term_2 := term_1
                    let n_2 := n_1
                    let result_2 := result
                    let n_3 := add(n_1, n)
                    n_1 := n_3
                }
                {
                    let term_3 := term_1
                    let n_4 := n_1
                    let _13 := mul(n_1, term)
                    let _14 := mul(term_1, r)
                    let term_4 := sdiv(_14, _13)
                    term_1 := term_4
                    let _15 := iszero(term_4)
                    if _15 { break }
                    let result_3 := add(result, term_4)
                    result := result_3
                }
                let term_5 := term_1
                let n_5 := n_1
                let result_4 := result
                let _16 := _2
                let _17 := slt(k, _2)
                switch _17
                case true {
                    let _18 := _2
                    let _19 := sub(_2, k)
                    let result_5 := shr(_19, result)
                    result := result_5
                }
                case false {
                    let result_6 := result
                    let result_7 := shl(k, result)
                    result := result_7
                }
            }
            function wad.ln(x) -> result
            {
                let _1 := 0
                let _2 := sgt(x, _1)
                let _3 := iszero(_2)
                if _3
                {
                    let _4 := "ln of a non-positive number"
                    fail(_4)
                }
                let k, m := normalised(x)
                let _5 := one()
                let _6 := add(m, _5)
                let _7 := _5
                let _8 := _5
                let _9 := sub(m, _5)
                let _10 := mul(_9, _5)
                let y := div(_10, _6)
                let _11 := _5
                let _12 := mul(y, y)
                let y_1 := div(_12, _5)
                let power := y
                let power_1 := y
                let n := 1
                let n_1 := n
                let _13 := 2
                let _14 := _5
                for { }
                power_1
                {
                    let power_2 := power_1
                    let n_2 := n_1
                    let result_1 := result
                    let n_3 := add(n_1, _13)
                    n_1 := n_3
                }
                {
                    let power_3 := power_1
                    let n_4 := n_1
                    let _15 := div(power_1, n_1)
                    let result_2 := add(result, _15)
                    result := result_2
                    let _16 := mul(power_1, y_1)
                    let power_4 := div(_16, _5)
                    power_1 := power_4
                }
                let power_5 := power_1
                let n_5 := n_1
                let result_3 := result
                let _17 := ln()
                let _18 := mul(k, _17)
                let _19 := n
                let _20 := shl(n, result)
                let result_4 := add(_20, _18)
                result := result_4
            }
            function normalised(x) -> k, m
            {
                let _1 := 59
                let _2 := log_floor(x)
                let k_1 := add(_2, not(58))
                k := k_1
                let _3 := 0
                let _4 := slt(k_1, _3)
                switch _4
                case 0 {
                    let m_1 := shr(k_1, x)
                    m := m_1
                }
                default {
                    let m_2 := m
                    let _5 := _3
                    let _6 := add(sub(_3, _2), _1)
                    let m_3 := shl(_6, x)
                    m := m_3
                }
                let m_4 := m
                let _7 := one()
                let _8 := lt(m, _7)
                if _8
                {
                    let _9 := 1
                    let k_2 := add(_2, not(59))
                    k := k_2
                    let _10 := _9
                    let m_5 := shl(_9, m)
                    m := m_5
                    let _11 := _9
                    let _12 := _3
                    let _13 := not(0)
                    let _14 := sgt(k_2, _13)
                    if _14
                    {
                        let m_6 := shr(k_2, x)
                        m := m_6
                    }
                }
            }
        }
    }
}
