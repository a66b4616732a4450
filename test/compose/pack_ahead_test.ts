import assert from "node:assert/strict";
import { PACK_FILE } from "../../src/model/pack.ts";
import { readPackAhead } from "../../src/compose/pack_ahead.ts";

Deno.test("a pack that is read ahead is open before its reader goes on", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/${PACK_FILE}`;
  try {
    Deno.writeTextFileSync(path, "the pack");
    const { version, bytes } = readPackAhead(folder);
    Deno.removeSync(path);
    assert.ok(version !== undefined);
    assert.equal(new TextDecoder().decode(await bytes), "the pack");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("where there is no pack, its bytes are refused, and nothing is thrown", async () => {
  const folder = await Deno.makeTempDir();
  const { version, bytes } = readPackAhead(folder);
  assert.equal(version, undefined);
  await assert.rejects(bytes, Deno.errors.NotFound);
  await Deno.remove(folder);
});
