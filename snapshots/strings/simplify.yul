object "Strings" {
    code {
        {
            let _1 := datasize("Strings_deployed")
            let _2 := dataoffset("Strings_deployed")
            let _3 := 0
            datacopy(0, _2, _1)
            return(0, _1)
        }
    }
    object "Strings_deployed" {
        code {
            {
                let _1 := 0x80
                let _2 := 0x40
                mstore(0x40, 0x80)
                let result := 0
                let result_1 := 0
                let result_2 := 0
                let _3 := calldataload(0)
                let _4 := 224
                let _5 := shr(224, _3)
                switch _5
                case 0x6ee5c920 {
                    let _6 := 4
                    let _7 := calldataload(4)
                    let result_3 := to_decimal(_7)
                    let result_4 := result_3
                    result_2 := result_3
                }
                case 0xe1425395 {
                    let _8 := 36
                    let _9 := calldataload(36)
                    let _10 := 4
                    let _11 := calldataload(4)
                    let result_5 := to_hex(_11, _9)
                    let result_6 := result_5
                    result_2 := result_5
                }
                case 0x89c19ddb {
                    let left := load_string()
                    let right := load_string_286()
                    let result_7 := concat(left, right)
                    let result_8 := result_7
                    result_2 := result_7
                }
                case 0xf7df0417 {
                    let _12 := 4
                    let _13 := calldataload(4)
                    let result_9 := describe(_13)
                    let result_10 := result_9
                    result_2 := result_9
                }
                case 0x30ef5512 {
                    let piece := load_string_287()
                    let _14 := 36
                    let _15 := calldataload(36)
                    let result_11 := repeat(piece, _15)
                    let result_12 := result_11
                    result_2 := result_11
                }
                default { revert(0, 0) }
                let result_13 := result_2
                return_string(result_2)
            }
            function allocate_string(length) -> string
            {
                let _1 := 0xffff
                let _2 := gt(length, 0xffff)
                if _2 { fail() }
                let _3 := 0x40
                let string_1 := mload(0x40)
                let string_2 := string_1
                string := string_1
                let _4 := not(31)
                let _5 := 0x3f
                let _6 := add(length, 0x3f)
                let padded := and(_6, not(31))
                let _7 := add(string_1, padded)
                mstore(0x40, _7)
                let _8 := 0
                let _9 := add(_7, not(31))
                mstore(_9, 0)
                mstore(string_1, length)
            }
            function from_literal_294() -> string
            {
                let literal := "The number '"
                let length := 12
                let string_1 := allocate_string(12)
                let string_2 := string_1
                string := string_1
                let _1 := 0x20
                let _2 := add(string_1, 0x20)
                mstore(_2, "The number '")
            }
            function from_literal_295() -> string
            {
                let literal := "' is "
                let length := 5
                let string_1 := allocate_string(5)
                let string_2 := string_1
                string := string_1
                let _1 := 0x20
                let _2 := add(string_1, 0x20)
                mstore(_2, "' is ")
            }
            function from_literal_296() -> string
            {
                let literal := ".\n"
                let length := 2
                let string_1 := allocate_string(2)
                let string_2 := string_1
                string := string_1
                let _1 := 0x20
                let _2 := add(string_1, 0x20)
                mstore(_2, ".\n")
            }
            function from_literal(literal, length) -> string
            {
                let string_1 := allocate_string(length)
                let string_2 := string_1
                string := string_1
                if length
                {
                    let _1 := 0x20
                    let _2 := add(string_1, 0x20)
                    mstore(_2, literal)
                }
            }
            function load_string() -> string
            {
                let argument := 4
                let offset := calldataload(4)
                let _1 := calldatasize()
                let _2 := gt(offset, _1)
                if _2 { fail_289() }
                let at := add(4, offset)
                let length := calldataload(at)
                let string_1 := allocate_string(length)
                let string_2 := string_1
                string := string_1
                let _3 := 32
                let _4 := add(offset, 36)
                let _5 := add(add(offset, length), 36)
                let _6 := gt(_5, _1)
                if _6 { fail_290() }
                let _7 := add(string_1, 32)
                calldatacopy(_7, _4, length)
            }
            function load_string_286() -> string
            {
                let argument := 36
                let offset := calldataload(36)
                let _1 := calldatasize()
                let _2 := gt(offset, _1)
                if _2 { fail_289() }
                let _3 := 4
                let at := add(4, offset)
                let length := calldataload(at)
                let string_1 := allocate_string(length)
                let string_2 := string_1
                string := string_1
                let _4 := 32
                let _5 := add(offset, 36)
                let _6 := add(add(offset, length), 36)
                let _7 := gt(_6, _1)
                if _7 { fail_290() }
                let _8 := add(string_1, 32)
                calldatacopy(_8, _5, length)
            }
            function load_string_287() -> string
            {
                let argument := 4
                let offset := calldataload(4)
                let _1 := calldatasize()
                let _2 := gt(offset, _1)
                if _2 { fail_289() }
                let at := add(4, offset)
                let length := calldataload(at)
                let string_1 := allocate_string(length)
                let string_2 := string_1
                string := string_1
                let _3 := 32
                let _4 := add(offset, 36)
                let _5 := add(add(offset, length), 36)
                let _6 := gt(_5, _1)
                if _6 { fail_290() }
                let _7 := add(string_1, 32)
                calldatacopy(_7, _4, length)
            }
            function return_string(string)
            {
                let _1 := 0x20
                let head := add(string, not(31))
                mstore(head, 0x20)
                let _2 := 31
                let _3 := not(31)
                let _4 := mload(string)
                let _5 := add(_4, 31)
                let _6 := and(_5, not(31))
                let _7 := 0x40
                let _8 := add(0x40, _6)
                return(head, _8)
            }
            function count_digits_291(value) -> digits
            {
                let value_1 := value
                let base := 10
                let digits_1 := 1
                let digits_2 := 1
                digits := 1
                let value_2 := div(value, 10)
                let value_3 := value_2
                value := value_2
                for { }
                value
                {
                    let value_4 := value
                    let value_5 := div(value, 10)
                    let value_6 := value_5
                    value := value_5
                }
                {
                    let digits_3 := add(digits, 1)
                    let digits_4 := digits_3
                    digits := digits_3
                }
            }
            function count_digits(value) -> digits
            {
                let value_1 := value
                let base := 16
                let digits_1 := 1
                let digits_2 := 1
                digits := 1
                let value_2 := shr(4, value)
                let value_3 := value_2
                value := value_2
                for { }
                value
                {
                    let value_4 := value
                    let value_5 := shr(4, value)
                    let value_6 := value_5
                    value := value_5
                }
                {
                    let digits_3 := add(digits, 1)
                    let digits_4 := digits_3
                    digits := digits_3
                }
            }
            function to_decimal(value) -> string
            {
                let value_1 := value
                let _1 := 10
                let digits := count_digits_291(value)
                let string_1 := allocate_string(digits)
                let string_2 := string_1
                string := string_1
                let _2 := 32
                let begin := add(string_1, 32)
                let p := add(add(string_1, digits), 32)
                let p_1 := p
                let p_2 := p
                let _3 := 0x30
                for { }
                true
                {
                    let value_2 := value
                    let value_3 := div(value, 10)
                    let value_4 := value_3
                    value := value_3
                }
                {
                    if iszero(gt(p_2, begin)) { break }
                    let value_5 := value
                    let p_3 := p_2
                    let p_4 := add(p_2, not(0))
                    let p_5 := p_4
                    p_2 := p_4
                    let _4 := mod(value, 10)
                    let _5 := add(_4, 0x30)
                    mstore8(p_4, _5)
                }
            }
            function to_hex(value, min_digits) -> string
            {
                let value_1 := value
                let digits := count_digits(value)
                let digits_1 := digits
                let digits_2 := digits
                let _1 := lt(digits, min_digits)
                if _1
                {
                    let digits_3 := min_digits
                    digits_2 := min_digits
                }
                let digits_4 := digits_2
                let _2 := 2
                let _3 := add(digits_2, 2)
                let string_1 := allocate_string(_3)
                let string_2 := string_1
                string := string_1
                let _4 := 34
                let _5 := "0"
                let _6 := 0
                let _7 := byte(0, "0")
                let _8 := add(string_1, 32)
                mstore8(_8, _7)
                let _9 := "x"
                let _10 := byte(0, "x")
                let _11 := add(string_1, 33)
                mstore8(_11, _10)
                let i := digits_2
                let i_1 := digits_2
                let _12 := "0123456789abcdef"
                let _13 := 15
                let _14 := 4
                for { } i_1 { }
                {
                    let value_2 := value
                    let i_2 := i_1
                    let i_3 := add(i_1, not(0))
                    let i_4 := i_3
                    i_1 := i_3
                    let _15 := and(value, 15)
                    let _16 := byte(_15, "0123456789abcdef")
                    let _17 := add(add(string_1, i_3), 34)
                    mstore8(_17, _16)
                    let value_3 := shr(4, value)
                    let value_4 := value_3
                    value := value_3
                }
            }
            function copy_bytes(to, from, length)
            {
                let i := 0
                let i_1 := 0
                let i_2 := 0
                let _1 := 1
                for { }
                1
                {
                    let i_3 := i_2
                    let i_4 := add(i_2, 1)
                    let i_5 := i_4
                    i_2 := i_4
                }
                {
                    if iszero(lt(i_2, length)) { break }
                    let i_6 := i_2
                    let _2 := add(from, i_2)
                    let _3 := mload(_2)
                    let _4 := byte(0, _3)
                    let _5 := add(to, i_2)
                    mstore8(_5, _4)
                }
            }
            function concat(left, right) -> string
            {
                let left_length, right_length := lengths(left, right)
                let _1 := add(left_length, right_length)
                let string_1 := allocate_string(_1)
                let string_2 := string_1
                string := string_1
                let _2 := 0x20
                let to := add(string_1, 0x20)
                let _3 := add(left, 0x20)
                copy_bytes(to, _3, left_length)
                let _4 := add(right, 0x20)
                let _5 := add(add(string_1, left_length), 0x20)
                copy_bytes(_5, _4, right_length)
            }
            function lengths(left, right) -> left_length, right_length
            {
                let left_length_1 := mload(left)
                let left_length_2 := left_length_1
                left_length := left_length_1
                let right_length_1 := mload(right)
                let right_length_2 := right_length_1
                right_length := right_length_1
            }
            function repeat(piece, times) -> string
            {
                let times_1 := times
                let length := mload(piece)
                let _1 := 0x0400
                let _2 := gt(times, 0x0400)
                if _2 { fail_293() }
                let _3 := mul(length, times)
                let string_1 := allocate_string(_3)
                let string_2 := string_1
                string := string_1
                let _4 := 32
                let to := add(string_1, 32)
                let to_1 := to
                let to_2 := to
                let _5 := add(piece, 32)
                for { }
                times
                {
                    let times_2 := times
                    let times_3 := add(times, not(0))
                    let times_4 := times_3
                    times := times_3
                }
                {
                    let to_3 := to_2
                    copy_bytes(to_2, _5, length)
                    let to_4 := add(to_2, length)
                    let to_5 := to_4
                    to_2 := to_4
                }
            }
            function describe(value) -> string
            {
                let value_1 := value
                let sign := ""
                let sign_1 := ""
                let sign_2 := ""
                let sign_length := ""
                let sign_length_1 := ""
                let parity := "even"
                let parity_1 := "even"
                let parity_2 := "even"
                let parity_length := 4
                let parity_length_1 := 4
                let parity_length_2 := 4
                let _1 := slt(value, "")
                if _1
                {
                    let sign_3 := "-"
                    let sign_4 := "-"
                    sign_2 := "-"
                    let sign_length_2 := true
                    let sign_length_3 := true
                    sign_length_1 := true
                    let value_2 := sub("", value)
                    let value_3 := value_2
                    value := value_2
                }
                let sign_5 := sign_2
                let sign_length_4 := sign_length_1
                let value_4 := value
                let _2 := 1
                let _3 := and(value, 1)
                if _3
                {
                    let parity_3 := "odd"
                    let parity_4 := "odd"
                    parity_2 := "odd"
                    let parity_length_3 := 3
                    let parity_length_4 := 3
                    parity_length_2 := 3
                }
                let parity_5 := parity_2
                let parity_length_5 := parity_length_2
                let _4 := to_decimal(value)
                let _5 := from_literal(sign_2, sign_length_1)
                let digits := concat(_5, _4)
                let _6 := from_literal_294()
                let string_1 := concat(_6, digits)
                let _7 := from_literal_295()
                let string_2 := concat(string_1, _7)
                let _8 := from_literal(parity_2, parity_length_2)
                let string_3 := concat(string_2, _8)
                let _9 := from_literal_296()
                let string_4 := concat(string_3, _9)
                let string_5 := string_4
                string := string_4
            }
            function fail()
            {
                let text := "string too long"
                let _1 := 0
                mstore(0, "string too long")
                let _2 := 32
                revert(0, 32)
            }
            function fail_289()
            {
                let text := "offset\n"
                let _1 := 0
                mstore(0, "offset\n")
                let _2 := 32
                revert(0, 32)
            }
            function fail_290()
            {
                let text := "string out of bounds"
                let _1 := 0
                mstore(0, "string out of bounds")
                let _2 := 32
                revert(0, 32)
            }
            function fail_293()
            {
                let text := "too many times"
                let _1 := 0
                mstore(0, "too many times")
                let _2 := 32
                revert(0, 32)
            }
        }
    }
}
