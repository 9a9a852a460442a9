object "Vault_88" {
    code {
        {
            let size := datasize("Vault_88_deployed")
            datacopy(0, dataoffset("Vault_88_deployed"), size)
            return(0, size)
        }
    }
    object "Vault_88_deployed" {
        code {
            {
                mstore(0x40, 0x80)
                let _1 := shr(224, calldataload(0))
                switch lt(_1, 0x80000000)
                case 0 {
                    switch _1
                    case 0xac9650d8 {
                        if callvalue() { outlined("no ether, please") }
                        let _2 := calldataload(4)
                        let count := calldataload(add(4, _2))
                        if gt(count, 0xff) { outlined("too many calls") }
                        let heads := add(_2, 36)
                        mstore(0x40, add(128, and(add(shl(5, count), 95), not(31))))
                        mstore(128, 0x20)
                        mstore(160, count)
                        let tails := mload(0x40)
                        let i := 0
                        for { } lt(i, count) { i := add(i, 1) }
                        {
                            let _3 := shl(5, i)
                            let _4 := add(_2, calldataload(add(add(_2, _3), 36)))
                            let _5 := add(_4, 36)
                            if lt(_5, heads) { outlined("bad offset") }
                            let _6 := add(_4, 68)
                            if gt(_6, calldatasize()) { outlined("bad offset") }
                            let length := calldataload(_5)
                            if shr(24, length) { outlined("too long") }
                            if gt(add(add(add(_4, length), 36), 0x20), calldatasize()) { outlined("out of bounds") }
                            let pointer := add(tails, 0x1000)
                            mstore(0x40, add(pointer, and(add(length, 31), not(31))))
                            calldatacopy(pointer, _6, length)
                            let success := delegatecall(gas(), address(), pointer, length, 0, 0)
                            let size := returndatasize()
                            let pointer_1 := mload(0x40)
                            mstore(0x40, add(pointer_1, and(add(size, 63), not(31))))
                            mstore(pointer_1, size)
                            let _7 := add(pointer_1, 0x20)
                            returndatacopy(_7, 0, size)
                            if iszero(success) { revert(_7, size) }
                            mstore(add(add(128, _3), 0x40), add(sub(tails, 128), not(63)))
                            tails := append_bytes(tails, pointer_1)
                        }
                        return(128, sub(tails, 128))
                    }
                    case 0xb61d27f6 {
                        if callvalue() { outlined("no ether, please") }
                        enter$lock()
                        let data_length := bytes_argument(add(4, calldataload(0x44)))
                        let value := calldataload(0x24)
                        let balance_1 := sload(caller())
                        if gt(value, balance_1) { outlined("balance too low") }
                        sstore(caller(), sub(balance_1, value))
                        let success_1 := call(gas(), calldataload(4), value, 128, data_length, 0, 0)
                        let size_1 := returndatasize()
                        let pointer_2 := mload(0x40)
                        mstore(0x40, add(pointer_2, and(add(size_1, 63), not(31))))
                        mstore(pointer_2, size_1)
                        let _8 := add(pointer_2, 0x20)
                        returndatacopy(_8, 0, size_1)
                        if iszero(success_1) { revert(_8, size_1) }
                        tstore(0xfbbf5a2276303244e84361c6c0e91b5d072a35bad2dae09390dd0625a350765f, 0)
                        return_bytes(pointer_2)
                    }
                    case 0xcf309012 {
                        mstore(0, tload(0xfbbf5a2276303244e84361c6c0e91b5d072a35bad2dae09390dd0625a350765f))
                        return(0, 0x20)
                    }
                    case 0xd0e30db0 {
                        enter$lock()
                        sstore(caller(), add(sload(caller()), callvalue()))
                        tstore(0xfbbf5a2276303244e84361c6c0e91b5d072a35bad2dae09390dd0625a350765f, 0)
                    }
                    default {
                        if calldatasize() { revert(0, 0) }
                    }
                }
                default {
                    switch _1
                    case 0x2e1a7d4d {
                        if callvalue() { outlined("no ether, please") }
                        enter$lock()
                        let _9 := calldataload(4)
                        let balance_2 := sload(caller())
                        if gt(_9, balance_2) { outlined("balance too low") }
                        sstore(caller(), sub(balance_2, _9))
                        let success_2 := call(gas(), caller(), _9, 0, 0, 0, 0)
                        let size_2 := returndatasize()
                        mstore(0x40, add(128, and(add(size_2, 63), not(31))))
                        mstore(128, size_2)
                        returndatacopy(160, 0, size_2)
                        if iszero(success_2) { revert(160, size_2) }
                        tstore(0xfbbf5a2276303244e84361c6c0e91b5d072a35bad2dae09390dd0625a350765f, 0)
                    }
                    case 0x624fbfdc {
                        let data_length_1 := bytes_argument(add(4, calldataload(4)))
                        let pointer_3 := mload(0x40)
                        mstore(0x40, add(pointer_3, and(add(data_length_1, 63), not(31))))
                        mstore(pointer_3, data_length_1)
                        mcopy(add(pointer_3, 0x20), 128, data_length_1)
                        return_bytes(pointer_3)
                    }
                    case 0x70a08231 {
                        mstore(0, sload(calldataload(4)))
                        return(0, 0x20)
                    }
                    default {
                        if calldatasize() { revert(0, 0) }
                    }
                }
                stop()
            }
            function enter$lock()
            {
                if tload(0xfbbf5a2276303244e84361c6c0e91b5d072a35bad2dae09390dd0625a350765f) { outlined("locked") }
                tstore(0xfbbf5a2276303244e84361c6c0e91b5d072a35bad2dae09390dd0625a350765f, true)
            }
            function bytes_argument(position) -> length
            {
                if lt(position, 4) { outlined("bad offset") }
                let _1 := add(position, 0x20)
                if gt(_1, calldatasize()) { outlined("bad offset") }
                length := calldataload(position)
                if shr(24, length) { outlined("too long") }
                if gt(add(add(position, length), 0x20), calldatasize()) { outlined("out of bounds") }
                mstore(0x40, add(128, and(add(length, 31), not(31))))
                calldatacopy(128, _1, length)
            }
            function append_bytes(to, value) -> end
            {
                let length := mload(value)
                mcopy(to, value, add(length, 0x20))
                let _1 := add(to, length)
                mstore(add(_1, 0x20), 0)
                end := and(add(_1, 63), not(31))
            }
            function return_bytes(value)
            {
                let _1 := mload(value)
                let pointer := mload(0x40)
                mstore(0x40, add(pointer, and(add(_1, 127), not(31))))
                mstore(pointer, 0x20)
                let length := mload(value)
                mcopy(add(pointer, 0x20), value, add(length, 0x20))
                let _2 := add(add(pointer, length), 0x20)
                mstore(add(_2, 0x20), 0)
                return(pointer, sub(and(add(_2, 63), not(31)), pointer))
            }
            function outlined(_1)
            {
                mstore(0, _1)
                revert(0, 0x20)
            }
        }
        data "license" hex"4d4954"
    }
}
