object "Strings" {
    code {
        {
            let _1 := datasize("Strings_deployed")
            datacopy(0, dataoffset("Strings_deployed"), _1)
            return(0, _1)
        }
    }
    object "Strings_deployed" {
        code {
            {
                mstore(0x40, 0x80)
                let result := 0
                let _1 := shr(224, calldataload(0))
                switch lt(_1, 0x80000000)
                case 0 {
                    switch _1
                    case 0x89c19ddb {
                        load_string()
                        let offset := calldataload(36)
                        if gt(offset, calldatasize())
                        {
                            mstore(0, "offset\n")
                            revert(0, 32)
                        }
                        let length := calldataload(add(4, offset))
                        let string := allocate_string(length)
                        if gt(add(add(offset, length), 36), calldatasize())
                        {
                            mstore(0, "string out of bounds")
                            revert(0, 32)
                        }
                        calldatacopy(add(string, 32), add(offset, 36), length)
                        result := concat(128, string)
                    }
                    case 0xe1425395 {
                        let _2 := calldataload(36)
                        let value := calldataload(4)
                        let value_1 := value
                        let digits := 0
                        digits := 1
                        value_1 := shr(4, value)
                        for { } value_1 { value_1 := shr(4, value_1) }
                        { digits := add(digits, 1) }
                        let digits_1 := digits
                        if lt(digits, _2) { digits_1 := _2 }
                        pop(allocate_string(add(digits_1, 2)))
                        mstore8(160, 48)
                        mstore8(161, 120)
                        let i := digits_1
                        for { } i { }
                        {
                            let i_1 := i
                            i := add(i, not(0))
                            mstore8(add(add(128, i_1), 33), byte(and(value, 15), "0123456789abcdef"))
                            value := shr(4, value)
                        }
                        result := 128
                    }
                    case 0xf7df0417 {
                        let value_2 := calldataload(4)
                        let sign := 0
                        let sign_length := 0
                        let parity := "even"
                        let parity_length := 4
                        if slt(value_2, 0)
                        {
                            sign := "-"
                            sign_length := true
                            value_2 := sub(0, value_2)
                        }
                        if and(value_2, 1)
                        {
                            parity := "odd"
                            parity_length := 3
                        }
                        pop(to_decimal(value_2))
                        let string_1 := allocate_string(sign_length)
                        if sign_length
                        {
                            mstore(add(string_1, 0x20), sign)
                        }
                        let digits_2 := concat(string_1, 128)
                        let string_2 := mload(0x40)
                        mstore(0x40, add(string_2, 0x40))
                        mstore(string_2, 12)
                        mstore(add(string_2, 32), "The number '")
                        let string_3 := concat(string_2, digits_2)
                        let string_4 := mload(0x40)
                        mstore(0x40, add(string_4, 0x40))
                        mstore(string_4, 5)
                        mstore(add(string_4, 32), "' is ")
                        let string_5 := concat(string_3, string_4)
                        let string_6 := allocate_string(parity_length)
                        mstore(add(string_6, 32), parity)
                        let string_7 := concat(string_5, string_6)
                        let string_8 := mload(0x40)
                        mstore(0x40, add(string_8, 0x40))
                        mstore(string_8, 2)
                        mstore(add(string_8, 32), ".\n")
                        result := concat(string_7, string_8)
                    }
                    default { revert(0, 0) }
                }
                default {
                    switch _1
                    case 0x30ef5512 {
                        load_string()
                        let times := calldataload(36)
                        let length_1 := mload(128)
                        if gt(times, 0x0400)
                        {
                            mstore(0, "too many times")
                            revert(0, 32)
                        }
                        let string_9 := allocate_string(mul(length_1, times))
                        let to := add(string_9, 32)
                        for { } times { times := add(times, not(0)) }
                        {
                            let i_2 := 0
                            for { } lt(i_2, length_1) { i_2 := add(i_2, 1) }
                            {
                                mstore8(add(to, i_2), byte(0, mload(add(add(128, i_2), 32))))
                            }
                            to := add(to, length_1)
                        }
                        result := string_9
                    }
                    case 0x6ee5c920 {
                        result := to_decimal(calldataload(4))
                    }
                    default { revert(0, 0) }
                }
                let head := add(result, not(31))
                mstore(head, 0x20)
                return(head, add(0x40, and(add(mload(result), 31), not(31))))
            }
            function allocate_string(length) -> string
            {
                if shr(16, length)
                {
                    mstore(0, "string too long")
                    revert(0, 32)
                }
                string := mload(0x40)
                let _1 := add(string, and(add(length, 0x3f), not(31)))
                mstore(0x40, _1)
                mstore(add(_1, not(31)), 0)
                mstore(string, length)
            }
            function load_string()
            {
                let offset := calldataload(4)
                if gt(offset, calldatasize())
                {
                    mstore(0, "offset\n")
                    revert(0, 32)
                }
                let length := calldataload(add(4, offset))
                pop(allocate_string(length))
                if gt(add(add(offset, length), 36), calldatasize())
                {
                    mstore(0, "string out of bounds")
                    revert(0, 32)
                }
                calldatacopy(160, add(offset, 36), length)
            }
            function to_decimal(value) -> string
            {
                let value_1 := value
                let digits := 0
                digits := 1
                value_1 := div(value, 10)
                for { } value_1 { value_1 := div(value_1, 10) }
                { digits := add(digits, 1) }
                string := allocate_string(digits)
                let p := add(add(128, digits), 32)
                for { } gt(p, 160) { value := div(value, 10) }
                {
                    p := add(p, not(0))
                    mstore8(p, add(mod(value, 10), 0x30))
                }
            }
            function concat(left, right) -> string
            {
                let left_length := mload(left)
                let right_length := mload(right)
                string := allocate_string(add(left_length, right_length))
                let i := 0
                for { } lt(i, left_length) { i := add(i, 1) }
                {
                    mstore8(add(add(string, i), 0x20), byte(0, mload(add(add(left, i), 0x20))))
                }
                let _1 := add(string, left_length)
                let i_1 := 0
                for { } lt(i_1, right_length) { i_1 := add(i_1, 1) }
                {
                    mstore8(add(add(_1, i_1), 0x20), byte(0, mload(add(add(right, i_1), 0x20))))
                }
            }
        }
    }
}
