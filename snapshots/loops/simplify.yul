object "object" {
    code {
        {
            let _1 := 0
            let _2 := calldataload(0)
            let _3 := 224
            let selector := shr(224, _2)
            let _4 := 4
            let first := calldataload(4)
            let _5 := 36
            let second := calldataload(36)
            let result := 0
            let result_1 := 0
            let result_2 := 0
            let result_3 := 0
            switch selector
            case 0x1e523f43 {
                let result_4, result_5 := collatz(first)
                let result_6 := result_4
                result_1 := result_4
                let result_7 := result_5
                result_3 := result_5
            }
            case 0x4d365cc1 {
                let result_8 := count_primes(first)
                let result_9 := result_8
                result_1 := result_8
            }
            case 0xb9650dac {
                let result_10 := gcd(first, second)
                let result_11 := result_10
                result_1 := result_10
            }
            case 0x7baddab1 {
                let _6 := add(4, first)
                let result_12, result_13 := find_pair(_6, second)
                let result_14 := result_12
                result_1 := result_12
                let result_15 := result_13
                result_3 := result_13
            }
            case 0x3f9bd118 {
                let result_16 := digit_sum(first)
                let result_17 := result_16
                result_1 := result_16
            }
            case 0x8a315ed6 {
                let result_18, result_19 := popcount(first)
                let result_20 := result_18
                result_1 := result_18
                let result_21 := result_19
                result_3 := result_19
            }
            default { revert(0, 0) }
            let result_22 := result_1
            let result_23 := result_3
            mstore(0, result_1)
            let _7 := 32
            mstore(32, result_3)
            let _8 := 64
            return(0, 64)
        }
        function collatz(n) -> steps, highest
        {
            let n_1 := n
            let _1 := iszero(n)
            if _1 { leave }
            let highest_1 := n
            highest := n
            let _2 := 1
            for { }
            1
            {
                let steps_1 := add(steps, 1)
                let steps_2 := steps_1
                steps := steps_1
            }
            {
                if iszero(gt(n, 1)) { break }
                let n_2 := n
                let _3 := and(n, 1)
                if _3
                {
                    let _4 := 3
                    let _5 := mul(3, n)
                    let n_3 := add(_5, 1)
                    let n_4 := n_3
                    n := n_3
                    let _6 := gt(n_3, highest)
                    if _6
                    {
                        let highest_2 := n_3
                        highest := n_3
                    }
                    continue
                }
                let n_5 := n
                let n_6 := shr(1, n)
                let n_7 := n_6
                n := n_6
            }
        }
        function is_prime(n) -> prime
        {
            let _1 := 2
            let _2 := lt(n, 2)
            if _2 { leave }
            let d := 2
            let d_1 := 2
            let _3 := 1
            for { }
            1
            {
                let d_2 := d_1
                let d_3 := add(d_1, 1)
                let d_4 := d_3
                d_1 := d_3
            }
            {
                if iszero(iszero(gt(mul(d_1, d_1), n))) { break }
                let d_5 := d_1
                let _4 := mod(n, d_1)
                let _5 := iszero(_4)
                if _5 { leave }
            }
            let prime_1 := 1
            prime := 1
        }
        function count_primes(limit) -> count
        {
            let limit_1 := limit
            let _1 := 5000
            let _2 := gt(limit, 5000)
            if _2
            {
                let limit_2 := 5000
                limit := 5000
            }
            let limit_3 := limit
            let n := 0
            let n_1 := 0
            let n_2 := 0
            let _3 := 1
            for { }
            1
            {
                let n_3 := n_2
                let n_4 := add(n_2, 1)
                let n_5 := n_4
                n_2 := n_4
            }
            {
                if iszero(lt(n_2, limit)) { break }
                let n_6 := n_2
                let _4 := is_prime(n_2)
                let _5 := iszero(_4)
                if _5 { continue }
                let count_1 := add(count, 1)
                let count_2 := count_1
                count := count_1
            }
        }
        function gcd(a, b) -> result
        {
            let _1 := 0x80
            mstore(0x80, a)
            let _2 := 0xa0
            mstore(0xa0, b)
            for { } true { }
            {
                if iszero(euclid_step()) { break }
            }
            let result_1 := mload(0x80)
            let result_2 := result_1
            result := result_1
        }
        function euclid_step() -> more
        {
            let _1 := 0xa0
            let b := mload(0xa0)
            if b
            {
                let _2 := 0x80
                let _3 := mload(0x80)
                let rest := mod(_3, b)
                mstore(0x80, b)
                mstore(0xa0, rest)
                let more_1 := true
                let more_2 := true
                more := true
            }
        }
        function find_pair(array, target) -> place, place_1
        {
            let length := calldataload(array)
            let _1 := 0
            let place_2 := not(0)
            let place_3 := not(0)
            place := not(0)
            let place_4 := not(0)
            place_1 := not(0)
            let found := 0
            let found_1 := 0
            let i := 0
            let i_1 := 0
            let _2 := 1
            for { }
            1
            {
                let i_2 := i_1
                let i_3 := add(i_1, 1)
                let i_4 := i_3
                i_1 := i_3
            }
            {
                if iszero(and(lt(i_1, length), iszero(found_1))) { break }
                let i_5 := i_1
                let x := word_at(array, i_1)
                let _3 := gt(x, target)
                if _3 { continue }
                let wanted := sub(target, x)
                let j := add(i_1, 1)
                let j_1 := j
                let j_2 := j
                for { }
                1
                {
                    let j_3 := j_2
                    let j_4 := add(j_2, 1)
                    let j_5 := j_4
                    j_2 := j_4
                }
                {
                    if iszero(lt(j_2, length)) { break }
                    let j_6 := j_2
                    let _4 := word_at(array, j_2)
                    let _5 := eq(_4, wanted)
                    let _6 := iszero(_5)
                    if _6 { continue }
                    let place_5 := i_1
                    place := i_1
                    let place_6 := j_2
                    place_1 := j_2
                    let found_2 := 1
                    found_1 := 1
                    break
                }
            }
        }
        function word_at(array, index) -> word
        {
            let _1 := 0x20
            let _2 := shl(5, index)
            let at := add(add(array, _2), 0x20)
            let _3 := calldatasize()
            let _4 := lt(at, _3)
            let _5 := iszero(_4)
            if _5
            {
                let _6 := 0
                revert(0, 0)
            }
            let word_1 := calldataload(at)
            let word_2 := word_1
            word := word_1
        }
        function digit_sum(n) -> sum
        {
            let sum_1 := n
            sum := n
            let _1 := 10
            let next := 0
            for { } true { }
            {
                let _2 := lt(sum, 10)
                if _2 { break }
                let next_1 := 0
                let next_2 := 0
                let rest := sum
                let rest_1 := sum
                let rest_2 := sum
                for { }
                rest_2
                {
                    let rest_3 := rest_2
                    let rest_4 := div(rest_2, 10)
                    let rest_5 := rest_4
                    rest_2 := rest_4
                }
                {
                    let next_3 := next_2
                    let rest_6 := rest_2
                    let digit := mod(rest_2, 10)
                    switch digit
                    case 0 { continue }
                    default {
                        let next_4 := add(next_2, digit)
                        let next_5 := next_4
                        next_2 := next_4
                    }
                }
                let next_6 := next_2
                let sum_2 := next_2
                sum := next_2
            }
        }
        function popcount(word) -> bits, runs
        {
            let inside := 0
            let inside_1 := 0
            let inside_2 := 0
            let i := 0
            let i_1 := 0
            let _1 := 1
            for { }
            1
            {
                let i_2 := i_1
                let i_3 := add(i_1, 1)
                let i_4 := i_3
                i_1 := i_3
            }
            {
                if iszero(lt(i_1, 256)) { break }
                let i_5 := i_1
                let _2 := shr(i_1, word)
                let bit := and(_2, 1)
                let _3 := iszero(bit)
                if _3
                {
                    let inside_3 := 0
                    inside_2 := 0
                    let _4 := iszero(_2)
                    if _4 { leave }
                    continue
                }
                let inside_4 := inside_2
                let bits_1 := add(bits, 1)
                let bits_2 := bits_1
                bits := bits_1
                if inside_2 { continue }
                let inside_5 := 1
                inside_2 := 1
                let runs_1 := add(runs, 1)
                let runs_2 := runs_1
                runs := runs_1
            }
        }
    }
}
