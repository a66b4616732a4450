import { makePng } from "../addons/picture/picture_files.ts";
import assert from "node:assert/strict";
import { openPreview, type PreviewAsk, type PreviewHarness, PROGRAM } from "./preview_harness.ts";

const GROUP = "/preview/groups/groupa";
const DRAFT = "---\ntitle: Draf\ndate: 2026-07-02\ndraft: true\n---\n\nMasih **rahasia**.\n";
const LATER =
  "---\ntitle: Nanti\ndate: 2026-07-03\npublish_at: 2026-07-03T19:00:00+07:00\n---\n\nBesok.\n";

/** The text of a page, without its tags. */
function textOf(page: string): string {
  return page.replace(/<[^>]*>/g, " ").replaceAll("&quot;", '"').replace(/\s+/g, " ");
}

Deno.test("the first page has the members, the month and the articles, each with a way to its own", async () => {
  using preview = openPreview({});
  const text = textOf(await preview.page("/"));
  assert.match(text, /Group A 2 members July 2026 June 2026 August 2026 /);
  assert.match(text, /Sat 4 19:00 Jendela Pagi /);
  assert.match(text, /Members AP Aya Putri members\/aya-putri\.yaml BS Bela Sari /);
  assert.match(
    text,
    /Articles Sat 3 Jan Jadwal Halo\. news\/2026-01-03-jadwal\.md Releases No day yet Surat Single, 1 song releases\/surat\.yaml /,
  );
});

Deno.test("each item's page names its file, whatever it is called", async () => {
  using preview = openPreview({
    "groupa/videocalls/sesi-juni.yaml":
      'date: 2026-06-08\nsessions:\n  - session: Sesi 9\n    start_time: "10:00"\n    members: [Aya]\n',
    "groupa/shows/with-id.yaml": "id: 3002\ntitle: Malam\ndate: 2026-07-05\nmembers: [Aya, Tamu]\n",
  });
  const pages: Readonly<Record<string, [file: string, says: RegExp]>> = {
    "member/aya-putri": ["members/aya-putri.yaml", /Nicknames Aya Shows To come .* Jendela Pagi/],
    "show/3002": [
      "shows/with-id.yaml",
      /Line-up 2 in all, 1 of them a guest AP Aya Putri T Tamu guest/,
    ],
    "news/2026-01-03-jadwal": ["news/2026-01-03-jadwal.md", /Jadwal Sat 3 Jan .*Halo\./],
    "event/2026-02-22-jabat-tangan": ["events/2026-02-22-jabat-tangan.yaml", /Jabat Tangan/],
    "release/surat": ["releases/surat.yaml", /Songs Surat/],
    "videocall/2026-06-08": ["videocalls/sesi-juni.yaml", /Sesi 9 Start time 10:00 AP Aya Putri/],
  };
  for (const [path, [file, says]] of Object.entries(pages)) {
    const text = textOf(await preview.page(`${GROUP}/${path}`));
    assert.ok(text.includes(`File: ${preview.root}/groupa/${file} `), `${path}: ${text}`);
    assert.match(text, says);
  }
});

Deno.test("drafts and what comes out later are shown and marked, a member who is a draft in line-ups too", async () => {
  using preview = openPreview({
    "groupa/news/draf.md": DRAFT,
    "groupa/news/nanti.md": LATER,
    "groupa/members/citra.yaml": "name: Citra Dewi\ndraft: true\n",
    "groupa/shows/malam.yaml":
      "title: Malam\ndate: 2026-07-09\nmembers: [Citra Dewi, Entah]\ndraft: true\n",
  });
  const text = textOf(await preview.page("/"));
  assert.match(text, /Draf ▲ draft Masih rahasia\./);
  assert.match(text, /Nanti ▲ comes out Fri 3 Jul 19:00 WIB Besok\./);
  assert.match(text, /Citra Dewi ▲ draft/);
  assert.match(await preview.page(`${GROUP}/news/draf`), /Masih <strong>rahasia<\/strong>\./);
  const show = await preview.page(`${GROUP}/show/malam`);
  assert.match(show, /href="\/preview\/groups\/groupa\/member\/citra"/);
  assert.match(textOf(show), /Warning: No member is called "Entah"/);
});

Deno.test("members, shows and articles lead to each other", async () => {
  using preview = openPreview({
    "groupa/news/kabar.md": "---\ntitle: Kabar\ndate: 2026-06-03\n---\n\nHalo dari Aya Putri.\n",
  });
  const leads = async (from: string, to: string) =>
    assert.ok(
      (await preview.page(`${GROUP}/${from}`)).includes(`href="${GROUP}/${to}"`),
      `${from} ${to}`,
    );
  await leads("news/kabar", "member/aya-putri");
  await leads("member/aya-putri", "news/kabar");
  await leads("member/aya-putri", "show/2026-07-04-jendela-pagi");
  await leads("show/2026-07-04-jendela-pagi", "member/aya-putri");
  await leads("show/2026-07-04-jendela-pagi", "calendar/2026-07");
  assert.doesNotMatch(await preview.page(`${GROUP}/member/bela-sari`), /Kabar/);
});

Deno.test("a file's warnings stand on its page, all of them on a page of their own", async () => {
  using preview = openPreview({
    "groupa/shows/malam.yaml": "setlist: Jendela Pagii\ndate: 2026-07-09\nmembers: [Aya, Entah]\n",
  });
  assert.match(textOf(await preview.page("/")), /Jendela Pagii ▲ 2 warnings/);
  const own = textOf(await preview.page(`${GROUP}/show/malam`));
  assert.match(own, /Warning: No setlist is called "Jendela Pagii"\. .*Line 1, column 10/);
  const all = textOf(await preview.page("/preview/problems"));
  assert.match(all, /The last save is served\. ▲ 2 warnings /);
  assert.match(all, /malam\.yaml:3:16/);
  assert.doesNotMatch(textOf(await preview.page(`${GROUP}/member/aya-putri`)), /Warning/);
});

Deno.test("errors of a broken save stand on top of every page of the last good one, until it is mended", async () => {
  using preview = openPreview({});
  const before = await (await preview.ask("/preview/version")).text();
  preview.save({ "groupa/members/aya-putri.yaml": "nmae: Aya Putri\n" });
  const broken = await (await preview.ask("/preview/version")).text();
  assert.notEqual(broken, before);
  for (const path of ["/", `${GROUP}/member/aya-putri`, `${GROUP}/calendar/2026-07`]) {
    const text = textOf(await preview.page(path));
    assert.match(
      text,
      /The last save has 1 error\. This page, and all that is served.* Error: .*Did you mean "name"\?/,
    );
    assert.match(text, /nmae: Aya Putri \^/);
  }
  const page = textOf(await preview.page(`${GROUP}/member/aya-putri`));
  assert.match(page, /Aya Putri ● active .*File: .*aya-putri\.yaml/);
  preview.save({});
  assert.doesNotMatch(await preview.page("/"), /The last save/);
  assert.ok((await preview.page("/")).includes(
    `data-version="${await (await preview.ask("/preview/version")).text()}"`,
  ));
});

Deno.test("nobody sees the preview but the person at this machine, by GET and HEAD", async () => {
  using preview = openPreview({ "groupa/news/draf.md": DRAFT });
  const others: PreviewAsk[] = [
    { from: "192.0.2.7" },
    { headers: { "x-forwarded-for": "127.0.0.1" } },
    { headers: { forwarded: "for=127.0.0.1" } },
    { method: "POST" },
  ];
  const paths = ["/", `${GROUP}/news/draf`, "/preview/version", "/preview/problems"];
  for (const ask of others) {
    for (const path of paths) {
      const text = await (await preview.ask(path, ask)).text();
      assert.equal(text, PROGRAM, `${path} ${JSON.stringify(ask)}`);
    }
  }
  // A page elsewhere whose name is made to lead here.
  for (
    const name of ["rebound.example:8000", "127.0.0.1.rebound.example:8000", "rebound.example"]
  ) {
    const asks: PreviewAsk[] = [{ origin: `http://${name}` }, { headers: { host: name } }];
    for (const ask of asks) {
      for (const path of [...paths, "/api/groupa/members", "/docs"]) {
        const refused = await preview.ask(path, ask);
        assert.equal(refused.status, 403, `${path} ${name}`);
        assert.match(
          await refused.text(),
          /answers to localhost, 127\.0\.0\.1, \[::1\] and the host/,
        );
      }
    }
  }
  for (const origin of ["http://localhost:8000", "http://127.0.0.1:8000", "http://[::1]:8000"]) {
    assert.match(await (await preview.ask("/", { origin })).text(), /Draf/);
  }
  const head = await preview.ask("/", { method: "HEAD" });
  assert.deepEqual([head.status, await head.text()], [200, ""]);
  assert.equal(head.headers.get("cache-control"), "no-store");
  assert.match(head.headers.get("content-security-policy") ?? "", /^default-src 'none'/);
});

Deno.test("all other paths are the program's, its own front page too", async () => {
  using preview = openPreview({});
  for (const path of ["/?front", "/?q=aya", "/docs", "/api/groupa/members", "/previews", "/%"]) {
    assert.equal(await (await preview.ask(path)).text(), PROGRAM, path);
  }
});

Deno.test("what is not in the folder is 404", async () => {
  using preview = openPreview({});
  const paths = [
    "nothing",
    "groups/nobody",
    "groups/groupa/member/nobody",
    "groups/groupa/calendar/",
  ];
  const more = ["calendar/2026-13", "calendar/0000-01", "news?page=2", "news?page=x", "show/%"]
    .map((path) => `groups/groupa/${path}`);
  for (const path of [...paths, ...more, "groups/groupa/member/aya-putri/more"]) {
    const response = await preview.ask(`/preview/${path}`);
    assert.equal(response.status, 404, path);
    assert.match(textOf(await response.text()), /Not in the folder/);
  }
});

Deno.test("a text of the content is text on every page, and runs nothing", async () => {
  const payload = `"><img src=x onerror=alert(1)></title><script>alert(1)</script>`;
  const quoted = JSON.stringify(payload);
  using preview = openPreview({
    "groupa/group.yaml": `name: ${quoted}\nfamily: bare\n`,
    "groupa/members/aya-putri.yaml":
      `name: ${quoted}\nnicknames: [Aya]\nhobby: ${quoted}\ngeneration: ${quoted}\n`,
    "groupa/shows/malam.yaml":
      `title: ${quoted}\nsetlist: ${quoted}\ndate: 2026-07-09\nmembers: [${quoted}, '"><i>Tamu']\n`,
    "groupa/news/draf.md":
      `---\ntitle: ${quoted}\ndate: 2026-07-02\ndraft: true\n---\n\n<script>alert(1)</script>` +
      `<a href="javascript:alert(1)" onclick="alert(1)">x</a>\n`,
    "groupa/releases/surat.yaml": `title: ${quoted}\ntype: single\ndescription: ${quoted}\n`,
  });
  const pages = await crawl(preview);
  assert.ok(pages.size > 10, `${pages.size} pages`);
  for (const [path, page] of pages) {
    const own = /<script type="module" src="\/preview\/preview\.js"><\/script>/;
    // What stands between quotes is a value: a quote in it would be written as an entity.
    const tags = page.replace(own, "").replaceAll(/="[^"]*"/g, "");
    assert.doesNotMatch(tags, /<script|<img src=x|<[^>]*\son\w+|<i>/i, path);
    assert.doesNotMatch(page, /(?:href|src)="\s*javascript:/i, path);
  }
});

Deno.test("every way within the preview of the shipped content leads to a page", async () => {
  const shipped: Record<string, string | Uint8Array> = {};
  readInto(shipped, "content", "");
  using preview = openPreview(shipped);
  const pages = await crawl(preview, 400);
  assert.ok(pages.size > 300, `${pages.size} pages`);
});

/** Follows every link within the preview; months only near those that have something. */
async function crawl(preview: PreviewHarness, most = Infinity): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  const waiting = ["/"];
  for (
    let path = waiting.shift();
    path !== undefined && pages.size < most;
    path = waiting.shift()
  ) {
    if (pages.has(path)) continue;
    const page = await preview.page(path);
    pages.set(path, page);
    for (const [, href] of page.matchAll(/href="(\/(?:preview\/)?[^".]*)"/g)) {
      if (/^\/preview\/(?!.*calendar\/(?!2026-0[5-9]))/.test(href!)) waiting.push(href!);
    }
  }
  return pages;
}

function readInto(
  files: Record<string, string | Uint8Array>,
  folder: string,
  below: string,
): void {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    const path = `${below}${name}`;
    if (isDirectory) readInto(files, `${folder}/${name}`, `${path}/`);
    else files[path] = Deno.readFileSync(`${folder}/${name}`);
  }
}

Deno.test("the preview shows the pictures of drafts and of what is published later, to this machine alone", async () => {
  using preview = openPreview({
    "groupa/pictures/draft.png": makePng({ seed: 3 }),
    "groupa/pictures/soon.png": makePng({ seed: 4 }),
    "groupa/pictures/shown.png": makePng({ seed: 5 }),
    "groupa/members/cita.yaml": "name: Cita\ndraft: true\nimg: pictures/draft.png\n",
    "groupa/members/dewi.yaml":
      "name: Dewi\npublish_at: 2099-01-01T00:00:00Z\nimg: pictures/soon.png\n",
    "groupa/members/eka.yaml": "name: Eka\nimg: pictures/shown.png\n",
  });
  const page = await preview.page(`${GROUP}/member/cita`);
  const paths = await Promise.all(["cita", "dewi", "eka"].map(async (slug) => {
    const text = slug === "cita" ? page : await preview.page(`${GROUP}/member/${slug}`);
    return /src="(\/media\/groupa\/[^"]+)"/.exec(text)![1]!;
  }));
  const [draft, soon, shown] = paths as [string, string, string];
  for (const [path, seed] of [[draft, 3], [soon, 4]] as const) {
    const response = await preview.ask(path);
    assert.equal(response.headers.get("content-type"), "image/png");
    assert.equal(response.headers.get("cache-control"), "no-store");
    assert.deepEqual(await response.bytes(), makePng({ seed }));
    assert.equal(await (await preview.ask(path, { from: "203.0.113.9" })).text(), PROGRAM);
  }
  assert.equal(await (await preview.ask(shown)).text(), PROGRAM);
});
