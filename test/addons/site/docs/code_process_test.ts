import assert from "node:assert/strict";
import { stripTypeScriptTypes } from "node:module";
import { parseDocument } from "yaml";
import { markdown } from "../../../../build/addons/site/docs/read_doc.ts";
import { loadCommands } from "../../../../src/core/commands.ts";
import { checkInput } from "../../../../src/admin/command/input.ts";
import { namesIn, readWords } from "../../../../src/admin/cli/words.ts";
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

Deno.test("every block of code of a page can be parsed in its language", async () => {
  const codes = (...languages: string[]) =>
    BLOCKS.filter(({ language }) => languages.includes(language)).map(({ code }) => code);
  const scripts = codes("html").flatMap((page) =>
    [...page.matchAll(/<script[^>]*>([^]*?)<\/script>/g)].map(([, code]) => code!)
  );
  const programs = [...codes("ts", "typescript", "js"), ...scripts];
  const [python, shell] = [codes("python", "py"), codes("sh")];
  assert.ok(programs.length > 20 && python.length > 5 && shell.length > 100);
  for (const code of programs) assert.doesNotThrow(() => stripTypeScriptTypes(code), code);
  for (const code of codes("json")) assert.doesNotThrow(() => JSON.parse(code), code);
  for (const code of codes("yaml")) assert.deepEqual(parseDocument(code).errors, [], code);
  for (const code of codes("ini")) assert.match(code, /^(?:(?:#.*|\w+ = .+)\n)+$/);
  const reader = "import ast, json, sys\nfor code in json.load(sys.stdin): ast.parse(code)";
  assert.equal(await complaintOf("python3", ["-c", reader], JSON.stringify(python)), "");
  const all = shell.map((code) => `(\n${code})\n`).join("");
  assert.equal(await complaintOf("sh", ["-n"], all), "");
  const others = /^(sh|ts|typescript|js|py|python|html|json|yaml|ini|markdown|text|powershell)$/;
  for (const { page, language } of BLOCKS) assert.match(language, others, page);
});

async function complaintOf(command: string, args: string[], input: string): Promise<string> {
  const child = new Deno.Command(command, { args, stdin: "piped", stderr: "piped" }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(input));
  await writer.close();
  return new TextDecoder().decode((await child.output()).stderr);
}

Deno.test("every task that a page names is there, and admin takes the words of each command", () => {
  const { tasks } = JSON.parse(Deno.readTextFileSync("deno.json"));
  const lines = BLOCKS.filter(({ language }) => language === "sh").flatMap(({ code }) =>
    code.replaceAll("\\\n", " ").split("\n")
  );
  const named = lines.flatMap((
    line,
  ) => [...line.matchAll(/deno task (\S+)((?: +(?:"[^"]*"|[^\s#]\S*))*)/g)]);
  assert.ok(named.length >= 25, `${named.length} tasks`);
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
  if (line.includes("--help")) return;
  const [noun, verb] = namesIn(line);
  const command = COMMANDS.find((known) => known.noun === noun && known.verb === verb);
  assert.ok(command, what);
  checkInput(command, readWords(command, line).input);
}
