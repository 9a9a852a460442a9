// An English auction: bids until a deadline that late bids push back, refunds by pulling,
// the proceeds for the seller at the end. Logs with no topic up to four topics.
object "Auction_450" {
    code {
        mstore(64, memoryguard(0x80))
        let _1 := sub(codesize(), datasize("Auction_450"))
        if lt(_1, 64) { revert(0, 0) }
        let _2 := mload(64)
        codecopy(_2, datasize("Auction_450"), 64)
        let var_duration_3 := mload(_2)
        let var_reserve_5 := mload(add(_2, 32))
        if or(lt(var_duration_3, 60), gt(var_duration_3, 31536000)) { revert(0, 0) }
        let expr_8 := add(timestamp(), var_duration_3)
        // slot 0: seller in the low 160 bits, deadline above it, "ended" flag in the top byte
        sstore(0, or(caller(), shl(160, expr_8)))
        // slot 1: the highest bid; it starts just below the reserve
        if var_reserve_5 { sstore(1, sub(var_reserve_5, 1)) }
        mstore(0, expr_8)
        // AuctionStarted(uint256)
        log1(0, 32, 0x1bb96dff6ab5005aff98cdc0cf176bb7d8e0423cb48e02217d35b042cec81e9f)
        datacopy(_2, dataoffset("Auction_450_deployed"), datasize("Auction_450_deployed"))
        return(_2, datasize("Auction_450_deployed"))
    }
    object "Auction_450_deployed" {
        code {
            {
                mstore(64, memoryguard(0x80))
                let _1 := calldatasize()
                if lt(_1, 4) { fun_revert_20("no plain transfers", 18) }
                switch shr(224, calldataload(0))
                case 0x1998aeef { external_fun_bid_60() }
                case 0x3ccfd60b {
                    check_no_value()
                    abi_return(fun_withdraw_85())
                }
                case 0xefbe1c1c {
                    check_no_value()
                    fun_end_110()
                }
                case 0xd57bde79 { abi_return(sload(1)) }
                case 0x91f90157 { abi_return(sload(2)) }
                case 0x8da5cb5b {
                    let var_seller, var_deadline, var_ended := read_state()
                    abi_return(var_seller)
                }
                case 0x0a09284a {
                    let var_seller, var_deadline, var_ended := read_state()
                    abi_return(mul(var_deadline, iszero(var_ended)))
                }
                case 0xf44136a1 { abi_return(sload(pending_slot(calldataload(4)))) }
                case 0x3defb962 {
                    // a log without topics: the time and the balance
                    let memPtr := mload(64)
                    mstore(memPtr, timestamp())
                    mstore(add(memPtr, 32), selfbalance())
                    log0(memPtr, 64)
                }
                default { fun_revert_20("unknown function", 16) }
                stop()
            }

            function check_no_value() {
                if callvalue() { fun_revert_20("no ether needed", 15) }
            }
            function fun_revert_20(var_text_16, var_length_18) {
                let memPtr := mload(64)
                mstore(memPtr, "\x08\xc3\x79\xa0")
                mstore(add(memPtr, 4), 32)
                mstore(add(memPtr, 36), var_length_18)
                mstore(add(memPtr, 68), var_text_16)
                revert(memPtr, 100)
            }
            function abi_return(value) {
                let memPos := mload(64)
                mstore(memPos, value)
                return(memPos, 32)
            }
            function read_state() -> seller, deadline, ended {
                let packed := sload(0)
                seller := and(packed, 0xffffffffffffffffffffffffffffffffffffffff)
                deadline := and(shr(160, packed), 0xffffffffffffffff)
                ended := byte(0, packed)
            }
            function pending_slot(account) -> slot {
                mstore(0, account)
                mstore(32, 3)
                slot := keccak256(0, 64)
            }
            function add_pending(account, amount) -> total {
                let slot := pending_slot(account)
                total := add(sload(slot), amount)
                sstore(slot, total)
            }
            function external_fun_bid_60() {
                let var_seller_25, var_deadline_27, var_ended_29 := read_state()
                if or(var_ended_29, iszero(lt(timestamp(), var_deadline_27))) { fun_revert_20("auction is over", 15) }
                if eq(caller(), var_seller_25) { fun_revert_20("seller cannot bid", 17) }
                let expr_35 := callvalue()
                let expr_36 := sload(1)
                if iszero(gt(expr_35, expr_36)) { fun_revert_20("bid too low", 11) }
                let var_previous_40 := sload(2)
                fun_record_70(var_previous_40, expr_36, expr_35)
                fun_extend_75(var_seller_25, var_deadline_27)
            }
            function fun_record_70(var_previous_62, var_old_64, var_new_66) {
                sstore(1, var_new_66)
                sstore(2, caller())
                let memPtr := mload(64)
                switch var_previous_62
                case 0 {
                    // BidPlaced(address indexed, uint256)
                    mstore(memPtr, var_new_66)
                    log2(memPtr, 32, 0x3fabff0a9c3ecd6814702e247fa9733e5d0aa69e3a38590f92cb18f623a2254d, caller())
                }
                default {
                    // BidRaised(address indexed, address indexed, uint256 indexed), data: total refund waiting
                    mstore(memPtr, add_pending(var_previous_62, var_old_64))
                    log4(
                        memPtr, 32,
                        0x292d7fb2947c82eb4b40e678005bf64a5b67b6e7664f5573a30071a0e173eef1,
                        caller(), var_previous_62, var_new_66
                    )
                }
            }
            /// A bid in the last five minutes gives everybody five more.
            function fun_extend_75(var_seller_72, var_deadline_73) {
                let expr_74 := add(timestamp(), 300)
                if iszero(gt(expr_74, var_deadline_73)) { leave }
                sstore(0, or(var_seller_72, shl(160, expr_74)))
            }
            function fun_pay_80(var_to_76, var_amount_77) {
                let success := call(gas(), var_to_76, var_amount_77, 0, 0, 0, 0)
                if success { leave }
                let size := returndatasize()
                returndatacopy(0, 0, size)
                revert(0, size)
            }
            function fun_withdraw_85() -> var_amount_83 {
                let slot := pending_slot(caller())
                var_amount_83 := sload(slot)
                if iszero(var_amount_83) { fun_revert_20("nothing to refund", 17) }
                sstore(slot, 0)
                fun_pay_80(caller(), var_amount_83)
            }
            function fun_end_110() {
                let var_seller_90, var_deadline_92, var_ended_94 := read_state()
                if var_ended_94 { fun_revert_20("already ended", 13) }
                if lt(timestamp(), var_deadline_92) { fun_revert_20("too early", 9) }
                sstore(0, or(sload(0), shl(248, true)))
                let var_winner_100 := sload(2)
                let var_price_102 := mul(sload(1), iszero(iszero(var_winner_100)))
                // AuctionEnded(address indexed, uint256 indexed)
                log3(0, 0, 0xdaec4582d5d9595688c8c98545fdd1c696d41c6aeaeb636737e84ed2f5c00eda, var_winner_100, var_price_102)
                if var_price_102 { fun_pay_80(var_seller_90, var_price_102) }
            }
        }
        data ".metadata" hex"a264697066735822"
    }
}
