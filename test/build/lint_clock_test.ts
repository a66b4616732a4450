import assert from "node:assert/strict";
import { compile } from "../../build/compile.ts";
import { joinParts } from "../../src/catalog/phases.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { writeTree } from "./content_tree.ts";
import { wordsOf } from "../../build/words/say.ts";

Deno.test("a birth after this year is warned of until that year, and the pack is the same", async () => {
  await using folder = await temporaryFolder();
  writeTree(folder.path, { "groupa/members/citra.yaml": "name: Citra\nbirth_date: 2031-05-01\n" });
  const [before, after] = ["2030-12-31T12:00:00Z", "2031-01-01T12:00:00Z"].map((now) =>
    compile(folder.path, { now: Date.parse(now) })
  );
  assert.match(wordsOf(before!.diagnostics[0]!.message), /^Nobody here was born in 2031: /);
  assert.deepEqual(after!.diagnostics, []);
  assert.deepEqual(joinParts(before!.pack!.chunks), joinParts(after!.pack!.chunks));
});

Deno.test("a draft may hold what is to come", async () => {
  await using folder = await temporaryFolder();
  const draft = "name: Citra\nhobby: TODO\nbirth_date: 1905-05-01\ndraft: true\n";
  writeTree(folder.path, { "groupa/members/citra.yaml": draft });
  assert.deepEqual(compile(folder.path).diagnostics, []);
});
