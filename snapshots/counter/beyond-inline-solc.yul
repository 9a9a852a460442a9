object "Counter" {
    code {
        {
            let _1 := datasize("Counter_deployed")
            datacopy(0, dataoffset("Counter_deployed"), _1)
            return(0, _1)
        }
    }
    object "Counter_deployed" {
        code {
            {
                switch shr(224, calldataload(0))
                case 0xd09de08a {
                    mstore(0, caller())
                    let _1 := keccak256(0, 0x20)
                    let value := sload(_1)
                    let sum := add(value, 1)
                    if lt(sum, value) { revert(0, 0) }
                    sstore(_1, sum)
                }
                default { revert(0, 0) }
            }
        }
    }
}
