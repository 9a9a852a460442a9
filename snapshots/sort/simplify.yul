object "Sorter" {
    code {
        {
            let _1 := datasize("runtime")
            let _2 := dataoffset("runtime")
            let _3 := 0
            datacopy(0, _2, _1)
            return(0, _1)
        }
    }
    object "runtime" {
        code {
            {
                let _1 := 0
                let _2 := calldataload(0)
                let selector := shr(224, _2)
                let first, count := load_array()
                let _3 := 5
                let _4 := shl(5, count)
                let last := add(first, _4)
                switch selector
                case 0x6297206f {
                    insertion_sort(first, last)
                    return_array(first, count)
                }
                case 0xaa1cf79c {
                    quick_sort(first, last)
                    return_array(first, count)
                }
                case 0x7a60c96f {
                    let _5 := is_sorted(first, last)
                    return_word(_5)
                }
                case 0xce62a3bf {
                    let _6 := iszero(count)
                    if _6 { revert(0, 0) }
                    quick_sort(first, last)
                    let _7 := median_of_sorted(first, count)
                    return_word(_7)
                }
                default { revert(0, 0) }
            }
            function load_array() -> first, count
            {
                let _1 := 4
                let head := calldataload(4)
                let _2 := 0xffffffff
                let _3 := gt(head, 0xffffffff)
                if _3
                {
                    let _4 := 0
                    revert(0, 0)
                }
                let position := add(4, head)
                let count_1 := calldataload(position)
                let count_2 := count_1
                count := count_1
                let _5 := 0xffff
                let _6 := gt(count_1, 0xffff)
                if _6
                {
                    let _7 := 0
                    revert(0, 0)
                }
                let size := shl(5, count_1)
                let begin := add(head, 36)
                let _8 := calldatasize()
                let _9 := add(add(head, size), 36)
                let _10 := gt(_9, _8)
                if _10
                {
                    let _11 := 0
                    revert(0, 0)
                }
                let first_1 := 0x40
                let first_2 := 0x40
                first := 0x40
                calldatacopy(0x40, begin, size)
            }
            function insertion_sort(first, last)
            {
                let _1 := 0x20
                let i := add(first, 0x20)
                let i_1 := i
                let i_2 := i
                for { }
                true
                {
                    let i_3 := i_2
                    let i_4 := add(i_2, 0x20)
                    let i_5 := i_4
                    i_2 := i_4
                }
                {
                    if iszero(lt(i_2, last)) { break }
                    let i_6 := i_2
                    let value := mload(i_2)
                    let j := i_2
                    let j_1 := i_2
                    for { } true { }
                    {
                        if iszero(gt(j_1, first)) { break }
                        let j_2 := j_1
                        let before := add(j_1, not(31))
                        let other := mload(before)
                        let _2 := gt(other, value)
                        let _3 := iszero(_2)
                        if _3 { break }
                        mstore(j_1, other)
                        let j_3 := before
                        j_1 := before
                    }
                    let j_4 := j_1
                    mstore(j_1, value)
                }
            }
            function quick_sort(first, last)
            {
                let _1 := 0x101
                for { } 1 { }
                {
                    let first_1 := first
                    let last_1 := last
                    let size := sub(last, first)
                    let _2 := lt(size, 0x101)
                    if _2
                    {
                        insertion_sort(first, last)
                        leave
                    }
                    let _3 := pivot_of(first, last)
                    let left_end, right_begin := partition(first, last, _3)
                    let _4 := sub(last, right_begin)
                    let _5 := sub(left_end, first)
                    let _6 := lt(_5, _4)
                    switch _6
                    case 0 {
                        quick_sort(right_begin, last)
                        let last_2 := left_end
                        last := left_end
                    }
                    default {
                        quick_sort(first, left_end)
                        let first_2 := right_begin
                        first := right_begin
                    }
                }
            }
            function pivot_of(first, last) -> pivot
            {
                let a := mload(first)
                let _1 := not(31)
                let _2 := sub(last, first)
                let _3 := 1
                let _4 := shr(1, _2)
                let _5 := and(_4, not(31))
                let _6 := add(first, _5)
                let b := mload(_6)
                let _7 := add(last, not(31))
                let c := mload(_7)
                let a_1, b_1 := order(a, b)
                let b_2, c_1 := order(b_1, c)
                let a_2, b_3 := order(a_1, b_2)
                let pivot_1 := b_3
                pivot := b_3
            }
            function order(x, y) -> low, high
            {
                let low_1 := x
                low := x
                let high_1 := y
                high := y
                let _1 := gt(x, y)
                if _1
                {
                    let low_2 := y
                    low := y
                    let high_2 := x
                    high := x
                }
            }
            function partition(first, last, pivot) -> lo, hi
            {
                let lo_1 := first
                lo := first
                let hi_1 := last
                hi := last
                let i := first
                let i_1 := first
                let _1 := 0x20
                for { } true { }
                {
                    if iszero(lt(i_1, hi)) { break }
                    let i_2 := i_1
                    let value := mload(i_1)
                    let _2 := lt(value, pivot)
                    if _2
                    {
                        swap(i_1, lo)
                        let lo_2 := add(lo, 0x20)
                        let lo_3 := lo_2
                        lo := lo_2
                        let i_3 := add(i_1, 0x20)
                        let i_4 := i_3
                        i_1 := i_3
                        continue
                    }
                    let i_5 := i_1
                    let _3 := gt(value, pivot)
                    if _3
                    {
                        let hi_2 := add(hi, not(31))
                        let hi_3 := hi_2
                        hi := hi_2
                        swap(i_1, hi_2)
                        continue
                    }
                    let i_6 := add(i_1, 0x20)
                    let i_7 := i_6
                    i_1 := i_6
                }
            }
            function swap(p, q)
            {
                let x := mload(p)
                let _1 := mload(q)
                mstore(p, _1)
                mstore(q, x)
            }
            function is_sorted(first, last) -> sorted
            {
                let sorted_1 := true
                let sorted_2 := true
                sorted := true
                let _1 := eq(first, last)
                if _1 { leave }
                let previous := mload(first)
                let previous_1 := previous
                let previous_2 := previous
                let _2 := 0x20
                let i := add(first, 0x20)
                let i_1 := i
                let i_2 := i
                for { }
                true
                {
                    let i_3 := i_2
                    let i_4 := add(i_2, 0x20)
                    let i_5 := i_4
                    i_2 := i_4
                }
                {
                    if iszero(lt(i_2, last)) { break }
                    let previous_3 := previous_2
                    let i_6 := i_2
                    let current := mload(i_2)
                    let _3 := lt(current, previous_2)
                    if _3
                    {
                        let sorted_3 := false
                        let sorted_4 := false
                        sorted := false
                        break
                    }
                    let previous_4 := current
                    previous_2 := current
                }
            }
            function median_of_sorted(first, count) -> value
            {
                let _1 := and(shl(4, count), not(31))
                let middle := add(first, _1)
                let value_1 := mload(middle)
                let value_2 := value_1
                value := value_1
                let _2 := 1
                let _3 := and(count, 1)
                if _3 { leave }
                let _4 := add(middle, not(31))
                let lower := mload(_4)
                let _5 := xor(value_1, lower)
                let _6 := shr(1, _5)
                let _7 := and(value_1, lower)
                let value_3 := add(_7, _6)
                let value_4 := value_3
                value := value_3
            }
            function return_array(first, count)
            {
                let _1 := 0x20
                let _2 := add(first, not(31))
                mstore(_2, count)
                let _3 := 0x40
                let _4 := add(first, not(63))
                mstore(_4, 0x20)
                let _5 := shl(5, count)
                let _6 := add(0x40, _5)
                return(_4, _6)
            }
            function return_word(word)
            {
                let _1 := 0
                mstore(0, word)
                let _2 := 0x20
                return(0, 0x20)
            }
        }
    }
}
