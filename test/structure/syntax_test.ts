import assert from "node:assert/strict";
import { modules } from "./modules.ts";

/** Syntax of proposals, which runtimes older than the pinned one refuse or hide behind a flag. */
const PROPOSED: Readonly<Record<string, RegExp>> = {
  "import defer, import source": /^\s*import\s+(?:defer|source)\s+[\w*{]/m,
  "import.defer(), import.source()": /\bimport\.(?:defer|source)\s*\(/,
  "using": /\b(?:await\s+)?using\s+[\w$]+\s*(?:=[^=]|of\b)/,
  "decorators": /^\s*@[A-Za-z_$][\w$.]*(?:\(.*\))?\s*(?:export\s|class\s|$)/m,
  "module blocks": /=\s*module\s*\{/,
  "do expressions": /=\s*do\s*\{/,
};

/** The proposals whose syntax a text has. */
function proposedIn(text: string): string[] {
  const code = text.replace(/^\s*(?:\/\*\*?|\*|\/\/).*$/gm, "");
  return Object.keys(PROPOSED).filter((name) => PROPOSED[name]!.test(code));
}

Deno.test("syntax: no module has what is not in the language's standard", () => {
  const found = ["src", "build"].flatMap(modules)
    .flatMap(({ path, text }) => proposedIn(text).map((name) => `${path}: ${name}`));
  assert.deepEqual(found, []);
});

Deno.test("syntax: what is not in the standard is seen", () => {
  const texts = [
    'import defer * as library from "library";',
    'const library = await import.source("library");',
    "  using file = open();",
    "for (await using file of files) read(file);",
    "@sealed\nclass Member {}",
    "const made = module { };",
    "const made = do { 1 };",
  ];
  assert.deepEqual(texts.filter((text) => proposedIn(text).length !== 1), []);
});
