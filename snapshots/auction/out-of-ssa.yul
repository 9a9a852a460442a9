object "Auction_450" {
    code {
        {
            mstore(64, memoryguard(0x80))
            if lt(sub(codesize(), datasize("Auction_450")), 64) { revert(0, 0) }
            let _1 := mload(64)
            codecopy(_1, datasize("Auction_450"), 64)
            let var_duration := mload(_1)
            let var_reserve := mload(add(_1, 32))
            if or(lt(var_duration, 60), gt(var_duration, 31536000)) { revert(0, 0) }
            let expr := add(timestamp(), var_duration)
            sstore(0, or(caller(), shl(160, expr)))
            if var_reserve
            {
                sstore(1, sub(var_reserve, 1))
            }
            mstore(0, expr)
            log1(0, 32, 0x1bb96dff6ab5005aff98cdc0cf176bb7d8e0423cb48e02217d35b042cec81e9f)
            datacopy(_1, dataoffset("Auction_450_deployed"), datasize("Auction_450_deployed"))
            return(_1, datasize("Auction_450_deployed"))
        }
    }
    object "Auction_450_deployed" {
        code {
            {
                mstore(64, memoryguard(0x80))
                if lt(calldatasize(), 4)
                {
                    fun_revert("no plain transfers", 18)
                }
                switch shr(224, calldataload(0))
                case 0x1998aeef { external_fun_bid() }
                case 0x3ccfd60b {
                    check_no_value()
                    abi_return(fun_withdraw())
                }
                case 0xefbe1c1c {
                    check_no_value()
                    fun_end()
                }
                case 0xd57bde79 { abi_return(sload(1)) }
                case 0x91f90157 { abi_return(sload(2)) }
                case 0x8da5cb5b {
                    let var_seller, var_deadline, var_ended := read_state()
                    abi_return(var_seller)
                }
                case 0x0a09284a {
                    let var_seller_1, var_deadline_1, var_ended_1 := read_state()
                    abi_return(mul(var_deadline_1, iszero(var_ended_1)))
                }
                case 0xf44136a1 {
                    abi_return(sload(pending_slot(calldataload(4))))
                }
                case 0x3defb962 {
                    let memPtr := mload(64)
                    mstore(memPtr, timestamp())
                    mstore(add(memPtr, 32), selfbalance())
                    log0(memPtr, 64)
                }
                default {
                    fun_revert("unknown function", 16)
                }
                stop()
            }
            function check_no_value()
            {
                if callvalue()
                {
                    fun_revert("no ether needed", 15)
                }
            }
            function fun_revert(var_text, var_length)
            {
                let memPtr := mload(64)
                mstore(memPtr, "\x08\xc3y\xa0")
                mstore(add(memPtr, 4), 32)
                mstore(add(memPtr, 36), var_length)
                mstore(add(memPtr, 68), var_text)
                revert(memPtr, 100)
            }
            function abi_return(value)
            {
                let memPos := mload(64)
                mstore(memPos, value)
                return(memPos, 32)
            }
            function read_state() -> seller, deadline, ended
            {
                let packed := sload(0)
                seller := and(packed, sub(shl(160, 1), 1))
                deadline := and(shr(160, packed), 0xffffffffffffffff)
                ended := byte(0, packed)
            }
            function pending_slot(account) -> slot
            {
                mstore(0, account)
                mstore(32, 3)
                slot := keccak256(0, 64)
            }
            function add_pending(account, amount) -> total
            {
                let slot := pending_slot(account)
                total := add(sload(slot), amount)
                sstore(slot, total)
            }
            function external_fun_bid()
            {
                let var_seller, var_deadline, var_ended := read_state()
                if or(var_ended, iszero(lt(timestamp(), var_deadline)))
                {
                    fun_revert("auction is over", 15)
                }
                if eq(caller(), var_seller)
                {
                    fun_revert("seller cannot bid", 17)
                }
                let expr := callvalue()
                let expr_1 := sload(1)
                if iszero(gt(expr, expr_1)) { fun_revert("bid too low", 11) }
                fun_record(sload(2), expr_1, expr)
                fun_extend(var_seller, var_deadline)
            }
            function fun_record(var_previous, var_old, var_new)
            {
                sstore(1, var_new)
                sstore(2, caller())
                let memPtr := mload(64)
                switch var_previous
                case 0 {
                    mstore(memPtr, var_new)
                    log2(memPtr, 32, 0x3fabff0a9c3ecd6814702e247fa9733e5d0aa69e3a38590f92cb18f623a2254d, caller())
                }
                default {
                    mstore(memPtr, add_pending(var_previous, var_old))
                    log4(memPtr, 32, 0x292d7fb2947c82eb4b40e678005bf64a5b67b6e7664f5573a30071a0e173eef1, caller(), var_previous, var_new)
                }
            }
            function fun_extend(var_seller, var_deadline)
            {
                let expr := add(timestamp(), 300)
                if iszero(gt(expr, var_deadline)) { leave }
                sstore(0, or(var_seller, shl(160, expr)))
            }
            function fun_pay(var_to, var_amount)
            {
                if call(gas(), var_to, var_amount, 0, 0, 0, 0) { leave }
                let size := returndatasize()
                returndatacopy(0, 0, size)
                revert(0, size)
            }
            function fun_withdraw() -> var_amount
            {
                let slot := pending_slot(caller())
                var_amount := sload(slot)
                if iszero(var_amount)
                {
                    fun_revert("nothing to refund", 17)
                }
                sstore(slot, 0)
                fun_pay(caller(), var_amount)
            }
            function fun_end()
            {
                let var_seller, var_deadline, var_ended := read_state()
                if var_ended
                {
                    fun_revert("already ended", 13)
                }
                if lt(timestamp(), var_deadline) { fun_revert("too early", 9) }
                sstore(0, or(sload(0), shl(248, true)))
                let var_winner := sload(2)
                let var_price := mul(sload(1), iszero(iszero(var_winner)))
                log3(0, 0, 0xdaec4582d5d9595688c8c98545fdd1c696d41c6aeaeb636737e84ed2f5c00eda, var_winner, var_price)
                if var_price
                {
                    fun_pay(var_seller, var_price)
                }
            }
        }
        data ".metadata" hex"a264697066735822"
    }
}
