// A counter for each caller, as a first example: what the optimiser makes of it is in the README.
object "Counter" {
    code {
        datacopy(0, dataoffset("Counter_deployed"), datasize("Counter_deployed"))
        return(0, datasize("Counter_deployed"))
    }
    object "Counter_deployed" {
        code {
            switch selector()
            case 0xd09de08a /* increment() */ {
                let value_1 := sload(slot_of_counter(caller()))
                let value_2 := checked_add(value_1, 1)
                sstore(slot_of_counter(caller()), value_2)
            }
            default { revert(0, 0) }

            function selector() -> s {
                s := shift_right_224(calldataload(0))
            }
            function shift_right_224(value) -> result {
                result := div(value, 0x100000000000000000000000000000000000000000000000000000000)
            }
            function slot_of_counter(owner) -> slot {
                mstore(0x00, owner)
                slot := keccak256(0x00, 0x20)
            }
            function checked_add(x, y) -> sum {
                sum := add(x, y)
                if lt(sum, x) { revert(0, 0) }
            }
        }
    }
}
