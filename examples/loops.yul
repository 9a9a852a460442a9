// Loops of every shape, as a bare block: break, continue, leave, nested loops,
// conditions that call functions, loops without a body and loops without an end.
{
    {
        let selector := shr(224, calldataload(0))
        let first := calldataload(4)
        let second := calldataload(36)
        let result_1, result_2
        switch selector
        case 0x1e523f43 { result_1, result_2 := collatz(first) }
        case 0x4d365cc1 { result_1 := count_primes(first) }
        case 0xb9650dac { result_1 := gcd(first, second) }
        case 0x7baddab1 { result_1, result_2 := find_pair(add(4, first), second) }
        case 0x3f9bd118 { result_1 := digit_sum(first) }
        case 0x8a315ed6 { result_1, result_2 := popcount(first) }
        default { revert(0, 0) }
        mstore(0, result_1)
        mstore(32, result_2)
        return(0, 64)
    }

    // How many steps n takes down to 1, and the highest number on the way.
    function collatz(n) -> steps, highest {
        if iszero(n) { leave }
        for { highest := n } gt(n, 1) { steps := add(steps, 1) } {
            if and(n, 1) {
                n := add(mul(3, n), 1)
                if gt(n, highest) { highest := n }
                continue
            }
            n := div(n, 2)
        }
    }

    function is_prime(n) -> prime {
        if lt(n, 2) { leave }
        for { let d := 2 } iszero(gt(mul(d, d), n)) { d := add(d, 1) } {
            if iszero(mod(n, d)) { leave }
        }
        prime := true
    }

    function count_primes(limit) -> count {
        if gt(limit, 5000) { limit := 5000 }
        for { let n := 0 } lt(n, limit) { n := add(n, 1) } {
            if iszero(is_prime(n)) { continue }
            count := add(count, 1)
        }
    }

    // The condition does the work: it moves on to the next pair by itself.
    function gcd(a, b) -> result {
        mstore(0x80, a)
        mstore(0xa0, b)
        for { } euclid_step() { } { }
        result := mload(0x80)
    }

    function euclid_step() -> more {
        let b := mload(0xa0)
        if b {
            let rest := mod(mload(0x80), b)
            mstore(0x80, b)
            mstore(0xa0, rest)
            more := true
        }
    }

    // The first two different places in the array whose words add up to the target.
    function find_pair(array, target) -> place_1, place_2 {
        let length := calldataload(array)
        place_1 := not(0)
        place_2 := not(0)
        let found := false
        for { let i := 0 } and(lt(i, length), iszero(found)) { i := add(i, 1) } {
            let x := word_at(array, i)
            if gt(x, target) { continue }
            let wanted := sub(target, x)
            for { let j := add(i, 1) } lt(j, length) { j := add(j, 1) } {
                if iszero(eq(word_at(array, j), wanted)) { continue }
                place_1 := i
                place_2 := j
                found := true
                break
            }
        }
    }

    function word_at(array, index) -> word {
        let at := add(add(array, 0x20), mul(index, 0x20))
        if iszero(lt(at, calldatasize())) { revert(0, 0) }
        word := calldataload(at)
    }

    // Adds the decimal digits again and again until one digit is left.
    function digit_sum(n) -> sum {
        sum := n
        for { } true { } {
            if lt(sum, 10) { break }
            let next := 0
            for { let rest := sum } rest { rest := div(rest, 10) } {
                let digit := mod(rest, 10)
                switch digit
                case 0 { continue }
                default { next := add(next, digit) }
            }
            sum := next
        }
    }

    // The number of set bits, and the number of runs of set bits.
    function popcount(word) -> bits, runs {
        let inside := 0
        for { let i := 0 } lt(i, 256) { i := add(i, 1) } {
            let bit := and(shr(i, word), 1)
            if iszero(bit) {
                inside := 0
                if iszero(shr(i, word)) { leave }
                continue
            }
            bits := add(bits, 1)
            if inside { continue }
            inside := 1
            runs := add(runs, 1)
        }
    }
}
