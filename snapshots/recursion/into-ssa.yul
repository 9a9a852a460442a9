object "object" {
    code {
        {
            let _1 := 0
            let _2 := calldataload(_1)
            let _3 := 224
            let selector := shr(_3, _2)
            let _4 := 4
            let x := calldataload(_4)
            switch selector
            case 0x61047ff4 {
                let _5 := 20
                let _6 := limit(x, _5)
                let slow := fibonacci(_6)
                let _7 := _5
                let _8 := limit(x, _5)
                let fast, fast_next := fibonacci_pair(_8)
                let _9 := eq(slow, fast)
                let _10 := iszero(_9)
                if _10 { invalid() }
                finish(fast, fast_next)
            }
            case 0x2839e928 {
                let _11 := 36
                let y := calldataload(_11)
                let _12 := _1
                let _13 := 10
                let _14 := limit(y, _13)
                let _15 := 2
                let _16 := limit(x, _15)
                let _17 := ackermann(_16, _14)
                finish(_17, _1)
            }
            case 0x2a2e1320 {
                let _18 := 200
                let _19 := limit(x, _18)
                let _20 := is_odd(_19)
                let _21 := _18
                let _22 := limit(x, _18)
                let _23 := is_even(_22)
                finish(_23, _20)
            }
            case 0x39dee4e9 {
                let _24 := "C"
                let _25 := "B"
                let _26 := "A"
                let _27 := 8
                let _28 := limit(x, _27)
                let moves, trace := hanoi(_28, _26, _25, _24)
                finish(moves, trace)
            }
            case 0x3a14bf4c {
                let _29 := 36
                let k := calldataload(_29)
                let _30 := _1
                let _31 := unused_recursion(_1)
                let _32 := 12
                let _33 := limit(k, _32)
                let _34 := _32
                let _35 := limit(x, _32)
                let _36 := binomial(_35, _33)
                finish(_36, _31)
            }
            default {
                let _37 := _1
                let _38 := _1
                revert(_1, _1)
            }
        }
        function limit(value, highest) -> limited
        {
            let _1 := gt(value, highest)
            if _1
            {
                let _2 := 0
                let _3 := _2
                revert(_2, _2)
            }
            let limited_1 := value
            limited := value
        }
        function finish(first, second)
        {
            let _1 := 0x00
            mstore(_1, first)
            let _2 := 0x20
            mstore(_2, second)
            let _3 := 0x40
            let _4 := _1
            return(_1, _3)
        }
        function fibonacci(n) -> result
        {
            let _1 := 2
            let _2 := lt(n, _1)
            if _2
            {
                let result_1 := n
                result := n
                leave
            }
            let result_2 := result
            let _3 := _1
            let _4 := add(n, not(1))
            let _5 := fibonacci(_4)
            let _6 := 1
            let _7 := add(n, not(0))
            let _8 := fibonacci(_7)
            let result_3 := add(_8, _5)
            result := result_3
        }
        function fibonacci_pair(n) -> f, f_next
        {
            let _1 := iszero(n)
            if _1
            {
                let f_next_1 := 1
                f_next := f_next_1
                leave
            }
            let f_next_2 := f_next
            let _2 := 1
            let _3 := shr(_2, n)
            let a, b := fibonacci_pair(_3)
            let _4 := add(b, b)
            let _5 := sub(_4, a)
            let c := mul(a, _5)
            let _6 := mul(b, b)
            let _7 := mul(a, a)
            let d := add(_7, _6)
            let _8 := _2
            let _9 := and(n, _2)
            switch _9
            case 0 {
                let f_1 := c
                f := c
                let f_next_3 := d
                f_next := d
            }
            default {
                let f_2 := f
                let f_next_4 := f_next
                let f_3 := d
                f := d
                let f_next_5 := add(c, d)
                f_next := f_next_5
            }
        }
        function ackermann(m, n) -> result
        {
            let _1 := iszero(m)
            if _1
            {
                let _2 := 1
                let result_1 := add(n, _2)
                result := result_1
                leave
            }
            let result_2 := result
            switch n
            case 0 {
                let _3 := 1
                let _4 := _3
                let _5 := add(m, not(0))
                let result_3 := ackermann(_5, _3)
                result := result_3
            }
            default {
                let result_4 := result
                let _6 := 1
                let _7 := add(n, not(0))
                let _8 := ackermann(m, _7)
                let _9 := _6
                let _10 := add(m, not(0))
                let result_5 := ackermann(_10, _8)
                result := result_5
            }
        }
        function is_even(n) -> even
        {
            let even_1 := true
            even := even_1
            if n
            {
                let _1 := even_1
                let _2 := add(n, not(0))
                let even_2 := is_odd(_2)
                even := even_2
            }
        }
        function is_odd(n) -> odd
        {
            let odd_1 := false
            odd := odd_1
            if n
            {
                let _1 := 1
                let _2 := add(n, not(0))
                let odd_2 := is_even(_2)
                odd := odd_2
            }
        }
        function hanoi(discs, from, via, to) -> moves, trace
        {
            let _1 := iszero(discs)
            if _1 { leave }
            let _2 := 1
            let below := add(discs, not(0))
            let moves_1, trace_1 := hanoi(below, from, to, via)
            let _3 := 8
            let _4 := shr(_3, to)
            let _5 := or(from, _4)
            let trace_2 := mix(trace_1, _5)
            let moves_2, trace_3 := hanoi(below, via, from, to)
            let trace_4 := mix(trace_2, trace_3)
            trace := trace_4
            let _6 := _2
            let _7 := add(moves_1, moves_2)
            let moves_3 := add(_7, _2)
            moves := moves_3
        }
        function mix(hash, word) -> mixed
        {
            let _1 := 0x00
            mstore(_1, hash)
            let _2 := 0x20
            mstore(_2, word)
            let _3 := 0x40
            let _4 := _1
            let mixed_1 := keccak256(_1, _3)
            mixed := mixed_1
        }
        function binomial(n, k) -> ways
        {
            let _1 := gt(k, n)
            if _1 { leave }
            let _2 := eq(k, n)
            let _3 := iszero(k)
            let _4 := or(_3, _2)
            if _4
            {
                let ways_1 := 1
                ways := ways_1
                leave
            }
            let ways_2 := ways
            let _5 := 1
            let n_1 := add(n, not(0))
            let _6 := binomial(n_1, k)
            let _7 := _5
            let _8 := add(k, not(0))
            let _9 := binomial(n_1, _8)
            let ways_3 := add(_9, _6)
            ways := ways_3
        }
        function unused_recursion(depth) -> result
        {
            let _1 := 1234
            let _2 := 3
            let result_1 := helper(depth, _2, _1)
            result := result_1
        }
        function helper(depth, rounds, salt) -> result
        {
            let _1 := eq(depth, rounds)
            if _1 { leave }
            let _2 := 1
            let _3 := add(depth, _2)
            let _4 := helper(_3, rounds, salt)
            let _5 := _2
            let result_1 := add(_2, _4)
            result := result_1
        }
    }
}
