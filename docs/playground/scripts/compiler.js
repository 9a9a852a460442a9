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
  #source;
  // What solc has answered about that source, by the request.
  #answers = new Map();

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

  /**
   * Compiles by other pipelines, too, as long as nobody `isWaiting`. What they make is kept, and so
   * shown at once when one of them is chosen. It also has browsers keep machine code of Python: they
   * do so when there is enough of it, which one compile does not make.
   */
  async prepare(settings, pipelines, isWaiting) {
    for (const pipeline of pipelines) {
      if (!isWaiting()) await this.compile({ ...settings, pipeline }, () => {}, () => true);
    }
  }

  /** Whether all was told, without errors. */
  async #compileAnew(settings, tell, isWanted) {
    if (settings.source !== this.#source) this.#answers.clear();
    this.#source = settings.source;
    const bare = requestFor(settings);
    const isYul = bare.language === "Yul";
    // yulopt needs the trees, but nobody else.
    const asked = wanting(bare, ["abi", "ir", "evm.methodIdentifiers"], ["ast"]);
    const { text, sources } = isYul ? {} : await this.#askSolc(asked);
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
    const other = await this.#askSolc(wanting(bare, isYul ? ["*"] : CODE));
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
      const { text: answer } = await this.#askSolc(result.question);
      known.push({ request: result.question, answer });
    }
  }

  /** The answer of solc, which does not depend on the pipeline. */
  async #askSolc(request) {
    const key = JSON.stringify(request);
    const answer = this.#answers.get(key) ?? (await solc.call(request));
    this.#answers.set(key, answer);
    return answer;
  }

  /** Calls a function of Python. */
  ask(name, ...parameters) {
    return python.call(name, ...parameters);
  }
}

export const hasErrors = (answer) => (answer.errors ?? []).some(({ severity }) => severity === "error");
