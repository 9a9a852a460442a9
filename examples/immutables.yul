// A rate limiter whose owner, cap and unit are immutables written into the runtime code
// by the constructor; it also reports the address of a linked maths library.
object "RateLimiter_77" {
    code {
        mstore(64, memoryguard(128))
        if callvalue() { revert(0, 0) }

        let var_cap_5, var_unit_8 := read_constructor_arguments()
        if iszero(var_unit_8) { revert_with("unit is zero", 12) }
        if lt(var_cap_5, var_unit_8) { revert_with("cap below unit", 14) }

        let _1 := mload(64)
        let _2 := datasize("RateLimiter_77_deployed")
        datacopy(_1, dataoffset("RateLimiter_77_deployed"), _2)
        setimmutable(_1, "owner", caller())
        setimmutable(_1, "cap", var_cap_5)
        setimmutable(_1, "unit", var_unit_8)
        setimmutable(_1, "math library", linkersymbol("contracts/Math.sol:MathLib"))
        return(_1, _2)

        function read_constructor_arguments() -> cap, unit {
            let programSize := datasize("RateLimiter_77")
            if lt(sub(codesize(), programSize), 0x40) { revert(0, 0) }
            let pos := mload(64)
            codecopy(pos, programSize, 0x40)
            cap := mload(pos)
            unit := mload(add(pos, 0x20))
            mstore(64, add(pos, 0x40))
        }
        function revert_with(text, length) {
            mstore(0, shl(224, 0x08c379a0))
            mstore(4, 0x20)
            mstore(36, length)
            mstore(68, text)
            revert(0, 100)
        }
    }
    object "RateLimiter_77_deployed" {
        code {
            mstore(64, memoryguard(128))
            // slot 0: units used so far by everybody
            let selector_9 := 0
            if iszero(lt(calldatasize(), 4)) { selector_9 := shr(224, calldataload(0)) }
            switch selector_9
            case 0x8da5cb5b { abi_return(loadimmutable("owner")) }
            case 0x355274ea { abi_return(loadimmutable("cap")) }
            case 0xcb70443a { abi_return(fun_mathLibrary_31()) }
            case 0x2bec1547 {
                let expr_40, expr_40_overflow := fun_scale_44(argument(4))
                if expr_40_overflow { panic(0x11) }
                abi_return(expr_40)
            }
            case 0x0bd6a7ee {
                let expr_51 := fun_clamp_60(argument(4))
                abi_return(expr_51)
            }
            case 0x42966c68 { fun_consume_90(argument(4)) }
            case 0 { fun_fallback_99() }
            default { revert(0, 0) }

            function argument(offset) -> value {
                if lt(calldatasize(), add(offset, 32)) { revert(0, 0) }
                value := calldataload(offset)
            }
            function abi_return(value) {
                let _1 := mload(64)
                mstore(_1, value)
                return(_1, 32)
            }
            function panic(code_1) {
                mstore(0, shl(224, 0x4e487b71))
                mstore(4, code_1)
                revert(0, 36)
            }
            function fun_mathLibrary_31() -> var__30 {
                var__30 := and(loadimmutable("math library"), 0xffffffffffffffffffffffffffffffffffffffff)
            }
            function fun_scale_44(var_amount_33) -> var_product_36, var_overflow_38 {
                let _1 := loadimmutable("unit")
                var_product_36 := mul(var_amount_33, _1)
                if iszero(var_amount_33) { leave }
                var_overflow_38 := iszero(eq(div(var_product_36, var_amount_33), loadimmutable("unit")))
            }
            function fun_clamp_60(var_amount_53) -> var_result_56 {
                var_result_56 := var_amount_53
                let _1 := loadimmutable("cap")
                if gt(var_amount_53, _1) {
                    var_result_56 := _1
                    leave
                }
                let _2 := loadimmutable("unit")
                var_result_56 := sub(var_amount_53, mod(var_amount_53, _2))
            }
            /// The owner uses up units until the cap is reached.
            function fun_consume_90(var_units_62) {
                if iszero(eq(caller(), loadimmutable("owner"))) {
                    mstore(0, "only the owner")
                    revert(0, 0x20)
                }
                let expr_70, expr_71 := fun_scale_44(var_units_62)
                if expr_71 { panic(17) }
                let _3 := sload(0)
                let expr_75 := add(_3, expr_70)
                if lt(expr_75, _3) { panic(0x11) }
                if gt(expr_75, loadimmutable("cap")) {
                    mstore(0, "cap reached")
                    revert(0, 32)
                }
                sstore(0, expr_75)
                abi_return(sub(loadimmutable("cap"), expr_75))
            }
            function fun_fallback_99() {
                let left := sub(loadimmutable("cap"), sload(0))
                if lt(left, loadimmutable("unit")) { revert(0, 0) }
                abi_return(left)
            }
        }
        data ".metadata" hex"a2646970667358221220"
    }
}
