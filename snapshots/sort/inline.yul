object "Sorter" {
    code {
        {
            datacopy(0, dataoffset("runtime"), datasize("runtime"))
            return(0, datasize("runtime"))
        }
    }
    object "runtime" {
        code {
            {
                let selector := div(calldataload(0), shl(224, 1))
                let first := 0
                let count := 0
                let head := calldataload(4)
                if gt(head, 0xffffffff) { revert(0, 0) }
                let position := add(4, head)
                count := calldataload(position)
                if gt(count, 0xffff) { revert(0, 0) }
                let size := mul(count, 0x20)
                let begin := add(position, 0x20)
                if gt(add(begin, size), calldatasize()) { revert(0, 0) }
                first := 0x40
                calldatacopy(0x40, begin, size)
                let count_1 := count
                let last := add(0x40, shl(5, count_1))
                switch selector
                case 0x6297206f {
                    insertion_sort(0x40, last)
                    return_array(0x40, count_1)
                }
                case 0xaa1cf79c {
                    quick_sort(0x40, last)
                    return_array(0x40, count_1)
                }
                case 0x7a60c96f {
                    return_word(is_sorted(0x40, last))
                }
                case 0xce62a3bf {
                    if iszero(count_1) { revert(0, 0) }
                    quick_sort(0x40, last)
                    return_word(median_of_sorted(0x40, count_1))
                }
                default { revert(0, 0) }
            }
            function insertion_sort(first, last)
            {
                let i := add(first, 0x20)
                for { } lt(i, last) { i := add(i, 0x20) }
                {
                    let value := mload(i)
                    let j := i
                    for { } gt(j, first) { }
                    {
                        let before := sub(j, 0x20)
                        let other := mload(before)
                        if iszero(gt(other, value)) { break }
                        mstore(j, other)
                        j := before
                    }
                    mstore(j, value)
                }
            }
            function quick_sort(first, last)
            {
                for { } 1 { }
                {
                    let size := sub(last, first)
                    if lt(size, 0x101)
                    {
                        insertion_sort(first, last)
                        leave
                    }
                    let left_end, right_begin := partition(first, last, pivot_of(first, last))
                    switch lt(sub(left_end, first), sub(last, right_begin))
                    case 0 {
                        quick_sort(right_begin, last)
                        last := left_end
                    }
                    default {
                        quick_sort(first, left_end)
                        first := right_begin
                    }
                }
            }
            function pivot_of(first, last) -> pivot
            {
                let a := mload(first)
                let b := mload(add(first, and(shr(1, sub(last, first)), not(0x1f))))
                let c := mload(sub(last, 0x20))
                let y := b
                let x := a
                let low := 0
                let high := 0
                low := x
                high := y
                if gt(low, high)
                {
                    let t := low
                    low := high
                    high := t
                }
                a := low
                b := high
                let y_1 := c
                let x_1 := b
                let low_1 := 0
                let high_1 := 0
                low_1 := x_1
                high_1 := y_1
                if gt(low_1, high_1)
                {
                    let t_1 := low_1
                    low_1 := high_1
                    high_1 := t_1
                }
                b := low_1
                c := high_1
                let y_2 := b
                let x_2 := a
                let low_2 := 0
                let high_2 := 0
                low_2 := x_2
                high_2 := y_2
                if gt(low_2, high_2)
                {
                    let t_2 := low_2
                    low_2 := high_2
                    high_2 := t_2
                }
                a := low_2
                b := high_2
                pivot := b
            }
            function partition(first, last, pivot) -> lo, hi
            {
                lo := first
                hi := last
                let i := first
                for { } lt(i, hi) { }
                {
                    let value := mload(i)
                    if lt(value, pivot)
                    {
                        let q := lo
                        let p := i
                        let x := mload(p)
                        mstore(p, mload(q))
                        mstore(q, x)
                        lo := add(lo, 0x20)
                        i := add(i, 0x20)
                        continue
                    }
                    if gt(value, pivot)
                    {
                        hi := sub(hi, 0x20)
                        let q_1 := hi
                        let p_1 := i
                        let x_1 := mload(p_1)
                        mstore(p_1, mload(q_1))
                        mstore(q_1, x_1)
                        continue
                    }
                    i := add(i, 0x20)
                }
            }
            function is_sorted(first, last) -> sorted
            {
                sorted := true
                if eq(first, last) { leave }
                let previous := mload(first)
                let i := add(first, 0x20)
                for { } lt(i, last) { i := add(i, 0x20) }
                {
                    let current := mload(i)
                    if lt(current, previous)
                    {
                        sorted := false
                        break
                    }
                    previous := current
                }
            }
            function median_of_sorted(first, count) -> value
            {
                let middle := add(first, mul(div(count, 2), 0x20))
                value := mload(middle)
                if and(count, 1) { leave }
                let lower := mload(sub(middle, 0x20))
                value := add(and(value, lower), shr(1, xor(value, lower)))
            }
            function return_array(first, count)
            {
                mstore(sub(first, 0x20), count)
                mstore(sub(first, 0x40), 0x20)
                return(sub(first, 0x40), add(0x40, mul(count, 0x20)))
            }
            function return_word(word)
            {
                mstore(0, word)
                return(0, 0x20)
            }
        }
    }
}
