import assert from "node:assert/strict";
import {
  commandReader,
  flag,
  oneOf,
  patternOption,
  textOption,
} from "../../build/task/command_line.ts";

const options = {
  format: oneOf(["text", "json"]),
  all: flag,
  branch: patternOption("the name of a branch", /^[\w./-]+$/),
  like: textOption("a file"),
};
const readWords = commandReader({ options, read: (words, given) => ({ words, ...given }) });
const readPaths = commandReader({
  takesPaths: true,
  options,
  read: (words, given) => ({ words, ...given }),
});

const LISTED = "expected one of --format, --all, --branch, --like, --language";

Deno.test("options may be anywhere, with = or a space before their value, and the last one holds", () => {
  const said = readWords(["a", "--format", "json", "--all", "b", "--branch=x", "--branch", "y=z"]);
  assert.equal(said, "Cannot use --branch=y=z: expected the name of a branch");
  const call = readWords(["a", "--format=json", "--like=x=y", "b", "--like", "--all"]);
  assert.deepEqual(call, {
    words: ["a", "b"],
    format: "json",
    like: "--all",
    all: false,
    branch: undefined,
  });
});

Deno.test("where words are paths, one hyphen begins an option and a lone -- is passed over", () => {
  const paths = readPaths(["--", "a.yaml", "--all"]);
  assert.deepEqual(typeof paths === "string" ? paths : paths.words, ["a.yaml"]);
  assert.equal(readPaths(["-all=1"]), `Cannot use -all=1: ${LISTED}. Did you mean "--all"?`);
  assert.equal(readPaths(["-"]), `Cannot use -: ${LISTED}`);
  const words = readWords(["-", "-all=1", "-xyz"]);
  assert.deepEqual(typeof words === "string" ? words : words.words, ["-", "-all=1", "-xyz"]);
  assert.equal(readWords(["--", "a"]), `Cannot use --: ${LISTED}`);
});

Deno.test("a wrong option says what was expected, in the order of the words", () => {
  const calls: [words: string[], problem: string][] = [
    [["--alll"], `Cannot use --alll: ${LISTED}. Did you mean "--all"?`],
    [["--all=yes"], `Cannot use --all: ${LISTED}. Did you mean "--all"?`],
    [["--language"], `Cannot use --language: ${LISTED}. Did you mean "--language"?`],
    [["--branch", "--all"], "Cannot use --branch: expected the name of a branch"],
    [["--branch="], "Cannot use --branch=: expected the name of a branch"],
    [["--like"], "Cannot use --like: expected a file behind it"],
    [
      ["--format=jsn", "--like=a"],
      'Cannot use --format: expected one of text, json; found "jsn". Did you mean "json"?',
    ],
    [["--format=jsn", "--like="], "Cannot use --like: expected a file behind it"],
    [["--format"], 'Cannot use --format: expected one of text, json; found ""'],
  ];
  for (const [words, problem] of calls) assert.equal(readWords(words), problem, words.join(" "));
});
