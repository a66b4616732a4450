import assert from "node:assert/strict";
import { compile } from "../../../build/compile.ts";
import { exportContent } from "../../../build/addons/dataset/export_content.ts";
import { importDump } from "../../../build/addons/import/import_dump.ts";
import { writeTexts } from "../../../build/files/write_texts.ts";
import { openContent } from "../../../src/catalog/content.ts";
import { joinParts } from "../../../src/catalog/phases.ts";
import { TRIO } from "../../support/contents.ts";
import { temporaryFolder } from "../../support/temporary.ts";

/** Setlists have the songs of shows. */
const LOST = ["setlist_detail.name", "setlist_detail.songs"];

const KINDS = ["members", "setlists", "theater", "events", "news", "releases", "videocall"];

Deno.test("a dataset is read kind by kind, and what content has no place for is counted as lost", async () => {
  await using folder = await temporaryFolder();
  const [data, root] = [`${folder.path}/data`, `${folder.path}/again`];
  const { catalog } = openContent(joinParts(compile(TRIO.content).pack!.chunks));
  const lost: string[] = [];
  exportContent({
    catalog,
    revision: undefined,
    pictures: undefined,
    folder: data,
    now: Date.parse(TRIO.now),
  });
  for (const name of ["site.yaml", "plans.yaml"]) {
    writeTexts(new Map([[`${root}/${name}`, Deno.readTextFileSync(`${TRIO.content}/${name}`)]]));
  }
  for (const { slug: group } of catalog.groups) {
    const settings = Deno.readTextFileSync(`${TRIO.content}/${group}/group.yaml`);
    writeTexts(new Map([[`${root}/${group}/group.yaml`, settings]]));
    const text = Deno.readTextFileSync(`${data}/${group}.ndjson`);
    for (const kind of KINDS) {
      const { texts, fates } = importDump({ root, group, kind, text });
      writeTexts(texts);
      lost.push(...fates.filter(({ fate }) => fate === "lost").map(({ theirs }) => theirs));
      const again = importDump({ root, group, kind, text });
      assert.deepEqual([...again.texts.keys()], [], `${group} ${kind}`);
    }
  }
  // An hour that no clock shows, what members were before a day that has come, and names of files
  // that do not begin with the day.
  assert.deepEqual(new Set(lost), new Set([...LOST, "date.time", "status_before", "slug"]));
  assert.notEqual(compile(root).pack, undefined);
});
