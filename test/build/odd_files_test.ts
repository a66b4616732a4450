import assert from "node:assert/strict";
import { renderMarkdown } from "../../build/article/markdown.ts";
import { type Diagnostic } from "../../build/diagnostic/diagnostic.ts";
import { readFile } from "../../build/read/read_file.ts";
import { wordsOf } from "../../build/words/say.ts";
import { check } from "../support/check.ts";
import { world } from "../support/world.ts";
import { checkTree } from "./check_tree.ts";

/** The first line of each report. */
function heads(stderr: string): string[] {
  return stderr.match(/^\S+:\d+:\d+: .*$/gm) ?? [];
}

Deno.test.each([
  ["site.yaml", "error: Cannot read this: expected a file, found a folder"],
  ["groupa/group.yaml", "error: Cannot read this: expected a file, found a folder"],
  [
    "groupa/members/aya-putri.yaml",
    "error: Cannot use this folder: files are directly in groupa/members; move its files there, and delete it",
  ],
])("check tells of a folder in the place of %s", (file, message) => {
  const { code, stderr } = checkTree(
    { [file]: null },
    (root) => Deno.mkdirSync(`${root}/${file}`),
  );
  assert.equal(heads(stderr)[0], `${file}:1:1: ${message}`);
  assert.equal(code, message.startsWith("error") ? 1 : 0);
});

Deno.test.each([
  ["site.yaml", "error: Cannot read this: expected a file, found a link"],
  [
    "groupa/members/aya-putri.yaml",
    "warning: Links to files and folders are not read; put here what this one leads to",
  ],
  ["groupb", "warning: Links to files and folders are not read; put here what this one leads to"],
])("check follows no link in the place of %s", (file, message) => {
  const { stderr } = checkTree({ [file]: null }, (root) => {
    Deno.symlinkSync(`${root}/groupa/members/bela-sari.yaml`, `${root}/${file}`);
  });
  assert.equal(heads(stderr)[0], `${file}:1:1: ${message}`);
});

Deno.test("check does not wait for a pipe in the place of a file", () => {
  const { code, stderr } = checkTree({ "site.yaml": null }, (root) => {
    new Deno.Command("mkfifo", { args: [`${root}/site.yaml`, `${root}/groupa/events/pipe.yaml`] })
      .outputSync();
  });
  assert.equal(code, 1);
  assert.match(stderr, /^site\.yaml:1:1: error: Cannot read this: expected a file/m);
  assert.match(stderr, /^groupa\/events\/pipe\.yaml:1:1: warning: This file is not read: /m);
});

Deno.test("check tells of bottomless nesting instead of falling into it", () => {
  for (
    const [open, close] of [["[", ""], ["[", "]"], ["{a: ", "}"], ["- ", ""], ["? ", ""]] as const
  ) {
    const text = `name: Citra\nnicknames:\n ${open.repeat(9000)}x${close.repeat(9000)}\n`;
    const { code, stderr } = checkTree({ "groupa/members/citra-dewi.yaml": text });
    assert.equal(code, 1);
    assert.match(
      heads(stderr)[0] ?? stderr,
      /^groupa\/members\/citra-dewi\.yaml:3:\d+: error: Cannot read the file: it is nested too deeply here$/,
    );
  }
});

Deno.test("nesting of any depth is content or a report", () => {
  for (let depth = 40; depth < 3000; depth = Math.ceil(depth * 1.1)) {
    const path = Deno.makeTempFileSync({ suffix: ".yaml" });
    const reports: Diagnostic[] = [];
    Deno.writeTextFileSync(path, `a: ${"[".repeat(depth)}${"]".repeat(depth)}\n`);
    const source = readFile(path, (report) => reports.push(report));
    Deno.removeSync(path);
    assert.equal(source === undefined, reports.length > 0);
    assert.equal(source === undefined, depth > 49);
  }
});

Deno.test("readFile() reports a file that was removed since the folder was listed", () => {
  const reports: Diagnostic[] = [];
  assert.equal(readFile("/nowhere/aya-putri.yaml", (report) => reports.push(report)), undefined);
  assert.equal(wordsOf(reports[0]!.message), "Cannot find this file: it has to be there");
});

Deno.test("README.md and LICENSE are for people, wherever they are; a text of another name is an error", () => {
  const people = ["LICENSE", "README.md", "groupa/LICENSE", "groupa/members/LICENSE"];
  const quiet = checkTree(Object.fromEntries(people.map((path) => [path, "Text.\n"])));
  assert.deepEqual([quiet.code, heads(quiet.stderr)], [0, []]);
  const { code, stderr } = checkTree({ "groupa/members/LICENCE": "Text.\n" });
  assert.equal(code, 1);
  assert.match(heads(stderr)[0]!, /^groupa\/members\/LICENCE:1:1: error: Cannot use this file/);
});

Deno.test("no answer holds half a character; two halves that are written apart are one", async () => {
  const content = {
    "groupa/events/a.yaml":
      'title: "Malam \\ud83d"\ndate: 2026-08-01\nvenue: "\\ud83d\\ude00 \\ude00"\n',
    "groupa/members/citra.yaml": 'name: "Citra \\uD83D\\uDE00"\nhobby: "\\U0000DE00"\n',
    "groupa/news/2026-07-01-kabar.md":
      '---\ntitle: "\\ud83d"\ndate: 2026-07-01\n---\n\n&#xd83d; &#55357;\n',
  };
  assert.equal(check(content).messages.filter((text) => /Half a character/.test(text)).length, 4);
  await using app = await world({ content, now: "2026-07-04T10:00:00Z" });
  for (const path of ["events?from=2026-08-01", "members", "member/citra", "news"]) {
    const text = await (await app.ask(`/api/groupa/${path}`)).text();
    // A strict parser refuses a half as well as its sign.
    assert.equal(/\\u[dD][89a-fA-F]/.test(text) || !text.isWellFormed(), false, path);
  }
  assert.deepEqual(
    (await app.json("/api/groupa/events?from=2026-08-01") as { title: string; venue: string }[])
      .map(({ title, venue }) => [title, venue]),
    [["Malam \ufffd", "😀 \ufffd"]],
  );
});

const FILE = "groupa/members/aya-putri.yaml";

Deno.test("a file of 200,000 fields or items is refused at once, with a remedy", () => {
  const many = (entry: (n: number) => string) =>
    Array.from({ length: 200_000 }, (_, n) => entry(n)).join("");
  const texts = [
    many((n) => `${(n % 40_000).toString(36)}:\n`),
    `nicknames:\n${many(() => "- a\n")}`,
    `nicknames: [${many(() => "a,")}]\n`,
    `nicknames:\n${many(() => "- &a\n")}`,
  ];
  for (const text of texts) {
    const began = performance.now();
    const { code, stderr } = checkTree({ [FILE]: text });
    assert.ok(performance.now() - began < 10_000);
    assert.match(
      stderr,
      /aya-putri\.yaml:\d+:\d+: error: Cannot read the file: it has more than 20,000 fields and list items; divide it into several files\n/,
    );
    assert.equal(code, 1);
  }
});

Deno.test("a file above 1 MiB is an error that names it and its size", () => {
  const article = (length: number) => "---\ntitle: Panjang\ndate: 2026-01-03\n---\n".padEnd(length);
  const path = "groupa/news/2026-01-03-jadwal.md";
  const most = checkTree({ [path]: article(1_048_576) });
  assert.equal(most.code, 0, most.stderr);
  const { code, stderr } = checkTree({ [path]: article(1_048_577) });
  assert.match(
    stderr,
    /^groupa\/news\/2026-01-03-jadwal\.md:1:1: error: Cannot read this file: it has 1,048,577 bytes, and 1,048,576 bytes \(1 MiB\) are the most; /m,
  );
  assert.equal(code, 1);
});

Deno.test("an article with more than 20,000 cells of tables is refused at once, and one with less is built", () => {
  const path = "groupa/news/2026-08-01-kabar.md";
  const article = (rows: number) =>
    `---\ntitle: Kabar\ndate: 2026-08-01\n---\n|a|b|\n|-|-|\n${"|a|b|\n".repeat(rows)}`;
  assert.equal((checkTree({ [path]: article(6_000) })).code, 0);
  const { code, stderr } = checkTree({ [path]: article(7_000) });
  assert.match(
    stderr,
    /kabar\.md:\d+:\d+: error: Cannot use this article: its tables have more than 20,000 cells; divide it/,
  );
  assert.equal(code, 1);
  assert.equal(renderMarkdown(`${"|"}a\n`.repeat(150_000)).text.length > 0, true);
});
