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
                let first, count := load_array()
                let last := add(first, shl(5, count))
                switch div(calldataload(0), shl(224, 1))
                case 0x6297206f {
                    insertion_sort(first, last)
                    return_array(first, count)
                }
                case 0xaa1cf79c {
                    quick_sort(first, last)
                    return_array(first, count)
                }
                case 0x7a60c96f {
                    return_word(is_sorted(first, last))
                }
                case 0xce62a3bf {
                    if iszero(count) { revert(0, 0) }
                    quick_sort(first, last)
                    return_word(median_of_sorted(first, count))
                }
                default { revert(0, 0) }
            }
            function load_array() -> first, count
            {
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
                    if lt(sub(last, first), 0x101)
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
                a, b := order(a, b)
                b, c := order(b, c)
                a, b := order(a, b)
                pivot := b
            }
            function order(x, y) -> low, high
            {
                low := x
                high := y
                if gt(x, y)
                {
                    low := y
                    high := x
                }
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
                        swap(i, lo)
                        lo := add(lo, 0x20)
                        i := add(i, 0x20)
                        continue
                    }
                    if gt(value, pivot)
                    {
                        hi := sub(hi, 0x20)
                        swap(i, hi)
                        continue
                    }
                    i := add(i, 0x20)
                }
            }
            function swap(p, q)
            {
                let x := mload(p)
                mstore(p, mload(q))
                mstore(q, x)
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
