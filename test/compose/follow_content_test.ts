import assert from "node:assert/strict";
import { openContent } from "../../src/catalog/catalog.ts";
import type { Span } from "../../src/model/pack.ts";
import { followContent } from "../../src/compose/content.ts";
import { openPictures } from "../../src/compose/built_files.ts";
import { packOf } from "../support/compiled.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createQuietLog } from "../support/quiet_log.ts";

Deno.test("tables are parsed ahead a piece at a time, and no more of them once following has ended", async () => {
  const clock = createManualClock();
  const content = openContent(packOf("content"));
  const { pack } = content.catalog;
  let parsed = 0;
  const list = <T>(pieces: readonly Span[]): T[] => {
    if (++parsed === 3) unfollow();
    return pack.list(pieces);
  };
  const catalog = { ...content.catalog, pack: { ...pack, list } };
  const unfollow = followContent("/nowhere", {
    ...{ clock, log: createQuietLog(), swap: () => {}, loaded: undefined },
    served: () => ({ ...content, catalog, pictures: openPictures("/nowhere", undefined) }),
    proof: Promise.resolve(true),
  });
  await clock.advance(1_000);
  assert.equal(parsed, 3);
});
