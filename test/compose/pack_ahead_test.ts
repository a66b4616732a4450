import assert from "node:assert/strict";
import { PACK_FILE } from "../../src/model/pack.ts";
import { readPackAhead } from "../../src/compose/pack_ahead.ts";
import { temporaryFolder } from "../support/temporary.ts";

Deno.test("a pack that is read ahead is open before its reader goes on", async () => {
  await using folder = await temporaryFolder();
  const path = `${folder.path}/${PACK_FILE}`;
  Deno.writeTextFileSync(path, "the pack");
  const { version, bytes } = readPackAhead(folder.path);
  Deno.removeSync(path);
  assert.ok(version !== undefined);
  assert.equal(new TextDecoder().decode(await bytes), "the pack");
});

Deno.test("where there is no pack, its bytes are refused, and nothing is thrown", async () => {
  await using folder = await temporaryFolder();
  const { version, bytes } = readPackAhead(folder.path);
  assert.equal(version, undefined);
  await assert.rejects(bytes, Deno.errors.NotFound);
});
