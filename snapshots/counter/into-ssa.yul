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
                let _1 := selector()
                switch _1
                case 0xd09de08a {
                    let _2 := caller()
                    let _3 := slot_of_counter(_2)
                    let value := sload(_3)
                    let _4 := 1
                    let value_1 := checked_add(value, _4)
                    let _5 := _2
                    let _6 := slot_of_counter(_2)
                    sstore(_6, value_1)
                }
                default {
                    let _7 := 0
                    let _8 := _7
                    revert(_7, _7)
                }
            }
            function selector() -> s
            {
                let _1 := 0
                let _2 := calldataload(_1)
                let s_1 := shift_right(_2)
                s := s_1
            }
            function shift_right(value) -> result
            {
                let _1 := shl(224, 1)
                let result_1 := shr(224, value)
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
