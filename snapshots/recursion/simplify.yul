object "object" {
    code {
        {
            let _1 := 0
            let _2 := calldataload(0)
            let _3 := 224
            let selector := shr(224, _2)
            let _4 := 4
            let x := calldataload(4)
            switch selector
            case 0x61047ff4 {
                let _5 := limit_163(x)
                let slow := fibonacci(_5)
                let _6 := limit(x)
                let fast, fast_next := fibonacci_pair(_6)
                let _7 := eq(slow, fast)
                let _8 := iszero(_7)
                if _8 { invalid() }
                finish(fast, fast_next)
            }
            case 0x2839e928 {
                let _9 := 36
                let y := calldataload(36)
                let _10 := limit_165(y)
                let _11 := limit_166(x)
                let _12 := ackermann(_11, _10)
                finish_167(_12)
            }
            case 0x2a2e1320 {
                let _13 := limit_168(x)
                let _14 := is_odd(_13)
                let _15 := limit_169(x)
                let _16 := is_even(_15)
                finish(_16, _14)
            }
            case 0x39dee4e9 {
                let _17 := "C"
                let _18 := "B"
                let _19 := "A"
                let _20 := limit_170(x)
                let moves, trace := hanoi(_20, "A", "B", "C")
                finish(moves, trace)
            }
            case 0x3a14bf4c {
                let _21 := 36
                let k := calldataload(36)
                let _22 := unused_recursion()
                let _23 := limit_172(k)
                let _24 := limit_173(x)
                let _25 := binomial(_24, _23)
                finish(_25, _22)
            }
            default { revert(0, 0) }
        }
        function limit_163(value) -> limited
        {
            let highest := 20
            let _1 := gt(value, 20)
            if _1
            {
                let _2 := 0
                revert(0, 0)
            }
            let limited_1 := value
            limited := value
        }
        function limit(value) -> limited
        {
            let highest := 20
            let _1 := gt(value, 20)
            if _1
            {
                let _2 := 0
                revert(0, 0)
            }
            let limited_1 := value
            limited := value
        }
        function limit_165(value) -> limited
        {
            let highest := 10
            let _1 := gt(value, 10)
            if _1
            {
                let _2 := 0
                revert(0, 0)
            }
            let limited_1 := value
            limited := value
        }
        function limit_166(value) -> limited
        {
            let highest := 2
            let _1 := gt(value, 2)
            if _1
            {
                let _2 := 0
                revert(0, 0)
            }
            let limited_1 := value
            limited := value
        }
        function limit_168(value) -> limited
        {
            let highest := 200
            let _1 := gt(value, 200)
            if _1
            {
                let _2 := 0
                revert(0, 0)
            }
            let limited_1 := value
            limited := value
        }
        function limit_169(value) -> limited
        {
            let highest := 200
            let _1 := gt(value, 200)
            if _1
            {
                let _2 := 0
                revert(0, 0)
            }
            let limited_1 := value
            limited := value
        }
        function limit_170(value) -> limited
        {
            let highest := 8
            let _1 := gt(value, 8)
            if _1
            {
                let _2 := 0
                revert(0, 0)
            }
            let limited_1 := value
            limited := value
        }
        function limit_172(value) -> limited
        {
            let highest := 12
            let _1 := gt(value, 12)
            if _1
            {
                let _2 := 0
                revert(0, 0)
            }
            let limited_1 := value
            limited := value
        }
        function limit_173(value) -> limited
        {
            let highest := 12
            let _1 := gt(value, 12)
            if _1
            {
                let _2 := 0
                revert(0, 0)
            }
            let limited_1 := value
            limited := value
        }
        function finish_167(first)
        {
            let second := 0
            mstore(0, first)
            let _1 := 0x20
            mstore(0x20, 0)
            let _2 := 0x40
            return(0, 0x40)
        }
        function finish(first, second)
        {
            let _1 := 0x00
            mstore(0x00, first)
            let _2 := 0x20
            mstore(0x20, second)
            let _3 := 0x40
            return(0x00, 0x40)
        }
        function fibonacci(n) -> result
        {
            let _1 := 2
            let _2 := lt(n, 2)
            if _2
            {
                let result_1 := n
                result := n
                leave
            }
            let _3 := add(n, not(1))
            let _4 := fibonacci(_3)
            let _5 := add(n, not(0))
            let _6 := fibonacci(_5)
            let result_2 := add(_6, _4)
            let result_3 := result_2
            result := result_2
        }
        function fibonacci_pair(n) -> f, f_next
        {
            let _1 := iszero(n)
            if _1
            {
                let f_next_1 := 1
                let f_next_2 := 1
                f_next := 1
                leave
            }
            let _2 := 1
            let _3 := shr(1, n)
            let a, b := fibonacci_pair(_3)
            let _4 := add(b, b)
            let _5 := sub(_4, a)
            let c := mul(a, _5)
            let _6 := mul(b, b)
            let _7 := mul(a, a)
            let d := add(_7, _6)
            let _8 := and(n, 1)
            switch _8
            case 0 {
                let f_1 := c
                f := c
                let f_next_3 := d
                f_next := d
            }
            default {
                let f_2 := d
                f := d
                let f_next_4 := add(c, d)
                let f_next_5 := f_next_4
                f_next := f_next_4
            }
        }
        function ackermann(m, n) -> result
        {
            let _1 := iszero(m)
            if _1
            {
                let _2 := 1
                let result_1 := add(n, 1)
                let result_2 := result_1
                result := result_1
                leave
            }
            switch n
            case 0 {
                let _3 := 1
                let _4 := add(m, not(0))
                let result_3 := ackermann(_4, 1)
                let result_4 := result_3
                result := result_3
            }
            default {
                let _5 := add(n, not(0))
                let _6 := ackermann(m, _5)
                let _7 := add(m, not(0))
                let result_5 := ackermann(_7, _6)
                let result_6 := result_5
                result := result_5
            }
        }
        function is_even(n) -> even
        {
            let even_1 := true
            let even_2 := true
            even := true
            if n
            {
                let _1 := sub(n, true)
                let even_3 := is_odd(_1)
                let even_4 := even_3
                even := even_3
            }
        }
        function is_odd(n) -> odd
        {
            let odd_1 := false
            let odd_2 := false
            odd := false
            if n
            {
                let _1 := add(n, not(0))
                let odd_3 := is_even(_1)
                let odd_4 := odd_3
                odd := odd_3
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
            let _4 := shr(8, to)
            let _5 := or(from, _4)
            let trace_2 := mix(trace_1, _5)
            let moves_2, trace_3 := hanoi(below, via, from, to)
            let trace_4 := mix(trace_2, trace_3)
            let trace_5 := trace_4
            trace := trace_4
            let _6 := add(moves_1, moves_2)
            let moves_3 := add(_6, 1)
            let moves_4 := moves_3
            moves := moves_3
        }
        function mix(hash, word) -> mixed
        {
            let _1 := 0x00
            mstore(0x00, hash)
            let _2 := 0x20
            mstore(0x20, word)
            let _3 := 0x40
            let mixed_1 := keccak256(0x00, 0x40)
            let mixed_2 := mixed_1
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
                let ways_2 := 1
                ways := 1
                leave
            }
            let n_1 := add(n, not(0))
            let _5 := binomial(n_1, k)
            let _6 := add(k, not(0))
            let _7 := binomial(n_1, _6)
            let ways_3 := add(_7, _5)
            let ways_4 := ways_3
            ways := ways_3
        }
        function unused_recursion() -> result
        {
            let depth := 0
            let _1 := 1234
            let _2 := 3
            let result_1 := helper(0, 3, 1234)
            let result_2 := result_1
            result := result_1
        }
        function helper(depth, rounds, salt) -> result
        {
            let _1 := eq(depth, rounds)
            if _1 { leave }
            let _2 := 1
            let _3 := add(depth, 1)
            let _4 := helper(_3, rounds, salt)
            let result_1 := add(1, _4)
            let result_2 := result_1
            result := result_1
        }
    }
}
