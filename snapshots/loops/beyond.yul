object "object" {
    code {
        {
            let first := calldataload(4)
            let second := calldataload(36)
            let result := 0
            let result_1 := 0
            switch shr(224, calldataload(0))
            case 0x1e523f43 {
                let result_2, result_3 := collatz(first)
                result := result_2
                result_1 := result_3
            }
            case 0x4d365cc1 {
                let limit := first
                let count := 0
                let _1 := 5000
                if gt(first, _1) { limit := _1 }
                let n := 0
                for { } lt(n, limit) { n := add(n, 1) }
                {
                    if iszero(is_prime(n)) { continue }
                    count := add(count, 1)
                }
                result := count
            }
            case 0xb9650dac {
                mstore(0x80, first)
                mstore(0xa0, second)
                for { } true { }
                {
                    let more := 0
                    let b := mload(160)
                    if b
                    {
                        let rest := mod(mload(128), b)
                        mstore(128, b)
                        mstore(160, rest)
                        more := true
                    }
                    if iszero(more) { break }
                }
                result := mload(0x80)
            }
            case 0x7baddab1 {
                let result_4, result_5 := find_pair(add(4, first), second)
                result := result_4
                result_1 := result_5
            }
            case 0x3f9bd118 {
                let sum := 0
                sum := first
                for { } iszero(lt(sum, 10)) { }
                {
                    let next := 0
                    let rest_1 := sum
                    for { } rest_1 { rest_1 := div(rest_1, 10) }
                    {
                        let digit := mod(rest_1, 10)
                        switch digit
                        case 0 { continue }
                        default { next := add(next, digit) }
                    }
                    sum := next
                }
                result := sum
            }
            case 0x8a315ed6 {
                let result_6, result_7 := popcount(first)
                result := result_6
                result_1 := result_7
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
                n := shr(1, n)
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
            prime := 1
        }
        function find_pair(array, target) -> place, place_1
        {
            let length := calldataload(array)
            place := not(0)
            place_1 := place
            let found := 0
            let i := 0
            for { } and(lt(i, length), iszero(found)) { i := add(i, 1) }
            {
                let at := add(add(array, shl(5, i)), 0x20)
                if iszero(lt(at, calldatasize())) { revert(0, 0) }
                let word := calldataload(at)
                if gt(word, target) { continue }
                let wanted := sub(target, word)
                let j := add(i, 1)
                for { } lt(j, length) { j := add(j, 1) }
                {
                    if iszero(eq(word_at(array, j), wanted)) { continue }
                    place := i
                    place_1 := j
                    found := 1
                    break
                }
            }
        }
        function word_at(array, index) -> word
        {
            let at := add(add(array, shl(5, index)), 0x20)
            if iszero(lt(at, calldatasize())) { revert(0, 0) }
            word := calldataload(at)
        }
        function popcount(word) -> bits, runs
        {
            let inside := 0
            let i := 0
            for { } lt(i, 256) { i := add(i, 1) }
            {
                let _1 := shr(i, word)
                if iszero(and(_1, 1))
                {
                    inside := 0
                    if iszero(_1) { leave }
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
