object "Switches" {
    code {
        {
            let _1 := 0
            let _2 := calldataload(_1)
            let _3 := 224
            let _4 := shr(_3, _2)
            switch _4
            case 0x4dab24e1 {
                let _5 := _1
                let _6 := 4
                let _7 := calldataload(_6)
                let word := _7
                let group := 0
                switch word
                case "red" {
                    let group_1 := 1
                    group := group_1
                }
                case "green" {
                    let group_2 := group
                    let group_3 := 1
                    group := group_3
                }
                case "blue" {
                    let group_4 := group
                    let group_5 := 1
                    group := group_5
                }
                case "" {
                    let group_6 := group
                    let group_7 := 2
                    group := group_7
                }
                case "\x00\x01" {
                    let group_8 := group
                    let group_9 := 3
                    group := group_9
                }
                case "tab\tor\nline" {
                    let group_10 := group
                    let group_11 := 4
                    group := group_11
                }
                case "it's \"quoted\"" {
                    let group_12 := group
                    let group_13 := 5
                    group := group_13
                }
                case true {
                    let group_14 := group
                    let group_15 := 6
                    group := group_15
                }
                case 42 {
                    let group_16 := group
                    let group_17 := 7
                    group := group_17
                }
                case 0x2b {
                    let group_18 := group
                    let group_19 := 7
                    group := group_19
                }
                case 115792089237316195423570985008687907853269984665640564039457584007913129639935 {
                    let group_20 := group
                    let group_21 := 8
                    group := group_21
                }
                default {
                    let group_22 := group
                    let _8 := 0
                    let _9 := byte(_8, word)
                    switch _9
                    case 0x61 {
                        let group_23 := 9
                        group := group_23
                    }
                    case 0x7a {
                        let group_24 := group
                        let group_25 := 10
                        group := group_25
                    }
                    default {
                        let group_26 := group
                        let _10 := 0xffff
                        let _11 := gt(word, _10)
                        let _12 := 11
                        let group_27 := add(_12, _11)
                        group := group_27
                    }
                }
                let _13 := group
                answer(_13, _1)
            }
            case 0xdc140050 {
                let _14 := 68
                let _15 := calldataload(_14)
                let _16 := 36
                let _17 := calldataload(_16)
                let _18 := 4
                let _19 := calldataload(_18)
                let value, error_code := evaluate(_19, _17, _15)
                answer(value, error_code)
            }
            case 0xe3c645ae {
                let _20 := _1
                let _21 := 36
                let _22 := calldataload(_21)
                let _23 := 4
                let _24 := calldataload(_23)
                let _25 := days_in_month(_24, _22)
                answer(_25, _1)
            }
            case 0xb9225c15 {
                let _26 := _1
                let _27 := 4
                let _28 := calldataload(_27)
                let _29 := negate(_28)
                answer(_29, _1)
            }
            default {
                let _30 := calldatasize()
                switch _30
                case 0 { stop() }
                default {
                    let _31 := _1
                    let _32 := _1
                    revert(_1, _1)
                }
            }
        }
        function answer(value, error_code)
        {
            switch error_code
            case 0 {
                let _1 := 0
                mstore(_1, value)
                let _2 := 32
                let _3 := _1
                return(_1, _2)
            }
            case 1 {
                let _4 := "division by zero"
                let _5 := 0
                mstore(_5, _4)
            }
            case 2 {
                let _6 := "unknown operator: \"?\""
                let _7 := 0
                mstore(_7, _6)
            }
            case 3 {
                let _8 := "overflow"
                let _9 := 0
                mstore(_9, _8)
            }
            default {
                let _10 := "error \xe2\x84\x96 ?"
                let _11 := 0
                mstore(_11, _10)
            }
            let _12 := 32
            let _13 := 0
            revert(_13, _12)
        }
        function classify(word) -> group
        {
            switch word
            case "red" {
                let group_1 := 1
                group := group_1
            }
            case "green" {
                let group_2 := group
                let group_3 := 1
                group := group_3
            }
            case "blue" {
                let group_4 := group
                let group_5 := 1
                group := group_5
            }
            case "" {
                let group_6 := group
                let group_7 := 2
                group := group_7
            }
            case "\x00\x01" {
                let group_8 := group
                let group_9 := 3
                group := group_9
            }
            case "tab\tor\nline" {
                let group_10 := group
                let group_11 := 4
                group := group_11
            }
            case "it's \"quoted\"" {
                let group_12 := group
                let group_13 := 5
                group := group_13
            }
            case true {
                let group_14 := group
                let group_15 := 6
                group := group_15
            }
            case 42 {
                let group_16 := group
                let group_17 := 7
                group := group_17
            }
            case 0x2b {
                let group_18 := group
                let group_19 := 7
                group := group_19
            }
            case 115792089237316195423570985008687907853269984665640564039457584007913129639935 {
                let group_20 := group
                let group_21 := 8
                group := group_21
            }
            default {
                let group_22 := group
                let _1 := 0
                let _2 := byte(_1, word)
                switch _2
                case 0x61 {
                    let group_23 := 9
                    group := group_23
                }
                case 0x7a {
                    let group_24 := group
                    let group_25 := 10
                    group := group_25
                }
                default {
                    let group_26 := group
                    let _3 := 0xffff
                    let _4 := gt(word, _3)
                    let _5 := 11
                    let group_27 := add(_5, _4)
                    group := group_27
                }
            }
        }
        function evaluate(op, a, b) -> result, error
        {
            switch op
            case "add" {
                let result_1 := add(a, b)
                result := result_1
                let _1 := lt(result_1, a)
                if _1
                {
                    let error_1 := 3
                    error := error_1
                }
            }
            case "sub" {
                let error_2 := error
                let result_2 := result
                let result_3 := sub(a, b)
                result := result_3
                let _2 := lt(a, b)
                let _3 := 3
                let error_3 := mul(_3, _2)
                error := error_3
            }
            case "mul" {
                let error_4 := error
                let result_4 := result
                let result_5 := mul(a, b)
                result := result_5
                switch a
                case 0 { }
                default {
                    let _4 := div(result_5, a)
                    let _5 := sub(_4, b)
                    if _5
                    {
                        let error_5 := 3
                        error := error_5
                    }
                }
            }
            case "div" {
                let error_6 := error
                let result_6 := result
                switch b
                case 0 {
                    let error_7 := 1
                    error := error_7
                }
                default {
                    let error_8 := error
                    let result_7 := div(a, b)
                    result := result_7
                }
            }
            case "mod" {
                let error_9 := error
                let result_8 := result
                let _6 := iszero(b)
                switch _6
                case true {
                    let error_10 := 1
                    error := error_10
                }
                case false {
                    let error_11 := error
                    let result_9 := mod(a, b)
                    result := result_9
                }
            }
            case "compare" {
                let error_12 := error
                let result_10 := result
                let _7 := lt(a, b)
                switch _7
                case 1 {
                    let _8 := 0
                    let result_11 := not(_8)
                    result := result_11
                }
                case 0 {
                    let result_12 := result
                    let _9 := gt(a, b)
                    switch _9
                    case true {
                        let result_13 := 1
                        result := result_13
                    }
                }
            }
            default {
                let result_14 := result
                let error_13 := error
                let error_14 := 2
                error := error_14
            }
        }
        function days_in_month(month, year) -> days
        {
            switch month
            case 2 {
                let year_1 := year
                let leap := 0
                let _1 := 4
                let _2 := mod(year_1, _1)
                switch _2
                case 0 {
                    let _3 := 100
                    let _4 := mod(year_1, _3)
                    switch _4
                    case 0 {
                        let _5 := 400
                        let _6 := mod(year_1, _5)
                        let leap_1 := iszero(_6)
                        leap := leap_1
                    }
                    default {
                        let leap_2 := leap
                        let leap_3 := true
                        leap := leap_3
                    }
                }
                let _7 := leap
                switch _7
                case false {
                    let days_1 := 28
                    days := days_1
                }
                default {
                    let days_2 := days
                    let days_3 := 29
                    days := days_3
                }
            }
            case 4 {
                let days_4 := days
                let days_5 := 30
                days := days_5
            }
            case 6 {
                let days_6 := days
                let days_7 := 30
                days := days_7
            }
            case 9 {
                let days_8 := days
                let days_9 := 30
                days := days_9
            }
            case 11 {
                let days_10 := days
                let days_11 := 30
                days := days_11
            }
            default {
                let days_12 := days
                let _8 := 12
                let _9 := gt(month, _8)
                let _10 := iszero(month)
                let _11 := or(_10, _9)
                switch _11
                case 1 {
                    let days_13 := 0
                    days := days_13
                }
                default {
                    let days_14 := days
                    let days_15 := 31
                    days := days_15
                }
            }
        }
        function is_leap(year) -> leap
        {
            let _1 := 4
            let _2 := mod(year, _1)
            switch _2
            case 0 {
                let _3 := 100
                let _4 := mod(year, _3)
                switch _4
                case 0 {
                    let _5 := 400
                    let _6 := mod(year, _5)
                    let leap_1 := iszero(_6)
                    leap := leap_1
                }
                default {
                    let leap_2 := leap
                    let leap_3 := true
                    leap := leap_3
                }
            }
        }
        function negate(flag) -> negated
        {
            let flag_1 := flag
            let calls := 0
            switch flag_1
            case true { }
            case false { }
            default {
                let _1 := 0
                let _2 := _1
                revert(_1, _1)
            }
            let _3 := 1
            let _4 := "calls"
            let _5 := sload(_4)
            let calls_1 := add(_5, _3)
            calls := calls_1
            let _6 := _4
            sstore(_4, calls_1)
            let _7 := calls
            switch _7
            default {
                let negated_1 := iszero(flag)
                negated := negated_1
            }
            let negated_2 := negated
            switch negated
            case true { leave }
            case false {
                let negated_3 := 0
                negated := negated_3
            }
        }
        function count_call(flag) -> calls
        {
            switch flag
            case true { }
            case false { }
            default {
                let _1 := 0
                let _2 := _1
                revert(_1, _1)
            }
            let _3 := 1
            let _4 := "calls"
            let _5 := sload(_4)
            let calls_1 := add(_5, _3)
            calls := calls_1
            let _6 := _4
            sstore(_4, calls_1)
        }
    }
}
