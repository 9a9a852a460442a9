// Recursion, as a bare block: Fibonacci numbers two ways, Ackermann's function, mutual
// recursion (even and odd), the towers of Hanoi and binomial coefficients.
{
    let selector := shr(224, calldataload(0))
    let x := calldataload(4)
    switch selector
    case 0x61047ff4 {
        let slow := fibonacci(limit(x, 20))
        let fast, fast_next := fibonacci_pair(limit(x, 20))
        if iszero(eq(slow, fast)) { invalid() }
        finish(fast, fast_next)
    }
    case 0x2839e928 {
        let y := calldataload(36)
        finish(ackermann(limit(x, 2), limit(y, 10)), 0)
    }
    case 0x2a2e1320 { finish(is_even(limit(x, 200)), is_odd(limit(x, 200))) }
    case 0x39dee4e9 {
        let moves, trace := hanoi(limit(x, 8), "A", "B", "C")
        finish(moves, trace)
    }
    case 0x3a14bf4c {
        let k := calldataload(36)
        finish(binomial(limit(x, 12), limit(k, 12)), unused_recursion_7(0))
    }
    default { revert(0, 0) }

    function limit(value, highest) -> limited {
        if gt(value, highest) { revert(0, 0) }
        limited := value
    }

    function finish(first, second) {
        mstore(0x00, first)
        mstore(0x20, second)
        return(0x00, 0x40)
    }

    function fibonacci(n) -> result_1 {
        if lt(n, 2) {
            result_1 := n
            leave
        }
        result_1 := add(fibonacci(sub(n, 1)), fibonacci(sub(n, 2)))
    }

    // F(n) and F(n+1) by doubling.
    function fibonacci_pair(n) -> f, f_next {
        if iszero(n) {
            f_next := 1
            leave
        }
        let a, b := fibonacci_pair(shr(1, n))
        let c := mul(a, sub(add(b, b), a))
        let d := add(mul(a, a), mul(b, b))
        switch and(n, 1)
        case 0 {
            f := c
            f_next := d
        }
        default {
            f := d
            f_next := add(c, d)
        }
    }

    function ackermann(m, n) -> result_2 {
        if iszero(m) {
            result_2 := add(n, 1)
            leave
        }
        switch n
        case 0 { result_2 := ackermann(sub(m, 1), 1) }
        default { result_2 := ackermann(sub(m, 1), ackermann(m, sub(n, 1))) }
    }

    function is_even(n) -> even_3 {
        even_3 := true
        if n { even_3 := is_odd(sub(n, 1)) }
    }

    function is_odd(n) -> odd_4 {
        odd_4 := false
        if n { odd_4 := is_even(sub(n, 1)) }
    }

    // The number of moves, and a hash over all of them in order.
    function hanoi(discs, from, via, to) -> moves, trace {
        if iszero(discs) { leave }
        let below := sub(discs, 1)
        let moves_5, trace_5 := hanoi(below, from, to, via)
        trace := mix(trace_5, or(from, shr(8, to)))
        let moves_6, trace_6 := hanoi(below, via, from, to)
        trace := mix(trace, trace_6)
        moves := add(add(moves_5, moves_6), 1)
    }

    function mix(hash, word) -> mixed {
        mstore(0x00, hash)
        mstore(0x20, word)
        mixed := keccak256(0x00, 0x40)
    }

    // Pascal's triangle, straight from the definition.
    function binomial(n, k) -> ways {
        if gt(k, n) { leave }
        if or(iszero(k), eq(k, n)) {
            ways := 1
            leave
        }
        let n_1 := sub(n, 1)
        ways := add(binomial(n_1, sub(k, 1)), binomial(n_1, k))
    }

    // Two parameters fewer would do: `salt_8` is only ever handed on.
    function unused_recursion_7(depth) -> result_7 {
        result_7 := helper_9(depth, 3, 1234)
    }

    function helper_9(depth, rounds_8, salt_8) -> result_9 {
        if eq(depth, rounds_8) { leave }
        result_9 := add(1, helper_9(add(depth, 1), rounds_8, salt_8))
    }
}
