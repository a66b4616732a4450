import assert from "node:assert/strict";
import { importTree } from "./import_tree.ts";

Deno.test("imports take former names over, and add them to those that a file has", () => {
  using tree = importTree();
  const members = (...slugs: string[]) => [{ name: "Aya Putri", former_slugs: slugs }];
  assert.equal(tree.take("members", members("aya")).lost, 0);
  assert.match(tree.text("groupa/members/aya-putri.yaml"), /^former_slugs: \[aya\]$|- aya$/m);
  tree.take("members", members("aya", "aya-p"));
  assert.match(tree.text("groupa/members/aya-putri.yaml"), /aya[^]*aya-p/);
  const news = [{
    title: "Jadwal",
    date: "2026-07-04",
    publish_at: "2026-07-05T10:00:00+07:00",
    former_slugs: ["jadwal-lama"],
  }];
  assert.equal(tree.take("news", news).lost, 0);
  const text = tree.text(`groupa/news/${tree.names("groupa/news")[0]}`);
  assert.match(text, /jadwal-lama/);
  assert.match(text, /publish_at: ["']?2026-07-05T10:00:00\+07:00/);
});
