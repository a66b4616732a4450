import assert from "node:assert/strict";
import { stripTypeScriptTypes } from "node:module";
import { parseDocument } from "yaml";
import { documents } from "../../build/site/docs/pages.ts";
import { markdown } from "../../build/site/docs/read_doc.ts";
import { COMMANDS } from "../../src/admin/commands/commands.ts";
import { checkInput } from "../../src/admin/command/command.ts";
import { parseWords, splitMode } from "../../src/cli/words.ts";
import { shippedSite } from "../support/shipped_site.ts";

/** A block of code of a page. */
interface Block {
  readonly page: string;
  readonly language: string;
  /** `no-run`: tests only parse it, and the page says so. */
  readonly mark: string | undefined;
  readonly code: string;
  /** The heading above it. */
  readonly section: string;
}

const BLOCKS = documents(shippedSite()).filter(({ path }) => path.endsWith(".md"))
  .flatMap(({ path, body }) => blocksOf(path, String(body)));

function blocksOf(page: string, text: string): Block[] {
  let section = "";
  return markdown.parse(text, {}).flatMap(({ type, tag, info, content }, place, tokens) => {
    if (type === "heading_open" && tag === "h2") section = tokens[place + 1]!.content;
    if (type !== "fence") return [];
    const [language = "", mark] = info.trim().split(/\s+/);
    return [{ page, language, mark, code: content, section }];
  });
}

const whereIs = ({ page, code }: Block) => `${page}:\n${code}`;

/** The tests that run what has no mark, by page; all else is run with the snippets for callers. */
const RUN_BY: Readonly<Record<string, string>> = {
  "/docs/recipes.md": "test/docs/recipes_process_test.ts",
  "/docs/events.md": "test/webhooks/verify_process_test.ts",
  "/docs/client.md": "test/site/openapi/generators_process_test.ts",
  "/docs/stores.md": "test/postgres/recovery_process_test.ts",
};

Deno.test("every program and command of a page is run by a test, or marked as parsed alone", () => {
  const programs = BLOCKS.filter(({ language, mark }) =>
    /^(sh|ts|typescript|js|py|python|html)$/.test(language) && mark !== "no-run"
  );
  assert.ok(programs.length > 300, `${programs.length} programs`);
  for (const block of programs) {
    const { page, language, code, section } = block;
    const test = RUN_BY[page.replace("/docs/id/", "/docs/")];
    const isOfCallers = /^(list=\$\()?(curl|const (response|list) |import .*urllib)/.test(code);
    const isRun = /^(sh|ts|python)$/.test(language) && isOfCallers;
    if (isRun || page === "/docs/pages.md") continue;
    assert.ok(test, whereIs(block));
    const name = page.replace(/^\/docs\/(id\/)?/, "");
    assert.ok(Deno.readTextFileSync(test).includes(name), `${test} has ${name}`);
    if (page === "/docs/stores.md") assert.match(section, /^How do I back it up/);
  }
});

Deno.test("what is marked as not run is shown as that", () => {
  const pages = documents(shippedSite());
  const marked = Map.groupBy(BLOCKS.filter(({ mark }) => mark === "no-run"), ({ page }) => page);
  assert.ok(marked.size > 10, `${marked.size} pages`);
  for (const [page, blocks] of marked) {
    const path = page.replace(/(\/index)?\.md$/, "");
    const html = String(pages.find((one) => one.path === path)!.body);
    const words = page.startsWith("/docs/id/") ? "diperiksa, tidak" : "parsed by tests";
    assert.equal(html.split(`· ${words}`).length - 1, blocks.length, page);
  }
});

Deno.test("programs of pages can be parsed", () => {
  const scripts = BLOCKS.flatMap((block) => {
    if (/^(ts|typescript|js)$/.test(block.language)) return [block];
    if (block.language !== "html") return [];
    return [...block.code.matchAll(/<script[^>]*>([^]*?)<\/script>/g)]
      .map(([, code]) => ({ ...block, code: code! }));
  });
  assert.ok(scripts.length > 100);
  for (const script of scripts) {
    assert.doesNotThrow(() => stripTypeScriptTypes(script.code), whereIs(script));
  }
  assert.throws(() => stripTypeScriptTypes("const = 1;"));
});

Deno.test("programs in Python, and commands of the shell, can be parsed", async () => {
  const python = BLOCKS.filter(({ language }) => /^py(thon)?$/.test(language));
  const shell = BLOCKS.filter(({ language, page }) =>
    language === "sh" && !page.startsWith("/docs/reference/")
  );
  assert.ok(python.length > 50 && shell.length > 60);
  const codes = JSON.stringify(python.map(({ code }) => code));
  const reader = "import ast, json, sys\nfor code in json.load(sys.stdin): ast.parse(code)";
  assert.equal(await complaintOf("python3", ["-c", reader], codes), "");
  const all = shell.map(({ code }) => `(\n${code})\n`).join("");
  assert.equal(await complaintOf("sh", ["-n"], all), "");
  assert.notEqual(await complaintOf("sh", ["-n"], "(\nif\n)\n"), "");
});

async function complaintOf(command: string, args: string[], input: string): Promise<string> {
  const child = new Deno.Command(command, { args, stdin: "piped", stderr: "piped" }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(input));
  await writer.close();
  return new TextDecoder().decode((await child.output()).stderr);
}

Deno.test("data and settings of pages can be parsed, and nothing else is shown as code", () => {
  for (const block of BLOCKS) {
    const { language, code } = block;
    if (language === "json") assert.doesNotThrow(() => JSON.parse(code), whereIs(block));
    else if (language === "yaml") {
      assert.deepEqual(parseDocument(code).errors, [], whereIs(block));
    } else if (language === "ini") {
      for (const line of code.trim().split("\n")) assert.match(line, /^(#.*|\w+ = .+)$/);
    } else {
      assert.match(language, /^(sh|ts|typescript|js|py|python|html|markdown|text|powershell)$/);
    }
  }
});

Deno.test("every task that a page names is there, and admin takes the words of each command", () => {
  const { tasks } = JSON.parse(Deno.readTextFileSync("deno.json"));
  const lines = BLOCKS.filter(({ language }) => language === "sh").flatMap(({ code }) =>
    code.replaceAll("\\\n", " ").split("\n")
  );
  const named = lines.flatMap((
    line,
  ) => [...line.matchAll(/deno task (\S+)((?: +(?:"[^"]*"|[^\s#]\S*))*)/g)]);
  assert.ok(named.length > 40, `${named.length} tasks`);
  for (const [line, task, rest] of named) {
    // A repository of content has it.
    assert.ok(task! in tasks || task === "upgrade", line);
    if (task === "admin") readAdmin(wordsIn(rest!), line);
  }
  assert.throws(() => readAdmin(["key", "issue", "--nobody", "x"], "an unknown option"));
});

function wordsIn(text: string): string[] {
  return [...text.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!);
}

/** Reads a command as the command line does, up to where it would open the store. */
function readAdmin(line: readonly string[], what: string): void {
  const { mode, words: [noun, verb, ...words] } = splitMode(line);
  if (mode.help) return;
  const command = COMMANDS.find((known) => known.noun === noun && known.verb === verb);
  assert.ok(command, what);
  checkInput(command, parseWords(command, words));
}
