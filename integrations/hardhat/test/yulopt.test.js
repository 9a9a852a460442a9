// What the plug-in says and does around yulopt-solc, with other programs in its place.
"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { afterEach, beforeEach, test } = require("node:test");

const { CHOICES_SETTING, choices, compile, compileText, version } = require("../lib/yulopt.js");

const INPUT = { settings: { viaIR: true } };
let root;

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "yulopt-hardhat-"));
  delete process.env.YULOPT_EXECUTABLE;
});

afterEach(() => fs.rmSync(root, { recursive: true }));

function program(script) {
  const file = path.join(root, "yulopt-solc");
  fs.writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return file;
}

const compiled = executable => compile(INPUT, { executable, front: "/the/front", root });

test("a request is answered", async () => {
  assert.deepEqual(await compiled(program("cat")), INPUT);
});

test("it runs in the folder of the project, with that front-end solc", async () => {
  const file = program(`cat > input; echo "$@" > arguments; echo '"'$PWD'"'`);
  assert.equal(await compiled(file), fs.realpathSync(root));
  assert.equal(
    fs.readFileSync(path.join(root, "arguments"), "utf8"),
    "--standard-json --no-import-callback --front /the/front\n",
  );
});

test("the configuration asks for proven builds", async () => {
  const executable = program(`echo '"'$YULOPT_PROVEN'"'`);
  delete process.env.YULOPT_PROVEN;
  const asked = proven => compile(INPUT, { executable, front: "", root, proven });
  assert.deepEqual([await asked(undefined), await asked(true), await asked(false)], ["", "1", "0"]);
});

test("a relative path begins at the project", async () => {
  program("echo 1");
  assert.equal(await compiled("./yulopt-solc"), 1);
});

test("the configuration is stronger than the variable, and that than the PATH", async () => {
  process.env.YULOPT_EXECUTABLE = path.join(root, "not-there");
  assert.equal(await compiled(program("echo 1")), 1);
  await assert.rejects(compiled(undefined), /there is no \S+not-there \(from the variable YULOPT_EXECUTABLE\): install yulopt/);
});

test("one that is nowhere is told with what to do", async () => {
  const { PATH } = process.env;
  process.env.PATH = root;
  try {
    await assert.rejects(compiled(undefined), /there is no yulopt-solc \(from the PATH\): install yulopt, and name/);
  } finally {
    process.env.PATH = PATH;
  }
});

test("one that cannot be run is told", async () => {
  const file = program("");
  fs.chmodSync(file, 0o644);
  await assert.rejects(compiled(file), /cannot be run: spawn \S+ EACCES/);
  fs.writeFileSync(file, "#!/no/python\n");
  fs.chmodSync(file, 0o755);
  await assert.rejects(compiled(file), /cannot be run: spawn \S+ ENOENT/);
});

test("a failure is told with its status", async () => {
  await assert.rejects(compiled(program("exit 3")), /yulopt-solc has failed with status 3; what it says is above/);
  await assert.rejects(compiled(program("kill -9 $$")), /was ended by SIGKILL/);
});

test("what is no JSON is told", async () => {
  await assert.rejects(compiled(program("echo {")), /does not answer in JSON/);
});

test("large requests and answers pass, also to one that does not read", async () => {
  const text = "x".repeat(5_000_000);
  const answer = await compile({ ...INPUT, text }, { executable: program("cat"), front: "", root });
  assert.equal(answer.text, text);
  await compile({ ...INPUT, text }, { executable: program("echo 1"), front: "", root });
});

test("the word for other choices is the tail of the version, and never sent", async () => {
  const where = tail => ({ executable: program(`echo solc; echo Version: 0.8.37+commit.0a1b2c3d${tail}`), front: "", root });
  assert.equal(await choices(where(".Linux.gcc")), "");
  assert.equal(await choices(where(".Linux.gcc.yulopt.1a2b")), "1a2b");
  const input = { settings: { viaIR: true, [CHOICES_SETTING]: "1a2b" } };
  assert.deepEqual(await compile(input, { executable: program("cat"), front: "", root }), INPUT);
});

test("texts are answered by texts", () => {
  process.env.YULOPT_EXECUTABLE = program("cat");
  assert.equal(compileText("{ }"), "{ }");
  process.env.YULOPT_EXECUTABLE = program("exit 3");
  assert.throws(() => compileText("{ }"), /has failed with status 3/);
});

test("what looks like solc in JavaScript asks for the version once", () => {
  process.env.YULOPT_EXECUTABLE = program("echo more >> asked; echo solc; echo Version: 0.8.37+commit.0a1b2c3d.Linux.gcc");
  const before = process.cwd();
  process.chdir(root);
  try {
    assert.equal(version(), "0.8.37+commit.0a1b2c3d.Linux.gcc");
    const soljson = require("../soljson.js");
    const asked = soljson.cwrap("solidity_version", "string", []);
    assert.equal(asked(), "0.8.37+commit.0a1b2c3d.Linux.gcc");
    asked();
    assert.equal(fs.readFileSync("asked", "utf8"), "more\nmore\n");
  } finally {
    process.chdir(before);
  }
});
