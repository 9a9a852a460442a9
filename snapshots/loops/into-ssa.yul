object "object" {
    code {
        {
            let _1 := 0
            let _2 := calldataload(_1)
            let _3 := 224
            let selector := shr(_3, _2)
            let _4 := 4
            let first := calldataload(_4)
            let _5 := 36
            let second := calldataload(_5)
            let result, result_1
            let result_2 := result
            let result_3 := result_1
            switch selector
            case 0x1e523f43 {
                let result_4, result_5 := collatz(first)
                result_2 := result_4
                result_3 := result_5
            }
            case 0x4d365cc1 {
                let result_6 := result_2
                let result_7 := result_3
                let result_8 := count_primes(first)
                result_2 := result_8
            }
            case 0xb9650dac {
                let result_9 := result_2
                let result_10 := result_3
                let result_11 := gcd(first, second)
                result_2 := result_11
            }
            case 0x7baddab1 {
                let result_12 := result_2
                let result_13 := result_3
                let _6 := _4
                let _7 := add(_4, first)
                let result_14, result_15 := find_pair(_7, second)
                result_2 := result_14
                result_3 := result_15
            }
            case 0x3f9bd118 {
                let result_16 := result_2
                let result_17 := result_3
                let result_18 := digit_sum(first)
                result_2 := result_18
            }
            case 0x8a315ed6 {
                let result_19 := result_2
                let result_20 := result_3
                let result_21, result_22 := popcount(first)
                result_2 := result_21
                result_3 := result_22
            }
            default {
                let result_23 := result_2
                let result_24 := result_3
                let _8 := _1
                let _9 := _1
                revert(_1, _1)
            }
            let result_25 := result_2
            let result_26 := result_3
            let _10 := _1
            mstore(_1, result_2)
            let _11 := 32
            mstore(_11, result_3)
            let _12 := 64
            let _13 := _1
            return(_1, _12)
        }
        function collatz(n) -> steps, highest
        {
            let n_1 := n
            let _1 := iszero(n)
            if _1 { leave }
            let highest_1 := n
            highest := n
            let _2 := 1
            let _3 := 1
            let _4 := 2
            for { }
            gt(n, 1)
            {
                let n_2 := n
                let highest_2 := highest
                let steps_1 := add(steps, _2)
                steps := steps_1
            }
            {
                let n_3 := n
                let _5 := and(n, _3)
                if _5
                {
                    let _6 := _3
                    let _7 := 3
                    let _8 := mul(_7, n)
                    let n_4 := add(_8, _3)
                    n := n_4
                    let _9 := gt(n_4, highest)
                    if _9
                    {
                        let highest_3 := n_4
                        highest := n_4
                    }
                    let highest_4 := highest
                    continue
                }
                let n_5 := n
                let highest_5 := highest
                let n_6 := shr(_3, n)
                n := n_6
            }
        }
        function is_prime(n) -> prime
        {
            let _1 := 2
            let _2 := lt(n, _1)
            if _2 { leave }
            let d := _1
            let d_1 := _1
            let _3 := 1
            for { }
            iszero(gt(mul(d_1, d_1), n))
            {
                let d_2 := d_1
                let d_3 := add(d_1, _3)
                d_1 := d_3
            }
            {
                let d_4 := d_1
                let _4 := mod(n, d_1)
                let _5 := iszero(_4)
                if _5 { leave }
            }
            let d_5 := d_1
            let prime_1 := true
            prime := prime_1
        }
        function count_primes(limit) -> count
        {
            let limit_1 := limit
            let _1 := 5000
            let _2 := gt(limit, _1)
            if _2
            {
                let limit_2 := _1
                limit := _1
            }
            let limit_3 := limit
            let n := 0
            let n_1 := n
            let _3 := 1
            let _4 := 1
            for { }
            lt(n_1, limit)
            {
                let n_2 := n_1
                let count_1 := count
                let n_3 := add(n_1, _3)
                n_1 := n_3
            }
            {
                let n_4 := n_1
                let _5 := is_prime(n_1)
                let _6 := iszero(_5)
                if _6 { continue }
                let count_2 := add(count, _4)
                count := count_2
            }
        }
        function gcd(a, b) -> result
        {
            let _1 := 0x80
            mstore(_1, a)
            let _2 := 0xa0
            mstore(_2, b)
            for { } euclid_step() { }
            { }
            let _3 := _1
            let result_1 := mload(_1)
            result := result_1
        }
        function euclid_step() -> more
        {
            let _1 := 0xa0
            let b := mload(_1)
            if b
            {
                let _2 := 0x80
                let _3 := mload(_2)
                let rest := mod(_3, b)
                let _4 := _2
                mstore(_2, b)
                let _5 := _1
                mstore(_1, rest)
                let more_1 := true
                more := more_1
            }
        }
        function find_pair(array, target) -> place, place_1
        {
            let length := calldataload(array)
            let _1 := 0
            let place_2 := not(0)
            place := place_2
            let _2 := _1
            let place_3 := place_2
            place_1 := place_2
            let found := _1
            let found_1 := _1
            let i := _1
            let i_1 := _1
            let _3 := 1
            let _4 := 1
            let _5 := _4
            let found_2 := _4
            for { }
            and(lt(i_1, length), iszero(found_1))
            {
                let found_3 := found_1
                let place_4 := place
                let place_5 := place_1
                let i_2 := i_1
                let i_3 := add(i_1, _3)
                i_1 := i_3
            }
            {
                let i_4 := i_1
                let found_4 := found_1
                let x := word_at(array, i_1)
                let _6 := gt(x, target)
                if _6 { continue }
                let wanted := sub(target, x)
                let j := add(i_1, _4)
                let j_1 := j
                for { }
                lt(j_1, length)
                {
                    let j_2 := j_1
                    let found_5 := found_1
                    let place_6 := place
                    let place_7 := place_1
                    let j_3 := add(j_1, _4)
                    j_1 := j_3
                }
                {
                    let j_4 := j_1
                    let found_6 := found_1
                    let _7 := word_at(array, j_1)
                    let _8 := eq(_7, wanted)
                    let _9 := iszero(_8)
                    if _9 { continue }
                    let place_8 := i_1
                    place := i_1
                    let place_9 := j_1
                    place_1 := j_1
                    found_1 := _4
                    break
                }
            }
        }
        function word_at(array, index) -> word
        {
            let _1 := 0x20
            let _2 := shl(5, index)
            let _3 := _1
            let _4 := add(array, _1)
            let at := add(add(array, _2), _1)
            let _5 := calldatasize()
            let _6 := lt(at, _5)
            let _7 := iszero(_6)
            if _7
            {
                let _8 := 0
                let _9 := _8
                revert(_8, _8)
            }
            let word_1 := calldataload(at)
            word := word_1
        }
        function digit_sum(n) -> sum
        {
            let sum_1 := n
            sum := n
            let _1 := 10
            let next := 0
            let _2 := _1
            let _3 := _1
            for { } true { }
            {
                let _4 := lt(sum, _1)
                if _4 { break }
                let next_1 := next
                let rest := sum
                let rest_1 := sum
                for { }
                rest_1
                {
                    let next_2 := next_1
                    let rest_2 := rest_1
                    let rest_3 := div(rest_1, _1)
                    rest_1 := rest_3
                }
                {
                    let next_3 := next_1
                    let rest_4 := rest_1
                    let digit := mod(rest_1, _1)
                    switch digit
                    case 0 { continue }
                    default {
                        let next_4 := add(next_1, digit)
                        next_1 := next_4
                    }
                }
                let next_5 := next_1
                let rest_5 := rest_1
                let sum_2 := next_1
                sum := next_1
            }
        }
        function popcount(word) -> bits, runs
        {
            let inside := 0
            let inside_1 := inside
            let i := inside
            let i_1 := inside
            let _1 := 1
            let _2 := 1
            let _3 := _2
            let inside_2 := _2
            let _4 := _2
            for { }
            lt(i_1, 256)
            {
                let inside_3 := inside_1
                let i_2 := i_1
                let bits_1 := bits
                let runs_1 := runs
                let i_3 := add(i_1, _1)
                i_1 := i_3
            }
            {
                let inside_4 := inside_1
                let i_4 := i_1
                let _5 := shr(i_1, word)
                let bit := and(_5, _2)
                let _6 := iszero(bit)
                if _6
                {
                    let inside_5 := inside
                    inside_1 := inside
                    let _7 := _5
                    let _8 := iszero(_5)
                    if _8 { leave }
                    continue
                }
                let inside_6 := inside_1
                let bits_2 := add(bits, _2)
                bits := bits_2
                if inside_1 { continue }
                inside_1 := _2
                let runs_2 := add(runs, _2)
                runs := runs_2
            }
        }
    }
}
