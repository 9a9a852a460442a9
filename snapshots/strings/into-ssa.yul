object "Strings" {
    code {
        {
            let _1 := datasize("Strings_deployed")
            let _2 := dataoffset("Strings_deployed")
            let _3 := 0
            datacopy(_3, _2, _1)
            let _4 := _1
            let _5 := _3
            return(_3, _1)
        }
    }
    object "Strings_deployed" {
        code {
            {
                let _1 := 0x80
                let _2 := 0x40
                mstore(_2, _1)
                let result := 0
                let result_1 := result
                let _3 := result
                let _4 := calldataload(result)
                let _5 := 224
                let _6 := shr(_5, _4)
                switch _6
                case 0x6ee5c920 {
                    let _7 := 4
                    let _8 := calldataload(_7)
                    let result_2 := to_decimal(_8)
                    result_1 := result_2
                }
                case 0xe1425395 {
                    let result_3 := result_1
                    let _9 := 36
                    let _10 := calldataload(_9)
                    let _11 := 4
                    let _12 := calldataload(_11)
                    let result_4 := to_hex(_12, _10)
                    result_1 := result_4
                }
                case 0x89c19ddb {
                    let result_5 := result_1
                    let _13 := 4
                    let left := load_string(_13)
                    let _14 := 36
                    let right := load_string(_14)
                    let result_6 := concat(left, right)
                    result_1 := result_6
                }
                case 0xf7df0417 {
                    let result_7 := result_1
                    let _15 := 4
                    let _16 := calldataload(_15)
                    let result_8 := describe(_16)
                    result_1 := result_8
                }
                case 0x30ef5512 {
                    let result_9 := result_1
                    let _17 := 4
                    let piece := load_string(_17)
                    let _18 := 36
                    let _19 := calldataload(_18)
                    let result_10 := repeat(piece, _19)
                    result_1 := result_10
                }
                default {
                    let result_11 := result_1
                    let _20 := result
                    let _21 := result
                    revert(result, result)
                }
                let result_12 := result_1
                return_string(result_1)
            }
            function allocate_string(length) -> string
            {
                let _1 := 0xffff
                let _2 := gt(length, _1)
                if _2
                {
                    let _3 := "string too long"
                    fail(_3)
                }
                let _4 := 0x40
                let string_1 := mload(_4)
                string := string_1
                let _5 := 0x1f
                let _6 := not(31)
                let _7 := 0x3f
                let _8 := add(length, _7)
                let padded := and(_8, _6)
                let _9 := add(string_1, padded)
                let _10 := _4
                mstore(_4, _9)
                let _11 := 0
                let _12 := 0x20
                let _13 := add(padded, _6)
                let _14 := add(_9, _6)
                mstore(_14, _11)
                mstore(string_1, length)
            }
            function from_literal(literal, length) -> string
            {
                let string_1 := allocate_string(length)
                string := string_1
                if length
                {
                    let _1 := 0x20
                    let _2 := add(string_1, _1)
                    mstore(_2, literal)
                }
            }
            function load_string(argument) -> string
            {
                let offset := calldataload(argument)
                let _1 := calldatasize()
                let _2 := gt(offset, _1)
                if _2
                {
                    let _3 := "offset\n"
                    fail(_3)
                }
                let _4 := 4
                let at := add(_4, offset)
                let length := calldataload(at)
                let string_1 := allocate_string(length)
                string := string_1
                let _5 := _1
                let _6 := 32
                let _7 := add(offset, 36)
                let _8 := add(add(offset, length), 36)
                let _9 := gt(_8, _1)
                if _9
                {
                    let _10 := "string out of bounds"
                    fail(_10)
                }
                let _11 := _6
                let _12 := _7
                let _13 := _6
                let _14 := add(string_1, _6)
                calldatacopy(_14, _7, length)
            }
            function return_string(string)
            {
                let _1 := 0x20
                let head := add(string, not(31))
                let _2 := _1
                mstore(head, _1)
                let _3 := 31
                let _4 := not(31)
                let _5 := _3
                let _6 := mload(string)
                let _7 := add(_6, _3)
                let _8 := and(_7, _4)
                let _9 := 0x40
                let _10 := add(_9, _8)
                return(head, _10)
            }
            function count_digits(value, base) -> digits
            {
                let value_1 := value
                let digits_1 := 1
                digits := digits_1
                let value_2 := div(value, base)
                value := value_2
                let _1 := digits_1
                for { }
                value
                {
                    let value_3 := value
                    let digits_2 := digits
                    let value_4 := div(value, base)
                    value := value_4
                }
                {
                    let value_5 := value
                    let digits_3 := add(digits, digits_1)
                    digits := digits_3
                }
            }
            function to_decimal(value) -> string
            {
                let value_1 := value
                let _1 := 10
                let digits := count_digits(value, _1)
                let string_1 := allocate_string(digits)
                string := string_1
                let _2 := 32
                let begin := add(string_1, _2)
                let p := add(add(string_1, digits), _2)
                let p_1 := p
                let _3 := _1
                let _4 := 1
                let _5 := 0x30
                let _6 := _1
                for { }
                gt(p_1, begin)
                {
                    let value_2 := value
                    let p_2 := p_1
                    let value_3 := div(value, _1)
                    value := value_3
                }
                {
                    let value_4 := value
                    let p_3 := p_1
                    let p_4 := add(p_1, not(0))
                    p_1 := p_4
                    let _7 := mod(value, _1)
                    let _8 := add(_7, _5)
                    mstore8(p_4, _8)
                }
            }
            function to_hex(value, min_digits) -> string
            {
                let value_1 := value
                let _1 := 16
                let digits := count_digits(value, _1)
                let digits_1 := digits
                let _2 := lt(digits, min_digits)
                if _2
                {
                    let digits_2 := min_digits
                    digits_1 := min_digits
                }
                let digits_3 := digits_1
                let _3 := 2
                let _4 := add(digits_1, _3)
                let string_1 := allocate_string(_4)
                string := string_1
                let _5 := 34
                let begin := add(string_1, _5)
                let _6 := "0"
                let _7 := 0
                let _8 := byte(_7, _6)
                let _9 := _3
                let _10 := add(string_1, 32)
                mstore8(_10, _8)
                let _11 := "x"
                let _12 := _7
                let _13 := byte(_7, _11)
                let _14 := 1
                let _15 := add(string_1, 33)
                mstore8(_15, _13)
                let i := digits_1
                let i_1 := digits_1
                let _16 := _14
                let _17 := "0123456789abcdef"
                let _18 := 15
                let _19 := 4
                for { } i_1 { }
                {
                    let value_2 := value
                    let i_2 := i_1
                    let i_3 := add(i_1, not(0))
                    i_1 := i_3
                    let _20 := and(value, _18)
                    let _21 := byte(_20, _17)
                    let _22 := add(add(string_1, i_3), _5)
                    mstore8(_22, _21)
                    let value_3 := shr(_19, value)
                    value := value_3
                }
            }
            function copy_bytes(to, from, length)
            {
                let i := 0
                let i_1 := i
                let _1 := 1
                let _2 := i
                for { }
                lt(i_1, length)
                {
                    let i_2 := i_1
                    let i_3 := add(i_1, _1)
                    i_1 := i_3
                }
                {
                    let i_4 := i_1
                    let _3 := add(from, i_1)
                    let _4 := mload(_3)
                    let _5 := byte(i, _4)
                    let _6 := add(to, i_1)
                    mstore8(_6, _5)
                }
            }
            function concat(left, right) -> string
            {
                let left_length, right_length := lengths(left, right)
                let _1 := add(left_length, right_length)
                let string_1 := allocate_string(_1)
                string := string_1
                let _2 := 0x20
                let to := add(string_1, _2)
                let _3 := _2
                let _4 := add(left, _2)
                copy_bytes(to, _4, left_length)
                let _5 := _2
                let _6 := add(right, _2)
                let _7 := add(add(string_1, left_length), _2)
                copy_bytes(_7, _6, right_length)
            }
            function lengths(left, right) -> left_length, right_length
            {
                let left_length_1 := mload(left)
                left_length := left_length_1
                let right_length_1 := mload(right)
                right_length := right_length_1
            }
            function repeat(piece, times) -> string
            {
                let times_1 := times
                let length := mload(piece)
                let _1 := 0x0400
                let _2 := gt(times, _1)
                if _2
                {
                    let _3 := "too many times"
                    fail(_3)
                }
                let _4 := mul(length, times)
                let string_1 := allocate_string(_4)
                string := string_1
                let _5 := 32
                let to := add(string_1, _5)
                let to_1 := to
                let _6 := 1
                let _7 := _5
                let _8 := add(piece, _5)
                for { }
                times
                {
                    let to_2 := to_1
                    let times_2 := times
                    let times_3 := add(times, not(0))
                    times := times_3
                }
                {
                    let to_3 := to_1
                    let times_4 := times
                    copy_bytes(to_1, _8, length)
                    let to_4 := add(to_1, length)
                    to_1 := to_4
                }
            }
            function describe(value) -> string
            {
                let value_1 := value
                let sign := ""
                let sign_1 := sign
                let sign_length := sign
                let sign_length_1 := sign
                let parity := "even"
                let parity_1 := parity
                let parity_length := 4
                let parity_length_1 := parity_length
                let _1 := sign
                let _2 := slt(value, sign)
                if _2
                {
                    let sign_2 := "-"
                    sign_1 := sign_2
                    let sign_length_2 := true
                    sign_length_1 := sign_length_2
                    let _3 := sign
                    let value_2 := sub(sign, value)
                    value := value_2
                }
                let sign_3 := sign_1
                let sign_length_3 := sign_length_1
                let value_3 := value
                let _4 := 1
                let _5 := and(value, _4)
                if _5
                {
                    let parity_2 := "odd"
                    parity_1 := parity_2
                    let parity_length_2 := 3
                    parity_length_1 := parity_length_2
                }
                let parity_3 := parity_1
                let parity_length_3 := parity_length_1
                let _6 := to_decimal(value)
                let _7 := from_literal(sign_1, sign_length_1)
                let digits := concat(_7, _6)
                let _8 := 12
                let _9 := "The number '"
                let _10 := from_literal(_9, _8)
                let string_1 := concat(_10, digits)
                let _11 := 5
                let _12 := "' is "
                let _13 := from_literal(_12, _11)
                let string_2 := concat(string_1, _13)
                let _14 := from_literal(parity_1, parity_length_1)
                let string_3 := concat(string_2, _14)
                let _15 := 2
                let _16 := ".\n"
                let _17 := from_literal(_16, _15)
                let string_4 := concat(string_3, _17)
                string := string_4
            }
            function fail(text)
            {
                let _1 := 0
                mstore(_1, text)
                let _2 := 32
                let _3 := _1
                revert(_1, _2)
            }
        }
    }
}
