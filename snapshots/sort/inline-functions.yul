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
                let selector := div(_3, _1)
                let first := 0
                let count := 0
                let _4 := 4
                let head := calldataload(_4)
                let _5 := 0xffffffff
                let _6 := gt(head, _5)
                if _6
                {
                    let _7 := 0
                    let _8 := _7
                    revert(_7, _7)
                }
                let _9 := _4
                let position := add(_4, head)
                let count_1 := calldataload(position)
                count := count_1
                let _10 := 0xffff
                let _11 := gt(count_1, _10)
                if _11
                {
                    let _12 := 0
                    let _13 := _12
                    revert(_12, _12)
                }
                let _14 := 0x20
                let size := mul(count_1, _14)
                let _15 := _14
                let begin := add(position, _14)
                let _16 := calldatasize()
                let _17 := add(begin, size)
                let _18 := gt(_17, _16)
                if _18
                {
                    let _19 := 0
                    let _20 := _19
                    revert(_19, _19)
                }
                let first_1 := 0x40
                first := first_1
                calldatacopy(first_1, begin, size)
                let first_2 := first
                let count_2 := count
                let _21 := 5
                let _22 := shl(_21, count_2)
                let last := add(first_2, _22)
                switch selector
                case 0x6297206f {
                    insertion_sort(first_2, last)
                    return_array(first_2, count_2)
                }
                case 0xaa1cf79c {
                    quick_sort(first_2, last)
                    return_array(first_2, count_2)
                }
                case 0x7a60c96f {
                    let _23 := is_sorted(first_2, last)
                    return_word(_23)
                }
                case 0xce62a3bf {
                    let _24 := iszero(count_2)
                    if _24
                    {
                        let _25 := _2
                        let _26 := _2
                        revert(_2, _2)
                    }
                    quick_sort(first_2, last)
                    let _27 := median_of_sorted(first_2, count_2)
                    return_word(_27)
                }
                default {
                    let _28 := _2
                    let _29 := _2
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
                let size := mul(count_1, _11)
                let _12 := _11
                let begin := add(position, _11)
                let _13 := calldatasize()
                let _14 := add(begin, size)
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
                for { }
                lt(i_1, last)
                {
                    let i_2 := i_1
                    let _2 := _1
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
                        let _3 := _1
                        let before := sub(j_1, _1)
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
                for { } 1 { }
                {
                    let first_2 := first
                    let last_2 := last
                    let size := sub(last, first)
                    let _1 := 0x101
                    let _2 := lt(size, _1)
                    if _2
                    {
                        insertion_sort(first, last)
                        leave
                    }
                    let last_3 := last
                    let first_3 := first
                    let pivot := 0
                    let a := mload(first_3)
                    let a_1 := a
                    let _3 := 0x1f
                    let _4 := not(_3)
                    let _5 := sub(last_3, first_3)
                    let _6 := 1
                    let _7 := shr(_6, _5)
                    let _8 := and(_7, _4)
                    let _9 := add(first_3, _8)
                    let b := mload(_9)
                    let b_1 := b
                    let _10 := 0x20
                    let _11 := sub(last_3, _10)
                    let c := mload(_11)
                    let c_1 := c
                    let y := b
                    let x := a
                    let low := 0
                    let high := 0
                    let low_1 := x
                    low := x
                    let high_1 := y
                    high := y
                    let _12 := gt(x, y)
                    if _12
                    {
                        let t := x
                        let low_2 := y
                        low := y
                        let high_2 := x
                        high := x
                    }
                    let a_2 := low
                    let b_2 := high
                    let y_1 := c
                    let x_1 := b_2
                    let low_3 := 0
                    let high_3 := 0
                    let low_4 := x_1
                    low_3 := x_1
                    let high_4 := y_1
                    high_3 := y_1
                    let _13 := gt(x_1, y_1)
                    if _13
                    {
                        let t_1 := x_1
                        let low_5 := y_1
                        low_3 := y_1
                        let high_5 := x_1
                        high_3 := x_1
                    }
                    let b_3 := low_3
                    let c_2 := high_3
                    let y_2 := b_3
                    let x_2 := a_2
                    let low_6 := 0
                    let high_6 := 0
                    let low_7 := x_2
                    low_6 := x_2
                    let high_7 := y_2
                    high_6 := y_2
                    let _14 := gt(x_2, y_2)
                    if _14
                    {
                        let t_2 := x_2
                        let low_8 := y_2
                        low_6 := y_2
                        let high_8 := x_2
                        high_6 := x_2
                    }
                    let a_3 := low_6
                    let b_4 := high_6
                    let pivot_1 := b_4
                    pivot := b_4
                    let _15 := pivot
                    let pivot_2 := _15
                    let last_4 := last
                    let first_4 := first
                    let lo := 0
                    let hi := 0
                    let lo_1 := first_4
                    lo := first_4
                    let hi_1 := last_4
                    hi := last_4
                    let i := first_4
                    let i_1 := first_4
                    for { } lt(i_1, hi) { }
                    {
                        let i_2 := i_1
                        let value := mload(i_1)
                        let _16 := lt(value, pivot_2)
                        if _16
                        {
                            let q := lo
                            let p := i_1
                            let x_3 := mload(p)
                            let _17 := mload(q)
                            mstore(p, _17)
                            mstore(q, x_3)
                            let _18 := 0x20
                            let lo_2 := add(lo, _18)
                            lo := lo_2
                            let _19 := _18
                            let i_3 := add(i_1, _18)
                            i_1 := i_3
                            continue
                        }
                        let lo_3 := lo
                        let i_4 := i_1
                        let _20 := gt(value, pivot_2)
                        if _20
                        {
                            let _21 := 0x20
                            let hi_2 := sub(hi, _21)
                            hi := hi_2
                            let q_1 := hi_2
                            let p_1 := i_1
                            let x_4 := mload(p_1)
                            let _22 := mload(q_1)
                            mstore(p_1, _22)
                            mstore(q_1, x_4)
                            continue
                        }
                        let hi_3 := hi
                        let _23 := 0x20
                        let i_5 := add(i_1, _23)
                        i_1 := i_5
                    }
                    let left_end := lo
                    let right_begin := hi
                    let _24 := sub(last, right_begin)
                    let _25 := sub(left_end, first)
                    let _26 := lt(_25, _24)
                    switch _26
                    case 0 {
                        quick_sort(right_begin, last)
                        let last_5 := left_end
                        last := left_end
                    }
                    default {
                        let last_6 := last
                        quick_sort(first, left_end)
                        let first_5 := right_begin
                        first := right_begin
                    }
                }
            }
            function pivot_of(first, last) -> pivot
            {
                let a := mload(first)
                let a_1 := a
                let _1 := 0x1f
                let _2 := not(_1)
                let _3 := sub(last, first)
                let _4 := 1
                let _5 := shr(_4, _3)
                let _6 := and(_5, _2)
                let _7 := add(first, _6)
                let b := mload(_7)
                let b_1 := b
                let _8 := 0x20
                let _9 := sub(last, _8)
                let c := mload(_9)
                let c_1 := c
                let y := b
                let x := a
                let low := 0
                let high := 0
                let low_1 := x
                low := x
                let high_1 := y
                high := y
                let _10 := gt(x, y)
                if _10
                {
                    let t := x
                    let low_2 := y
                    low := y
                    let high_2 := x
                    high := x
                }
                let a_2 := low
                let b_2 := high
                let y_1 := c
                let x_1 := b_2
                let low_3 := 0
                let high_3 := 0
                let low_4 := x_1
                low_3 := x_1
                let high_4 := y_1
                high_3 := y_1
                let _11 := gt(x_1, y_1)
                if _11
                {
                    let t_1 := x_1
                    let low_5 := y_1
                    low_3 := y_1
                    let high_5 := x_1
                    high_3 := x_1
                }
                let b_3 := low_3
                let c_2 := high_3
                let y_2 := b_3
                let x_2 := a_2
                let low_6 := 0
                let high_6 := 0
                let low_7 := x_2
                low_6 := x_2
                let high_7 := y_2
                high_6 := y_2
                let _12 := gt(x_2, y_2)
                if _12
                {
                    let t_2 := x_2
                    let low_8 := y_2
                    low_6 := y_2
                    let high_8 := x_2
                    high_6 := x_2
                }
                let a_3 := low_6
                let b_4 := high_6
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
                for { } lt(i_1, hi) { }
                {
                    let i_2 := i_1
                    let value := mload(i_1)
                    let _1 := lt(value, pivot)
                    if _1
                    {
                        let q := lo
                        let p := i_1
                        let x := mload(p)
                        let _2 := mload(q)
                        mstore(p, _2)
                        mstore(q, x)
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
                        let hi_2 := sub(hi, _6)
                        hi := hi_2
                        let q_1 := hi_2
                        let p_1 := i_1
                        let x_1 := mload(p_1)
                        let _7 := mload(q_1)
                        mstore(p_1, _7)
                        mstore(q_1, x_1)
                        continue
                    }
                    let hi_3 := hi
                    let _8 := 0x20
                    let i_5 := add(i_1, _8)
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
                for { }
                lt(i_1, last)
                {
                    let previous_2 := previous_1
                    let i_2 := i_1
                    let sorted_2 := sorted
                    let _3 := _2
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
                let _3 := div(count, _2)
                let _4 := mul(_3, _1)
                let middle := add(first, _4)
                let value_1 := mload(middle)
                value := value_1
                let _5 := 1
                let _6 := and(count, _5)
                if _6 { leave }
                let _7 := _1
                let _8 := sub(middle, _1)
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
                let _2 := sub(first, _1)
                mstore(_2, count)
                let _3 := _1
                let _4 := 0x40
                let _5 := sub(first, _4)
                mstore(_5, _1)
                let _6 := _1
                let _7 := mul(count, _1)
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
