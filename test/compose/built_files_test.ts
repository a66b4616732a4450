import assert from "node:assert/strict";
import { followContent, loadContent, readIndexIn } from "../../src/core/follow_build.ts";
import { PACK_FILE } from "../../src/model/pack.ts";
import { StartError } from "../../src/platform/start_error.ts";
import { openPack } from "../../src/catalog/pack.ts";
import { packOf } from "../support/compiled.ts";
import { TRIO } from "../support/contents.ts";
import { createQuietLog } from "../support/quiet_log.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { until } from "../support/until.ts";

const DEPS = { log: createQuietLog(), ownAddress: () => undefined };

Deno.test("a folder without a pack, and a pack that is cut off or damaged, are refused in one line", async () => {
  await using folder = await temporaryFolder();
  const bytes = await packOf(TRIO.content);
  const refused = async (message: RegExp) => {
    const expected = { name: StartError.name, message };
    await assert.rejects(loadContent(folder.path, DEPS), expected);
    assert.throws(() => readIndexIn(folder.path), expected);
  };
  await refused(/^Cannot serve .*: there is none; run `deno task build` first$/);
  const path = `${folder.path}/${PACK_FILE}`;
  Deno.writeFileSync(path, bytes.subarray(0, -1));
  await refused(/^Cannot serve .*: it is cut off; run the build again$/);
  Deno.writeFileSync(path, bytes.with(-9, bytes.at(-9)! ^ 1));
  await refused(/^Cannot serve .*: it is damaged; run the build again$/);
  Deno.writeFileSync(path, bytes);
  assert.deepEqual(readIndexIn(folder.path), openPack(bytes).index);
});

Deno.test("pictures that were missing are served when the same build is put there again", async () => {
  await using folder = await temporaryFolder();
  const path = `${folder.path}/${PACK_FILE}`;
  const bytes = await packOf("content");
  Deno.writeFileSync(path, bytes);
  let served = await loadContent(folder.path, DEPS);
  assert.equal(served.pictures.isMissing, true);
  const clock = createManualClock();
  const unfollow = followContent(folder.path, {
    ...{ ...DEPS, clock, loaded: undefined, served: () => served },
    swap: (next) => served = next,
  });
  Deno.writeFileSync(`${folder.path}/${openPack(bytes).index.pictures}`, new Uint8Array(9));
  clock.advance(1000);
  await until(() => !served.pictures.isMissing);
  unfollow();
  served.pictures.close();
});
