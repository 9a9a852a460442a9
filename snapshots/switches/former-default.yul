object "Switches" {
    code {
        {
            switch shr(224, calldataload(0))
            case 0x4dab24e1 {
                let _1 := calldataload(4)
                let group := 0
                switch _1
                case "red" { group := 1 }
                case "green" { group := 1 }
                case "blue" { group := 1 }
                case "" { group := 2 }
                case "\x00\x01" { group := 3 }
                case "tab\tor\nline" { group := 4 }
                case "it's \"quoted\"" { group := 5 }
                case true { group := 6 }
                case 42 { group := 7 }
                case 0x2b { group := 7 }
                case 115792089237316195423570985008687907853269984665640564039457584007913129639935 { group := 8 }
                default {
                    switch byte(0, _1)
                    case 0x61 { group := 9 }
                    case 0x7a { group := 10 }
                    default {
                        group := add(11, gt(_1, 0xffff))
                    }
                }
                answer_467(group)
            }
            case 0xdc140050 {
                let value, error_code := evaluate(calldataload(4), calldataload(36), calldataload(68))
                answer(value, error_code)
            }
            case 0xe3c645ae {
                answer_467(days_in_month(calldataload(4), calldataload(36)))
            }
            case 0xb9225c15 {
                answer_467(negate(calldataload(4)))
            }
            default {
                switch calldatasize()
                case 0 { stop() }
                default { revert(0, 0) }
            }
        }
        function answer_467(value)
        {
            let error_code := 0
            error_code := 0
            mstore(0, value)
            return(0, 32)
        }
        function answer(value, error_code)
        {
            switch error_code
            case 0 {
                mstore(0, value)
                return(0, 32)
            }
            case 1 { mstore(0, "division by zero") }
            case 2 {
                mstore(0, "unknown operator: \"?\"")
            }
            case 3 { mstore(0, "overflow") }
            default {
                mstore(0, "error \xe2\x84\x96 ?")
            }
            revert(0, 32)
        }
        function evaluate(op, a, b) -> result, error
        {
            switch op
            case "add" {
                result := add(a, b)
                if lt(result, a) { error := 3 }
            }
            case "sub" {
                result := sub(a, b)
                error := mul(3, lt(a, b))
            }
            case "mul" {
                result := mul(a, b)
                switch a
                case 0 { }
                default {
                    if sub(div(result, a), b) { error := 3 }
                }
            }
            case "div" {
                switch b
                case 0 { error := 1 }
                default { result := div(a, b) }
            }
            case "mod" {
                switch iszero(b)
                case true { error := 1 }
                case false { result := mod(a, b) }
            }
            case "compare" {
                switch lt(a, b)
                case 1 { result := not(0) }
                case 0 {
                    if eq(true, gt(a, b)) { result := true }
                }
            }
            default { error := 2 }
        }
        function days_in_month(month, year) -> days
        {
            switch month
            case 2 {
                let leap := 0
                if iszero(and(year, 3))
                {
                    switch mod(year, 100)
                    case 0 {
                        leap := iszero(mod(year, 400))
                    }
                    default { leap := true }
                }
                switch leap
                case false { days := 28 }
                default { days := 29 }
            }
            case 4 { days := 30 }
            case 6 { days := 30 }
            case 9 { days := 30 }
            case 11 { days := 30 }
            default {
                switch or(iszero(month), gt(month, 12))
                case 1 { days := 0 }
                default { days := 31 }
            }
        }
        function negate(flag) -> negated
        {
            switch flag
            case true { }
            case false { }
            default { revert(0, 0) }
            sstore("calls", add(sload("calls"), 1))
            negated := iszero(flag)
            if eq(1, negated) { leave }
        }
    }
}
