// Runs yulopt-solc, which reads and writes standard JSON as solc does.
"use strict";

const { spawn, spawnSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");

// Projects may have compilers of several versions. yulopt stands in for these.
const SOLC_VERSIONS = [
  "0.8.26", "0.8.27", "0.8.28", "0.8.29", "0.8.30", "0.8.31", "0.8.32",
  "0.8.33", "0.8.34", "0.8.35", "0.8.36", "0.8.37", "0.8.38",
];
const VARIABLE = "YULOPT_EXECUTABLE";
const DEFAULT = "yulopt-solc";
// The setting that has the word of `choices`. It is not for solc, and never sent.
const CHOICES_SETTING = "yulopt";
const VERSION = ["--version"];
// What Hardhat sends has all sources in it.
const COMPILE = ["--standard-json", "--no-import-callback"];

/** What keeps yulopt from answering, in one line for the user. */
class YuloptError extends Error {}

/**
 * The answer to a request in standard JSON, both as objects.
 *
 * `executable` is the one that the configuration names, if it does; `front` is the path of the solc
 * in front, and `root` the folder of the project, where yulopt runs. `proven`: whether each change
 * that is not proven is rolled back; without it, the environment and `yulopt.toml` decide.
 * Rejects with a `YuloptError`.
 */
async function compile(input, where) {
  const { [CHOICES_SETTING]: _, ...settings } = input.settings;
  const { program, text } = await run(COMPILE, JSON.stringify({ ...input, settings }), where);
  try {
    return JSON.parse(text);
  } catch {
    throw new YuloptError(`${program.path} does not answer in JSON.`);
  }
}

/**
 * A word that is another for other choices of the environment and of `yulopt.toml`; empty for none.
 *
 * Hardhat compiles again what has other settings or another compiler, and is told this word there.
 * The same as for `compile` is given.
 */
async function choices(where) {
  const { text } = await run(VERSION, "", where);
  return text.match(/\.yulopt\.(\w+)\s*$/)?.[1] ?? "";
}

function run(options, input, { executable, front, root, proven }) {
  const program = located(executable, root);
  const child = spawn(program.path, [...options, "--front", front], {
    cwd: root,
    env: proven === undefined ? process.env : { ...process.env, YULOPT_PROVEN: proven ? "1" : "0" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const pieces = [];
  child.stdout.on("data", piece => pieces.push(piece));
  // Whoever ends without reading everything tells the reason by its status.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.on("error", error => reject(notRun(program, error)));
    child.on("close", (status, signal) => {
      try {
        resolve({ program, text: finished(program, status, signal, Buffer.concat(pieces).toString()) });
      } catch (error) {
        reject(error);
      }
    });
  });
}

/** The answer to a request in standard JSON, both as texts. Throws a `YuloptError`. */
function compileText(input) {
  return runHere(COMPILE, input);
}

/** The version of solc that yulopt stands in for, with the commit. Throws a `YuloptError`. */
function version() {
  const lines = runHere(VERSION, "").trim().split("\n");
  return lines[lines.length - 1].replace("Version: ", "");
}

function runHere(options, input) {
  const program = located(undefined, process.cwd());
  const { error, status, signal, stdout } = spawnSync(program.path, options, {
    input,
    stdio: ["pipe", "pipe", "inherit"],
    maxBuffer: Infinity,
  });
  if (error && error.code !== "EPIPE") throw notRun(program, error);
  return finished(program, status, signal, stdout.toString());
}

function located(executable, root) {
  const variable = process.env[VARIABLE];
  const [name, origin] =
    executable ? [executable, "yulopt.executable of the configuration"]
    : variable ? [variable, `the variable ${VARIABLE}`]
    : [DEFAULT, "the PATH"];
  // Plain names are looked for on the PATH, by the operating system.
  return { path: path.basename(name) === name ? name : path.resolve(root, name), origin };
}

function finished(program, status, signal, text) {
  if (status === 0) return text;
  const reason = signal ? `was ended by ${signal}` : `has failed with status ${status}`;
  throw new YuloptError(`${program.path} ${reason}; what it says is above.`);
}

function notRun({ path, origin }, error) {
  return new YuloptError(
    // It is also ENOENT if a script is there, and what its first line names is not.
    error.code === "ENOENT" && !fs.existsSync(path)
      ? `there is no ${path} (from ${origin}): install yulopt, and name the path of its yulopt-solc` +
        ` by yulopt.executable in the configuration or by the variable ${VARIABLE}.`
      : `${path} (from ${origin}) cannot be run: ${error.message}.`,
  );
}

module.exports = { SOLC_VERSIONS, CHOICES_SETTING, YuloptError, choices, compile, compileText, version };
