import assert from "node:assert/strict";
import { compile } from "../../../build/compile.ts";
import { createPreview } from "../../../build/addons/pages/preview/preview.ts";
import { type TreeFiles, writeTree } from "../../build/content_tree.ts";
import { makePng } from "../picture/picture_files.ts";
import { temporaryFolderSync } from "../../support/temporary.ts";
import { openSiteProgram, textOf } from "./site_program.ts";

const ROOT = "/preview/groups/groupa";
const DRAFT = "---\ntitle: Draf\ndate: 2026-07-02\ndraft: true\n---\n\nMasih **rahasia**.\n";
const LATER =
  "---\ntitle: Nanti\ndate: 2026-07-03\npublish_at: 2026-07-03T19:00:00+07:00\n---\n\nBesok.\n";
const NOW = Date.parse("2026-07-01T05:00:00Z");

interface Asked {
  readonly method?: string;
  readonly from?: string;
  readonly origin?: string;
  readonly headers?: Record<string, string>;
}

/** The preview of a folder as dev has it, in front of a program that serves the valid files alone. */
async function openPreview(files: TreeFiles = {}) {
  const site = await openSiteProgram();
  const folder = temporaryFolderSync();
  const preview = createPreview(() => NOW);
  const build = () => preview.onBuild(compile(folder.path, { now: NOW }));
  const save = (files: TreeFiles) => {
    writeTree(folder.path, {
      "groupa/group.yaml": "name: Group A\nfamily: bare\nlanguage: en\n",
      ...files,
    });
    build();
  };
  save(files);
  const handler = preview.front(site.app.service);
  const ask = (path: string, { method = "GET", from, origin, headers = {} }: Asked = {}) =>
    handler(
      new Request(`${origin ?? "http://localhost:8000"}${path}`, {
        method,
        headers: { accept: "text/html", ...headers },
      }),
      from ?? "127.0.0.1",
    );
  return {
    ...{ save, build, ask, root: folder.path },
    async page(path: string, asked?: Asked) {
      const response = await ask(path, asked);
      const text = await response.text();
      assert.equal(response.status, 200, `${path}: ${text}`);
      return text;
    },
    async [Symbol.asyncDispose]() {
      folder[Symbol.dispose]();
      await site[Symbol.asyncDispose]();
    },
  };
}

function barOf(page: string): string {
  return textOf(/<aside class="page"[^]*?<\/aside>/.exec(page)![0]);
}

Deno.test("pages show drafts and what comes out later as if they were out, and name their files", async () => {
  await using preview = await openPreview({
    "groupa/news/draf.md": DRAFT,
    "groupa/news/nanti.md": LATER,
    "groupa/members/citra.yaml": "name: Citra Dewi\ndraft: true\n",
    "groupa/shows/malam.yaml":
      "id: 3002\ntitle: Malam\ndate: 2026-07-09\nmembers: [Citra Dewi, Entah]\ndraft: true\n",
  });
  const start = textOf(await preview.page("/"));
  for (const word of ["Draf", "Masih rahasia", "Nanti", "Malam", "Citra Dewi"]) {
    assert.ok(start.includes(word), word);
  }
  const bars: Readonly<Record<string, RegExp>> = {
    "":
      /Group A Problems \(1\) .*group\.yaml .*only you see this page: public in group\.yaml is none/,
    "/news/draf": /news\/draf\.md Open in VS Code ▲ draft/,
    "/news/nanti": /news\/nanti\.md .*▲ comes out Fri 3 Jul 19:00 WIB/,
    "/members/citra": /members\/citra\.yaml .*▲ draft/,
    "/setlists/jendela-pagi": /setlists\/jendela-pagi\.yaml/,
    "/shows/3002": /shows\/malam\.yaml .*▲ draft .*Warning: No member is called "Entah".*Line 4/,
  };
  for (const [path, says] of Object.entries(bars)) {
    const page = await preview.page(ROOT + path);
    assert.match(barOf(page), says);
    assert.match(page, new RegExp(`href="vscode://file${preview.root}/groupa/`));
    assert.doesNotMatch(page, / href="\/groups\//, "ways stay within the preview");
  }
  const show = await preview.page(`${ROOT}/shows/3002`);
  assert.match(show, /href="\/preview\/groups\/groupa\/members\/citra"/);
  const moved = await preview.ask(`${ROOT}/shows/malam`);
  assert.equal(moved.headers.get("location"), `${ROOT}/shows/3002`);
  assert.equal((await preview.ask(`${ROOT}/news/nobody`)).status, 404);
});

Deno.test("nobody else sees what is not out: not the program's own pages, not the API", async () => {
  await using preview = await openPreview({ "groupa/news/draf.md": DRAFT });
  assert.match(await preview.page("/"), /Draf/);
  for (const path of ["/?front", "/groups/groupa", "/groups/groupa/news", "/sitemap.xml"]) {
    const text = await preview.page(path);
    assert.doesNotMatch(text, /Draf|draf|vscode/, path);
  }
  const others: Asked[] = [
    { from: "192.0.2.7" },
    { headers: { "x-forwarded-for": "127.0.0.1" } },
    { headers: { forwarded: "for=127.0.0.1" } },
    { method: "POST" },
  ];
  for (const asked of others) {
    for (const path of ["/", `${ROOT}/news/draf`, "/preview/version", "/preview/problems"]) {
      const answer = await preview.ask(path, asked);
      assert.doesNotMatch(await answer.text(), /Draf|draf\b|vscode/, path);
      if (path !== "/") assert.equal(answer.status, 404, path);
    }
  }
  // A page elsewhere whose name is made to lead here.
  for (const name of ["rebound.example:8000", "127.0.0.1.rebound.example", "rebound.example"]) {
    for (const asked of [{ origin: `http://${name}` }, { headers: { host: name } }]) {
      const refused = await preview.ask("/api/groupa/members", asked);
      assert.equal(refused.status, 403, name);
      assert.match(await refused.text(), /answers to localhost, 127\.0\.0\.1/);
    }
  }
  const head = await preview.ask("/", { method: "HEAD", origin: "http://[::1]:8000" });
  assert.deepEqual([head.status, await head.text()], [200, ""]);
  assert.equal(head.headers.get("cache-control"), "no-store");
  assert.match(head.headers.get("content-security-policy") ?? "", /^default-src 'none'/);
});

Deno.test("a page has the warnings of its file, the page of problems all, and what is not out", async () => {
  await using preview = await openPreview({
    "groupa/news/draf.md": DRAFT,
    "groupa/shows/malam.yaml": "setlist: Jendela Pagii\ndate: 2026-07-09\nmembers: [Aya, Entah]\n",
  });
  const own = barOf(await preview.page(`${ROOT}/shows/malam`));
  assert.match(own, /Warning: No setlist is called "Jendela Pagii"\. .*Line 1, column 10/);
  const all = await preview.page("/preview/problems");
  assert.match(textOf(all), /What you saved last is shown\. .*Entah.*Line 3, column 16/);
  assert.match(textOf(all), /Not out yet news\/draf\.md ▲ draft/);
  assert.match(all, /href="vscode:\/\/file[^"]*malam\.yaml:3:16"/);
  assert.doesNotMatch(barOf(await preview.page(`${ROOT}/members/aya-putri`)), /Warning/);
});

Deno.test("errors of a broken save stand on every page of the last good one, until it is mended", async () => {
  await using preview = await openPreview();
  const version = async () => await (await preview.ask("/preview/version")).text();
  const before = await version();
  preview.save({ "groupa/members/aya-putri.yaml": "nmae: Aya Putri\n" });
  assert.notEqual(await version(), before);
  for (const path of ["/", `${ROOT}/members/aya-putri`, `${ROOT}/calendar?month=2026-07`]) {
    const page = await preview.page(path);
    assert.match(barOf(page), /The last save has 1 error\..* Error: .*Did you mean "name"\?/);
    assert.ok(page.includes(`data-version="${await version()}"`));
  }
  assert.match(textOf(await preview.page(`${ROOT}/members/aya-putri`)), /Aya Putri ● active/);
  preview.save({});
  assert.doesNotMatch(await preview.page("/"), /The last save/);
});

Deno.test("the bar speaks the group's language", async () => {
  await using preview = await openPreview({
    "groupa/group.yaml": "name: Grup A\nfamily: bare\nlanguage: id\n",
  });
  assert.match(barOf(await preview.page("/")), /Masalah \(0\)/);
});

Deno.test("a folder without a group, or that was never good, has the page of problems", async () => {
  await using empty = await openPreview();
  Deno.removeSync(`${empty.root}/groupa`, { recursive: true });
  empty.build();
  assert.match(textOf(await empty.page("/")), /no group yet.*deno task new/);
  await using broken = await openPreview({ "groupa/members/aya-putri.yaml": "nmae: Aya\n" });
  assert.match(textOf(await broken.page("/")), /The last save has errors.*Did you mean "name"\?/);
});

Deno.test("a text of the content is text in the bar and on the pages, and runs nothing", async () => {
  const payload = `"><img src=x onerror=alert(1)></title><script>alert(1)</script>`;
  const quoted = JSON.stringify(payload);
  await using preview = await openPreview({
    "groupa/group.yaml": `name: ${quoted}\nfamily: bare\n`,
    "groupa/shows/malam.yaml":
      `title: ${quoted}\nsetlist: ${quoted}\ndate: 2026-07-09\nmembers: [${quoted}]\ndraft: true\n`,
  });
  for (const path of ["/", `${ROOT}/shows/malam`, "/preview/problems"]) {
    const page = (await preview.page(path)).replace(/<script type="[^]*?<\/script>/g, "");
    assert.doesNotMatch(
      page.replaceAll(/="[^"]*"/g, ""),
      /<script|<img src=x|<[^>]*\son\w+/i,
      path,
    );
  }
});

Deno.test("pictures of drafts and of what is published later are shown to this machine alone", async () => {
  await using preview = await openPreview({
    "groupa/pictures/draft.png": makePng({ seed: 3 }),
    "groupa/pictures/soon.png": makePng({ seed: 4 }),
    "groupa/members/cita.yaml": "name: Cita\ndraft: true\nimg: pictures/draft.png\n",
    "groupa/members/dewi.yaml":
      "name: Dewi\npublish_at: 2099-01-01T00:00:00Z\nimg: pictures/soon.png\n",
  });
  for (const [slug, seed] of [["cita", 3], ["dewi", 4]] as const) {
    const page = await preview.page(`${ROOT}/members/${slug}`);
    const path = /src="(\/media\/groupa\/[^"]+)"/.exec(page)![1]!;
    const response = await preview.ask(path);
    assert.equal(response.headers.get("content-type"), "image/png");
    assert.equal(response.headers.get("cache-control"), "no-store");
    assert.deepEqual(await response.bytes(), makePng({ seed }));
    const other = await preview.ask(path, { from: "203.0.113.9" });
    assert.equal(other.status, 404);
    await other.body?.cancel();
  }
});
