object "FixedPoint" {
    code {
        {
            let length := datasize("FixedPoint_runtime")
            let _1 := dataoffset("FixedPoint_runtime")
            let _2 := 0x00
            datacopy(0x00, _1, length)
            return(0x00, length)
        }
    }
    object "FixedPoint_runtime" {
        code {
            {
                let _1 := callvalue()
                if _1
                {
                    let _2 := 0
                    revert(0, 0)
                }
                let _3 := 0
                let _4 := calldataload(0)
                let _5 := 224
                let _6 := shr(224, _4)
                switch _6
                case 0x0da398da {
                    let _7 := argument_333()
                    let _8 := argument_334()
                    let _9 := wad.mul(_8, _7)
                    return_value(_9)
                }
                case 0x320187f4 {
                    let _10 := argument_335()
                    let _11 := argument_336()
                    let _12 := wad.div(_11, _10)
                    return_value(_12)
                }
                case 0xaa9a0912 {
                    let _13 := argument_337()
                    let _14 := argument_338()
                    let _15 := argument_339()
                    let _16 := mul_div(_15, _14, _13)
                    return_value(_16)
                }
                case 0x677342ce {
                    let _17 := argument_340()
                    let _18 := sqrt(_17)
                    return_value(_18)
                }
                case 0x40816fae {
                    let _19 := argument_341()
                    let _20 := wad.exp(_19)
                    return_value(_20)
                }
                case 0x620ef2b4 {
                    let _21 := argument_342()
                    let _22 := wad.ln(_21)
                    return_value(_22)
                }
                case 0x22fbb332 {
                    let _23 := argument_343()
                    let _24 := argument()
                    let _25 := sar(_24, _23)
                    return_value(_25)
                }
                default { fail_345() }
            }
            function argument_333() -> value
            {
                let i := 1
                let _1 := 5
                let _2 := 32
                let _3 := 4
                let at := 36
                let _4 := 68
                let _5 := calldatasize()
                let _6 := lt(_5, 68)
                if _6 { fail_346() }
                let value_1 := calldataload(36)
                let value_2 := value_1
                value := value_1
            }
            function argument_334() -> value
            {
                let i := 0
                let _1 := 5
                let _2 := 0
                let _3 := 4
                let at := 4
                let _4 := 36
                let _5 := calldatasize()
                let _6 := lt(_5, 36)
                if _6 { fail_346() }
                let value_1 := calldataload(4)
                let value_2 := value_1
                value := value_1
            }
            function argument_335() -> value
            {
                let i := 1
                let _1 := 5
                let _2 := 32
                let _3 := 4
                let at := 36
                let _4 := 68
                let _5 := calldatasize()
                let _6 := lt(_5, 68)
                if _6 { fail_346() }
                let value_1 := calldataload(36)
                let value_2 := value_1
                value := value_1
            }
            function argument_336() -> value
            {
                let i := 0
                let _1 := 5
                let _2 := 0
                let _3 := 4
                let at := 4
                let _4 := 36
                let _5 := calldatasize()
                let _6 := lt(_5, 36)
                if _6 { fail_346() }
                let value_1 := calldataload(4)
                let value_2 := value_1
                value := value_1
            }
            function argument_337() -> value
            {
                let i := 2
                let _1 := 5
                let _2 := 64
                let _3 := 4
                let at := 68
                let _4 := 100
                let _5 := calldatasize()
                let _6 := lt(_5, 100)
                if _6 { fail_346() }
                let value_1 := calldataload(68)
                let value_2 := value_1
                value := value_1
            }
            function argument_338() -> value
            {
                let i := 1
                let _1 := 5
                let _2 := 32
                let _3 := 4
                let at := 36
                let _4 := 68
                let _5 := calldatasize()
                let _6 := lt(_5, 68)
                if _6 { fail_346() }
                let value_1 := calldataload(36)
                let value_2 := value_1
                value := value_1
            }
            function argument_339() -> value
            {
                let i := 0
                let _1 := 5
                let _2 := 0
                let _3 := 4
                let at := 4
                let _4 := 36
                let _5 := calldatasize()
                let _6 := lt(_5, 36)
                if _6 { fail_346() }
                let value_1 := calldataload(4)
                let value_2 := value_1
                value := value_1
            }
            function argument_340() -> value
            {
                let i := 0
                let _1 := 5
                let _2 := 0
                let _3 := 4
                let at := 4
                let _4 := 36
                let _5 := calldatasize()
                let _6 := lt(_5, 36)
                if _6 { fail_346() }
                let value_1 := calldataload(4)
                let value_2 := value_1
                value := value_1
            }
            function argument_341() -> value
            {
                let i := 0
                let _1 := 5
                let _2 := 0
                let _3 := 4
                let at := 4
                let _4 := 36
                let _5 := calldatasize()
                let _6 := lt(_5, 36)
                if _6 { fail_346() }
                let value_1 := calldataload(4)
                let value_2 := value_1
                value := value_1
            }
            function argument_342() -> value
            {
                let i := 0
                let _1 := 5
                let _2 := 0
                let _3 := 4
                let at := 4
                let _4 := 36
                let _5 := calldatasize()
                let _6 := lt(_5, 36)
                if _6 { fail_346() }
                let value_1 := calldataload(4)
                let value_2 := value_1
                value := value_1
            }
            function argument_343() -> value
            {
                let i := 0
                let _1 := 5
                let _2 := 0
                let _3 := 4
                let at := 4
                let _4 := 36
                let _5 := calldatasize()
                let _6 := lt(_5, 36)
                if _6 { fail_346() }
                let value_1 := calldataload(4)
                let value_2 := value_1
                value := value_1
            }
            function argument() -> value
            {
                let i := 1
                let _1 := 5
                let _2 := 32
                let _3 := 4
                let at := 36
                let _4 := 68
                let _5 := calldatasize()
                let _6 := lt(_5, 68)
                if _6 { fail_346() }
                let value_1 := calldataload(36)
                let value_2 := value_1
                value := value_1
            }
            function return_value(value)
            {
                let _1 := 0
                mstore(0, value)
                let _2 := 0x20
                return(0, 0x20)
            }
            function fail_345()
            {
                let text := "unknown function"
                let _1 := 0
                mstore(0, "unknown function")
                let _2 := 0x20
                revert(0, 0x20)
            }
            function fail_346()
            {
                let text := "missing argument"
                let _1 := 0
                mstore(0, "missing argument")
                let _2 := 0x20
                revert(0, 0x20)
            }
            function fail_347()
            {
                let text := "signed overflow"
                let _1 := 0
                mstore(0, "signed overflow")
                let _2 := 0x20
                revert(0, 0x20)
            }
            function fail_348()
            {
                let text := "division by zero"
                let _1 := 0
                mstore(0, "division by zero")
                let _2 := 0x20
                revert(0, 0x20)
            }
            function fail_349()
            {
                let text := "division by zero"
                let _1 := 0
                mstore(0, "division by zero")
                let _2 := 0x20
                revert(0, 0x20)
            }
            function fail()
            {
                let text := "quotient too large"
                let _1 := 0
                mstore(0, "quotient too large")
                let _2 := 0x20
                revert(0, 0x20)
            }
            function fail_351()
            {
                let text := "exp overflow"
                let _1 := 0
                mstore(0, "exp overflow")
                let _2 := 0x20
                revert(0, 0x20)
            }
            function fail_352()
            {
                let text := "ln of a non-positive number"
                let _1 := 0
                mstore(0, "ln of a non-positive number")
                let _2 := 0x20
                revert(0, 0x20)
            }
            function one() -> wad
            {
                let wad_1 := 1000000000000000000
                let wad_2 := 1000000000000000000
                wad := 1000000000000000000
            }
            function ln() -> wad_ln
            {
                let wad_ln_1 := 693147180559945309
                let wad_ln_2 := 693147180559945309
                wad_ln := 693147180559945309
            }
            function checked_smul(x, y) -> product
            {
                let product_1 := mul(x, y)
                let product_2 := product_1
                product := product_1
                let _1 := iszero(x)
                if _1 { leave }
                let _2 := shl(255, 1)
                let _3 := eq(y, shl(255, 1))
                let _4 := not(x)
                let _5 := iszero(_4)
                let bad := and(_5, _3)
                let _6 := sdiv(product_1, x)
                let _7 := sub(_6, y)
                let _8 := or(bad, _7)
                if _8 { fail_347() }
            }
            function wad.mul(x, y) -> z
            {
                let _1 := one()
                let _2 := checked_smul(x, y)
                let z_1 := sdiv(_2, _1)
                let z_2 := z_1
                z := z_1
            }
            function wad.div(x, y) -> z
            {
                let _1 := iszero(y)
                if _1 { fail_348() }
                let _2 := one()
                let _3 := checked_smul(x, _2)
                let z_1 := sdiv(_3, y)
                let z_2 := z_1
                z := z_1
            }
            function mul_div(x, y, d) -> result
            {
                let high, low := full_product(x, y)
                let _1 := iszero(high)
                if _1
                {
                    let _2 := iszero(d)
                    if _2 { fail_349() }
                    let result_1 := div(low, d)
                    let result_2 := result_1
                    result := result_1
                    leave
                }
                let _3 := gt(d, high)
                let _4 := iszero(_3)
                if _4 { fail() }
                let rest := mulmod(x, y, d)
                let _5 := gt(rest, low)
                let high_1 := sub(high, _5)
                let low_1 := sub(low, rest)
                let _6 := 0
                let _7 := sub(0, d)
                let twos := and(d, _7)
                let d_1 := div(d, twos)
                let low_2 := div(low_1, twos)
                let _8 := 1
                let _9 := sub(0, twos)
                let _10 := div(_9, twos)
                let _11 := add(_10, 1)
                let _12 := mul(high_1, _11)
                let low_3 := or(low_2, _12)
                let _13 := inverse_of_odd(d_1)
                let result_3 := mul(low_3, _13)
                let result_4 := result_3
                result := result_3
            }
            function full_product(x, y) -> high, low
            {
                let low_1 := mul(x, y)
                let low_2 := low_1
                low := low_1
                let _1 := not(0)
                let m := mulmod(x, y, not(0))
                let _2 := lt(m, low_1)
                let _3 := sub(m, low_1)
                let high_1 := sub(_3, _2)
                let high_2 := high_1
                high := high_1
            }
            function inverse_of_odd(d) -> inverse
            {
                let _1 := 2
                let _2 := 3
                let _3 := mul(3, d)
                let inverse_1 := xor(_3, 2)
                let inverse_2 := inverse_1
                inverse := inverse_1
                let bits := 4
                let bits_1 := 4
                let bits_2 := 4
                for { }
                true
                {
                    let bits_3 := bits_2
                    let bits_4 := add(bits_2, bits_2)
                    let bits_5 := bits_4
                    bits_2 := bits_4
                }
                {
                    if iszero(lt(bits_2, 256)) { break }
                    let _4 := mul(d, inverse)
                    let _5 := sub(2, _4)
                    let inverse_3 := mul(inverse, _5)
                    let inverse_4 := inverse_3
                    inverse := inverse_3
                }
            }
            function log_floor(x) -> r
            {
                let _1 := sub(shl(128, 1), 1)
                let _2 := lt(sub(shl(128, 1), 1), x)
                let _3 := 7
                let r_1 := shl(7, _2)
                let _4 := shr(r_1, x)
                let _5 := sub(shl(64, 1), 1)
                let _6 := lt(sub(shl(64, 1), 1), _4)
                let _7 := 6
                let _8 := shl(6, _6)
                let r_2 := or(r_1, _8)
                let _9 := shr(r_2, x)
                let _10 := 0xffffffff
                let _11 := lt(0xffffffff, _9)
                let _12 := 5
                let _13 := shl(5, _11)
                let r_3 := or(r_2, _13)
                let _14 := shr(r_3, x)
                let _15 := 0xffff
                let _16 := lt(0xffff, _14)
                let _17 := 4
                let _18 := shl(4, _16)
                let r_4 := or(r_3, _18)
                let _19 := shr(r_4, x)
                let _20 := 0xff
                let _21 := lt(0xff, _19)
                let _22 := 3
                let _23 := shl(3, _21)
                let r_5 := or(r_4, _23)
                let _24 := shr(r_5, x)
                let _25 := 0xf
                let _26 := lt(0xf, _24)
                let _27 := 2
                let _28 := shl(2, _26)
                let r_6 := or(r_5, _28)
                let _29 := shr(r_6, x)
                let _30 := lt(3, _29)
                let _31 := 1
                let _32 := shl(1, _30)
                let r_7 := or(r_6, _32)
                let _33 := shr(r_7, x)
                let _34 := lt(1, _33)
                let r_8 := or(r_7, _34)
                let r_9 := r_8
                r := r_8
            }
            function sqrt(x) -> root
            {
                let _1 := iszero(x)
                if _1 { leave }
                let _2 := 1
                let _3 := log_floor(x)
                let _4 := shr(1, _3)
                let _5 := add(_4, 1)
                let root_1 := shl(_5, 1)
                let root_2 := root_1
                root := root_1
                for { } 1 { }
                {
                    let _6 := div(x, root)
                    let _7 := add(root, _6)
                    let next := shr(1, _7)
                    let _8 := lt(next, root)
                    let _9 := iszero(_8)
                    if _9 { break }
                    let root_3 := next
                    root := next
                }
            }
            function wad.exp(x) -> result
            {
                let _1 := 0
                let _2 := not(0x0248ce36a70cb26b3e)
                let _3 := slt(x, not(0x0248ce36a70cb26b3e))
                if _3 { leave }
                let _4 := 134000000000000000000
                let _5 := sgt(x, 134000000000000000000)
                if _5 { fail_351() }
                let _6 := ln()
                let k := sdiv(x, _6)
                let _7 := mul(k, _6)
                let r := sub(x, _7)
                let term := one()
                let term_1 := term
                let term_2 := term
                let result_1 := term
                result := term
                let n := 1
                let n_1 := 1
                let n_2 := 1
                for { }
                1
                {
                    let n_3 := n_2
                    let n_4 := add(n_2, 1)
                    let n_5 := n_4
                    n_2 := n_4
                }
                {
                    if iszero(lt(n_2, 30)) { break }
                    let term_3 := term_2
                    let n_6 := n_2
                    let _8 := mul(n_2, term)
                    let _9 := mul(term_2, r)
                    let term_4 := sdiv(_9, _8)
                    let term_5 := term_4
                    term_2 := term_4
                    let _10 := iszero(term_4)
                    if _10 { break }
                    let result_2 := add(result, term_4)
                    let result_3 := result_2
                    result := result_2
                }
                let result_4 := result
                let _11 := slt(k, 0)
                switch _11
                case true {
                    let _12 := sub(0, k)
                    let result_5 := shr(_12, result)
                    let result_6 := result_5
                    result := result_5
                }
                case false {
                    let result_7 := result
                    let result_8 := shl(k, result)
                    let result_9 := result_8
                    result := result_8
                }
            }
            function wad.ln(x) -> result
            {
                let _1 := 0
                let _2 := sgt(x, 0)
                let _3 := iszero(_2)
                if _3 { fail_352() }
                let k, m := normalised(x)
                let _4 := one()
                let _5 := add(m, _4)
                let _6 := sub(m, _4)
                let _7 := mul(_6, _4)
                let y := div(_7, _5)
                let _8 := mul(y, y)
                let y_1 := div(_8, _4)
                let power := y
                let power_1 := y
                let n := 1
                let n_1 := 1
                let n_2 := 1
                let _9 := 2
                for { }
                power_1
                {
                    let n_3 := n_2
                    let n_4 := add(n_2, 2)
                    let n_5 := n_4
                    n_2 := n_4
                }
                {
                    let power_2 := power_1
                    let n_6 := n_2
                    let _10 := div(power_1, n_2)
                    let result_1 := add(result, _10)
                    let result_2 := result_1
                    result := result_1
                    let _11 := mul(power_1, y_1)
                    let power_3 := div(_11, _4)
                    let power_4 := power_3
                    power_1 := power_3
                }
                let result_3 := result
                let _12 := ln()
                let _13 := mul(k, _12)
                let _14 := shl(1, result)
                let result_4 := add(_14, _13)
                let result_5 := result_4
                result := result_4
            }
            function normalised(x) -> k, m
            {
                let _1 := 59
                let _2 := log_floor(x)
                let k_1 := add(_2, not(58))
                let k_2 := k_1
                k := k_1
                let _3 := 0
                let _4 := slt(k_1, 0)
                switch _4
                case 0 {
                    let m_1 := shr(k_1, x)
                    let m_2 := m_1
                    m := m_1
                }
                default {
                    let _5 := add(sub(0, _2), 59)
                    let m_3 := shl(_5, x)
                    let m_4 := m_3
                    m := m_3
                }
                let m_5 := m
                let _6 := one()
                let _7 := lt(m, _6)
                if _7
                {
                    let _8 := 1
                    let k_3 := add(_2, not(59))
                    let k_4 := k_3
                    k := k_3
                    let m_6 := shl(1, m)
                    let m_7 := m_6
                    m := m_6
                    let _9 := not(0)
                    let _10 := sgt(k_3, not(0))
                    if _10
                    {
                        let m_8 := shr(k_3, x)
                        let m_9 := m_8
                        m := m_8
                    }
                }
            }
        }
    }
}
