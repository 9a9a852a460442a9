// The gas of transactions, by a real EVM.

import { Common, Mainnet } from "@ethereumjs/common";
import { createEVM } from "@ethereumjs/evm";
import { createAccount, createAddressFromString, hexToBytes } from "@ethereumjs/util";

const GAS_LIMIT = 30_000_000n;
const BALANCE = 10n ** 30n;
const DEFAULT_SENDER = `0x${"c0".repeat(20)}`;
const PLACEHOLDER = /__\$[0-9a-f]{34}\$__/g;

/**
 * The gas of a deployment and of calls of what it makes, without the price of a transaction itself.
 * What cannot be executed has none.
 */
export async function gasOf(code, transactions, evmVersion) {
  const gas = [];
  try {
    const common = new Common({ chain: Mainnet, hardfork: evmVersion });
    const evm = await createEVM({ common });
    let to;
    for (const { data, value, sender } of transactions) {
      const caller = createAddressFromString(sender || DEFAULT_SENDER);
      await evm.stateManager.putAccount(caller, createAccount({ balance: BALANCE }));
      const creation = to ? "" : code.replace(PLACEHOLDER, "0".repeat(40));
      const { createdAddress, execResult } = await evm.runCall({
        caller,
        to,
        data: hexToBytes(`0x${creation}${data.slice(2)}`),
        value: BigInt(value || 0),
        gasLimit: GAS_LIMIT,
      });
      // The next transaction finds all slots and accounts cold.
      await evm.journal.cleanup();
      gas.push(Number(execResult.executionGasUsed));
      to ??= createdAddress;
      if (!to || execResult.exceptionError && gas.length === 1) break;
    }
  } catch {
    // This EVM knows fewer versions, and values may be out of range.
  }
  return gas;
}
