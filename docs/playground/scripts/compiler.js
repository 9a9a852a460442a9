// A compile: solc makes IR of Solidity, yulopt makes code of the IR, and solc its own beside it.

import { isSolidity } from "./languages.js";
import { Remote } from "./remote.js";

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

const wanting = (request, outputs) => ({
  ...request,
  settings: { ...request.settings, outputSelection: { "*": { "*": outputs, "": ["ast"] } } },
});

export class Compiler {
  /** `tell` gets the progress of loading. */
  constructor(tell) {
    this.#solc = new Remote(new Worker("solc_worker.js"), tell);
    this.#python = new Remote(new Worker("python_worker.js", { type: "module" }), tell);
  }

  #solc;
  #python;

  /**
   * Compiles by a pipeline. What is found is given to functions as soon as it is there: `front`
   * gets solc's answer with IR, `done` that of yulopt, `compared` that of solc's own optimiser.
   */
  async compile(settings, { front, done, compared }) {
    const bare = requestFor(settings);
    const isYul = bare.language === "Yul";
    const known = [];
    let request = wanting(bare, ["ir", "irOptimized", ...CODE]);
    if (!isYul) {
      const asked = wanting(bare, ["abi", "ir", "evm.methodIdentifiers"]);
      const { answer, sources } = await this.#solc.call(asked);
      front(answer, sources);
      if (hasErrors(answer)) return;
      request = wanting(requestFor(settings, sources), ["ir", "irOptimized", ...CODE]);
      known.push({ request: asked, answer });
    }
    // It takes its time in another thread.
    const solc = this.#solc.call(wanting(bare, isYul ? ["*"] : CODE));
    solc.then(({ answer }) => compared(answer), () => {});
    done(await this.#optimise(request, settings.pipeline, known));
    await solc;
  }

  async #optimise(request, pipeline, known) {
    const text = JSON.stringify(request);
    for (;;) {
      const result = JSON.parse(
        await this.ask("compile_request", text, pipeline, JSON.stringify(known)),
      );
      if (!result.question) return { request, ...result };
      const { answer } = await this.#solc.call(result.question);
      known.push({ request: result.question, answer });
    }
  }

  /** Calls a function of the bridge. */
  ask(name, ...parameters) {
    return this.#python.call(name, ...parameters);
  }
}

export const hasErrors = (answer) => (answer.errors ?? []).some(({ severity }) => severity === "error");
