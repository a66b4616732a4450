import assert from "node:assert/strict";
import { createFakeNet, status } from "../../support/fake_net.ts";
import { LATER, ON_AIR, PERILOUS, REPOSITORY } from "../../support/contents.ts";
import { emptyScene } from "../../support/busy_platforms.ts";
import { world } from "../../support/world.ts";
import { callTool, fanWorld } from "./assistant.ts";
import { QUESTIONS } from "./questions.ts";

Deno.test("a stranger's two calls lead to each answer: of 4 KB, 10 items, plain text, times in two zones", async () => {
  await using fans = await fanWorld();
  const wide = [
    ["schedule", { from: "2025-01-01", days: 366 }],
    ["birthdays", { days: 366 }],
    ["search", { query: "seitansai" }],
    ["fetch", { id: "groupa/setlist/panggung-kita" }],
    ["fetch", { id: "groupa/news/2026-11-09-kelulusan-anantari-rahadian" }],
  ] as const;
  for (const [ask, calls, ...facts] of [["wide", wide], ...QUESTIONS] as const) {
    const said: string[] = [];
    for (const [tool, args] of calls) {
      for (const modern of [false, true]) {
        const { text, data, bytes } = await callTool(fans, tool, args, { modern });
        const what = `${tool} ${JSON.stringify(args)}: ${text}`;
        assert.ok(bytes <= 4096, `${bytes} ${what}`);
        assert.ok((data.items ?? data.results ?? []).length <= 10, what);
        assertTimes(data.text ?? text, what);
        said.push(text);
      }
    }
    for (const fact of facts) assert.ok(said.join("\n").includes(fact), `${ask} ${fact}: ${said}`);
  }
});

/** Holds each instant to be there in a zone and in UTC. */
function assertTimes(text: string, what: string): void {
  const both = /(\d{4}-\d\d-\d\dT[\d:]{8}[+-]\d\d:\d\d) \((\d{4}-\d\d-\d\dT[\d:]{8}Z)\)/g;
  const rest = text.replaceAll(both, (_, local, utc) => {
    assert.equal(Date.parse(local), Date.parse(utc), what);
    return "";
  });
  assert.doesNotMatch(rest, /T\d\d:\d\d:\d\d/, what);
}

Deno.test("search and fetch answer with what the protocol's connectors read, and addresses that open", async () => {
  await using fans = await world(REPOSITORY);
  const base = "https://api.oshibase.example";
  let opened = 0;
  for (const query of ["Nagi", "Verlita", "Panggung Kita", "handshake", "Kereta"]) {
    const { data: { results } } = await callTool(fans, "search", { query });
    for (const found of results) {
      assert.deepEqual(Object.keys(found), ["id", "title", "url", "text"]);
      const { data } = await callTool(fans, "fetch", { id: found.id });
      assert.deepEqual(Object.keys(data), ["id", "title", "text", "url", "metadata"]);
      assert.deepEqual([data.id, data.title, data.url], [found.id, found.title, found.url]);
      assert.ok(found.url === "" || URL.canParse(found.url), found.id);
      if (!found.url.startsWith(base)) continue;
      assert.equal((await fans.ask(found.url.slice(base.length), { key: null })).status, 200);
      opened++;
    }
  }
  assert.ok(opened > 10, `${opened}`);
});

Deno.test("a show that ends at midnight says when", async () => {
  const show = 'title: Larut\ndate: 2026-12-31\ntime: "18:00"\nduration: 6h\n';
  const content = { "groupa/shows/2026-12-31-larut.yaml": show };
  await using fans = await world({ ...REPOSITORY, content });
  const { text } = await callTool(fans, "fetch", { id: "groupa/show/2026-12-31-larut" });
  assert.match(text, /End at: 2027-01-01T00:00:00\+07:00/);
});

Deno.test("wrong arguments and unknown names are answered with the API's hints", async () => {
  await using fans = await world(REPOSITORY);
  const cases = [
    ["search", {}, /^query takes /],
    ["search", { query: "x".repeat(101) }, /^query takes /],
    ["fetch", { id: "groupa/secret/x" }, /^An id is <group>\/<kind>\/<name>; the kinds are member/],
    ["fetch", { id: "groupa/member/nobody" }, /^No member/],
    ["fetch", { id: "groupb/song/nothing" }, /^Nothing has that id/],
    ["schedule", { days: 0 }, /^days takes /],
    ["schedule", { from: "2026-02-30" }, /^from takes /],
    ["schedule", { group: "grupa" }, /^group takes one of groupa \(Serambi Bintang\), groupb/],
    ["schedule", { member: "xyzzy" }, /^member takes .*; nobody has this name/],
    ["live", { member: "Verlita", group: "Kelip Kelip" }, /^member takes /],
    ["birthdays", { timezone: "+07:00" }, /^timezone takes /],
    ["changes", { since: "yesterday" }, /^since takes /],
  ] as const;
  for (const [tool, args, hint] of cases) {
    const { isError, text } = await callTool(fans, tool, args);
    assert.ok(isError, text);
    assert.match(text, hint);
  }
});

Deno.test("a group is named by slug, alias or name, and the schedule is that of the API", async () => {
  await using fans = await world(REPOSITORY);
  for (const group of ["groupb", "kelip", "Kelip Kelip", "kelip kelip"]) {
    const { data } = await callTool(fans, "schedule", { group });
    const { data: all } = await fans.json("/api/groupb/schedule?status=upcoming");
    assert.equal(data.items.find(({ id }: { id?: string }) => id)!.title, all[0].title, group);
  }
  const listed: string[] = [];
  let from: string | undefined = "2026-11-21";
  while (from !== undefined) {
    const days = (Date.parse("2027-02-01") - Date.parse(from)) / 86_400_000;
    const { data, text } = await callTool(fans, "schedule", { group: "groupa", from, days });
    listed.push(...data.items.flatMap(({ id }: { id?: string }) => id ?? []));
    from = /^… and \d+ more: go on with from (\S+)$/m.exec(text)?.[1];
  }
  const shows = await fans.json("/api/groupa/theater?from=2026-11-21&to=2027-01-31");
  const ids = new Set(listed.filter((id) => id.includes("/show/")));
  assert.deepEqual(
    [...ids].sort(),
    shows.map(({ id }: { id: string }) => `groupa/show/${id}`).sort(),
  );
  const next = await callTool(fans, "schedule", { group: "groupa", from: "2026-12-10", days: 1 });
  assert.match(next.text, /^0 in 1 days .* The next:\n2026-12-11/);
  const calls = { member: "Cempaka", from: "2026-11-28", days: 1 };
  const { text } = await callTool(fans, "schedule", calls);
  assert.match(text, /^2026-11-28T13:30:00\+07:00 .* videocall, Sesi 4 13:30/m);
});

Deno.test("what is a draft, or published later, is nowhere; what the clock changes changes then", async () => {
  await using later = await world(LATER);
  const seen = async () => {
    const texts = [];
    for (
      const [tool, args] of [
        ["search", { query: "later" }],
        ["search", { query: "draft" }],
        ["schedule", { from: "2026-01-01", days: 366 }],
        ["birthdays", { days: 366 }],
        ["changes", {}],
      ] as const
    ) texts.push((await callTool(later, tool, args)).text);
    return texts.join("\n");
  };
  const before = await seen();
  later.at("2026-07-10T05:00:01Z");
  const after = await seen();
  assert.ok(after.length > before.length, "what is published later comes at its instant");
  assert.doesNotMatch(after, /draft/i);
});

Deno.test("texts of editors have no markup", async () => {
  await using perilous = await world(PERILOUS);
  const { data } = await callTool(perilous, "changes");
  assert.ok(data.items.length > 0);
  for (const { id } of data.items) {
    const { data: { text } } = await callTool(perilous, "fetch", { id });
    const [group, , slug] = id.split("/");
    const answered = await perilous.json(`/api/${group}/news/${slug}`);
    const { content, content_text } = answered.data?.[0] ?? answered;
    assert.ok(text.endsWith(`\n\n${content_text}`), id);
    assert.ok(!text.includes(content), id);
  }
});

Deno.test("changes are the newest articles and a cursor, then what came after it", async () => {
  await using fans = await world({ content: {}, now: "2026-07-04T10:00:00Z" });
  await fans.announce();
  const { data: { cursor }, text } = await callTool(fans, "changes");
  assert.ok(text.includes(cursor));
  fans.at("2026-07-04T11:00:00Z");
  await fans.edit({ "groupa/members/new.yaml": "name: New\n" });
  const { data } = await callTool(fans, "changes", { since: cursor });
  const [{ change, id }] = data.items;
  assert.deepEqual([change, id, data.items.length], ["added", "groupa/member/new", 1]);
});

Deno.test("nobody is on air of the platforms alone that said so", async () => {
  const all = ["IDN Live", "SHOWROOM", "YouTube"];
  const cases = [
    [{}, [], "No member is on air.", []],
    [
      { YOUTUBE_API_KEY: "" },
      ["showroom"],
      "No member is on air on IDN Live. SHOWROOM cannot be asked at the moment. YouTube is not asked.",
      ["SHOWROOM", "YouTube"],
    ],
    [
      {},
      ["idn", "showroom", "youtube"],
      "Who is on air is not known. IDN Live, SHOWROOM and YouTube cannot be asked at the moment.",
      all,
    ],
    [{ LIVE: "off" }, [], "Broadcasts are not followed here.", all],
  ] as const;
  for (const [env, fails, said, unknown] of cases) {
    const platforms = createFakeNet();
    emptyScene(platforms.scene);
    platforms.scene.youtube.set("UCbukitResmi_00000000001", []);
    for (const platform of fails) platforms.fail(platform, status(500));
    await using fans = await world({ ...ON_AIR, platforms, env: { LIVE: "on", ...env } });
    const { text, data } = await callTool(fans, "live");
    assert.equal(text.slice(text.indexOf("): ") + 3), said);
    assert.deepEqual([data.on_air, data.not_known], [0, unknown]);
  }
});
