// The page: what is written and chosen goes to the compilers, and what they find to the panes.

import { history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, indentOnInput } from "@codemirror/language";
import { lintGutter } from "@codemirror/lint";
import { keymap } from "@codemirror/view";
import { CallsPane } from "./calls_pane.js";
import { CodeView, Links } from "./code_view.js";
import { Compiler, fileName, hasErrors } from "./compiler.js";
import { byId, fillList, setUpTabs } from "./elements.js";
import { assembly, bytes, isSolidity, solidity, yul } from "./languages.js";
import { placedYul, SourceLines, Sources } from "./locations.js";
import { Problems } from "./problems.js";
import { ASSEMBLY_HEAD, assemblyText, BYTES_HEAD, bytesText, codesOf, showFigures, showGas } from "./result_panes.js";
import { SequenceField } from "./sequence_field.js";
import { fromFragment, save, toFragment } from "./state.js";
import { StepsPane } from "./steps_pane.js";

const OWN_STEPS = "steps";
const TYPING_PAUSE_MS = 700;

class Page {
  #links = new Links();
  #number = 0;
  #timer;
  #isRunning = false;
  #isPending = false;
  #shown = {};
  #file = "";
  #loading = new Map();
  #moveOn;
  #notice = "";
  #tellIdle;
  /** When something was compiled. */
  idle = new Promise((resolve) => (this.#tellIdle = resolve));

  constructor(catalogue) {
    this.catalogue = catalogue;
    this.compiler = new Compiler((progress) => this.#tellProgress(progress));
    const changed = () => this.#later();
    this.editor = new CodeView(byId("source"), "Source, in Solidity or Yul", this.#links, {
      editable: true,
      extensions: [history(), keymap.of(historyKeymap), bracketMatching(), indentOnInput(), lintGutter()],
      changed: () => this.#isOwn && this.#later(),
    });
    this.problems = new Problems(this.editor.view, () => this.#isOwn);
    const yulLanguage = yul(catalogue.builtins);
    const reader = (id, label, language, head) => {
      const view = new CodeView(byId(id), label, this.#links, { head });
      view.speak(language);
      return view;
    };
    this.ir = reader("ir", "Unoptimised IR, in Yul", yulLanguage);
    this.optimised = reader("optimised", "Optimised Yul", yulLanguage);
    this.assembly = reader("assembly", "Assembly: offset, gas, stack, instruction", assembly(), ASSEMBLY_HEAD);
    this.bytes = reader("bytes", "Bytes of the code", bytes(), BYTES_HEAD);
    const ask = (...call) => this.compiler.ask(...call);
    this.steps = new StepsPane(catalogue.steps, ask, this.#links, yulLanguage);
    this.calls = new CallsPane(ask, () => this.#remember());
    this.sequence = new SequenceField(
      byId("sequence"),
      catalogue.steps.filter(({ letter }) => letter),
      (meaning) => (byId("letter").value = meaning),
      changed,
    );
    this.#setUpControls(changed);
  }

  #setUpControls(changed) {
    const { examples, pipelines, evmVersions, solc, version } = this.catalogue;
    byId("version").textContent = `yulopt ${version}, solc ${solc}`;
    fillList(byId("example"), [["", "choose…"], ...examples.map(({ name }) => [name, name])]);
    fillList(byId("pipeline"), [
      ["", "solc's default"],
      ...pipelines.map(({ name, purpose }) => [name, `${name}: ${purpose}`]),
      [OWN_STEPS, "own steps…"],
    ]);
    fillList(byId("evm"), evmVersions.map((name) => [name, name]));
    for (const id of ["pipeline", "runs", "evm"]) byId(id).addEventListener("change", changed);
    byId("pipeline").addEventListener("change", () => this.#showSequence());
    byId("settings").addEventListener("submit", (event) => event.preventDefault());
    byId("example").addEventListener("change", ({ target }) => {
      const chosen = examples.find(({ name }) => name === target.value);
      if (chosen) this.restore({ ...this.state, calls: undefined, source: chosen.source });
      target.value = "";
    });
    byId("file").addEventListener("change", ({ target }) => this.#openFile(target.value));
    for (const id of ["contract", "part"]) byId(id).addEventListener("change", () => this.#showAll());
    byId("copy-link").addEventListener("click", () => this.#copyLink());
    byId("download").addEventListener("change", ({ target }) => {
      this.#download(target.value).catch((error) => this.#say(error.message));
      target.value = "";
    });
    const [selectYul, selectCode] = [...document.querySelectorAll("[role=tablist]")].map((list) =>
      setUpTabs(list, (panel) => this.#showPanel(panel)),
    );
    selectYul("ir");
    selectCode("assembly");
    this.#moveOn = () => selectYul("optimised");
    const stay = () => (this.#moveOn = undefined);
    for (const event of ["pointerdown", "focusin"]) byId("yul").addEventListener(event, stay);
  }

  #showPanel(panel) {
    if (panel === "steps") this.steps.look();
    if (panel === "calls" && this.#shown.contract) this.calls.run();
  }

  /** The last request that was answered. */
  get request() {
    return this.#shown.request;
  }

  // What is chosen

  /** All that a link holds. */
  get state() {
    const [source, pipeline] = [this.#own, byId("pipeline").value];
    return {
      source,
      pipeline: pipeline === OWN_STEPS ? this.sequence.text : pipeline,
      runs: byId("runs").valueAsNumber,
      evm: byId("evm").value,
      calls: this.calls.state,
    };
  }

  /** Shows a state, and compiles it. A notice is shown with the result. */
  restore({ source, pipeline, runs, evm, calls }, notice = "") {
    const { defaults, evmVersions, pipelines } = this.catalogue;
    this.#notice = notice;
    const chosen = pipeline ?? defaults.pipeline;
    const isNamed = !chosen || pipelines.some(({ name }) => name === chosen);
    byId("pipeline").value = isNamed ? chosen : OWN_STEPS;
    if (!isNamed) this.sequence.text = chosen;
    byId("runs").value = runs ?? defaults.runs;
    byId("evm").value = evmVersions.includes(evm) ? evm : defaults.evm;
    this.calls.state = calls;
    this.#showSequence();
    this.#shown = {};
    fillList(byId("file"), [["", fileName(isSolidity(source) ? "Solidity" : "Yul")]]);
    this.#openOwn(source);
    this.#later(0);
  }

  #showSequence() {
    const isOwn = byId("pipeline").value === OWN_STEPS;
    byId("sequence-row").hidden = !isOwn;
    if (isOwn && !this.sequence.text) this.sequence.text = this.catalogue.defaults.steps;
  }

  get #isOwn() {
    return !this.#file;
  }

  /** The text that is compiled, whatever file is shown. */
  get #own() {
    return this.#isOwn ? this.editor.text : this.#ownText;
  }

  #ownText = "";

  #openOwn(source) {
    this.#file = "";
    byId("file").value = "";
    this.editor.speak(isSolidity(source) ? solidity() : yul(this.catalogue.builtins));
    this.editor.show(source, this.#placesOf(""));
    this.editor.setEditable(true);
    this.problems.show();
  }

  #openFile(name) {
    if (this.#isOwn) this.#ownText = this.editor.text;
    if (!name) return this.#openOwn(this.#ownText);
    this.#file = name;
    this.editor.show(this.#shown.contents[name], this.#placesOf(name));
    this.editor.setEditable(false);
    this.problems.show();
  }

  /** The places of the lines of a file; "" is that in the editor. */
  #placesOf(name) {
    const { numbers, contents, own } = this.#shown;
    const number = numbers?.[name || own];
    if (number === undefined) return [];
    return contents[name || own].split("\n").map((_, line) => `${number}:${line}`);
  }

  #remember() {
    toFragment(this.state).then((fragment) => window.history.replaceState(null, "", `#${fragment}`));
  }

  // Compiling

  #later(pause = TYPING_PAUSE_MS) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#compile(), pause);
  }

  async #compile() {
    if (this.#isRunning) {
      this.#isPending = true;
      return;
    }
    this.#isRunning = true;
    document.body.classList.add("busy");
    do {
      this.#isPending = false;
      await this.#compileOnce().catch((error) => {
        this.problems.show();
        this.#say(error.message);
      });
    } while (this.#isPending);
    document.body.classList.remove("busy");
    this.#isRunning = false;
    this.#tellIdle();
  }

  async #compileOnce() {
    const { validationMessage } = byId("runs");
    if (validationMessage) throw new Error(`Runs: ${validationMessage}`);
    const { state } = this;
    const own = fileName(isSolidity(state.source) ? "Solidity" : "Yul");
    const started = performance.now();
    this.#remember();
    this.#say("Compiling…");
    this.problems.clear();
    const shown = { state, own, contents: { [own]: state.source }, numbers: {} };
    const report = (compiler, answer) => this.problems.add(compiler, answer, own, state.source);
    const receivers = {
      front: ({ answer, sources }) => {
        report("solc", answer);
        const read = Object.entries(sources).map(([name, { content }]) => [name, content]);
        Object.assign(shown, { answer, contents: { ...Object.fromEntries(read), ...shown.contents } });
        if (hasErrors(answer)) return this.#say(`solc found errors.${this.#stale}`);
        shown.numbers = Object.fromEntries(Object.entries(answer.sources).map(([name, { id }]) => [name, id]));
        this.#showFront(shown);
      },
      done: ({ request, answer, error }) => {
        if (error) return this.#say(error);
        const warnings = (answer.errors ?? []).filter(({ message }) => !known(shown.answer, message));
        report("yulopt", { errors: warnings });
        if (hasErrors(answer)) return this.#say(`There are errors.${this.#stale}`);
        performance.mark("result");
        document.documentElement.dataset.results = ++this.#number;
        this.#shown = Object.assign(shown, { request, result: answer });
        this.#listContracts();
        const seconds = ((performance.now() - started) / 1000).toFixed(1);
        this.#say(this.#notice + (byId("contract").value ? `Compiled in ${seconds} s.` : "There is no code in it."));
        this.#notice = "";
        // The IR that was shown first makes room, unless somebody reads it.
        this.#moveOn?.();
        this.#moveOn = undefined;
      },
      compared: ({ answer }) => {
        performance.mark("compared");
        if (own === fileName("Yul")) report("solc", answer);
        shown.reference = answer;
        if (this.#shown === shown) this.#showComparison();
      },
    };
    await this.compiler.compile(state, (name, found) => receivers[name](found), () => !this.#isPending);
  }

  /** Compiles what is shown by the other pipelines, until there is something else to do. */
  async prepare() {
    const { state, result } = this.#shown;
    if (!result) return;
    const pipelines = ["", ...this.catalogue.pipelines.map(({ name }) => name)];
    const others = pipelines.filter((name) => name !== state.pipeline);
    await this.compiler.prepare(state, others, () => this.#isRunning);
  }

  /** What to say besides about errors. */
  get #stale() {
    return this.#shown.contract ? " The code is that of the previous text." : "";
  }

  #say(text) {
    byId("status").textContent = text;
  }

  /** Shows what is loading, and how much of it is there. */
  #tellProgress({ loading, part }) {
    this.#loading.set(loading, part);
    if (part === 1) performance.mark(loading);
    const missing = [...this.#loading].filter(([, there]) => there < 1);
    const label = byId("loading");
    label.hidden = !missing.length;
    if (!missing.length) return;
    label.firstElementChild.textContent = `Loading ${missing.map(([name]) => name).join(" and ")}`;
    label.lastElementChild.value = Math.min(...missing.map(([, there]) => there));
  }

  // Showing

  /** Shows the IR of the contract that will be chosen, while its code is made. */
  #showFront({ answer, own, numbers, contents }) {
    const contracts = Object.entries(answer.contracts?.[own] ?? {}).filter(([, { ir }]) => ir);
    const [, before] = byId("contract").value.split(":");
    const [, contract] = contracts.find(([name]) => name === before) ?? contracts.at(-1) ?? [];
    if (!contract) return;
    const { text, places } = placedYul(contract.ir, new Sources(numbers, contents));
    this.ir.show(text, places);
    performance.mark("ir");
  }

  #listContracts() {
    const shown = this.#shown;
    const contracts = Object.entries(shown.result.contracts ?? {}).flatMap(([file, inFile]) =>
      Object.entries(inFile)
        .filter(([, contract]) => contract.evm?.bytecode?.object)
        .map(([name, contract]) => ({ file, name, contract })),
    );
    // What is written here comes before what it imports, and the last contract is the whole one.
    contracts.sort((one, other) => (other.file === shown.own) - (one.file === shown.own));
    const ownOnes = contracts.filter(({ file }) => file === shown.own);
    const list = byId("contract");
    const label = ({ file, name }) => `${file}:${name}`;
    const before = list.value;
    fillList(list, contracts.map((one) => [label(one), one.name]));
    list.disabled = contracts.length < 2;
    const kept = contracts.find((one) => label(one) === before);
    const chosen = kept ?? ownOnes.at(-1);
    if (chosen) list.value = label(chosen);
    shown.contracts = new Map(contracts.map((one) => [label(one), one]));
    const libraries = Object.keys(shown.contents).filter((name) => name !== shown.own);
    const short = (name) => name.replace(/^(.*)\/(.*)$/, "$2 ($1)");
    fillList(byId("file"), [["", shown.own], ...libraries.map((name) => [name, short(name)])], this.#file);
    this.editor.place(this.#placesOf(this.#file));
    this.#showAll();
  }

  async #showAll() {
    const shown = this.#shown;
    const chosen = shown.contracts.get(byId("contract").value);
    if (!chosen) {
      for (const view of [this.ir, this.optimised, this.assembly, this.bytes]) view.show("");
      this.steps.reset();
      return;
    }
    const { file, name, contract } = chosen;
    const isYul = file === fileName("Yul");
    shown.contract = contract;
    const ir = shown.answer?.contracts[file][name].ir ?? contract.ir ?? shown.state.source;
    shown.ir = ir;
    const sources = new Sources(shown.numbers, shown.contents);
    const before = placedYul(ir, sources);
    this.ir.show(before.text, before.places);
    const after = placedYul(contract.irOptimized, sources);
    // Code made of Yul is located in the text that the optimiser has printed.
    const printed = isYul ? new SourceLines(contract.irOptimized) : undefined;
    const places = isYul ? after.text.split("\n").map((_, line) => `0:${line}`) : after.places;
    this.optimised.show(after.text, places);
    const { [byId("part").value]: part, bytecode } = contract.evm;
    const code = part?.object ? part : bytecode;
    const rows = JSON.parse(await this.compiler.ask("bridge.assembly", code.object, code.sourceMap, shown.state.evm));
    if (shown !== this.#shown) return;
    const rowPlaces = rows.map(([, , , , location]) => {
      if (!location) return undefined;
      return printed ? `0:${printed.lineAt(location[1])}` : sources.place(location[0], location[1]);
    });
    this.assembly.show(assemblyText(rows), rowPlaces);
    const { text, owners } = bytesText(code.object, rows);
    this.bytes.show(text, owners.map((owner) => rowPlaces[owner]));
    const run = [JSON.stringify(shown.request), shown.state.pipeline, `${file}:${name}`];
    this.steps.reset([...run, ir]);
    if (!byId("steps").hidden) this.steps.look();
    this.#showComparison();
  }

  #showComparison() {
    const { contract, reference, state } = this.#shown;
    if (reference) document.documentElement.dataset.compared = this.#number;
    const [file, name] = byId("contract").value.split(":");
    const other = reference?.contracts?.[file]?.[name];
    const title = state.pipeline ? (state.pipeline.length > 12 ? "steps" : state.pipeline) : "yulopt";
    showFigures(title, contract, other);
    showGas(title, contract, other);
    const codes = { [title]: codesOf(contract).creation };
    if (other) codes.solc = codesOf(other).creation;
    this.calls.show(contract?.abi, codes, state.evm);
    if (contract && !byId("calls").hidden) this.calls.run();
  }

  // Sharing

  async #copyLink() {
    window.history.replaceState(null, "", `#${await toFragment(this.state)}`);
    // Only a secure page may write to the clipboard, if the visitor lets it.
    const copied = (navigator.clipboard?.writeText(location.href) ?? Promise.reject()).then(() => true, () => false);
    const where = (await copied) ? "was copied" : "is in the address bar";
    this.#say(`The link ${where}. It holds the source and all settings.`);
  }

  async #download(kind) {
    const { contract, request, state, ir } = this.#shown;
    if (!kind || !contract) return;
    const name = byId("contract").value.split(":")[1];
    if (kind === "yul") save(`${name}.yul`, contract.irOptimized, "text/plain");
    else if (kind === "json") save(`${name}.json`, JSON.stringify(request, null, 2), "application/json");
    else {
      this.#say("Generating the page, which takes longer than compiling…");
      const page = await this.compiler.ask("bridge.explore", JSON.stringify(request), state.pipeline, `${name}.yul`, ir);
      save(`${name}.html`, page, "text/html");
      this.#say("The page was saved.");
    }
  }
}

const known = (answer, message) => (answer?.errors ?? []).some((error) => error.message === message);

/** Compiles by other pipelines when the compilers have time, which takes pure Python too long. */
async function prepare() {
  await playground.idle;
  if (IS_COMPILED) await playground.prepare().catch(() => {});
  document.documentElement.dataset.prepared = "yes";
}

/** Has the files kept for the next visit when the compilers have time, and looks for newer ones. */
async function keepFiles() {
  const { serviceWorker } = navigator;
  await playground.idle;
  const registration = await serviceWorker?.register(`service_worker.js?${BUILD}`).catch(() => {});
  const { installing, waiting, active } = registration ?? {};
  const worker = installing ?? waiting ?? active;
  const tell = () => (document.documentElement.dataset.kept = worker.state);
  worker?.addEventListener("statechange", tell);
  if (worker) tell();
}

async function start() {
  const catalogue = await (await fetch("catalogue.json")).json();
  const page = new Page(catalogue);
  const open = async () => {
    const fragment = location.hash.slice(1);
    const state = fragment && (await fromFragment(fragment));
    const notice = fragment && !state ? "This link is damaged, so an example is shown. " : "";
    page.restore(state || { source: catalogue.examples[0].source }, notice);
  };
  await open();
  window.addEventListener("hashchange", open);
  globalThis.playground = page;
  document.documentElement.dataset.ready = "yes";
  performance.mark("editor");
  keepFiles();
  prepare();
}

start();
