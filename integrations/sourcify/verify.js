// Deploys contracts on a local chain, and has Sourcify's library verify them there with stock solc.
//
//     node verify.js PACKAGES SOLC < jobs.json
//
// PACKAGES is the folder that prepare.sh has filled, SOLC the npm package solc. Each job has `request` (standard
// JSON), `version` (of solc, with the commit), `path` and `name` of the contract, and `code` (all that is sent to
// create it). Printed is for each what Sourcify says of the runtime code and of the creation code: "perfect" or
// "partial", null if they do not match, or what the error was.
'use strict';
const { spawn } = require('child_process');
const { createServer } = require('net');
const path = require('path');

const [, , packages, solcPackage] = process.argv;
const installed = (name) => path.join(path.resolve(packages), 'node_modules', name);
const sourcify = require(installed('@ethereum-sourcify/lib-sourcify'));
const { SourcifyChain, Verification, YulCompilation } = sourcify;
const { getAddress } = require(installed('ethers'));
const solc = require(path.resolve(solcPackage));

// Only errors, which go to the standard error.
sourcify.setLibSourcifyLoggerLevel(0);

// Stock solc in the place of the compilers that Sourcify downloads.
const compiler = {
  compile: async (_version, input) => JSON.parse(solc.compile(JSON.stringify(input))),
};

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function ask(url, method, params = []) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const { result, error } = await response.json();
  if (error) throw new Error(`${method}: ${error.message}`);
  return result;
}

// What is asked for, once the chain has it.
async function awaited(url, method, params) {
  for (let tries = 0; tries < 300; tries++) {
    const result = await ask(url, method, params).catch(() => null);
    if (result !== null) return result;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${method}: anvil does not answer`);
}

async function verify(job, url, chain, from) {
  const hash = await ask(url, 'eth_sendTransaction', [{ from, data: job.code, gas: '0x1c9c380' }]);
  const receipt = await awaited(url, 'eth_getTransactionReceipt', [hash]);
  if (receipt.status !== '0x1') throw new Error('it is not created');
  const compilation = new YulCompilation(compiler, job.version, job.request, { path: job.path, name: job.name });
  const verification = new Verification(compilation, chain, getAddress(receipt.contractAddress), hash);
  await verification.verify();
  return { runtime: verification.status.runtimeMatch, creation: verification.status.creationMatch };
}

async function main() {
  const text = require('fs').readFileSync(0, 'utf8');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const anvil = spawn(process.execPath, [path.join(installed('@foundry-rs/anvil'), 'bin.mjs'), '--port', String(port), '--silent'], {
    stdio: 'ignore',
  });
  try {
    const chainId = Number(await awaited(url, 'eth_chainId'));
    const chain = new SourcifyChain({ name: 'local', chainId, rpcs: [{ rpc: url }], rpc: [url], supported: true });
    const [from] = await ask(url, 'eth_accounts');
    const told = [];
    for (const job of JSON.parse(text)) {
      try {
        told.push(await verify(job, url, chain, from));
      } catch (error) {
        told.push({ error: `${error.code ?? ''} ${error.message}`.trim() });
      }
    }
    process.stdout.write(`${JSON.stringify(told)}\n`);
  } finally {
    anvil.kill();
  }
}

main().then(
  () => process.exit(0),
  (error) => {
    process.stderr.write(`${error.stack}\n`);
    process.exit(1);
  },
);
