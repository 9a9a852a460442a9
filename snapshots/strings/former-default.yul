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
                switch shr(224, calldataload(0))
                case 0x6ee5c920 {
                    result := to_decimal(calldataload(4))
                }
                case 0xe1425395 {
                    let _1 := calldataload(36)
                    let value := calldataload(4)
                    let value_1 := value
                    let digits := 0
                    digits := 1
                    value_1 := shr(4, value)
                    for { } value_1 { value_1 := shr(4, value_1) }
                    { digits := add(digits, 1) }
                    let digits_1 := digits
                    if lt(digits, _1) { digits_1 := _1 }
                    let string := allocate_string(add(digits_1, 2))
                    mstore8(add(string, 32), byte(0, "0"))
                    mstore8(add(string, 33), byte(0, "x"))
                    let i := digits_1
                    for { } i { }
                    {
                        let i_1 := i
                        i := add(i, not(0))
                        mstore8(add(add(string, i_1), 33), byte(and(value, 15), "0123456789abcdef"))
                        value := shr(4, value)
                    }
                    result := string
                }
                case 0x89c19ddb {
                    let left := load_string_672()
                    result := concat(left, load_string())
                }
                case 0xf7df0417 {
                    result := describe(calldataload(4))
                }
                case 0x30ef5512 {
                    let piece := load_string_672()
                    result := repeat(piece, calldataload(36))
                }
                default { revert(0, 0) }
                return_string(result)
            }
            function allocate_string_676() -> string
            {
                let _1 := 0
                _1 := 0
                string := mload(0x40)
                mstore(0x40, add(string, 0x40))
                mstore(add(string, 32), 0)
                mstore(string, 5)
            }
            function allocate_string_677() -> string
            {
                let _1 := 0
                _1 := 0
                string := mload(0x40)
                mstore(0x40, add(string, 0x40))
                mstore(add(string, 32), 0)
                mstore(string, 2)
            }
            function allocate_string(length) -> string
            {
                if gt(length, 0xffff)
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
            function from_literal(literal, length) -> string
            {
                string := allocate_string(length)
                if length
                {
                    mstore(add(string, 0x20), literal)
                }
            }
            function load_string_672() -> string
            {
                let offset := calldataload(4)
                if gt(offset, calldatasize())
                {
                    mstore(0, "offset\n")
                    revert(0, 32)
                }
                let length := calldataload(add(4, offset))
                string := allocate_string(length)
                if gt(add(add(offset, length), 36), calldatasize())
                {
                    mstore(0, "string out of bounds")
                    revert(0, 32)
                }
                calldatacopy(add(string, 32), add(offset, 36), length)
            }
            function load_string() -> string
            {
                let offset := calldataload(36)
                if gt(offset, calldatasize())
                {
                    mstore(0, "offset\n")
                    revert(0, 32)
                }
                let length := calldataload(add(4, offset))
                string := allocate_string(length)
                if gt(add(add(offset, length), 36), calldatasize())
                {
                    mstore(0, "string out of bounds")
                    revert(0, 32)
                }
                calldatacopy(add(string, 32), add(offset, 36), length)
            }
            function return_string(string)
            {
                let head := add(string, not(31))
                mstore(head, 0x20)
                return(head, add(0x40, and(add(mload(string), 31), not(31))))
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
                let begin := add(string, 32)
                let p := add(add(string, digits), 32)
                for { } gt(p, begin) { value := div(value, 10) }
                {
                    p := add(p, not(0))
                    mstore8(p, add(mod(value, 10), 0x30))
                }
            }
            function copy_bytes(to, from, length)
            {
                let i := 0
                for { } lt(i, length) { i := add(i, 1) }
                {
                    mstore8(add(to, i), byte(0, mload(add(from, i))))
                }
            }
            function concat(left, right) -> string
            {
                let left_length := mload(left)
                let right_length := mload(right)
                string := allocate_string(add(left_length, right_length))
                copy_bytes(add(string, 0x20), add(left, 0x20), left_length)
                copy_bytes(add(add(string, left_length), 0x20), add(right, 0x20), right_length)
            }
            function repeat(piece, times) -> string
            {
                let length := mload(piece)
                if gt(times, 0x0400)
                {
                    mstore(0, "too many times")
                    revert(0, 32)
                }
                string := allocate_string(mul(length, times))
                let to := add(string, 32)
                let _1 := add(piece, 32)
                for { } times { times := add(times, not(0)) }
                {
                    copy_bytes(to, _1, length)
                    to := add(to, length)
                }
            }
            function describe(value) -> string
            {
                let sign := ""
                let sign_length := ""
                let parity := "even"
                let parity_length := 4
                if slt(value, "")
                {
                    sign := "-"
                    sign_length := true
                    value := sub("", value)
                }
                if and(value, 1)
                {
                    parity := "odd"
                    parity_length := 3
                }
                let digits := concat(from_literal(sign, sign_length), to_decimal(value))
                let string_1 := 0
                let _1 := 0
                _1 := 0
                string_1 := mload(0x40)
                mstore(0x40, add(string_1, 0x40))
                mstore(add(string_1, 32), 0)
                mstore(string_1, 12)
                mstore(add(string_1, 0x20), "The number '")
                let string_2 := concat(string_1, digits)
                let string_3 := allocate_string_676()
                mstore(add(string_3, 0x20), "' is ")
                let string_4 := concat(string_2, string_3)
                let string_5 := concat(string_4, from_literal(parity, parity_length))
                let string_6 := allocate_string_677()
                mstore(add(string_6, 0x20), ".\n")
                string := concat(string_5, string_6)
            }
        }
    }
}
