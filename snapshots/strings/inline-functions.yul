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
                    let min_digits := _10
                    let value := _12
                    let string := 0
                    let value_1 := value
                    let _13 := 16
                    let base := _13
                    let value_2 := value
                    let digits := 0
                    let value_3 := value_2
                    let digits_1 := 1
                    digits := digits_1
                    let value_4 := div(value_2, base)
                    value_2 := value_4
                    for { }
                    value_2
                    {
                        let value_5 := value_2
                        let digits_2 := digits
                        let value_6 := div(value_2, base)
                        value_2 := value_6
                    }
                    {
                        let value_7 := value_2
                        let _14 := digits_1
                        let digits_3 := add(digits, digits_1)
                        digits := digits_3
                    }
                    let digits_4 := digits
                    let digits_5 := digits_4
                    let _15 := lt(digits_4, min_digits)
                    if _15
                    {
                        let digits_6 := min_digits
                        digits_5 := min_digits
                    }
                    let digits_7 := digits_5
                    let _16 := 2
                    let _17 := add(digits_5, _16)
                    let string_1 := allocate_string(_17)
                    string := string_1
                    let _18 := 34
                    let begin := add(string_1, _18)
                    let _19 := "0"
                    let _20 := 0
                    let _21 := byte(_20, _19)
                    let _22 := _16
                    let _23 := sub(begin, _16)
                    mstore8(_23, _21)
                    let _24 := "x"
                    let _25 := _20
                    let _26 := byte(_20, _24)
                    let _27 := 1
                    let _28 := sub(begin, _27)
                    mstore8(_28, _26)
                    let i := digits_5
                    let i_1 := digits_5
                    for { } i_1 { }
                    {
                        let value_8 := value
                        let i_2 := i_1
                        let _29 := _27
                        let i_3 := sub(i_1, _27)
                        i_1 := i_3
                        let _30 := "0123456789abcdef"
                        let _31 := 15
                        let _32 := and(value, _31)
                        let _33 := byte(_32, _30)
                        let _34 := add(begin, i_3)
                        mstore8(_34, _33)
                        let _35 := 4
                        let value_9 := shr(_35, value)
                        value := value_9
                    }
                    let result_4 := string
                    result_1 := result_4
                }
                case 0x89c19ddb {
                    let result_5 := result_1
                    let _36 := 4
                    let left := load_string(_36)
                    let _37 := 36
                    let right := load_string(_37)
                    let result_6 := concat(left, right)
                    result_1 := result_6
                }
                case 0xf7df0417 {
                    let result_7 := result_1
                    let _38 := 4
                    let _39 := calldataload(_38)
                    let result_8 := describe(_39)
                    result_1 := result_8
                }
                case 0x30ef5512 {
                    let result_9 := result_1
                    let _40 := 4
                    let piece := load_string(_40)
                    let _41 := 36
                    let _42 := calldataload(_41)
                    let result_10 := repeat(piece, _42)
                    result_1 := result_10
                }
                default {
                    let result_11 := result_1
                    let _43 := result
                    let _44 := result
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
                    let text := _3
                    let _4 := 0
                    mstore(_4, text)
                    let _5 := 32
                    let _6 := _4
                    revert(_4, _5)
                }
                let _7 := 0x40
                let string_1 := mload(_7)
                string := string_1
                let _8 := 0x1f
                let _9 := not(_8)
                let _10 := 0x3f
                let _11 := add(length, _10)
                let padded := and(_11, _9)
                let _12 := add(string_1, padded)
                let _13 := _7
                mstore(_7, _12)
                let _14 := 0
                let _15 := 0x20
                let _16 := sub(padded, _15)
                let _17 := add(string_1, _16)
                mstore(_17, _14)
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
                    let text := _3
                    let _4 := 0
                    mstore(_4, text)
                    let _5 := 32
                    let _6 := _4
                    revert(_4, _5)
                }
                let _7 := 4
                let at := add(_7, offset)
                let length := calldataload(at)
                let string_1 := allocate_string(length)
                string := string_1
                let _8 := _1
                let _9 := 32
                let _10 := add(at, _9)
                let _11 := add(_10, length)
                let _12 := gt(_11, _1)
                if _12
                {
                    let _13 := "string out of bounds"
                    let text_1 := _13
                    let _14 := 0
                    mstore(_14, text_1)
                    let _15 := 32
                    let _16 := _14
                    revert(_14, _15)
                }
                let _17 := _9
                let _18 := _10
                let _19 := _9
                let _20 := add(string_1, _9)
                calldatacopy(_20, _10, length)
            }
            function return_string(string)
            {
                let _1 := 0x20
                let head := sub(string, _1)
                let _2 := _1
                mstore(head, _1)
                let _3 := 31
                let _4 := not(_3)
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
                    let _1 := digits_1
                    let digits_3 := add(digits, digits_1)
                    digits := digits_3
                }
            }
            function to_decimal(value) -> string
            {
                let value_1 := value
                let _1 := 10
                let base := _1
                let value_2 := value
                let digits := 0
                let value_3 := value_2
                let digits_1 := 1
                digits := digits_1
                let value_4 := div(value_2, base)
                value_2 := value_4
                for { }
                value_2
                {
                    let value_5 := value_2
                    let digits_2 := digits
                    let value_6 := div(value_2, base)
                    value_2 := value_6
                }
                {
                    let value_7 := value_2
                    let _2 := digits_1
                    let digits_3 := add(digits, digits_1)
                    digits := digits_3
                }
                let digits_4 := digits
                let string_1 := allocate_string(digits_4)
                string := string_1
                let _3 := 32
                let begin := add(string_1, _3)
                let p := add(begin, digits_4)
                let p_1 := p
                for { }
                gt(p_1, begin)
                {
                    let value_8 := value
                    let p_2 := p_1
                    let _4 := _1
                    let value_9 := div(value, _1)
                    value := value_9
                }
                {
                    let value_10 := value
                    let p_3 := p_1
                    let _5 := 1
                    let p_4 := sub(p_1, _5)
                    p_1 := p_4
                    let _6 := 0x30
                    let _7 := _1
                    let _8 := mod(value, _1)
                    let _9 := add(_8, _6)
                    mstore8(p_4, _9)
                }
            }
            function to_hex(value, min_digits) -> string
            {
                let value_1 := value
                let _1 := 16
                let base := _1
                let value_2 := value
                let digits := 0
                let value_3 := value_2
                let digits_1 := 1
                digits := digits_1
                let value_4 := div(value_2, base)
                value_2 := value_4
                for { }
                value_2
                {
                    let value_5 := value_2
                    let digits_2 := digits
                    let value_6 := div(value_2, base)
                    value_2 := value_6
                }
                {
                    let value_7 := value_2
                    let _2 := digits_1
                    let digits_3 := add(digits, digits_1)
                    digits := digits_3
                }
                let digits_4 := digits
                let digits_5 := digits_4
                let _3 := lt(digits_4, min_digits)
                if _3
                {
                    let digits_6 := min_digits
                    digits_5 := min_digits
                }
                let digits_7 := digits_5
                let _4 := 2
                let _5 := add(digits_5, _4)
                let string_1 := allocate_string(_5)
                string := string_1
                let _6 := 34
                let begin := add(string_1, _6)
                let _7 := "0"
                let _8 := 0
                let _9 := byte(_8, _7)
                let _10 := _4
                let _11 := sub(begin, _4)
                mstore8(_11, _9)
                let _12 := "x"
                let _13 := _8
                let _14 := byte(_8, _12)
                let _15 := 1
                let _16 := sub(begin, _15)
                mstore8(_16, _14)
                let i := digits_5
                let i_1 := digits_5
                for { } i_1 { }
                {
                    let value_8 := value
                    let i_2 := i_1
                    let _17 := _15
                    let i_3 := sub(i_1, _15)
                    i_1 := i_3
                    let _18 := "0123456789abcdef"
                    let _19 := 15
                    let _20 := and(value, _19)
                    let _21 := byte(_20, _18)
                    let _22 := add(begin, i_3)
                    mstore8(_22, _21)
                    let _23 := 4
                    let value_9 := shr(_23, value)
                    value := value_9
                }
            }
            function copy_bytes(to, from, length)
            {
                let i := 0
                let i_1 := i
                for { }
                lt(i_1, length)
                {
                    let i_2 := i_1
                    let _1 := 1
                    let i_3 := add(i_1, _1)
                    i_1 := i_3
                }
                {
                    let i_4 := i_1
                    let _2 := add(from, i_1)
                    let _3 := mload(_2)
                    let _4 := i
                    let _5 := byte(i, _3)
                    let _6 := add(to, i_1)
                    mstore8(_6, _5)
                }
            }
            function concat(left, right) -> string
            {
                let right_1 := right
                let left_1 := left
                let left_length := 0
                let right_length := 0
                let left_length_1 := mload(left_1)
                left_length := left_length_1
                let right_length_1 := mload(right_1)
                right_length := right_length_1
                let left_length_2 := left_length
                let right_length_2 := right_length
                let _1 := add(left_length_2, right_length_2)
                let string_1 := allocate_string(_1)
                string := string_1
                let _2 := 0x20
                let to := add(string_1, _2)
                let _3 := _2
                let _4 := add(left, _2)
                copy_bytes(to, _4, left_length_2)
                let _5 := _2
                let _6 := add(right, _2)
                let _7 := add(to, left_length_2)
                copy_bytes(_7, _6, right_length_2)
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
                    let text := _3
                    let _4 := 0
                    mstore(_4, text)
                    let _5 := 32
                    let _6 := _4
                    revert(_4, _5)
                }
                let _7 := mul(length, times)
                let string_1 := allocate_string(_7)
                string := string_1
                let _8 := 32
                let to := add(string_1, _8)
                let to_1 := to
                for { }
                times
                {
                    let to_2 := to_1
                    let times_2 := times
                    let _9 := 1
                    let times_3 := sub(times, _9)
                    times := times_3
                }
                {
                    let to_3 := to_1
                    let times_4 := times
                    let _10 := _8
                    let _11 := add(piece, _8)
                    copy_bytes(to_1, _11, length)
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
                let length := _8
                let literal := _9
                let string_1 := 0
                let string_2 := allocate_string(length)
                string_1 := string_2
                if length
                {
                    let _10 := 0x20
                    let _11 := add(string_2, _10)
                    mstore(_11, literal)
                }
                let _12 := string_1
                let string_3 := concat(_12, digits)
                let _13 := 5
                let _14 := "' is "
                let length_1 := _13
                let literal_1 := _14
                let string_4 := 0
                let string_5 := allocate_string(length_1)
                string_4 := string_5
                if length_1
                {
                    let _15 := 0x20
                    let _16 := add(string_5, _15)
                    mstore(_16, literal_1)
                }
                let _17 := string_4
                let string_6 := concat(string_3, _17)
                let _18 := from_literal(parity_1, parity_length_1)
                let string_7 := concat(string_6, _18)
                let _19 := 2
                let _20 := ".\n"
                let length_2 := _19
                let literal_2 := _20
                let string_8 := 0
                let string_9 := allocate_string(length_2)
                string_8 := string_9
                if length_2
                {
                    let _21 := 0x20
                    let _22 := add(string_9, _21)
                    mstore(_22, literal_2)
                }
                let _23 := string_8
                let string_10 := concat(string_7, _23)
                string := string_10
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
