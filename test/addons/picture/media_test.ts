import assert from "node:assert/strict";
import { compile } from "../../../build/compile.ts";
import { writePictures } from "../../../build/picture/published_pictures.ts";
import { openPictures } from "../../../src/core/built_files.ts";
import { type TreeFiles, writeTree } from "../../build/content_tree.ts";
import { createManualClock, type ManualClock } from "../../support/manual_clock.ts";
import { makeJpeg, makePng, makeWebp, SECRET } from "./picture_files.ts";
import { createProgram } from "../../support/program.ts";
import { temporaryFolder } from "../../support/temporary.ts";

const BASE = "https://oshibase.example";

const FILES: TreeFiles = {
  "groupa/group.yaml":
    "name: Group A\nfamily: bare\npublic: feeds\nimage: pictures/logo.png\naccounts: { idn: groupa }\n",
  "groupa/pictures/logo.png": makePng({ seed: 2 }),
  "groupa/pictures/aya.jpg": makeJpeg({
    ...{ width: 40, height: 30, orientation: 6, hasPosition: true, seed: 3 },
  }),
  "groupa/pictures/aya-2.webp": makeWebp({ seed: 4 }),
  "groupa/pictures/poster.png": makePng({ width: 20, height: 30, seed: 5 }),
  "groupa/pictures/soon.png": makePng({ seed: 6 }),
  "groupa/pictures/draft.png": makePng({ seed: 7 }),
  "groupa/pictures/unused.png": makePng({ seed: 8 }),
  "groupa/pictures/inside.png": makePng({ seed: 9 }),
  "groupa/members/aya-putri.yaml":
    "name: Aya Putri\nnicknames: [Aya]\nimg: pictures/aya.jpg\nimg_alt: pictures/aya-2.webp\n" +
    "birth_date: 2004-07-05\n",
  "groupa/members/bela-sari.yaml":
    "name: Bela Sari\nnicknames: [Bela, Lala]\nimg: https://img.example/bela.jpg\n",
  "groupa/shows/2026-07-04-jendela-pagi.yaml":
    'setlist: Jendela Pagi\ndate: 2026-07-04\ntime: "19:00"\nmembers: [Aya, Bela]\n' +
    "poster: pictures/poster.png\nbanner: pictures/poster.png\n",
  "groupa/news/2026-01-03-jadwal.md":
    "---\ntitle: Jadwal\ndate: 2026-01-03\nimage: pictures/logo.png\nlabel: pictures/logo.png\n---\n\n" +
    'Halo.\n\n![Di dalam](pictures/inside.png)\n\n`![x](pictures/inside.png)` "pictures/logo.png"\n',
  "groupa/news/2026-08-01-nanti.md":
    "---\ntitle: Nanti\ndate: 2026-08-01\npublish_at: 2026-08-01T12:00:00+07:00\nimage: pictures/soon.png\n---\n\nNanti.\n",
  "groupa/news/2026-08-02-draf.md":
    "---\ntitle: Draf\ndate: 2026-08-02\ndraft: true\nimage: pictures/draft.png\n---\n\nDraf.\n",
  "groupa/releases/surat.yaml":
    "title: Surat\ntype: single\ncover: pictures/logo.png\ntracks:\n  - title: Surat\n",
  "groupa/events/2026-02-22-jabat-tangan.yaml":
    "title: Jabat Tangan\ndate: 2026-02-22\nlabel: pictures/logo.png\n",
};

/** A program with these files over the others, and their pictures. */
async function program(files: TreeFiles = {}, clock?: ManualClock) {
  const folder = await temporaryFolder();
  const content = `${folder.path}/content`;
  writeTree(content, { ...FILES, ...files });
  const built = compile(content).pack!;
  writePictures(folder.path, built.pictures, false);
  const pictures = openPictures(folder.path, built.index.pictures);
  const now = "2026-07-04T03:00:00Z";
  const app = await createProgram({ content, pictures, ...(clock ? { clock } : { now }) });
  return {
    app,
    built,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      pictures.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

const PATH =
  /^https:\/\/oshibase\.example(\/media\/groupa\/[a-z0-9-]+\.[0-9a-f]{32}\.(?:jpg|png|webp))$/;
const pathOf = (address: string) => PATH.exec(address)?.[1] ?? assert.fail(address);

Deno.test("answers name pictures by their whole addresses, with their sizes", async () => {
  await using made = await program();
  const { app } = made;
  const [aya, bela] = await app.json("/api/groupa/members");
  assert.match(aya.img, PATH);
  assert.match(aya.img_alt, PATH);
  assert.deepEqual([aya.img_width, aya.img_height], [30, 40], "as it is seen");
  assert.equal(bela.img, "https://img.example/bela.jpg");
  assert.ok(!("img_width" in bela));
  const detail = await app.json("/api/groupa/member/aya");
  assert.equal(detail.img, aya.img);
  const [show] = await app.json("/api/groupa/theater");
  assert.deepEqual([show.poster_width, show.poster_height], [20, 30]);
  assert.equal(pathOf(show.banner), pathOf(show.poster));
  const whole = await app.json(`/api/groupa/theater/${show.id}`);
  assert.equal(whole.lineup[0].img, aya.img);
  const [news] = await app.json("/api/groupa/news");
  assert.deepEqual([news.image_width, news.image_height], [8, 5]);
  assert.equal(pathOf(news.label), pathOf(news.image));
  const [release] = await app.json("/api/groupa/releases");
  assert.deepEqual([release.cover_width, release.cover_height], [8, 5]);
  const [event] = await app.json("/api/groupa/events");
  pathOf(event.label);
  const [birthday] = await app.json("/api/groupa/birthday");
  assert.equal(birthday.img, aya.img);
  const { data: [zoned] } = await app.json("/v1/birthdays/upcoming");
  assert.equal(zoned.img, aya.img);
});

Deno.test("an article shows the pictures of its group, and code as it was written", async () => {
  await using made = await program();
  const { app } = made;
  const { content } = await app.json("/api/groupa/news/2026-01-03-jadwal");
  const [, address] = /<img src="([^"]+)" alt="Di dalam"/.exec(content) ?? [];
  assert.equal((await app.ask(pathOf(address!), { key: null })).status, 200);
  assert.match(
    content,
    /<code>!\[x\]\(pictures\/inside\.png\)<\/code> (?:"|&quot;)pictures\/logo\.png/,
  );
  const feed = await app.json("/api/groupa/news.json");
  assert.match(feed.items[0].image, PATH);
  assert.equal(feed.items[0].content_html, content);
  const atom = await (await app.ask("/api/groupa/news.atom")).text();
  assert.ok(atom.includes(address!));
});

Deno.test("a picture is served without a credential, for a year, and says only what it shows", async () => {
  await using made = await program();
  const { app } = made;
  const [aya] = await app.json("/api/groupa/members");
  const path = pathOf(aya.img);
  const response = await app.ask(path, { key: null, headers: { "accept-encoding": "br, gzip" } });
  assert.equal(response.status, 200);
  const { headers } = response;
  assert.equal(headers.get("content-type"), "image/jpeg");
  assert.equal(headers.get("cache-control"), "public, max-age=31536000, immutable");
  assert.equal(headers.get("x-content-type-options"), "nosniff");
  assert.equal(headers.get("access-control-allow-origin"), "*");
  assert.equal(headers.get("content-encoding"), null);
  const bytes = await response.bytes();
  assert.doesNotMatch(new TextDecoder("latin1").decode(bytes), new RegExp(`${SECRET}|GPS`));
  assert.equal(bytes[0], 0xff);
  const etag = headers.get("etag")!;
  assert.ok(path.includes(etag.slice(1, -1)));
  const known = await app.ask(path, { key: null, headers: { "if-none-match": etag } });
  assert.deepEqual([known.status, await known.text()], [304, ""]);
  const head = await app.ask(path, { key: null, method: "HEAD" });
  assert.equal(head.headers.get("content-length"), String(bytes.length));
  assert.equal(await head.text(), "");
  const webp = await app.ask(pathOf(aya.img_alt), { key: null });
  assert.equal(webp.headers.get("content-type"), "image/webp");
  await webp.body?.cancel();
  const post = await app.ask(path, { key: null, method: "POST" });
  assert.equal(post.status, 405);
  await post.body?.cancel();
});

Deno.test("other paths under /media are 404, and say nothing of what is there", async () => {
  await using made = await program();
  const { app } = made;
  const [aya] = await app.json("/api/groupa/members");
  const path = pathOf(aya.img);
  const wrong = [
    ...["/media", "/media/", "/media/groupa", "/media/groupa/", "/media/groupa/aya.jpg"],
    ...[path.replace("groupa", "groupb"), path.replace(".jpg", ".png"), `${path}.jpg`],
    ...[path.replace(/[0-9a-f]\.jpg/, "x.jpg"), path.toUpperCase(), `${path}/more`],
    ...["/media/groupa/..%2f..%2fout%2foshibase.pack", "/media/__proto__/constructor"],
    ...["/media/groupa/toString", `/media/groupa/%00${path.slice(14)}`],
  ];
  for (const one of wrong) {
    const response = await app.ask(one, { key: null });
    assert.ok([400, 404].includes(response.status), `${one}: ${response.status}`);
    assert.doesNotMatch(await response.text(), /[0-9a-f]{32}/);
  }
});

Deno.test("a picture is there from the instant on at which something names it that is published", async () => {
  const clock = createManualClock(Date.parse("2026-08-01T04:59:59.999Z"));
  await using made = await program({}, clock);
  const { app, built: { pictures } } = made;
  const names = pictures.rows.get("groupa")!.map(({ name }) => name.split(".")[0]);
  assert.deepEqual(names.sort(), ["aya", "aya-2", "inside", "logo", "poster", "soon"]);
  const soon = pictures.pictures.find(({ name }) => name === "soon.png")!.address;
  assert.equal((await app.ask(soon, { key: null })).status, 404);
  assert.equal((await app.json("/api/groupa/news")).length, 1);
  await clock.advance(1);
  const response = await app.ask(soon, { key: null });
  assert.deepEqual(await response.bytes(), makePng({ seed: 6 }));
  const [news] = await app.json("/api/groupa/news");
  assert.equal(news.image, BASE + soon);
});

Deno.test("a path that looks like one of ours, in another place of a text, stays as it is", async () => {
  const like = `/media/groupa/a.${"0".repeat(32)}.jpg`;
  await using made = await program({
    "groupa/members/citra.yaml":
      `name: Citra\nimg: https://cdn.example${like}\ndescription: see ${like} and "${
        like.slice(0, -4)
      }"\n`,
  });
  const { app } = made;
  const citra = await app.json("/api/groupa/member/citra");
  assert.equal(citra.img, `https://cdn.example${like}`);
  assert.equal(citra.description, `see ${like} and "${like.slice(0, -4)}"`);
});

Deno.test("a picture may have the slash that forms write in front of it; without it there, it is a path", async () => {
  await using made = await program({
    "groupa/members/citra.yaml":
      "name: Citra\nimg: /pictures/aya.jpg\nimg_alt: /pictures/none.jpg\n",
    "groupa/news/2026-01-04-garis.md":
      "---\ntitle: Garis\ndate: 2026-01-04\n---\n\n![a](/pictures/inside.png) ![b](/pictures/none.png)\n",
  });
  const { app } = made;
  const citra = await app.json("/api/groupa/member/citra");
  assert.match(citra.img, PATH);
  assert.deepEqual([citra.img_width, citra.img_alt], [30, "/pictures/none.jpg"]);
  const { content } = await app.json("/api/groupa/news/2026-01-04-garis");
  assert.match(
    content,
    /src="https:\/\/oshibase\.example\/media\/groupa\/inside\.[0-9a-f]{32}\.png"/,
  );
  assert.match(content, /src="\/pictures\/none\.png"/);
});
