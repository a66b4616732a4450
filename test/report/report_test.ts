import { errorAt, warningAt } from "../../build/diagnostic/diagnostic.ts";
import { githubAnnotations, githubSummary } from "../../build/report/report_texts.ts";
import {
  commandReader,
  flag,
  oneOf,
  patternOption,
  textOption,
} from "../../build/task/command_line.ts";
import { propertyRun } from "../support/size.ts";
import fc from "fast-check";
import assert from "node:assert/strict";

const options = {
  format: oneOf(["text", "json"]),
  all: flag,
  branch: patternOption("the name of a branch", /^[\w./-]+$/),
  like: textOption("a file"),
};

const readWords = commandReader({ options, read: (words, given) => ({ words, ...given }) });

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
    [["--like=", "--format=jsn"], "Cannot use --like: expected a file behind it"],
    [["--format"], 'Cannot use --format: expected one of text, json; found ""'],
  ];
  for (const [words, problem] of calls) assert.equal(readWords(words), problem, words.join(" "));
});

const at = (file: string) => ({ file, line: 3, column: 7 });

Deno.test("paths lead from the repository's folder, wherever in it the project lies", () => {
  const fileOf = (file: string, workspace?: string) => {
    const place = { workspace, folder: "/home/runner/repo/service" };
    return /file=([^,]*)/.exec(githubAnnotations([errorAt(at(file), "x")], place)[0]!)![1];
  };
  assert.equal(fileOf("content/a.yaml"), "content/a.yaml");
  assert.equal(fileOf("content/a.yaml", "/home/runner/repo"), "service/content/a.yaml");
  assert.equal(fileOf("/home/runner/repo/data/a.yaml", "/home/runner/repo"), "data/a.yaml");
  assert.equal(fileOf("/srv/a.yaml", "/home/runner/repo"), "/srv/a.yaml");
});

Deno.test("whatever a problem says, an annotation is one line that GitHub reads back", () => {
  const text = fc.string({ unit: fc.constantFrom(..."%:,\r\n=a ;#[]\u0000\u2028", "::", "%0A") });
  fc.assert(
    fc.property(text, text, (file, message) => {
      const [line] = githubAnnotations([warningAt(at(file), message)]);
      assert.doesNotMatch(line!, /[\r\n]/);
      const [, properties, said] = /^::warning ([^:]*)::(.*)$/s.exec(line!)!;
      const fields = properties!.split(",").map((pair) => pair.split("="));
      assert.deepEqual(fields.slice(1), [["line", "3"], ["col", "7"]]);
      const visible = (words: string) => words.replaceAll("\u0000", "\ufffd");
      const unescaped = said!.replaceAll("%0D", "\r").replaceAll("%0A", "\n").replaceAll(
        "%25",
        "%",
      );
      assert.equal(unescaped, visible(message));
    }),
    propertyRun(300),
  );
});

Deno.test("what is said of many places is one annotation, and each place is in the summary", () => {
  const guests = Array.from({ length: 20 }, (_, place) => warningAt(at(`w${place}`), "guest"));
  const diagnostics = [...guests, warningAt(at("other"), "once")];
  assert.deepEqual(githubAnnotations(diagnostics), [
    "::warning file=w0,line=3,col=7::guest (also at w1:3:7, w2:3:7, w3:3:7 and 16 more)",
    "::warning file=other,line=3,col=7::once",
  ]);
  const summary = githubSummary(diagnostics);
  assert.match(summary, /^### Content: 2 warnings in 21 places\n/);
  assert.equal([...summary.matchAll(/^ {2}also at w\d+:3:7$/gm)].length, 19);
});

Deno.test("a summary shows text as text, and stays below what GitHub takes", () => {
  const summary = githubSummary([errorAt(at("a"), "```\n</details> **x**")]);
  assert.match(summary, /^### Content: 1 error\n\n````text\na:3:7: error: ```.+\n````\n$/);
  const long = githubSummary(
    Array.from({ length: 3000 }, (_, n) => errorAt(at("a"), `${n} ${"x".repeat(500)}`)),
  );
  assert.ok(new TextEncoder().encode(long).length < 1024 * 1024);
  assert.match(long, /\nand \d+ more\n```\n$/);
  assert.equal(githubSummary([]), "### Content: no problems\n");
});
