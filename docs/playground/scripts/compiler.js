// A compile: solc makes IR of Solidity, yulopt makes code of the IR, and solc its own beside it.

import { keep, recall } from "./kept_results.js";
import { isSolidity } from "./languages.js";

// Those of workers.js.
const { python, solc } = globalThis.compilers;
const CODE = ["abi", "evm.bytecode", "evm.deployedBytecode", "evm.gasEstimates", "evm.methodIdentifiers"];

/** The request for what is in the editor. */
export function requestFor({ source, runs, evm }, sources = {}) {
  const language = isSolidity(source) ? "Solidity" : "Yul";
  const settings = { optimizer: { enabled: true, runs }, evmVersion: evm };
  return {
    language,
    sources: { ...sources, [fileName(language)]: { content: source } },
    settings: language === "Yul" ? settings : { ...settings, viaIR: true },
  };
}

export const fileName = (language) => (language === "Yul" ? "input.yul" : "Input.sol");

/** `trees` are what is wanted of whole files. */
const wanting = (request, outputs, trees = []) => ({
  ...request,
  settings: { ...request.settings, outputSelection: { "*": { "*": outputs, "": trees } } },
});

export class Compiler {
  /** `tell` gets the progress of loading. */
  constructor(tell) {
    for (const worker of [solc, python]) worker.listen(tell);
  }

  /**
   * Compiles by a pipeline. What is found is told as soon as it is there, by a name: `front` is
   * solc's answer with IR, with the libraries that it has read; `done` is what yulopt has made;
   * `compared` is the answer of solc with code of its own, if it `isWanted` still.
   */
  async compile({ source, pipeline, runs, evm }, tell, isWanted) {
    const settings = { source, pipeline, runs, evm };
    const before = await recall(settings);
    if (before) {
      for (const found of before) tell(...found);
      return;
    }
    const all = [];
    const tellAndKeep = (...found) => {
      all.push(found);
      tell(...found);
    };
    const isComplete = await this.#compileAnew(settings, tellAndKeep, isWanted);
    if (isComplete) await keep(settings, all);
  }

  /** Whether all was told, without errors. */
  async #compileAnew(settings, tell, isWanted) {
    const bare = requestFor(settings);
    const isYul = bare.language === "Yul";
    // yulopt needs the trees, but nobody else.
    const asked = wanting(bare, ["abi", "ir", "evm.methodIdentifiers"], ["ast"]);
    const { text, sources } = isYul ? {} : await solc.call(asked);
    const front = isYul ? undefined : { answer: JSON.parse(text), sources };
    const isWrong = front && hasErrors(front.answer);
    const known = isYul ? [] : [{ request: asked, answer: text }];
    const request = wanting(requestFor(settings, sources), ["ir", "irOptimized", ...CODE]);
    const optimising = isWrong ? undefined : this.#optimise(request, settings.pipeline, known);
    // It is shown while Python works.
    if (front) tell("front", front);
    if (isWrong) return false;
    const done = await optimising;
    tell("done", done);
    if (!isWanted()) return false;
    // Not at the same time, when the browser still makes both programs fast.
    const other = await solc.call(wanting(bare, isYul ? ["*"] : CODE));
    tell("compared", { answer: JSON.parse(other.text) });
    return !done.error && !hasErrors(done.answer);
  }

  async #optimise(request, pipeline, known) {
    const asked = JSON.stringify(request);
    for (;;) {
      const result = JSON.parse(
        await this.ask("bridge.compile_request", asked, pipeline, JSON.stringify(known)),
      );
      if (!result.question) return { request, ...result };
      const { text: answer } = await solc.call(result.question);
      known.push({ request: result.question, answer });
    }
  }

  /** Calls a function of Python. */
  ask(name, ...parameters) {
    return python.call(name, ...parameters);
  }
}

export const hasErrors = (answer) => (answer.errors ?? []).some(({ severity }) => severity === "error");
