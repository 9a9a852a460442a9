object "Counter" {
    code {
        {
            let _1 := datasize("Counter_deployed")
            let _2 := dataoffset("Counter_deployed")
            let _3 := 0
            datacopy(_3, _2, _1)
            let _4 := _1
            let _5 := _3
            return(_3, _1)
        }
    }
    object "Counter_deployed" {
        code {
            {
                let s := 0
                let _1 := 0
                let _2 := calldataload(_1)
                let value := _2
                let result := 0
                let _3 := shl(224, 1)
                let result_1 := div(value, _3)
                result := result_1
                let s_1 := result
                s := s_1
                let _4 := s
                switch _4
                case 0xd09de08a {
                    let _5 := caller()
                    let owner := _5
                    let slot := 0
                    let _6 := 0x00
                    mstore(_6, owner)
                    let _7 := 0x20
                    let _8 := _6
                    let slot_1 := keccak256(_6, _7)
                    slot := slot_1
                    let _9 := slot
                    let value_1 := sload(_9)
                    let _10 := 1
                    let y := _10
                    let x := value_1
                    let sum := 0
                    let sum_1 := add(x, y)
                    sum := sum_1
                    let _11 := lt(sum_1, x)
                    if _11
                    {
                        let _12 := 0
                        let _13 := _12
                        revert(_12, _12)
                    }
                    let value_2 := sum
                    let _14 := _5
                    let owner_1 := _5
                    let slot_2 := 0
                    let _15 := 0x00
                    mstore(_15, owner_1)
                    let _16 := 0x20
                    let _17 := _15
                    let slot_3 := keccak256(_15, _16)
                    slot_2 := slot_3
                    let _18 := slot_2
                    sstore(_18, value_2)
                }
                default {
                    let _19 := 0
                    let _20 := _19
                    revert(_19, _19)
                }
            }
            function selector() -> s
            {
                let _1 := 0
                let _2 := calldataload(_1)
                let value := _2
                let result := 0
                let _3 := shl(224, 1)
                let result_1 := div(value, _3)
                result := result_1
                let s_1 := result
                s := s_1
            }
            function shift_right(value) -> result
            {
                let _1 := shl(224, 1)
                let result_1 := div(value, _1)
                result := result_1
            }
            function slot_of_counter(owner) -> slot
            {
                let _1 := 0x00
                mstore(_1, owner)
                let _2 := 0x20
                let _3 := _1
                let slot_1 := keccak256(_1, _2)
                slot := slot_1
            }
            function checked_add(x, y) -> sum
            {
                let sum_1 := add(x, y)
                sum := sum_1
                let _1 := lt(sum_1, x)
                if _1
                {
                    let _2 := 0
                    let _3 := _2
                    revert(_2, _2)
                }
            }
        }
    }
}
