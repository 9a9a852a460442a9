object "object" {
    code {
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
                finish(ackermann(limit(x, 2), limit(calldataload(36), 10)), 0)
            }
            case 0x2a2e1320 {
                finish(is_even(limit(x, 200)), is_odd(limit(x, 200)))
            }
            case 0x39dee4e9 {
                let moves, trace := hanoi(limit(x, 8), "A", "B", "C")
                finish(moves, trace)
            }
            case 0x3a14bf4c {
                let k := calldataload(36)
                finish(binomial(limit(x, 12), limit(k, 12)), unused_recursion(0))
            }
            default { revert(0, 0) }
        }
        function limit(value, highest) -> limited
        {
            if gt(value, highest) { revert(0, 0) }
            limited := value
        }
        function finish(first, second)
        {
            mstore(0x00, first)
            mstore(0x20, second)
            return(0x00, 0x40)
        }
        function fibonacci(n) -> result
        {
            if lt(n, 2)
            {
                result := n
                leave
            }
            result := add(fibonacci(sub(n, 1)), fibonacci(sub(n, 2)))
        }
        function fibonacci_pair(n) -> f, f_next
        {
            if iszero(n)
            {
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
        function ackermann(m, n) -> result
        {
            if iszero(m)
            {
                result := add(n, 1)
                leave
            }
            switch n
            case 0 {
                result := ackermann(sub(m, 1), 1)
            }
            default {
                result := ackermann(sub(m, 1), ackermann(m, sub(n, 1)))
            }
        }
        function is_even(n) -> even
        {
            even := true
            if n { even := is_odd(sub(n, even)) }
        }
        function is_odd(n) -> odd
        {
            odd := false
            if n { odd := is_even(sub(n, 1)) }
        }
        function hanoi(discs, from, via, to) -> moves, trace
        {
            if iszero(discs) { leave }
            let below := sub(discs, 1)
            let moves_1, trace_1 := hanoi(below, from, to, via)
            trace := mix(trace_1, or(from, shr(8, to)))
            let moves_2, trace_2 := hanoi(below, via, from, to)
            trace := mix(trace, trace_2)
            moves := add(add(moves_1, moves_2), 1)
        }
        function mix(hash, word) -> mixed
        {
            mstore(0x00, hash)
            mstore(0x20, word)
            mixed := keccak256(0x00, 0x40)
        }
        function binomial(n, k) -> ways
        {
            if gt(k, n) { leave }
            if or(iszero(k), eq(k, n))
            {
                ways := 1
                leave
            }
            let n_1 := sub(n, 1)
            ways := add(binomial(n_1, sub(k, 1)), binomial(n_1, k))
        }
        function unused_recursion(depth) -> result
        {
            result := helper(depth, 3, 1234)
        }
        function helper(depth, rounds, salt) -> result
        {
            if eq(depth, rounds) { leave }
            result := add(1, helper(add(depth, 1), rounds, salt))
        }
    }
}
