object "Sorter" {
    code {
        {
            let _1 := datasize("runtime")
            datacopy(0, dataoffset("runtime"), _1)
            return(0, _1)
        }
    }
    object "runtime" {
        code {
            {
                let head := calldataload(4)
                if gt(head, 0xffffffff) { revert(0, 0) }
                let count := calldataload(add(4, head))
                if gt(count, 0xffff) { revert(0, 0) }
                let size := shl(5, count)
                if gt(add(add(head, size), 36), calldatasize()) { revert(0, 0) }
                calldatacopy(0x40, add(head, 36), size)
                let last := add(0x40, size)
                switch shr(224, calldataload(0))
                case 0x6297206f {
                    insertion_sort_560(last)
                    return_array(count)
                }
                case 0xaa1cf79c {
                    quick_sort(0x40, last)
                    return_array(count)
                }
                case 0x7a60c96f { return_word(is_sorted(last)) }
                case 0xce62a3bf {
                    if iszero(count) { revert(0, 0) }
                    quick_sort(0x40, last)
                    return_word(median_of_sorted(count))
                }
                default { revert(0, 0) }
            }
            function insertion_sort_560(last)
            {
                let i := 96
                for { } lt(i, last) { i := add(i, 0x20) }
                {
                    let value := mload(i)
                    let j := i
                    for { } gt(j, 0x40) { }
                    {
                        let before := add(j, not(31))
                        let other := mload(before)
                        if iszero(gt(other, value)) { break }
                        mstore(j, other)
                        j := before
                    }
                    mstore(j, value)
                }
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
                        let before := add(j, not(31))
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
                    let _1 := sub(last, first)
                    if lt(_1, 0x101)
                    {
                        insertion_sort(first, last)
                        leave
                    }
                    let a := mload(first)
                    let b := mload(add(first, and(shr(1, _1), not(31))))
                    let c := mload(add(last, not(31)))
                    let low := 0
                    let high := 0
                    low := a
                    high := b
                    if gt(a, b)
                    {
                        low := b
                        high := a
                    }
                    let low_1 := 0
                    let high_1 := 0
                    low_1 := high
                    high_1 := c
                    if gt(high, c)
                    {
                        low_1 := c
                        high_1 := high
                    }
                    let low_2 := 0
                    let high_2 := 0
                    low_2 := low
                    high_2 := low_1
                    if gt(low, low_1)
                    {
                        low_2 := low_1
                        high_2 := low
                    }
                    let lo := 0
                    let hi := 0
                    lo := first
                    hi := last
                    let i := first
                    for { } lt(i, hi) { }
                    {
                        let value := mload(i)
                        if lt(value, high_2)
                        {
                            mstore(i, mload(lo))
                            mstore(lo, value)
                            lo := add(lo, 0x20)
                            i := add(i, 0x20)
                            continue
                        }
                        if gt(value, high_2)
                        {
                            hi := add(hi, not(31))
                            let x := mload(i)
                            mstore(i, mload(hi))
                            mstore(hi, x)
                            continue
                        }
                        i := add(i, 0x20)
                    }
                    switch lt(sub(lo, first), sub(last, hi))
                    case 0 {
                        quick_sort(hi, last)
                        last := lo
                    }
                    default {
                        quick_sort(first, lo)
                        first := hi
                    }
                }
            }
            function is_sorted(last) -> sorted
            {
                sorted := true
                if eq(0x40, last) { leave }
                let previous := mload(0x40)
                let i := 96
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
            function median_of_sorted(count) -> value
            {
                let _1 := and(shl(4, count), not(31))
                value := mload(add(0x40, _1))
                if and(count, 1) { leave }
                let lower := mload(add(_1, 32))
                value := add(and(value, lower), shr(1, xor(value, lower)))
            }
            function return_array(count)
            {
                mstore(32, count)
                mstore(0, 32)
                return(0, add(0x40, shl(5, count)))
            }
            function return_word(word)
            {
                mstore(0, word)
                return(0, 0x20)
            }
        }
    }
}
