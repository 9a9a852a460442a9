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
                mstore(0, group)
                return(0, 32)
            }
            case 0xdc140050 {
                let _2 := calldataload(68)
                let _3 := calldataload(36)
                let result := 0
                let error := 0
                switch calldataload(4)
                case "add" {
                    result := add(_3, _2)
                    if lt(result, _3) { error := 3 }
                }
                case "sub" {
                    result := sub(_3, _2)
                    error := mul(3, lt(_3, _2))
                }
                case "mul" {
                    result := mul(_3, _2)
                    switch _3
                    case 0 { }
                    default {
                        if sub(div(result, _3), _2) { error := 3 }
                    }
                }
                case "div" {
                    switch _2
                    case 0 { error := 1 }
                    default { result := div(_3, _2) }
                }
                case "mod" {
                    switch iszero(_2)
                    case true { error := 1 }
                    case false { result := mod(_3, _2) }
                }
                case "compare" {
                    switch lt(_3, _2)
                    case 1 { result := not(0) }
                    case 0 {
                        if gt(_3, _2) { result := true }
                    }
                }
                default { error := 2 }
                switch error
                case 0 {
                    mstore(0, result)
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
            case 0xe3c645ae {
                let _4 := calldataload(36)
                let _5 := calldataload(4)
                let days := 0
                switch _5
                case 2 {
                    let leap := 0
                    if iszero(and(_4, 3))
                    {
                        switch mod(_4, 100)
                        case 0 { leap := iszero(mod(_4, 400)) }
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
                    switch or(iszero(_5), gt(_5, 12))
                    case 1 { days := 0 }
                    default { days := 31 }
                }
                mstore(0, days)
                return(0, 32)
            }
            case 0xb9225c15 {
                mstore(0, negate())
                return(0, 32)
            }
            default {
                switch calldatasize()
                case 0 { stop() }
                default { revert(0, 0) }
            }
        }
        function negate() -> negated
        {
            let flag := calldataload(4)
            switch flag
            case true { }
            case false { }
            default { revert(0, 0) }
            sstore("calls", add(sload("calls"), 1))
            negated := iszero(flag)
            if negated { leave }
        }
    }
}
