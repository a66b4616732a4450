import assert from "node:assert/strict";
import { checkTree } from "./check_tree.ts";

const SHOW = `# yaml-language-server: $schema=../../schema/show.json
title: "Malam #1"  # bukan judul resmi
date: 2026-07-04
`;

const TREE = {
  "groupa/shows/2026-07-04-malam.yaml": SHOW,
  "groupa/news/2026-01-03-jadwal.md":
    "---\ntitle: Jadwal\n# dari Instagram\ndate: 2026-01-03\n---\n\n# Judul\n\nHalo.\n",
  "groupa/members/aya-putri.yaml":
    "name: Aya Putri\nnicknames: [Aya]\ndescription: |\n  # ini isi, bukan catatan\n  Kapten.\n",
};

Deno.test("comments are no matter where nobody uses forms", async () => {
  assert.deepEqual((await checkTree(TREE)).stderr, "Checked content: no problems\n");
});

Deno.test("check tells of comments that a form would drop, where forms are in use", async () => {
  for (const place of ["", "../"]) {
    const { code, stderr } = await checkTree(
      TREE,
      (root) => Deno.writeTextFileSync(`${root}/${place}.pages.yml`, "content: []\n"),
    );
    assert.equal(code, 0);
    assert.match(
      stderr,
      /shows\/2026-07-04-malam\.yaml:1:1: warning: A form that saves this file drops this comment \("# yaml-language-server.*"\), and 1 more in this file: take it out: \.vscode/,
    );
    assert.match(
      stderr,
      /2026-01-03-jadwal\.md:3:1: warning: A form .* \("# dari Instagram"\): say it in a field/,
    );
    assert.match(stderr, /Checked content: 2 warnings/);
    assert.doesNotMatch(stderr, /ini isi|# Judul/);
  }
});
