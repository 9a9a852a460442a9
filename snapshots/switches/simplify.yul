object "Switches" {
    code {
        {
            let _1 := 0
            let _2 := calldataload(0)
            let _3 := 224
            let _4 := shr(224, _2)
            switch _4
            case 0x4dab24e1 {
                let _5 := 4
                let _6 := calldataload(4)
                let _7 := classify(_6)
                answer_227(_7)
            }
            case 0xdc140050 {
                let _8 := 68
                let _9 := calldataload(68)
                let _10 := 36
                let _11 := calldataload(36)
                let _12 := 4
                let _13 := calldataload(4)
                let value, error_code := evaluate(_13, _11, _9)
                answer(value, error_code)
            }
            case 0xe3c645ae {
                let _14 := 36
                let _15 := calldataload(36)
                let _16 := 4
                let _17 := calldataload(4)
                let _18 := days_in_month(_17, _15)
                answer_228(_18)
            }
            case 0xb9225c15 {
                let _19 := 4
                let _20 := calldataload(4)
                let _21 := negate(_20)
                answer_229(_21)
            }
            default {
                let _22 := calldatasize()
                switch _22
                case 0 { stop() }
                default { revert(0, 0) }
            }
        }
        function answer_227(value)
        {
            let error_code := 0
            {
                error_code := 0
                mstore(0, value)
                let _1 := 32
                return(0, 32)
            }
            let _2 := 32
            revert(error_code, 32)
        }
        function answer_228(value)
        {
            let error_code := 0
            {
                error_code := 0
                mstore(0, value)
                let _1 := 32
                return(0, 32)
            }
            let _2 := 32
            revert(error_code, 32)
        }
        function answer_229(value)
        {
            let error_code := 0
            {
                error_code := 0
                mstore(0, value)
                let _1 := 32
                return(0, 32)
            }
            let _2 := 32
            revert(error_code, 32)
        }
        function answer(value, error_code)
        {
            switch error_code
            case 0 {
                let _1 := 0
                mstore(0, value)
                let _2 := 32
                return(0, 32)
            }
            case 1 {
                let _3 := "division by zero"
                let _4 := 0
                mstore(0, "division by zero")
            }
            case 2 {
                let _5 := "unknown operator: \"?\""
                let _6 := 0
                mstore(0, "unknown operator: \"?\"")
            }
            case 3 {
                let _7 := "overflow"
                let _8 := 0
                mstore(0, "overflow")
            }
            default {
                let _9 := "error \xe2\x84\x96 ?"
                let _10 := 0
                mstore(0, "error \xe2\x84\x96 ?")
            }
            let _11 := 32
            let _12 := 0
            revert(0, 32)
        }
        function classify(word) -> group
        {
            switch word
            case "red" {
                let group_1 := 1
                let group_2 := 1
                group := 1
            }
            case "green" {
                let group_3 := 1
                let group_4 := 1
                group := 1
            }
            case "blue" {
                let group_5 := 1
                let group_6 := 1
                group := 1
            }
            case "" {
                let group_7 := 2
                let group_8 := 2
                group := 2
            }
            case "\x00\x01" {
                let group_9 := 3
                let group_10 := 3
                group := 3
            }
            case "tab\tor\nline" {
                let group_11 := 4
                let group_12 := 4
                group := 4
            }
            case "it's \"quoted\"" {
                let group_13 := 5
                let group_14 := 5
                group := 5
            }
            case true {
                let group_15 := 6
                let group_16 := 6
                group := 6
            }
            case 42 {
                let group_17 := 7
                let group_18 := 7
                group := 7
            }
            case 0x2b {
                let group_19 := 7
                let group_20 := 7
                group := 7
            }
            case 115792089237316195423570985008687907853269984665640564039457584007913129639935 {
                let group_21 := 8
                let group_22 := 8
                group := 8
            }
            default {
                let _1 := 0
                let _2 := byte(0, word)
                switch _2
                case 0x61 {
                    let group_23 := 9
                    let group_24 := 9
                    group := 9
                }
                case 0x7a {
                    let group_25 := 10
                    let group_26 := 10
                    group := 10
                }
                default {
                    let _3 := 0xffff
                    let _4 := gt(word, 0xffff)
                    let _5 := 11
                    let group_27 := add(11, _4)
                    let group_28 := group_27
                    group := group_27
                }
            }
        }
        function evaluate(op, a, b) -> result, error
        {
            switch op
            case "add" {
                let result_1 := add(a, b)
                let result_2 := result_1
                result := result_1
                let _1 := lt(result_1, a)
                if _1
                {
                    let error_1 := 3
                    let error_2 := 3
                    error := 3
                }
            }
            case "sub" {
                let result_3 := sub(a, b)
                let result_4 := result_3
                result := result_3
                let _2 := lt(a, b)
                let _3 := 3
                let error_3 := mul(3, _2)
                let error_4 := error_3
                error := error_3
            }
            case "mul" {
                let result_5 := mul(a, b)
                let result_6 := result_5
                result := result_5
                switch a
                case 0 { }
                default {
                    let _4 := div(result_5, a)
                    let _5 := sub(_4, b)
                    if _5
                    {
                        let error_5 := 3
                        let error_6 := 3
                        error := 3
                    }
                }
            }
            case "div" {
                switch b
                case 0 {
                    let error_7 := 1
                    let error_8 := 1
                    error := 1
                }
                default {
                    let result_7 := div(a, b)
                    let result_8 := result_7
                    result := result_7
                }
            }
            case "mod" {
                let _6 := iszero(b)
                switch _6
                case true {
                    let error_9 := 1
                    let error_10 := 1
                    error := 1
                }
                case false {
                    let result_9 := mod(a, b)
                    let result_10 := result_9
                    result := result_9
                }
            }
            case "compare" {
                let _7 := lt(a, b)
                switch _7
                case 1 {
                    let result_11 := not(0)
                    let result_12 := not(0)
                    result := not(0)
                }
                case 0 {
                    let _8 := gt(a, b)
                    if eq(true, _8)
                    {
                        let result_13 := 1
                        let result_14 := 1
                        result := 1
                    }
                }
            }
            default {
                let error_11 := 2
                let error_12 := 2
                error := 2
            }
        }
        function days_in_month(month, year) -> days
        {
            switch month
            case 2 {
                let _1 := is_leap(year)
                switch _1
                case false {
                    let days_1 := 28
                    let days_2 := 28
                    days := 28
                }
                default {
                    let days_3 := 29
                    let days_4 := 29
                    days := 29
                }
            }
            case 4 {
                let days_5 := 30
                let days_6 := 30
                days := 30
            }
            case 6 {
                let days_7 := 30
                let days_8 := 30
                days := 30
            }
            case 9 {
                let days_9 := 30
                let days_10 := 30
                days := 30
            }
            case 11 {
                let days_11 := 30
                let days_12 := 30
                days := 30
            }
            default {
                let _2 := 12
                let _3 := gt(month, 12)
                let _4 := iszero(month)
                let _5 := or(_4, _3)
                switch _5
                case 1 {
                    let days_13 := 0
                    let days_14 := 0
                    days := 0
                }
                default {
                    let days_15 := 31
                    let days_16 := 31
                    days := 31
                }
            }
        }
        function is_leap(year) -> leap
        {
            let _1 := and(year, 3)
            if iszero(_1)
            {
                let _2 := 100
                let _3 := mod(year, 100)
                switch _3
                case 0 {
                    let _4 := 400
                    let _5 := mod(year, 400)
                    let leap_1 := iszero(_5)
                    let leap_2 := leap_1
                    leap := leap_1
                }
                default {
                    let leap_3 := true
                    let leap_4 := true
                    leap := true
                }
            }
        }
        function negate(flag) -> negated
        {
            pop(count_call(flag))
            {
                let negated_1 := iszero(flag)
                let negated_2 := negated_1
                negated := negated_1
            }
            let negated_3 := negated
            switch negated
            case true { leave }
            case false {
                let negated_4 := 0
                let negated_5 := 0
                negated := 0
            }
        }
        function count_call(flag) -> calls
        {
            switch flag
            case true { }
            case false { }
            default {
                let _1 := 0
                revert(0, 0)
            }
            let _2 := 1
            let _3 := "calls"
            let _4 := sload("calls")
            let calls_1 := add(_4, 1)
            let calls_2 := calls_1
            calls := calls_1
            sstore("calls", calls_1)
        }
    }
}
