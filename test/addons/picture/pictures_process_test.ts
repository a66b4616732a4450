import assert from "node:assert/strict";
import { openPack } from "../../../src/catalog/pack.ts";
import { PACK_FILE } from "../../../src/model/pack.ts";
import type { PictureRow } from "../../../src/model/picture.ts";
import { type TreeFiles, writeTree } from "../../build/content_tree.ts";
import { spawnBuild } from "../../support/command.ts";
import { contentDesk } from "../content_desk.ts";
import { makeJpeg, makePng, SECRET } from "./picture_files.ts";
import { createPrng } from "../../support/prng.ts";
import { startServer } from "../../support/server.ts";
import { testSeed } from "../../support/size.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { until } from "../../support/until.ts";

/** Members with a picture each. */
function members(count: number, seed: number): TreeFiles {
  return Object.fromEntries(
    Array.from({ length: count }, (_, place) =>
      [
        [
          `groupa/members/m${place}.yaml`,
          `name: Anggota ${
            String.fromCharCode(65 + place % 26)
          }${place}\nimg: pictures/m${place}.png\n`,
        ],
        [`groupa/pictures/m${place}.png`, makePng({ width: 60, height: 60, seed: seed + place })],
      ] as const).flat(),
  );
}

async function project(files: TreeFiles) {
  const desk = await contentDesk(files);
  return {
    ...desk,
    async build() {
      const { code, stderr } = await desk.run("build");
      assert.equal(code, 0, stderr);
    },
  };
}

/** The pack names pictures that are all there, byte for byte. */
function assertWhole(out: string): void {
  const { index, json } = openPack(Deno.readFileSync(`${out}/${PACK_FILE}`));
  const bytes = Deno.readFileSync(`${out}/${index.pictures}`);
  const rows = index.groups.flatMap(({ pictures }) =>
    pictures === undefined ? [] : json<PictureRow[]>(pictures)
  );
  assert.ok(rows.length > 0);
  for (const { at, length } of rows) {
    assert.deepEqual(bytes.subarray(at, at + 4), Uint8Array.of(0x89, 0x50, 0x4e, 0x47));
    assert.ok(at + length <= bytes.length);
  }
}

Deno.test("a build that is killed leaves no pack whose pictures are missing", async () => {
  const seed = testSeed();
  const { between } = createPrng(seed);
  await using at = await project(members(30, 1));
  await at.build();
  for (let round = 0; round < 6; round++) {
    writeTree(at.env.CONTENT_DIR, members(30, 2 + round));
    const build = spawnBuild(at.env);
    await new Promise((done) => setTimeout(done, between(0, 900)));
    try {
      build.kill("SIGKILL");
    } catch {
      // It has ended.
    }
    await build.output();
    assertWhole(at.env.OUT_DIR);
  }
  await at.build();
  assertWhole(at.env.OUT_DIR);
  const files = [...Deno.readDirSync(at.env.OUT_DIR)].map(({ name }) => name);
  const kept = files.filter((name) => /^pictures-[0-9a-f]+\.bin$/.test(name));
  assert.ok(kept.length <= 2, `${kept} of seed ${seed}`);
});

Deno.test("a server goes on with the pictures of what it serves, through builds and swaps under load", async () => {
  await using at = await project(members(12, 1));
  await at.build();
  const addressOf = async (base: string, key = "") => {
    const ask = () => fetch(`${base}api/groupa/member/m3?apikey=${key}`);
    let response = await ask();
    // A demo key has a rate, and a store on a busy machine is slow.
    while (response.status === 429 || response.status === 503) {
      await response.body?.cancel();
      await new Promise((done) => setTimeout(done, 100));
      response = await ask();
    }
    const { img } = await response.json();
    assert.equal(response.status, 200);
    return img as string;
  };
  await using standing = await startServer({ ...at.env, KV_PATH: `${at.env.KV_PATH}-2` });
  await using server = await startServer(at.env, { args: ["--follow"] });
  const old = await addressOf(standing.base, standing.demoKey);
  const seen = new Set<string>();
  let isDone = false;
  const load = (async () => {
    while (!isDone) {
      const address = await addressOf(server.base, server.demoKey);
      seen.add(address);
      const { status, body } = await fetch(address);
      await body?.cancel();
      // Between the two requests another content may have been swapped in.
      if (status !== 200) assert.notEqual(await addressOf(server.base, server.demoKey), address);
    }
  })();
  for (let round = 0; round < 3; round++) {
    const before = seen.size;
    writeTree(at.env.CONTENT_DIR, members(12, 40 + round));
    await at.build();
    await Promise.race([load, until(() => seen.size > before)]);
  }
  isDone = true;
  await load;
  assert.ok(!seen.has(""));
  const response = await fetch(old);
  assert.equal(response.status, 200);
  assert.deepEqual(await response.bytes(), makePng({ width: 60, height: 60, seed: 4 }));
});

const PHOTO = makeJpeg({ orientation: 6, hasPosition: true });

Deno.test("check warns of a place, --fix takes it out of the file, and corrects names", async () => {
  await using at = await project({
    "groupa/pictures/Aya Foto.JPG": PHOTO,
    "groupa/members/aya-putri.yaml":
      "name: Aya Putri\nnicknames: [Aya]\nimg: pictures/Aya_Foto.jpg # hers\n",
  });
  const path = `${at.env.CONTENT_DIR}/groupa/pictures/aya-foto.jpg`;
  const before = await at.run("check");
  assert.equal(before.code, 1);
  const fixed = await at.run("check", "--fix");
  assert.equal(fixed.code, 0, fixed.stderr);
  assert.match(fixed.stderr, /aya-foto\.jpg: lost what it said beside the picture/);
  assert.match(fixed.stderr, /: no problems\n$/);
  const bytes = Deno.readFileSync(path);
  assert.doesNotMatch(new TextDecoder("latin1").decode(bytes), new RegExp(`${SECRET}|GPS`));
  const member = `${at.env.CONTENT_DIR}/groupa/members/aya-putri.yaml`;
  assert.match(Deno.readTextFileSync(member), /img: pictures\/aya-foto\.jpg # hers/);
  const again = await at.run("check", "--fix");
  assert.doesNotMatch(again.stderr, /lost what|Fixed/);
  const inIndonesian = await at.run("check", "--language=id");
  assert.equal(inIndonesian.code, 0);
});

Deno.test("import takes along the pictures that a dump names, without their places, once", async () => {
  await using folder = await temporaryFolder();
  await using at = await project({});
  const photos = `${folder.path}/photos`;
  Deno.mkdirSync(`${photos}/2026`, { recursive: true });
  Deno.writeFileSync(`${photos}/2026/Siti Baru.JPEG`, PHOTO);
  Deno.writeFileSync(`${photos}/ayu.jpg`, makePng());
  Deno.writeTextFileSync(`${photos}/broken.png`, "GIF89a");
  Deno.writeFileSync(`${folder.path}/secret.png`, makePng({ seed: 5 }));
  Deno.symlinkSync(`${folder.path}/secret.png`, `${photos}/linked.png`);
  Deno.mkdirSync(`${folder.path}/elsewhere`);
  Deno.writeFileSync(`${folder.path}/elsewhere/behind.png`, makePng({ seed: 6 }));
  Deno.symlinkSync(`${folder.path}/elsewhere`, `${photos}/more`);
  const dump = [
    { id: 1, name: "Siti Baru", img: "https://cdn.example/2026/Siti%20Baru.JPEG?w=300" },
    { id: 2, name: "Ayu Lama", img: "ayu.jpg" },
    { id: 3, name: "Rusak Sekali", img: "https://cdn.example/broken.png" },
    { id: 4, name: "Tanpa Foto", img: "https://cdn.example/elsewhere.png" },
    { id: 5, name: "Tautan Satu", img: "https://cdn.example/linked.png" },
    { id: 6, name: "Tautan Dua", img: "https://cdn.example/more/behind.png" },
  ];
  Deno.writeTextFileSync(`${folder.path}/dump.json`, JSON.stringify(dump));
  const words = ["groupa", "members", `${folder.path}/dump.json`, `--pictures=${photos}`];
  const dry = await at.run("import", ...words, "--dry-run");
  assert.match(dry.stderr, /2 pictures would be copied/);
  const first = await at.run("import", ...words);
  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stderr, /the picture broken\.png cannot be used/);
  assert.match(first.stderr, /the picture linked\.png cannot be used/);
  const group = `${at.env.CONTENT_DIR}/groupa`;
  const imgOf = (slug: string) =>
    /^img: (.*)$/m.exec(Deno.readTextFileSync(`${group}/members/${slug}.yaml`))?.[1];
  assert.deepEqual(
    ["siti-baru", "ayu-lama", "rusak-sekali", "tanpa-foto", "tautan-satu", "tautan-dua"].map(imgOf),
    [
      "pictures/siti-baru.jpg",
      "pictures/ayu.png",
      "https://cdn.example/broken.png",
      "https://cdn.example/elsewhere.png",
      "https://cdn.example/linked.png",
      "https://cdn.example/more/behind.png",
    ],
  );
  const copied = Deno.readFileSync(`${group}/pictures/siti-baru.jpg`);
  assert.doesNotMatch(new TextDecoder("latin1").decode(copied), new RegExp(`${SECRET}|GPS`));
  assert.equal((await at.run("check")).code, 0);
  const state = () => [...Deno.readDirSync(`${group}/pictures`)].map(({ name }) => name).sort();
  const files = state();
  const second = await at.run("import", ...words);
  assert.doesNotMatch(second.stderr, /were copied/);
  assert.deepEqual(state(), files);
});
