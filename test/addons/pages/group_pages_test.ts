import assert from "node:assert/strict";
import { REPOSITORY } from "../../support/contents.ts";
import { createProgram } from "../../support/program.ts";
import { BASE, crawl, dataOf, GROUP, openSiteProgram, textOf } from "./site_program.ts";

Deno.test("a group with public: site has a page for itself, its members, shows, setlists, articles and months", async () => {
  await using site = await openSiteProgram();
  const pages: Readonly<Record<string, RegExp>> = {
    "":
      /Group A 2 members Next shows Sat 4 Jul 19:00 WIB Jendela Pagi .* July 2026 .*Sat 4 19:00 Jendela Pagi .* Members AP Aya Putri .*Jadwal .*Surat .*Setlists Jendela Pagi .*Calendars and feeds/,
    "/members": /← Group A Members 2 members AP Aya Putri BS Bela Sari/,
    "/members/aya-putri": /Aya Putri ● active Nicknames Aya Shows Next shows Sat 4 Jul 19:00 WIB/,
    "/shows/2026-07-04-jendela-pagi":
      /← July 2026 Jendela Pagi Sat 4 Jul 19:00 WIB .*Line-up 2 in all .* Songs Peluit Karcis/,
    "/setlists/jendela-pagi": /Jendela Pagi Songs Peluit Karcis Next shows Sat 4 Jul 19:00 WIB/,
    "/news": /← Group A Articles Sat 3 Jan Jadwal Halo\. 1–1 of 1/,
    "/news/2026-01-03-jadwal": /Jadwal Sat 3 Jan Halo\./,
    "/calendar?month=2026-07": /← Group A July 2026 .*Times are in WIB/,
  };
  for (const [path, says] of Object.entries(pages)) {
    const page = await site.page(GROUP + path);
    assert.match(textOf(page), says, path);
    assert.ok(
      page.includes(`<link rel="canonical" href="${BASE}${GROUP}${path.replace("&", "&amp;")}">`),
      path,
    );
    assert.match(page, /<meta name="description" content="[^"]{5,}">/, path);
    assert.match(page, /<meta property="og:title" content="[^"]+">/, path);
    assert.ok(page.includes(`<meta property="og:url" content="${BASE}${GROUP}${path}">`), path);
    assert.doesNotMatch(page, /<script(?! type="application\/ld\+json")/, path);
    assert.doesNotMatch(page, /deno task|\.yaml|File:/, "no mark of editors");
  }
  assert.equal(dataOf(await site.page(GROUP))["@type"], "MusicGroup");
});

Deno.test("groups without public: site have no page, whatever is asked of them", async () => {
  await using site = await openSiteProgram({
    "groupc/group.yaml": "name: Group C\nfamily: bare\n",
    "groupc/members/wulan.yaml": "name: Wulan Sekar\n",
  });
  const below = ["", "/members", "/members/cici", "/news", "/calendar", "/calendar?month=2026-07"];
  for (const group of ["groupb", "groupc", "nobody", "GROUPA", ""]) {
    for (const path of below) {
      assert.equal((await site.ask(`/groups/${group}${path}`)).status, 404, group + path);
    }
    for (const name of ["live", "next", "birthdays"]) {
      assert.equal((await site.ask(`/embed/${group}/${name}`)).status, 404, `${group} ${name}`);
    }
  }
  const shown = await site.page("/sitemap.xml");
  assert.doesNotMatch(shown, /groupb|cici/);
  assert.match(await site.page("/?q=wulan"), /Nothing is called/);
});

Deno.test("pages are for everybody: kept by shared caches, answered 304, 405 and HEAD as the front page", async () => {
  await using site = await openSiteProgram();
  const answer = await site.ask(`${GROUP}/members/aya-putri`);
  const text = await answer.text();
  assert.equal(answer.headers.get("content-type"), "text/html; charset=utf-8");
  assert.equal(answer.headers.get("cache-control"), "public, max-age=30");
  assert.equal(answer.headers.get("vary"), "Accept-Encoding");
  assert.match(answer.headers.get("content-security-policy")!, /^default-src 'none'/);
  const etag = answer.headers.get("etag")!;
  const again = await site.ask(`${GROUP}/members/aya-putri`, {
    headers: { "if-none-match": etag },
  });
  assert.deepEqual([again.status, await again.text()], [304, ""]);
  const head = await site.ask(`${GROUP}/members/aya-putri/`, { method: "HEAD" });
  assert.deepEqual([head.status, await head.text()], [200, ""]);
  assert.equal(Number(head.headers.get("content-length")), new TextEncoder().encode(text).length);
  const br = await site.ask(`${GROUP}/members/aya-putri`, { headers: { "accept-encoding": "br" } });
  assert.equal(br.headers.get("content-encoding"), "br");
  await br.body?.cancel();
  const posted = await site.ask(GROUP, { method: "POST" });
  assert.deepEqual([posted.status, posted.headers.get("allow")], [405, "GET, HEAD, OPTIONS"]);
});

Deno.test("a former slug, an id and an alias lead to the address of today", async () => {
  await using site = await openSiteProgram({
    "groupa/group.yaml":
      "name: Group A\nfamily: bare\nlanguage: en\npublic: site\naliases: [gra]\n",
    "groupa/members/aya-putri.yaml":
      "name: Aya Putri\nnicknames: [Aya]\nformer_slugs: [aya-lama]\n",
    "groupa/shows/2026-07-09-malam.yaml":
      "id: 3002\ntitle: Malam\ndate: 2026-07-09\nformer_slugs: [malam-lama]\n",
    "groupa/news/kabar.md":
      "---\nid: 77\ntitle: Kabar\ndate: 2026-06-03\nformer_slugs: [kabar-lama]\n---\n\nHalo.\n",
  });
  const moved: Readonly<Record<string, string>> = {
    [`${GROUP}/members/aya-lama`]: `${GROUP}/members/aya-putri`,
    [`${GROUP}/shows/2026-07-09-malam`]: `${GROUP}/shows/3002`,
    [`${GROUP}/shows/malam-lama`]: `${GROUP}/shows/3002`,
    [`${GROUP}/news/77`]: `${GROUP}/news/kabar`,
    [`${GROUP}/news/kabar-lama`]: `${GROUP}/news/kabar`,
    "/groups/gra/members/aya-putri": `${GROUP}/members/aya-putri`,
    "/groups/gra/calendar?month=2026-07": `${GROUP}/calendar?month=2026-07`,
    "/embed/gra/next?theme=dark": "/embed/groupa/next?theme=dark",
  };
  for (const [from, to] of Object.entries(moved)) {
    for (const headers of [{}, { "if-none-match": "*" }]) {
      const answer = await site.ask(from, { headers });
      assert.deepEqual([answer.status, answer.headers.get("location")], [301, to], from);
    }
    assert.equal((await site.ask(to)).status, 200, to);
  }
});

Deno.test("what was removed is gone for 30 days, then not found, and in the group's language", async () => {
  const files = {
    "groupa/group.yaml": "name: Grup A\nfamily: bare\npublic: site\n",
    "groupa/setlists/jendela-pagi.yaml": "name: Jendela Pagi\n",
    "groupa/setlists/layar-lama.yaml": "name: Layar Lama\n",
    "groupa/news/kabar.md": "---\nid: 77\ntitle: Kabar\ndate: 2026-06-03\n---\n\nHalo.\n",
    "groupa/news/rahasia.md":
      "---\ntitle: Rahasia\ndate: 2027-01-01\npublish_at: 2027-01-01T00:00:00+07:00\n---\n\nNanti.\n",
  };
  await using site = await openSiteProgram(files);
  site.app.at("2026-07-02T05:00:00Z");
  await site.publish({
    ...files,
    "groupa/setlists/layar-lama.yaml": null,
    "groupa/members/bela-sari.yaml": null,
    "groupa/shows/2026-07-04-jendela-pagi.yaml": null,
    "groupa/news/kabar.md": null,
    "groupa/news/rahasia.md": null,
  });
  const removed = [
    ...["members/bela-sari", "shows/2026-07-04-jendela-pagi", "news/kabar", "news/77"],
    "setlists/layar-lama",
  ];
  for (const path of removed) {
    const page = await site.ask(`${GROUP}/${path}`);
    assert.equal(page.status, 410, path);
    assert.match(textOf(await page.text()), /Sudah dihapus .*Grup A Anggota/);
    const program = await site.ask(`${GROUP}/${path}`, { headers: { accept: "*/*" } });
    assert.deepEqual([program.status, (await program.json()).type], [410, "GONE"]);
  }
  for (const path of ["news/rahasia", "members/nobody", "shows/aya-putri", "nothing"]) {
    assert.equal((await site.ask(`${GROUP}/${path}`)).status, 404, path);
  }
  site.app.at("2026-07-31T05:00:00Z");
  assert.equal((await site.ask(`${GROUP}/news/kabar`)).status, 410);
  site.app.at("2026-08-01T05:00:01Z");
  for (const path of removed) {
    assert.equal((await site.ask(`${GROUP}/${path}`)).status, 404, path);
  }
  assert.match(
    textOf(await (await site.ask(`${GROUP}/news/kabar`)).text()),
    /Tidak ada halaman di sini/,
  );
});

Deno.test("a page is right to the second: today, to come and past, a graduation, a birthday", async () => {
  await using site = await openSiteProgram({
    "groupa/members/aya-putri.yaml":
      "name: Aya Putri\nnicknames: [Aya]\nbirth_date: 2004-07-04\nstatus: active\ngraduated: 2026-07-05\n",
  });
  const text = async (path: string) => textOf(await site.page(`${GROUP}${path}`));
  const at = (instant: string) => site.app.at(instant);
  at("2026-07-03T16:59:59.999Z");
  assert.match(await text("/members/aya-putri"), /tomorrow 19:00 WIB/);
  assert.match(await text("/calendar"), /3 today Sat 4/);
  at("2026-07-03T17:00:00Z");
  assert.match(await text("/members/aya-putri"), /Next shows today 19:00 WIB/);
  assert.match(await text("/calendar"), /4 today .*birthday, turns 22/);
  at("2026-07-04T11:59:59.999Z");
  assert.match(await text("/members/aya-putri"), /Next shows today 19:00 WIB/);
  assert.match(await text("/setlists/jendela-pagi"), /Next shows today 19:00 WIB/);
  at("2026-07-04T12:00:00Z");
  assert.match(await text("/members/aya-putri"), /None is announced\. Most recent today 19:00 WIB/);
  assert.match(
    await text("/setlists/jendela-pagi"),
    /Performed once .*None is announced\. Most recent/,
  );
  at("2026-07-04T16:59:59.999Z");
  assert.match(await text("/members/aya-putri"), /Aya Putri ● active/);
  at("2026-07-04T17:00:00Z");
  assert.match(await text("/members/aya-putri"), /Aya Putri ○ graduated/);
  assert.match(await text("/members"), /1 member .*BS Bela Sari Graduated AP Aya Putri (?!○)/);
});

Deno.test("pages name generations, songs' setlists and accounts as readers know them, and no rows of tables", async () => {
  await using site = await openSiteProgram({
    "groupa/members/aya-putri.yaml":
      "name: Aya Putri\ngeneration: gen9-groupa\nidn_username: aya.p\n",
    "groupa/members/bela-sari.yaml": "name: Bela Sari\ngeneration: Angkatan awal\n",
    "groupa/news/2026-01-03-jadwal.md":
      "---\ntitle: Jadwal\ndate: 2026-01-03\n---\n\nInilah jadwalnya:\n\n| Hari | Jam |\n|---|---|\n| Sabtu | 19 |\n",
  });
  const members = textOf(await site.page(`${GROUP}/members`));
  assert.match(members, /Aya Putri Generation 9 .*Bela Sari Angkatan awal/);
  assert.match(
    await site.page(`${GROUP}/members/aya-putri`),
    /<a href="https:\/\/www\.idn\.app\/aya\.p">aya\.p<\/a>/,
  );
  assert.match(textOf(await site.page(`${GROUP}/news`)), /Jadwal Inilah jadwalnya… 1–1 of 1/);
  const found = await site.page("/?q=peluit");
  assert.match(textOf(found), /Songs Peluit Jendela Pagi/);
  assert.doesNotMatch(found, /class="days"|aria-current/);
});

Deno.test("an event at midnight has its hour, and one without an hour says so", async () => {
  const event = (time: string) => `title: Hitung mundur\ndate: 2027-01-01\ntype: offair\n${time}`;
  await using site = await openSiteProgram({
    "groupa/events/2027-01-01-hitung.yaml": event('time: "00:00"\n'),
    "groupa/events/2027-01-01-kapan.yaml": event(""),
  });
  const found = textOf(await site.page("/?q=mundur"));
  assert.match(found, /1 Jan 2027 00:00 WIB/);
  assert.match(found, /1 Jan 2027, time unknown/);
});

Deno.test("a month without entries has no grid, and one beside today's names it once", async () => {
  await using site = await openSiteProgram();
  const empty = await site.page(`${GROUP}/calendar?month=2026-04`);
  assert.doesNotMatch(empty, /class="month"|class="weekdays"/);
  assert.match(textOf(empty), /This month/);
  const july = await site.page(`${GROUP}/calendar?month=2026-07`);
  assert.equal(july.match(/<li\s+class="[^"]*"/g)!.length % 7, 0);
  assert.doesNotMatch(textOf(await site.page(`${GROUP}/calendar?month=2026-06`)), /This month/);
});

Deno.test("months lead to each other from the first that has something to the last, and no further", async () => {
  await using site = await openSiteProgram({
    "groupa/shows/2026-08-09-malam.yaml": "title: Malam\ndate: 2026-08-09\n",
    "groupa/releases/surat.yaml": "title: Surat\ntype: single\nrelease_date: 2026-09-09\n",
  });
  const months = [...(await crawl(site, GROUP)).keys()]
    .flatMap((path) => /month=(.*)/.exec(path)?.[1] ?? []);
  assert.deepEqual(
    [...new Set(months)].sort(),
    ["2026-02", "2026-03", "2026-04", "2026-05", "2026-06", "2026-07", "2026-08", "2026-09"],
  );
  for (const month of ["2026-01", "2026-10", "1999-01"]) {
    assert.equal((await site.ask(`${GROUP}/calendar?month=${month}`)).status, 404, month);
  }
  for (const month of ["2026-13", "2026-7", "", "x", "2026-07-01"]) {
    assert.equal((await site.ask(`${GROUP}/calendar?month=${month}`)).status, 400, month);
  }
  assert.equal((await site.ask(`${GROUP}/news?page=2`)).status, 404);
  assert.equal((await site.ask(`${GROUP}/news?page=0`)).status, 400);
});

Deno.test("every way within the public pages of the shipped content leads to a page, and the sitemap names them", async () => {
  await using app = await createProgram(REPOSITORY);
  let second = app.clock.now();
  const page = async (path: string) => {
    app.at(second += 100);
    const answer = await app.ask(path, { key: null });
    assert.equal(answer.status, 200, path);
    return await answer.text();
  };
  const pages = await crawl({ page }, GROUP, 300);
  assert.ok(pages.size >= 300, `${pages.size} pages`);
  const named = new Set(
    [...(await page("/sitemap.xml")).matchAll(/<loc>https:\/\/[^/]*([^<]*)<\/loc>/g)]
      .map(([, path]) => path!.replaceAll("&#38;", "&")),
  );
  for (const path of pages.keys()) assert.ok(named.has(path), `${path} is not in the sitemap`);
  for (const path of [...named].filter((_, place) => place % 40 === 0)) await page(path);
});

Deno.test("search, calendars and feeds lead to the pages of groups that have them, and nowhere else", async () => {
  await using site = await openSiteProgram({
    "groupa/news/resmi.md":
      "---\ntitle: Resmi\ndate: 2026-06-30\nurl: https://resmi.example/1\n---\n\nHalo.\n",
    "groupa/shows/2026-07-09-malam.yaml":
      "title: Malam\ndate: 2026-07-09\nurl: https://tiket.example/9\n",
    "groupa/members/aya-putri.yaml": "name: Aya Putri\nnicknames: [Aya]\nbirth_date: 2004-07-04\n",
    "groupb/news/kabar.md": "---\ntitle: Kabar\ndate: 2026-06-03\n---\n\nHalo.\n",
  }, { plan: "standard" });
  const { app } = site;
  const found = async (q: string) => (await app.json(`/v1/search?q=${q}`)).data[0].url;
  assert.equal(await found("Aya Putri"), `${GROUP}/members/aya-putri`);
  assert.equal(await found("Jadwal"), `${GROUP}/news/2026-01-03-jadwal`);
  assert.equal(await found("Peluit"), `${GROUP}/setlists/jendela-pagi`);
  assert.equal(await found("Jabat Tangan"), "/api/groupa/events/2026-02-22-jabat-tangan");
  assert.equal(await found("Cici"), "/api/groupb/member-detail?url=cici");
  const feed = await app.json("/api/groupa/news.json");
  assert.equal(feed.home_page_url, `${BASE}${GROUP}`);
  assert.deepEqual(
    feed.items.map(({ url }: { url: string }) => url),
    ["https://resmi.example/1", `${BASE}${GROUP}/news/2026-01-03-jadwal`],
  );
  const [other] = (await app.json("/api/groupb/news.json")).items;
  assert.equal(other.url, undefined);
  const atom = await (await app.ask("/api/groupa/news.atom")).text();
  assert.ok(atom.includes(`href="${BASE}${GROUP}/news/2026-01-03-jadwal"`));
  const linesOf = async (path: string) =>
    (await (await app.ask(path)).text()).replaceAll("\r\n ", "").split("\r\n")
      .filter((line) => line.startsWith("URL:"));
  assert.deepEqual(await linesOf("/api/groupa/theater.ics"), [
    "URL:https://tiket.example/9",
    `URL:${BASE}${GROUP}/shows/2026-07-04-jendela-pagi`,
  ]);
  assert.deepEqual(await linesOf("/api/groupa/birthdays.ics"), [
    `URL:${BASE}${GROUP}/members/aya-putri`,
  ]);
  assert.deepEqual(await linesOf("/api/groupa/events.ics"), []);
  // What is public: feeds is public of groups with pages, too.
  assert.equal((await app.ask("/api/groupa/theater.ics", { key: null })).status, 200);
});
