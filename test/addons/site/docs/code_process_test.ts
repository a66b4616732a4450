import assert from "node:assert/strict";
import { stripTypeScriptTypes } from "node:module";
import { parseDocument } from "yaml";
import { markdown } from "../../../../build/addons/site/docs/read_doc.ts";
import { loadCommands } from "../../../../src/core/commands.ts";
import { checkInput } from "../../../../src/admin/command/input.ts";
import { parseWords, splitMode } from "../../../../src/cli/words.ts";
import { shippedSite, siteFiles } from "../shipped_site.ts";

/** A block of code of a page. */
interface Block {
  readonly page: string;
  readonly language: string;
  readonly code: string;
}

const BLOCKS = siteFiles(shippedSite()).filter(({ path }) => path.endsWith(".md"))
  .flatMap(({ path, body }) => blocksOf(path, String(body)));

const COMMANDS = await loadCommands();

function blocksOf(page: string, text: string): Block[] {
  return markdown.parse(text, {}).filter(({ type }) => type === "fence")
    .map(({ info, content }) => ({ page, language: info.trim().split(/\s+/)[0]!, code: content }));
}

const whereIs = ({ page, code }: Block) => `${page}:\n${code}`;

Deno.test("programs of pages can be parsed", () => {
  const scripts = BLOCKS.flatMap((block) => {
    if (/^(ts|typescript|js)$/.test(block.language)) return [block];
    if (block.language !== "html") return [];
    return [...block.code.matchAll(/<script[^>]*>([^]*?)<\/script>/g)]
      .map(([, code]) => ({ ...block, code: code! }));
  });
  assert.ok(scripts.length > 20);
  for (const script of scripts) {
    assert.doesNotThrow(() => stripTypeScriptTypes(script.code), whereIs(script));
  }
  assert.throws(() => stripTypeScriptTypes("const = 1;"));
});

Deno.test("programs in Python, and commands of the shell, can be parsed", async () => {
  const python = BLOCKS.filter(({ language }) => /^py(thon)?$/.test(language));
  const shell = BLOCKS.filter(({ language }) => language === "sh");
  assert.ok(python.length > 5 && shell.length > 100);
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
  assert.ok(named.length >= 30, `${named.length} tasks`);
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
