object "Sorter" {
    code {
        {
            let _1 := datasize("runtime")
            let _2 := dataoffset("runtime")
            let _3 := 0
            datacopy(_3, _2, _1)
            let _4 := _1
            let _5 := _3
            return(_3, _1)
        }
    }
    object "runtime" {
        code {
            {
                let _1 := shl(224, 1)
                let _2 := 0
                let _3 := calldataload(_2)
                let selector := shr(224, _3)
                let first, count := load_array()
                let _4 := 5
                let _5 := shl(_4, count)
                let last := add(first, _5)
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
                    let _6 := is_sorted(first, last)
                    return_word(_6)
                }
                case 0xce62a3bf {
                    let _7 := iszero(count)
                    if _7
                    {
                        let _8 := _2
                        let _9 := _2
                        revert(_2, _2)
                    }
                    quick_sort(first, last)
                    let _10 := median_of_sorted(first, count)
                    return_word(_10)
                }
                default {
                    let _11 := _2
                    let _12 := _2
                    revert(_2, _2)
                }
            }
            function load_array() -> first, count
            {
                let _1 := 4
                let head := calldataload(_1)
                let _2 := 0xffffffff
                let _3 := gt(head, _2)
                if _3
                {
                    let _4 := 0
                    let _5 := _4
                    revert(_4, _4)
                }
                let _6 := _1
                let position := add(_1, head)
                let count_1 := calldataload(position)
                count := count_1
                let _7 := 0xffff
                let _8 := gt(count_1, _7)
                if _8
                {
                    let _9 := 0
                    let _10 := _9
                    revert(_9, _9)
                }
                let _11 := 0x20
                let size := shl(5, count_1)
                let _12 := _11
                let begin := add(head, 36)
                let _13 := calldatasize()
                let _14 := add(add(head, size), 36)
                let _15 := gt(_14, _13)
                if _15
                {
                    let _16 := 0
                    let _17 := _16
                    revert(_16, _16)
                }
                let first_1 := 0x40
                first := first_1
                calldatacopy(first_1, begin, size)
            }
            function insertion_sort(first, last)
            {
                let _1 := 0x20
                let i := add(first, _1)
                let i_1 := i
                let _2 := _1
                let _3 := _1
                for { }
                lt(i_1, last)
                {
                    let i_2 := i_1
                    let i_3 := add(i_1, _1)
                    i_1 := i_3
                }
                {
                    let i_4 := i_1
                    let value := mload(i_1)
                    let j := i_1
                    let j_1 := i_1
                    for { } gt(j_1, first) { }
                    {
                        let j_2 := j_1
                        let before := add(j_1, not(31))
                        let other := mload(before)
                        let _4 := gt(other, value)
                        let _5 := iszero(_4)
                        if _5 { break }
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
                let first_1 := first
                let last_1 := last
                let _1 := 0x101
                for { } 1 { }
                {
                    let first_2 := first
                    let last_2 := last
                    let size := sub(last, first)
                    let _2 := lt(size, _1)
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
                        let last_3 := left_end
                        last := left_end
                    }
                    default {
                        let last_4 := last
                        quick_sort(first, left_end)
                        let first_3 := right_begin
                        first := right_begin
                    }
                }
            }
            function pivot_of(first, last) -> pivot
            {
                let a := mload(first)
                let a_1 := a
                let _1 := 0x1f
                let _2 := not(31)
                let _3 := sub(last, first)
                let _4 := 1
                let _5 := shr(_4, _3)
                let _6 := and(_5, _2)
                let _7 := add(first, _6)
                let b := mload(_7)
                let b_1 := b
                let _8 := 0x20
                let _9 := add(last, _2)
                let c := mload(_9)
                let c_1 := c
                let a_2, b_2 := order(a, b)
                let b_3, c_2 := order(b_2, c)
                let a_3, b_4 := order(a_2, b_3)
                let pivot_1 := b_4
                pivot := b_4
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
                    let t := x
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
                for { } lt(i_1, hi) { }
                {
                    let i_2 := i_1
                    let value := mload(i_1)
                    let _2 := lt(value, pivot)
                    if _2
                    {
                        swap(i_1, lo)
                        let _3 := 0x20
                        let lo_2 := add(lo, _3)
                        lo := lo_2
                        let _4 := _3
                        let i_3 := add(i_1, _3)
                        i_1 := i_3
                        continue
                    }
                    let lo_3 := lo
                    let i_4 := i_1
                    let _5 := gt(value, pivot)
                    if _5
                    {
                        let _6 := 0x20
                        let hi_2 := add(hi, not(31))
                        hi := hi_2
                        swap(i_1, hi_2)
                        continue
                    }
                    let hi_3 := hi
                    let i_5 := add(i_1, _1)
                    i_1 := i_5
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
                sorted := sorted_1
                let _1 := eq(first, last)
                if _1 { leave }
                let previous := mload(first)
                let previous_1 := previous
                let _2 := 0x20
                let i := add(first, _2)
                let i_1 := i
                let _3 := _2
                for { }
                lt(i_1, last)
                {
                    let previous_2 := previous_1
                    let i_2 := i_1
                    let sorted_2 := sorted
                    let i_3 := add(i_1, _2)
                    i_1 := i_3
                }
                {
                    let previous_3 := previous_1
                    let i_4 := i_1
                    let current := mload(i_1)
                    let _4 := lt(current, previous_1)
                    if _4
                    {
                        let sorted_3 := false
                        sorted := sorted_3
                        break
                    }
                    let sorted_4 := sorted
                    let previous_4 := current
                    previous_1 := current
                }
            }
            function median_of_sorted(first, count) -> value
            {
                let _1 := 0x20
                let _2 := 2
                let _3 := shr(1, count)
                let _4 := and(shl(4, count), not(31))
                let middle := add(first, _4)
                let value_1 := mload(middle)
                value := value_1
                let _5 := 1
                let _6 := and(count, _5)
                if _6 { leave }
                let _7 := _1
                let _8 := add(middle, not(31))
                let lower := mload(_8)
                let _9 := xor(value_1, lower)
                let _10 := _5
                let _11 := shr(_5, _9)
                let _12 := and(value_1, lower)
                let value_2 := add(_12, _11)
                value := value_2
            }
            function return_array(first, count)
            {
                let _1 := 0x20
                let _2 := add(first, not(31))
                mstore(_2, count)
                let _3 := _1
                let _4 := 0x40
                let _5 := add(first, not(63))
                mstore(_5, _1)
                let _6 := _1
                let _7 := shl(5, count)
                let _8 := _4
                let _9 := add(_4, _7)
                let _10 := _4
                let _11 := _5
                return(_5, _9)
            }
            function return_word(word)
            {
                let _1 := 0
                mstore(_1, word)
                let _2 := 0x20
                let _3 := _1
                return(_1, _2)
            }
        }
    }
}
