object "object" {
    code {
        {
            let selector := shr(224, calldataload(0))
            let first := calldataload(4)
            let second := calldataload(36)
            let result, result_1
            switch selector
            case 0x1e523f43 {
                result, result_1 := collatz(first)
            }
            case 0x4d365cc1 { result := count_primes(first) }
            case 0xb9650dac { result := gcd(first, second) }
            case 0x7baddab1 {
                result, result_1 := find_pair(add(4, first), second)
            }
            case 0x3f9bd118 { result := digit_sum(first) }
            case 0x8a315ed6 {
                result, result_1 := popcount(first)
            }
            default { revert(0, 0) }
            mstore(0, result)
            mstore(32, result_1)
            return(0, 64)
        }
        function collatz(n) -> steps, highest
        {
            if iszero(n) { leave }
            highest := n
            for { } gt(n, 1) { steps := add(steps, 1) }
            {
                if and(n, 1)
                {
                    n := add(mul(3, n), 1)
                    if gt(n, highest) { highest := n }
                    continue
                }
                n := div(n, 2)
            }
        }
        function is_prime(n) -> prime
        {
            if lt(n, 2) { leave }
            let d := 2
            for { } iszero(gt(mul(d, d), n)) { d := add(d, 1) }
            {
                if iszero(mod(n, d)) { leave }
            }
            prime := true
        }
        function count_primes(limit) -> count
        {
            if gt(limit, 5000) { limit := 5000 }
            let n := 0
            for { } lt(n, limit) { n := add(n, 1) }
            {
                if iszero(is_prime(n)) { continue }
                count := add(count, 1)
            }
        }
        function gcd(a, b) -> result
        {
            mstore(0x80, a)
            mstore(0xa0, b)
            for { } euclid_step() { }
            { }
            result := mload(0x80)
        }
        function euclid_step() -> more
        {
            let b := mload(0xa0)
            if b
            {
                let rest := mod(mload(0x80), b)
                mstore(0x80, b)
                mstore(0xa0, rest)
                more := true
            }
        }
        function find_pair(array, target) -> place, place_1
        {
            let length := calldataload(array)
            place := not(0)
            place_1 := place
            let found := false
            let i := found
            for { } and(lt(i, length), iszero(found)) { i := add(i, 1) }
            {
                let x := word_at(array, i)
                if gt(x, target) { continue }
                let wanted := sub(target, x)
                let j := add(i, 1)
                for { } lt(j, length) { j := add(j, 1) }
                {
                    if iszero(eq(word_at(array, j), wanted)) { continue }
                    place := i
                    place_1 := j
                    found := true
                    break
                }
            }
        }
        function word_at(array, index) -> word
        {
            let at := add(add(array, 0x20), mul(index, 0x20))
            if iszero(lt(at, calldatasize())) { revert(0, 0) }
            word := calldataload(at)
        }
        function digit_sum(n) -> sum
        {
            sum := n
            for { } true { }
            {
                if lt(sum, 10) { break }
                let next := 0
                let rest := sum
                for { } rest { rest := div(rest, 10) }
                {
                    let digit := mod(rest, 10)
                    switch digit
                    case 0 { continue }
                    default { next := add(next, digit) }
                }
                sum := next
            }
        }
        function popcount(word) -> bits, runs
        {
            let inside := 0
            let i := inside
            for { } lt(i, 256) { i := add(i, 1) }
            {
                if iszero(and(shr(i, word), 1))
                {
                    inside := 0
                    if iszero(shr(i, word)) { leave }
                    continue
                }
                bits := add(bits, 1)
                if inside { continue }
                inside := 1
                runs := add(runs, inside)
            }
        }
    }
}
