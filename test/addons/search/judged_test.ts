import assert from "node:assert/strict";
import { createProgram } from "../../support/program.ts";
import { judgedQueries, recallOf } from "./judged_queries.ts";
import { REPOSITORY } from "../../support/contents.ts";

const NOW = "2026-11-22T03:00:00Z";

Deno.test("search finds what people mean among its first five", async () => {
  await using app = await createProgram({ ...REPOSITORY, now: NOW });
  const queries = judgedQueries();
  assert.ok(queries.length >= 430, `${queries.length} queries`);
  let recall = 0;
  let empty = 0;
  const missed: string[] = [];
  for (const query of queries) {
    const { total, data } = await app.json(`/v1/search?q=${encodeURIComponent(query.text)}`);
    const found = recallOf(query, data);
    recall += found / queries.length;
    if (total === 0) empty++;
    if (found < 1) missed.push(query.text);
  }
  assert.ok(recall >= 0.98, `recall ${recall}; missed: ${missed.join(", ")}`);
  assert.ok(empty <= 0.02 * queries.length, `${empty} of ${queries.length} found nothing`);
});

Deno.test("the judged queries mean every kind of thing in every group", () => {
  const meant = new Set(judgedQueries().flatMap(({ meant }) => meant.map(kindAndGroup)));
  for (const kind of ["member", "setlist", "song", "show", "news", "event", "release"]) {
    for (const group of ["groupa", "groupb"]) assert.ok(meant.has(`${kind}/${group}`), kind);
  }
});

function kindAndGroup(item: string): string {
  return item.split("/").slice(0, 2).join("/");
}
