object "Counter" {
    code {
        {
            let _1 := datasize("Counter_deployed")
            let _2 := dataoffset("Counter_deployed")
            let _3 := 0
            datacopy(0, _2, _1)
            return(0, _1)
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
                    let value_1 := checked_add(value)
                    let _4 := slot_of_counter(_2)
                    sstore(_4, value_1)
                }
                default {
                    let _5 := 0
                    revert(0, 0)
                }
            }
            function selector() -> s
            {
                let _1 := 0
                let _2 := calldataload(0)
                let s_1 := shift_right(_2)
                let s_2 := s_1
                s := s_1
            }
            function shift_right(value) -> result
            {
                let result_1 := shr(224, value)
                let result_2 := result_1
                result := result_1
            }
            function slot_of_counter(owner) -> slot
            {
                let _1 := 0x00
                mstore(0x00, owner)
                let _2 := 0x20
                let slot_1 := keccak256(0x00, 0x20)
                let slot_2 := slot_1
                slot := slot_1
            }
            function checked_add(x) -> sum
            {
                let y := 1
                let sum_1 := add(x, 1)
                let sum_2 := sum_1
                sum := sum_1
                let _1 := lt(sum_1, x)
                if _1
                {
                    let _2 := 0
                    revert(0, 0)
                }
            }
        }
    }
}
