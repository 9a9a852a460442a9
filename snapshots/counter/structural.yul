object "Counter" {
    code {
        {
            datacopy(0, dataoffset("Counter_deployed"), datasize("Counter_deployed"))
            return(0, datasize("Counter_deployed"))
        }
    }
    object "Counter_deployed" {
        code {
            {
                switch selector()
                case 0xd09de08a {
                    let value := sload(slot_of_counter(caller()))
                    let value_1 := checked_add(value, 1)
                    sstore(slot_of_counter(caller()), value_1)
                }
                default { revert(0, 0) }
            }
            function selector() -> s
            {
                s := shift_right(calldataload(0))
            }
            function shift_right(value) -> result
            {
                result := div(value, shl(224, 1))
            }
            function slot_of_counter(owner) -> slot
            {
                mstore(0x00, owner)
                slot := keccak256(0x00, 0x20)
            }
            function checked_add(x, y) -> sum
            {
                sum := add(x, y)
                if lt(sum, x) { revert(0, 0) }
            }
        }
    }
}
