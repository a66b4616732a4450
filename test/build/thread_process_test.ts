import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { compile } from "../../build/compile.ts";
import { siteSourceOf } from "../../build/site_writer.ts";
import { createCompressor, sitePackBytes } from "../../build/emit/site_pack_bytes.ts";
import { renderSite } from "../../build/site/site.ts";
import { joinParts } from "../../src/catalog/phases.ts";
import { runTask } from "../support/command.ts";
import { writeContent } from "../support/content_generator.ts";
import { temporaryFolder } from "../support/temporary.ts";

Deno.test("a build from nothing writes what is compiled on one thread", async () => {
  await using folder = await temporaryFolder();
  const env = { CONTENT_DIR: `${folder.path}/content`, OUT_DIR: `${folder.path}/out` };
  // So many articles are rendered on the other thread.
  const size = { groups: 2, members: 20, shows: 60, news: 520, events: 5, videocalls: 2 };
  writeContent(env.CONTENT_DIR, size);
  const written = async () => {
    const { code, stderr } = await runTask("build", env);
    assert.equal(code, 0, stderr);
    return ["oshibase.pack", "site.pack"].map((name) =>
      Deno.readFileSync(`${env.OUT_DIR}/${name}`)
    );
  };
  assertSame(await written(), onOneThread(env.CONTENT_DIR));
  // The examples of the documents name the first member.
  for (const { name } of Deno.readDirSync(`${env.CONTENT_DIR}/group1/members`)) {
    const path = `${env.CONTENT_DIR}/group1/members/${name}`;
    Deno.writeTextFileSync(path, Deno.readTextFileSync(path).replace(/^name: /, "name: Zahra "));
  }
  assertSame(await written(), onOneThread(env.CONTENT_DIR));
});

/** A difference of packs is too large to be shown. */
function assertSame(written: readonly Uint8Array[], expected: readonly Uint8Array[]): void {
  const sums = (files: readonly Uint8Array[]) => files.map((file) => hash("sha256", file));
  assert.deepEqual(sums(written), sums(expected));
}

/** Pack and site. */
function onOneThread(root: string): Uint8Array[] {
  const { content: { site, plans, groups }, pack } = compile(root);
  const source = siteSourceOf(site!, plans!, groups);
  const files = sitePackBytes(renderSite(source), source.site.base_url, createCompressor());
  return [joinParts(pack!.chunks), joinParts(files)];
}
