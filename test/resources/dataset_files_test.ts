import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { REPOSITORY } from "../support/contents.ts";
import { type World, world } from "../support/world.ts";

Deno.test("every listed file has the bytes and the digest that are listed, in every coding and part", async () => {
  await using app = await world(REPOSITORY);
  const { groups, build, licence } = await app.json("/v1/dataset");
  assert.deepEqual([build, licence], [app.index.build, "CC0-1.0"]);
  const files: ListedFile[] = groups.flatMap(({ files }: { files: ListedFile[] }) => files);
  assert.ok(files.length > 10);
  for (const { path, bytes, sha256, kinds } of files) {
    const whole = await fileOf(app, path);
    assert.equal(whole.body.length, bytes, path);
    assert.equal(hash("sha256", whole.body, "hex"), sha256, path);
    assert.ok(kinds.length > 0);
    for (const coding of ["identity", "br", "gzip"]) {
      const coded = await fileOf(app, path, { "accept-encoding": coding });
      const digest = `sha-256=:${hash("sha256", coded.body, "base64")}:`;
      assert.equal(coded.digest, digest, `${path} ${coding}`);
      const head = await app.ask(path, { method: "HEAD", headers: { "accept-encoding": coding } });
      assert.equal(head.headers.get("repr-digest"), digest);
    }
  }
});

/** A file as it is listed. */
interface ListedFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly kinds: readonly string[];
}

async function fileOf(app: World, path: string, headers: Record<string, string> = {}) {
  const response = await app.ask(path, { headers });
  assert.equal(response.status, 200, path);
  return {
    body: await response.bytes(),
    digest: response.headers.get("repr-digest"),
  };
}

Deno.test("without a credential the list has the groups with pages, 60 times a minute", async () => {
  await using app = await world(REPOSITORY);
  const ask = (from: string) => app.ask("/v1/dataset", { key: null, from });
  const slugs = async (response: Response) =>
    (await response.json()).groups.map(({ group }: { group: string }) => group);
  const all = app.index.groups.map(({ slug }) => slug);
  assert.deepEqual(await slugs(await app.ask("/v1/dataset")), all);
  const open = app.index.groups.filter((group) => group.public === "site");
  assert.ok(open.length > 0 && open.length < all.length);
  assert.deepEqual(await slugs(await ask("192.0.2.1")), open.map(({ slug }) => slug));
  for (let asked = 1; asked < 300; asked++) assert.equal((await ask("192.0.2.1")).status, 200);
  assert.equal((await ask("192.0.2.1")).status, 429);
  assert.equal((await ask("192.0.2.2")).status, 200);
  assert.equal((await app.ask("/v1/dataset", { key: "J-osb_wrong" })).status, 403);
  const { files } = (await app.json("/v1/dataset")).groups[0];
  assert.equal((await app.ask(files[0].path, { key: null })).status, 403);
});
