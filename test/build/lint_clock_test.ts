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

Deno.test("somebody who has graduated on no day is warned of in shows to come alone", async () => {
  await using folder = await temporaryFolder();
  writeTree(folder.path, {
    "groupa/members/citra.yaml": "name: Citra\nstatus: graduated\n",
    "groupa/shows/2030-08-01-peluit.yaml": "title: Peluit\ndate: 2030-08-01\nmembers: [Citra]\n",
  });
  const [before, after] = ["2030-08-01T12:00:00Z", "2030-08-02T12:00:00Z"].map((now) =>
    compile(folder.path, { now: Date.parse(now) })
  );
  const [warning, ...others] = before!.diagnostics;
  assert.match(wordsOf(warning!.message), /^The status of "Citra" is "graduated", and this show /);
  assert.deepEqual([...others, ...after!.diagnostics], []);
});
