object "object" {
    code {
        {
            let x := calldataload(4)
            switch shr(224, calldataload(0))
            case 0x61047ff4 {
                if gt(x, 20) { revert(0, 0) }
                let slow := fibonacci(x)
                let fast, fast_next := fibonacci_pair(x)
                if iszero(eq(slow, fast)) { invalid() }
                mstore(0, fast)
                outlined(fast_next)
            }
            case 0x2839e928 {
                let _1 := calldataload(36)
                if or(gt(x, 2), gt(_1, 10)) { revert(0, 0) }
                mstore(0, ackermann(x, _1))
                outlined(0)
            }
            case 0x2a2e1320 {
                if gt(x, 200) { revert(0, 0) }
                let odd := 0
                odd := 0
                if x
                {
                    odd := is_even(add(x, not(0)))
                }
                mstore(0, is_even(x))
                outlined(odd)
            }
            case 0x39dee4e9 {
                if gt(x, 8) { revert(0, 0) }
                let moves, trace := hanoi(x, "A", "B", "C")
                mstore(0, moves)
                outlined(trace)
            }
            case 0x3a14bf4c {
                let _2 := calldataload(36)
                if or(gt(x, 12), gt(_2, 12)) { revert(0, 0) }
                mstore(0, binomial(x, _2))
                outlined(3)
            }
            default { revert(0, 0) }
        }
        function fibonacci(n) -> result
        {
            if lt(n, 2)
            {
                result := n
                leave
            }
            result := add(fibonacci(add(n, not(0))), fibonacci(add(n, not(1))))
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
                result := ackermann(add(m, not(0)), 1)
            }
            default {
                let _1 := not(0)
                result := ackermann(add(m, _1), ackermann(m, add(n, _1)))
            }
        }
        function is_even(n) -> even
        {
            even := true
            if n
            {
                let odd := 0
                odd := 0
                if add(n, not(0))
                {
                    odd := is_even(add(n, not(1)))
                }
                even := odd
            }
        }
        function hanoi(discs, from, via, to) -> moves, trace
        {
            if iszero(discs) { leave }
            let below := add(discs, not(0))
            let moves_1, trace_1 := hanoi(below, from, to, via)
            mstore(0, trace_1)
            mstore(0x20, or(from, shr(8, to)))
            let mixed := keccak256(0, 0x40)
            let moves_2, trace_2 := hanoi(below, via, from, to)
            mstore(0, mixed)
            mstore(0x20, trace_2)
            trace := keccak256(0, 0x40)
            moves := add(add(moves_1, moves_2), 1)
        }
        function binomial(n, k) -> ways
        {
            if gt(k, n) { leave }
            if or(iszero(k), eq(k, n))
            {
                ways := 1
                leave
            }
            let _1 := not(0)
            let n_1 := add(n, _1)
            ways := add(binomial(n_1, add(k, _1)), binomial(n_1, k))
        }
        function outlined(_1)
        {
            mstore(0x20, _1)
            return(0, 0x40)
        }
    }
}
