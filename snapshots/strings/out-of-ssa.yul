object "Strings" {
    code {
        {
            datacopy(0, dataoffset("Strings_deployed"), datasize("Strings_deployed"))
            return(0, datasize("Strings_deployed"))
        }
    }
    object "Strings_deployed" {
        code {
            {
                mstore(0x40, 0x80)
                let result := 0
                switch shr(224, calldataload(result))
                case 0x6ee5c920 {
                    result := to_decimal(calldataload(4))
                }
                case 0xe1425395 {
                    result := to_hex(calldataload(4), calldataload(36))
                }
                case 0x89c19ddb {
                    let left := load_string(4)
                    result := concat(left, load_string(36))
                }
                case 0xf7df0417 {
                    result := describe(calldataload(4))
                }
                case 0x30ef5512 {
                    let piece := load_string(4)
                    result := repeat(piece, calldataload(36))
                }
                default { revert(0, 0) }
                return_string(result)
            }
            function allocate_string(length) -> string
            {
                if gt(length, 0xffff) { fail("string too long") }
                string := mload(0x40)
                let padded := and(add(length, 0x3f), not(0x1f))
                mstore(0x40, add(string, padded))
                mstore(add(string, sub(padded, 0x20)), 0)
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
            function load_string(argument) -> string
            {
                let offset := calldataload(argument)
                if gt(offset, calldatasize()) { fail("offset\n") }
                let at := add(4, offset)
                let length := calldataload(at)
                string := allocate_string(length)
                if gt(add(add(at, 32), length), calldatasize()) { fail("string out of bounds") }
                calldatacopy(add(string, 32), add(at, 32), length)
            }
            function return_string(string)
            {
                let head := sub(string, 0x20)
                mstore(head, 0x20)
                return(head, add(0x40, and(add(mload(string), 31), not(31))))
            }
            function count_digits(value, base) -> digits
            {
                digits := 1
                value := div(value, base)
                for { } value { value := div(value, base) }
                { digits := add(digits, 1) }
            }
            function to_decimal(value) -> string
            {
                let digits := count_digits(value, 10)
                string := allocate_string(digits)
                let begin := add(string, 32)
                let p := add(begin, digits)
                for { } gt(p, begin) { value := div(value, 10) }
                {
                    p := sub(p, 1)
                    mstore8(p, add(mod(value, 10), 0x30))
                }
            }
            function to_hex(value, min_digits) -> string
            {
                let digits := count_digits(value, 16)
                if lt(digits, min_digits) { digits := min_digits }
                string := allocate_string(add(digits, 2))
                let begin := add(string, 34)
                mstore8(sub(begin, 2), byte(0, "0"))
                mstore8(sub(begin, 1), byte(0, "x"))
                let i := digits
                for { } i { }
                {
                    i := sub(i, 1)
                    mstore8(add(begin, i), byte(and(value, 15), "0123456789abcdef"))
                    value := shr(4, value)
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
                let left_length, right_length := lengths(left, right)
                string := allocate_string(add(left_length, right_length))
                let to := add(string, 0x20)
                copy_bytes(to, add(left, 0x20), left_length)
                copy_bytes(add(to, left_length), add(right, 0x20), right_length)
            }
            function lengths(left, right) -> left_length, right_length
            {
                left_length := mload(left)
                right_length := mload(right)
            }
            function repeat(piece, times) -> string
            {
                let length := mload(piece)
                if gt(times, 0x0400) { fail("too many times") }
                string := allocate_string(mul(length, times))
                let to := add(string, 32)
                for { } times { times := sub(times, 1) }
                {
                    copy_bytes(to, add(piece, 32), length)
                    to := add(to, length)
                }
            }
            function describe(value) -> string
            {
                let sign := ""
                let sign_length := sign
                let parity := "even"
                let parity_length := 4
                if slt(value, sign)
                {
                    sign := "-"
                    sign_length := true
                    value := sub(0, value)
                }
                if and(value, 1)
                {
                    parity := "odd"
                    parity_length := 3
                }
                string := concat(from_literal("The number '", 12), concat(from_literal(sign, sign_length), to_decimal(value)))
                string := concat(string, from_literal("' is ", 5))
                string := concat(string, from_literal(parity, parity_length))
                string := concat(string, from_literal(".\n", 2))
            }
            function fail(text)
            {
                mstore(0, text)
                revert(0, 32)
            }
        }
    }
}
