import assert from "node:assert/strict";
import { modules } from "./modules.ts";

/** They load before the server listens: at their top level, or as another program. */
const BEFORE_LISTENING = ["src/main.ts", "src/time/temporal.ts"];

Deno.test("a module that is loaded on first use is declared with lazily(), so that an update of its file cannot break it", () => {
  const files = modules("src").filter(({ path }) => !BEFORE_LISTENING.includes(path));
  const found = { lazy: 0, bare: [] as string[] };
  for (const { path, text } of files) {
    const code = text.replaceAll(/^\s*(?:\/\*\*|\*|\/\/).*$/gm, "");
    const imports = [...code.matchAll(/\bimport\(\s*(\S*?)\s*\)/g)]
      .filter(({ index }) => !/typeof\s+$/.test(code.slice(0, index)))
      // They are a part of the runtime's binary.
      .filter(([, specifier]) => !specifier!.startsWith('"node:'));
    for (const { index, 0: text } of imports) {
      if (/\blazily\(\s*\(\) =>\s*$/.test(code.slice(0, index))) found.lazy++;
      else found.bare.push(`${path}: ${text}`);
    }
  }
  assert.deepEqual(found.bare, []);
  assert.ok(found.lazy > 10, `${found.lazy} were read`);
});
