import assert from "node:assert/strict";
import { LATER, REPOSITORY } from "../../support/contents.ts";
import { createProgram } from "../../support/program.ts";
import { callTool, createAssistantProgram } from "./assistant_program.ts";
import { wordsOf } from "../../../src/addons/mcp/reader.ts";
import { QUESTION_CALLS } from "./question_calls.ts";

const MAX_BYTES = 4096;

Deno.test("every answer has at most 4 KB and 10 items, in both eras", async () => {
  await using program = await createAssistantProgram();
  const wide = [
    ["schedule", { days: 366 }],
    ["schedule", { from: "2025-01-01", days: 366 }],
    ["birthdays", { days: 366 }],
    ["search", { query: "a" }],
    ["search", { query: "seitansai" }],
    ["live", {}],
    ["changes", {}],
    ["fetch", { id: "groupa/setlist/panggung-kita" }],
    ["fetch", { id: "groupa/news/2026-11-09-kelulusan-anantari-rahadian" }],
  ] as const;
  for (const [tool, args] of [...wide, ...QUESTION_CALLS.flat()]) {
    for (const modern of [false, true]) {
      const { bytes, data } = await callTool(program, tool, args, { modern });
      assert.ok(bytes <= MAX_BYTES, `${tool} ${JSON.stringify(args)}: ${bytes}`);
      const items = data.items ?? data.results ?? [];
      assert.ok(items.length <= 10, tool);
    }
  }
  const { data } = await callTool(program, "birthdays", { days: 366 });
  assert.equal(data.items.length + data.more > 60, true, "the rest is counted");
});

Deno.test("times are the group's own, with its offset, and UTC", async () => {
  await using program = await createAssistantProgram();
  const { data, text } = await callTool(program, "schedule", { group: "groupb", days: 1 });
  const [first] = data.items;
  assert.equal(first.local, "2026-11-21T15:00:00+08:00");
  assert.equal(first.utc, "2026-11-21T07:00:00Z");
  assert.ok(text.includes("2026-11-21T15:00:00+08:00 (2026-11-21T07:00:00Z)"));
  const untimed = await callTool(program, "schedule", {
    group: "groupa",
    from: "2027-05-22",
    days: 1,
  });
  assert.equal(untimed.data.items[0].utc, undefined);
  assert.match(untimed.text, /2027-05-22, time of day unknown/);
});

Deno.test("every instant of every answer is there in the group's own time and in UTC, in whole seconds", async () => {
  await using program = await createAssistantProgram();
  const further = [
    ["changes", {}],
    ["live", {}],
    ["fetch", { id: "groupb/member/nagi-tsuchida" }],
    ["fetch", { id: "groupa/member/verlita-gunadi" }],
    ["fetch", { id: "groupa/show/2026-12-12-kota-lampu-jingga" }],
    ["fetch", { id: "groupa/news/2026-11-09-kelulusan-anantari-rahadian" }],
  ] as const;
  let instants = 0;
  for (const [tool, args] of [...further, ...QUESTION_CALLS.flat()]) {
    const { text, data } = await callTool(program, tool, args);
    const said = data.text ?? text;
    const what = `${tool} ${JSON.stringify(args)}: ${said}`;
    assert.doesNotMatch(said, /T\d\d:\d\d:\d\d\.\d/, what);
    const local = /\d{4}-\d\d-\d\dT[\d:]{8}[+-]\d\d:\d\d/g;
    const both = /(\d{4}-\d\d-\d\dT[\d:]{8}[+-]\d\d:\d\d) \((\d{4}-\d\d-\d\dT[\d:]{8}Z)\)/g;
    const pairs = [...said.matchAll(both)];
    assert.equal(said.match(local)?.length ?? 0, pairs.length, what);
    assert.equal(said.match(/T[\d:]{8}Z/g)?.length ?? 0, pairs.length, what);
    for (const [, local, utc] of pairs) assert.equal(Date.parse(local!), Date.parse(utc!), what);
    instants += pairs.length;
  }
  assert.ok(instants > 100, `${instants}`);
});

Deno.test("a day without anything leads to the next that has something", async () => {
  await using program = await createAssistantProgram();
  const { text, data } = await callTool(program, "schedule", {
    group: "groupa",
    from: "2026-11-23",
    days: 1,
  });
  assert.match(
    text,
    /^No show, event or video call is on in 1 day from 2026-11-23: .*\. The next:/,
  );
  assert.equal(data.items[0].local.slice(0, 10), "2026-11-28");
});

Deno.test("the first and the last day of the calendar are days", async () => {
  await using program = await createProgram(REPOSITORY);
  for (const from of ["0001-01-01", "9999-12-31"]) {
    const { isError, data } = await callTool(program, "schedule", { from, days: 366 });
    assert.ok(!isError);
    assert.equal(data.more, 0);
  }
});

Deno.test("a name that no member has gets the API's hint, an id that nothing has the nearest", async () => {
  await using program = await createAssistantProgram();
  for (const tool of ["schedule", "live"]) {
    const { isError, text } = await callTool(program, tool, { member: "Nagy" });
    assert.ok(isError);
    assert.match(text, /^No member has that name or address/);
  }
  const { isError, text } = await callTool(program, "fetch", {
    id: "groupb/member/nagi-tsuchidaa",
  });
  assert.ok(isError && text.includes("groupb/member/nagi-tsuchida"), text);
});

Deno.test("a group may be named by slug, alias or name; another gets those that there are", async () => {
  await using program = await createProgram(REPOSITORY);
  for (const group of ["groupb", "kelip", "Kelip Kelip", "kelip kelip"]) {
    const { data } = await callTool(program, "schedule", { group });
    assert.ok(data.items.every(({ id }: { id: string }) => id.startsWith("groupb/")), group);
  }
  const { isError, text } = await callTool(program, "schedule", { group: "grupa" });
  assert.ok(isError);
  assert.match(text, /groupa \(Serambi Bintang\)/);
});

Deno.test("wrong arguments get the hint that the API gives, and cost no error of the protocol", async () => {
  await using program = await createProgram(REPOSITORY);
  const cases = [
    ["search", {}, /^query takes /],
    ["search", { query: "" }, /^query takes /],
    ["search", { query: "x".repeat(101) }, /^query takes /],
    ["fetch", {}, /^id takes /],
    ["fetch", { id: "nothing" }, /^An id is <group>\/<kind>\/<name>/],
    ["fetch", { id: "groupa/secret/x" }, /^An id is <group>\/<kind>\/<name>/],
    ["schedule", { days: 0 }, /^days takes /],
    ["schedule", { days: "soon" }, /^days takes /],
    ["schedule", { from: "2026-02-30" }, /^from takes /],
    ["birthdays", { days: 367 }, /^days takes /],
    ["birthdays", { timezone: "+07:00" }, /^timezone takes /],
    ["changes", { since: "yesterday" }, /^since takes /],
  ] as const;
  for (const [tool, args, hint] of cases) {
    const { isError, text } = await callTool(program, tool, args);
    assert.ok(isError, tool);
    assert.match(text, hint, JSON.stringify(args));
  }
  const { data } = await callTool(program, "schedule", { days: "3", group: null, other: 1 });
  assert.ok(Array.isArray(data.items));
});

Deno.test("search and fetch answer in the form that assistants know: one text of JSON", async () => {
  await using program = await createProgram(REPOSITORY);
  const { data: { results } } = await callTool(program, "search", { query: "Nagi" });
  const [first] = results;
  assert.deepEqual(Object.keys(first), ["id", "title", "url", "text"]);
  assert.equal(first.id, "groupb/member/nagi-tsuchida");
  assert.equal(first.url, "", "nothing of a group without pages opens without a key");
  const { data } = await callTool(program, "fetch", { id: first.id });
  assert.deepEqual(Object.keys(data), ["id", "title", "text", "url", "metadata"]);
  const { group, kind, status } = data.metadata;
  assert.deepEqual([group, kind, status], ["groupb", "member", "active"]);
});

Deno.test("what search finds of each kind can be fetched", async () => {
  await using program = await createProgram(REPOSITORY);
  const kinds = new Set<string>();
  for (const query of ["Nagi", "River of Fireflies", "Roti Banjir", "Countdown", "Konser", "a"]) {
    const { data: { results } } = await callTool(program, "search", { query });
    for (const { id, title } of results) {
      kinds.add(id.split("/")[1]);
      const { data, isError } = await callTool(program, "fetch", { id });
      assert.ok(!isError, id);
      assert.ok(title.startsWith(data.title), `${id}: ${title}, ${data.title}`);
    }
  }
  assert.deepEqual([...kinds].sort(), [
    "event",
    "member",
    "news",
    "release",
    "setlist",
    "show",
    "song",
  ]);
});

Deno.test("fetch says of a show its milestones and tickets, of a member career and counts, of a setlist its songs and performances", async () => {
  await using program = await createProgram(REPOSITORY);
  const fetched = async (id: string) => (await callTool(program, "fetch", { id })).data;
  const show = await fetched("groupa/show/2026-12-12-kota-lampu-jingga");
  assert.match(
    show.text,
    /^Tickets: .*Umum, price Rp200\.000, sale from 2026-12-05T19:00:00\+07:00 \(2026-12-05T12:00:00Z\), https:/m,
  );
  assert.match(show.text, /^Stream: https:\/\/www\.idn\.app\/groupa_resmi, price Rp50\.000$/m);
  const member = await fetched("groupa/member/anantari-rahadian");
  const { stats, history } = await program.json("/api/groupa/member/anantari-rahadian");
  assert.equal(member.metadata.shows, stats.shows.total);
  assert.ok(member.text.includes(`shows total ${stats.shows.total}, first `));
  const [{ setlist, count }] = stats.shows.by_setlist;
  assert.ok(member.text.includes(`${setlist}, count ${count}, `));
  assert.equal(/^History: (.*)$/m.exec(member.text)?.[1]?.split("; ").length, history.length);
  assert.match(member.text, /^History: .*from 2022-06-12, Kapten grup/m);
  const nagi = await fetched("groupb/member/nagi-tsuchida");
  assert.match(nagi.text, /^Name native: 土田 凪$/m);
  assert.match(nagi.text, /^Name reading: つちだ なぎ$/m);
  const setlist1 = await fetched("groupb/setlist/river-of-fireflies");
  const { data: [{ performed, by_member, songs }] } = await program.json(
    "/api/groupb/setlists/river-of-fireflies",
  );
  assert.equal(setlist1.metadata.performed, performed.count);
  assert.match(setlist1.text, new RegExp(`^Performed: count ${performed.count}, first `, "m"));
  assert.ok(setlist1.text.includes(`${by_member[0].name}, count ${by_member[0].count}; `));
  for (const { title } of songs) assert.ok(setlist1.text.includes(title), title);
});

Deno.test("fetch of each show with milestones names them as the API does", async () => {
  await using program = await createProgram(REPOSITORY);
  const group = program.catalog.group("groupb")!;
  const { milestonesOf } = group.showCounts(Infinity);
  const celebrated = group.table("shows").filter((row) => milestonesOf(row).value.length > 0);
  assert.ok(celebrated.length > 5);
  let named = 0;
  for (const { id } of celebrated) {
    const { data: { text } } = await callTool(program, "fetch", { id: `groupb/show/${id}` });
    const { data: [{ milestones }] } = await program.json(`/api/groupb/theater/${id}`);
    for (const { name, count } of milestones) {
      assert.ok(text.includes(`${name}, count ${count}`), `${id}: ${text}`);
      named++;
    }
  }
  assert.ok(named > 5, `${named}`);
});

Deno.test("an article is found by its text, and fetch of what it names has it", async () => {
  await using program = await createProgram(REPOSITORY);
  const report = "groupb/news/2026-11-16-second-anniversary-report";
  const { data: { results } } = await callTool(program, "search", {
    query: "second anniversary concert",
  });
  assert.deepEqual(
    results.slice(0, 2).map(({ id }: { id: string }) => id),
    ["groupb/event/2026-11-14-second-anniversary-concert", report],
  );
  assert.match(results[1].text, /3,140 people/);
  const { data } = await callTool(program, "fetch", { id: results[0].id });
  assert.deepEqual(data.metadata.articles, [report]);
  assert.match(data.text, /^Article: 2026-11-16 · .* · Nineteen members, .* · groupb\/news\//m);
  // A show has the articles of its own season alone, and no sentence about another of that title.
  const show = await callTool(program, "fetch", {
    id: "groupa/show/2026-12-12-kota-lampu-jingga",
  });
  assert.deepEqual(show.data.metadata.articles, ["groupa/news/2026-11-20-jadwal-desember-2026"]);
  assert.match(
    show.data.text,
    /^Article: 2026-11-20 · Jadwal Teater Desember 2026 · groupa\/news/m,
  );
  const postponed = await callTool(program, "fetch", {
    id: "groupa/show/2026-12-13-panggung-kita",
  });
  assert.match(
    postponed.data.text,
    /^Article: .* · Pertunjukan .* 13 Desember 2026 pukul 14\.00 /m,
  );
  const other = await callTool(program, "fetch", { id: "groupa/show/2026-12-26-panggung-kita" });
  assert.match(
    other.data.text,
    /^Article: 2026-11-18 · Penundaan Pertunjukan 13 Desember 2026 · groupa\//m,
  );
});

Deno.test("an article that is published later names nothing before", async () => {
  await using program = await createProgram(REPOSITORY);
  const id = "groupa/news/2026-12-01-jabat-tangan-akhir-tahun-2026";
  const say = async () =>
    (await callTool(program, "search", { query: "Jabat Tangan Akhir Tahun 2026" })).text;
  program.at("2026-12-01T10:59:59Z");
  assert.ok(!(await say()).includes(id));
  program.at("2026-12-01T11:00:00Z");
  assert.ok((await say()).includes(id));
});

Deno.test("a whole question finds what one of its words names", async () => {
  await using program = await createProgram(REPOSITORY);
  const { text } = await callTool(program, "search", { query: "kapan ya Nagi manggung lagi dong" });
  assert.ok(text.includes("groupb/member/nagi-tsuchida"), text);
});

Deno.test("nothing that is a draft, or published later, is found, fetched or listed", async () => {
  await using program = await createProgram(LATER);
  const seen = async () => {
    const texts = [];
    for (
      const [tool, args] of [
        ["search", { query: "a" }],
        ["search", { query: "later" }],
        ["search", { query: "draft" }],
        ["schedule", { from: "2026-01-01", days: 366 }],
        ["birthdays", { days: 366 }],
        ["changes", {}],
      ] as const
    ) texts.push((await callTool(program, tool, args)).text);
    return texts.join("\n");
  };
  const before = await seen();
  program.at("2026-07-10T05:00:01Z");
  const after = await seen();
  assert.ok(after.length > before.length, "what is published later comes at its instant");
  assert.doesNotMatch(after.replace("nothing matches: draft", ""), /draft/i);
});

Deno.test("texts of editors are plain: an article has no markup", async () => {
  await using program = await createProgram({
    content: "test/fixtures/perilous",
    now: "2026-07-04T10:00:00Z",
  });
  const { data } = await callTool(program, "changes");
  assert.ok(data.items.length > 0);
  for (const { id } of data.items) {
    const { data: { text } } = await callTool(program, "fetch", { id });
    const [group, , slug] = id.split("/");
    const answered = await program.json(`/api/${group}/news/${slug}`);
    const { content, content_text } = answered.data?.[0] ?? answered;
    assert.ok(text.endsWith(`\n\n${content_text}`), id);
    assert.ok(!text.includes(content), id);
  }
});

Deno.test("changes since a cursor are those that came after it", async () => {
  await using program = await createProgram(REPOSITORY);
  const { data: { cursor }, text } = await callTool(program, "changes");
  assert.ok(text.includes(cursor));
  const { data } = await callTool(program, "changes", { since: cursor });
  assert.deepEqual(data, { cursor, items: [], more: 0 });
});

Deno.test("who is on air is asked of the platforms, and what they do not say is named", async () => {
  await using program = await createAssistantProgram();
  const { data } = await callTool(program, "live", { group: "Kelip Kelip" });
  assert.equal(data.on_air, 1);
  assert.equal(data.items[0].url, "https://www.idn.app/groupb_nagi/live/groupb_nagi-talks");
  assert.deepEqual(data.not_known, ["YouTube"]);
  await using off = await createProgram(REPOSITORY);
  const unasked = await callTool(off, "live");
  assert.match(unasked.text, /^At .*: No platform is asked who is on air\.$/);
  assert.deepEqual(unasked.data.not_known, ["IDN Live", "SHOWROOM", "YouTube"]);
});

Deno.test("an answer is another one at the very instant at which the clock changes it", async () => {
  await using program = await createProgram(REPOSITORY);
  const say = async (at: string, name: string, args: Record<string, unknown>) => {
    program.at(at);
    return (await callTool(program, name, args)).text;
  };
  const cases: [string, Record<string, unknown>, before: string, at: string][] = [
    // A show begins, a day ends in Kuala Lumpur, in Tokyo, an article comes out, somebody graduates.
    ["schedule", { group: "groupb", days: 1 }, "2026-11-21T11:59:59.999Z", "2026-11-21T12:00:00Z"],
    ["schedule", { group: "groupb" }, "2026-11-21T15:59:59.999Z", "2026-11-21T16:00:00Z"],
    ["birthdays", { timezone: "Asia/Tokyo" }, "2026-11-21T14:59:59.999Z", "2026-11-21T15:00:00Z"],
    ["changes", {}, "2026-12-01T10:59:59.999Z", "2026-12-01T11:00:00Z"],
    [
      "search",
      { query: "Jabat Tangan Akhir Tahun 2026" },
      "2026-12-01T10:59:59.999Z",
      "2026-12-01T11:00:00Z",
    ],
    ["search", { query: "Anantari" }, "2027-03-27T16:59:59.999Z", "2027-03-27T17:00:00Z"],
    [
      "fetch",
      { id: "groupa/member/anantari-rahadian" },
      "2027-03-27T16:59:59.999Z",
      "2027-03-27T17:00:00Z",
    ],
    [
      "fetch",
      { id: "groupb/member/nagi-tsuchida" },
      "2026-11-21T11:59:59.999Z",
      "2026-11-21T12:00:00Z",
    ],
    [
      "fetch",
      { id: "groupb/setlist/midnight-mamak" },
      "2026-12-13T07:59:59.999Z",
      "2026-12-13T08:00:00Z",
    ],
    [
      "fetch",
      { id: "groupb/song/roti-banjir" },
      "2026-12-13T07:59:59.999Z",
      "2026-12-13T08:00:00Z",
    ],
  ];
  for (const [name, args, before, at] of cases) {
    const what = `${name} ${JSON.stringify(args)}`;
    program.at(Date.parse(before) - 60_000);
    const first = (await callTool(program, name, args)).text;
    assert.equal(await say(before, name, args), first, what);
    const next = await say(at, name, args);
    assert.notEqual(next, first, what);
    // A clock that was set back finds what held then.
    assert.equal(await say(before, name, args), first, what);
  }
});

Deno.test("the schedule of a member has the shows in which other groups name her as a guest", async () => {
  await using program = await createProgram(REPOSITORY);
  for (
    const [member, day, id] of [
      ["Mizuho", "2026-06-06", "groupa/show/2026-06-06-pertukaran-kelip-kelip"],
      ["Verlita", "2026-07-05", "groupb/show/2026-07-05-serambi-bintang-visit"],
    ]
  ) {
    const { data } = await callTool(program, "schedule", { member, from: day, days: 1 });
    assert.deepEqual(data.items.map((item: { id: string }) => item.id), [id]);
  }
  // A group's own shows are those of the public JSON.
  for (const group of ["groupa", "groupb"]) {
    const { id } = program.catalog.group(group)!.table("members")[0]!;
    const [from, to] = ["2026-11-21", "2027-02-20"];
    const query = `member=${id}&from=${from}&to=${to}`;
    const answers = await Promise.all(
      ["theater", "events", "videocall"].map((path) =>
        program.json(`/api/${group}/${path}?${query}`)
      ),
    );
    const [shows, events, days] = answers.map((body) => body.data ?? body);
    const sessions = days.filter(({ date }: { date: string }) => date >= from && date <= to)
      .flatMap((day: { sessions: unknown[] }) => day.sessions);
    const { data } = await callTool(program, "schedule", { member: id });
    assert.equal(data.items.length + data.more, shows.length + events.length + sessions.length);
  }
});

Deno.test("where a name means several members, each line says who of them performs", async () => {
  await using program = await createProgram(REPOSITORY);
  const { data, text } = await callTool(program, "schedule", { member: "Mulyasari", days: 20 });
  assert.match(text, /^2026-12-06.*performing Rara Mulyasari/m);
  const performing = data.items.flatMap((item: { performing: string[] }) => item.performing);
  assert.deepEqual([...new Set(performing)].sort(), ["Rara Mulyasari", "Riri Mulyasari"]);
});

Deno.test("a member of another group is said to be hers, an unknown name gets the nearest", async () => {
  await using program = await createProgram(REPOSITORY);
  for (const tool of ["schedule", "live"]) {
    const other = await callTool(program, tool, { member: "Verlita", group: "Kelip Kelip" });
    assert.ok(other.isError);
    assert.equal(
      other.text,
      "Verlita Gunadi is a member of groupa (Serambi Bintang), not of groupb (Kelip Kelip)",
    );
    for (const member of ["Kerenhapuk Simanjuntak", "Kerenhapuk", "Kerenhapuch"]) {
      const { isError, text } = await callTool(program, tool, { member });
      assert.ok(isError);
      assert.match(text, /^No member has .* The nearest: Kerenhapukh Simanjorang \(groupa\/member/);
    }
  }
});

Deno.test("search and fetch give the same address of everything in the shipped content", async () => {
  await using program = await createProgram(REPOSITORY);
  const titles = new Set<string>();
  for (const group of ["groupa", "groupb"]) {
    for (const list of ["members", "setlists", "releases", "events", "news", "theater"]) {
      const text = JSON.stringify(await program.json(`/api/${group}/${list}`));
      for (const [, title] of text.matchAll(/"(?:title|name)":"([^"\\]{1,100})"/g)) {
        if (/\p{L}/u.test(title!)) titles.add(title!);
      }
    }
  }
  const fetched = new Map<string, string>();
  for (const query of titles) {
    for (const { id, url } of (await callTool(program, "search", { query })).data.results) {
      if (!fetched.has(id)) {
        fetched.set(id, (await callTool(program, "fetch", { id })).data.url);
      }
      assert.equal(url, fetched.get(id), id);
    }
  }
  const places = new Set([...fetched.keys()].map((id) => id.split("/").slice(0, 2).join("/")));
  assert.equal(places.size, 16, "each kind of both groups, and lists of their members");
});

Deno.test("an article whose time of day is not known has its day alone", async () => {
  await using program = await createProgram(REPOSITORY);
  const { data, text } = await callTool(program, "changes");
  const [first] = data.items;
  assert.deepEqual([first.local, first.utc], ["2026-11-20", undefined]);
  assert.match(text, /^2026-11-20, time of day unknown, Jadwal/m);
  assert.match(text, /^2026-11-09T10:00:00\+07:00 \(2026-11-09T03:00:00Z\), Pengumuman/m);
  const found = await callTool(program, "search", { query: "Jadwal Teater Desember 2026" });
  assert.match(found.data.results[0].text, /: 2026-11-20, time of day unknown, Inilah/);
  const { data: { text: article, metadata } } = await callTool(program, "fetch", { id: first.id });
  assert.match(article, /^When: 2026-11-20, time of day unknown$/m);
  assert.equal(metadata.utc, undefined);
});

Deno.test("search says a member's team, and of what it knows nothing else only what it is", async () => {
  await using program = await createProgram(REPOSITORY);
  const { data: rara } = await callTool(program, "search", { query: "Rara Mulyasari" });
  assert.equal(
    rara.results[0].text,
    "Member of Serambi Bintang: active, gen7-groupa, Rara, team Senja, birthplace Cirebon",
  );
  const { data: rain } = await callTool(program, "search", { query: "Hujan Panas" });
  assert.equal(rain.results[0].text, "Setlist of Kelip Kelip");
});

Deno.test("search finds releases by their kind, the newest first, and members by team and graduation", async () => {
  await using program = await createProgram(REPOSITORY);
  const idsOf = async (query: string) =>
    (await callTool(program, "search", { query })).data.results.map(({ id }: { id: string }) => id);
  assert.deepEqual((await idsOf("album")).slice(0, 3), [
    "groupb/release/second-light",
    "groupb/release/kelip-kelip",
    "groupa/release/jendela-pagi",
  ]);
  assert.ok(
    (await idsOf("Kelip Kelip release")).slice(0, 5).includes(
      "groupb/release/countdown-at-dataran",
    ),
  );
  assert.deepEqual((await idsOf("Tim Senja")).slice(0, 2), [
    "groupa/members/team-senja",
    "groupa/member/anantari-rahadian",
  ]);
  assert.equal((await idsOf("senja"))[0], "groupa/song/rasa-senja");
  const isListed = async () => {
    const { data } = await program.json("/v1/search?q=graduated&limit=50");
    return data.some(({ id }: { id: string }) => id === "anantari-rahadian");
  };
  program.at("2027-03-27T16:59:59Z");
  assert.equal(await isListed(), false);
  program.at("2027-03-27T17:00:00Z");
  assert.equal(await isListed(), true);
});

Deno.test("who is in a team, a generation or a group is one item of search, and fetch names all of them", async () => {
  await using program = await createProgram(REPOSITORY);
  const members = await program.json("/api/groupa/members");
  for (
    const [query, id, isMeant] of [
      ["Team Pagi", "groupa/members/team-pagi", { team: "Pagi" }],
      ["siapa saja anggota tim purnama", "groupa/members/team-purnama", { team: "Purnama" }],
      ["10th generation", "groupa/members/generation-gen10-groupa", { generation: "gen10-groupa" }],
      ["generasi 1 serambi", "groupa/members/generation-gen1-groupa", {
        generation: "gen1-groupa",
      }],
      ["trainees Serambi Bintang", "groupa/members/trainees", { status: "trainee" }],
      ["graduates of groupa", "groupa/members/graduates", { status: "graduated" }],
      ["Serambi Bintang members", "groupa/members/all", {}],
    ] as const
  ) {
    const { data: { results } } = await callTool(program, "search", { query });
    const found = results.find((one: { id: string }) => one.id === id);
    assert.ok(found, query);
    const { data, bytes } = await callTool(program, "fetch", { id });
    assert.ok(bytes <= MAX_BYTES);
    const line = /^Members: (.*)$/m.exec(data.text)![1]!.replaceAll(/ \([^)]*\)/g, "");
    const [[field, value] = ["name", undefined]] = Object.entries(isMeant);
    const names = members.filter((member: Record<string, string>) =>
      value === undefined || member[field] === value
    ).map(({ name }: { name: string }) => name);
    assert.ok(names.length > 2);
    assert.deepEqual(line.split(", "), names, query);
  }
  const captain = await callTool(program, "search", { query: "captain of Kelip Kelip" });
  assert.equal(captain.data.results[0].id, "groupb/members/all");
  const { data } = await callTool(program, "fetch", { id: "groupb/members/all" });
  assert.match(data.text, /Nurin Batrisya \(Captain, born 2004-02-29\)/);
  const { isError } = await callTool(program, "fetch", { id: "groupa/members/team-malam" });
  assert.ok(isError);
});

Deno.test("who has graduated is no member of a team: search leaves her out, fetch says since when", async () => {
  await using program = await createProgram(REPOSITORY);
  const { data: { results } } = await callTool(program, "search", { query: "Team Senja" });
  assert.ok(results.length > 5);
  assert.ok(results.every(({ text }: { text: string }) => !text.includes(": graduated")));
  const { data } = await callTool(program, "fetch", { id: results[0].id });
  assert.match(data.text, /^Counts: active 13, trainee 0, graduated 2$/m);
  assert.match(
    data.text,
    /Anantari Rahadian \(Kapten grup, born 1999-03-19, graduates 2027-03-28, last day 2027-03-27\)/,
  );
  assert.match(
    data.text,
    /Michaela Tandiono \(graduated 2026-04-26, last day 2026-04-25\)/,
  );
  const former = await callTool(program, "search", { query: "Michaela Tandiono" });
  assert.match(
    former.data.results[0].text,
    /: graduated, .*, last team Senja, birthplace Makassar$/,
  );
});

Deno.test("video calls are in the schedule: a day's as one item, a member's sessions one by one", async () => {
  await using program = await createProgram(REPOSITORY);
  const days = { from: "2026-11-28", days: 1 };
  const { data, text } = await callTool(program, "schedule", { group: "groupa", ...days });
  const [first, ...others] = data.items;
  assert.deepEqual(first, {
    ...{ local: "2026-11-28T10:00:00+07:00", utc: "2026-11-28T03:00:00Z" },
    ...{ title: "Dua Belas Purnama: Foto Berdua", type: "videocall", session: "6 sessions" },
    id: "groupa/videocall/2026-11-28",
  });
  assert.ok(others.every(({ type }: { type: string }) => type === "theater"));
  assert.match(text, /Video calls: 2026-11-28$/m);
  const hers = await callTool(program, "schedule", { member: "Cempaka", ...days });
  assert.equal(hers.data.items[0].local, "2026-11-28T13:30:00+07:00");
  assert.equal(hers.data.items[0].session, "Sesi 4 until 14:20");
  const { data: whole } = await callTool(program, "fetch", { id: first.id });
  assert.match(
    whole.text,
    /2026-11-28T13:30:00\+07:00 \(2026-11-28T06:30:00Z\), Sesi 4, .*members Cempaka Hadiningrat, /,
  );
  const guest = await callTool(program, "schedule", {
    member: "Verlita",
    from: "2026-12-31",
    days: 1,
  });
  assert.ok(
    guest.data.items.some(({ id }: { id: string }) => id === "groupb/videocall/2026-12-31"),
  );
});

Deno.test("an address opens without a key, or there is none", async () => {
  await using program = await createProgram(REPOSITORY);
  const base = "https://api.oshibase.example";
  const opened = new Set<string>();
  for (
    const query of ["Team Senja", "Verlita", "Kelip Kelip", "Panggung Kita", "handshake", "Kereta"]
  ) {
    const { data: { results } } = await callTool(program, "search", { query });
    for (const { id, url } of results) {
      assert.doesNotMatch(url, /\/api\//, id);
      if (!url.startsWith(base)) assert.ok(url === "" || URL.canParse(url), id);
      else if (!opened.has(url)) {
        const response = await program.ask(url.slice(base.length), { key: null });
        assert.equal(response.status, 200, url);
        await response.body?.cancel();
        opened.add(url);
      }
    }
  }
  assert.ok(opened.size > 10, `${opened.size}`);
  const concert = { id: "groupb/event/2026-11-14-second-anniversary-concert" };
  const { data } = await callTool(program, "fetch", concert);
  assert.equal(data.url, "https://groupb.example/second-light");
});

Deno.test("television is television, in the schedule, in search and in fetch, and events are found by their kind", async () => {
  await using program = await createProgram(REPOSITORY);
  const id = "groupb/event/2026-11-27-tv-damai-awards";
  const { data } = await callTool(program, "schedule", {
    group: "groupb",
    from: "2026-11-27",
    days: 1,
  });
  assert.deepEqual(data.items.map((item: { type: string }) => item.type), ["media"]);
  assert.match((await callTool(program, "fetch", { id })).data.text, /^Type: media$/m);
  const { data: { results } } = await callTool(program, "search", {
    query: "Kelip Kelip television",
  });
  const found = results.find((one: { id: string }) => one.id === id);
  assert.match(found.text, /, media, TV Damai/);
  const next = await callTool(program, "search", { query: "handshake" });
  assert.match(next.data.results[0].text, /: 2026-12-05T11:00:00\+08:00 .*, handshake, /);
  const there = await callTool(program, "search", { query: "Jeti Seri Mangrove" });
  assert.equal(there.data.results[0].id, "groupb/event/2026-08-29-river-of-fireflies-launch");
});

Deno.test("fetch of an article keeps the cells of its tables and the numbers of its lists", async () => {
  await using program = await createProgram(REPOSITORY);
  const id = "groupa/news/2025-02-17-tata-tertib-jabat-tangan";
  const { data: { text } } = await callTool(program, "fetch", { id });
  assert.match(text, /^Sesi \| Waktu \| Lajur$/m);
  assert.match(text, /^2 \| 12\.30–14\.00 \| 5–8$/m);
  assert.match(text, /^1\. Satu tiket berlaku/m);
  assert.match(text, /^4\. Ikuti petunjuk petugas/m);
});

Deno.test("fetch of a member says what her counts of shows begin with, and that she graduates", async () => {
  await using program = await createProgram(REPOSITORY);
  const textOf = async (name: string) =>
    (await callTool(program, "fetch", { id: `groupa/member/${name}` })).data.text;
  const { stats: { shows }, shows_before: before } = await program.json(
    "/api/groupa/member/ixora-damayanti",
  );
  assert.ok(before.total > 0 && shows.total > before.total && shows.since === undefined);
  const ixora = await textOf("ixora-damayanti");
  const [, title, id] = new RegExp(
    `shows total ${shows.total}, including before the records ${before.total}, ` +
      `first on record ${shows.first}, (.*), (groupa/show/[^,]+), last ${shows.last}, `,
  ).exec(ixora)!;
  const { data: show } = await callTool(program, "fetch", { id });
  assert.equal(show.title, title);
  assert.equal(show.metadata.date, shows.first);
  assert.match(show.text, /^Members: .*Ixora Damayanti/m);
  const anantari = await textOf("anantari-rahadian");
  assert.match(anantari, /shows total \d+, first on record [^;]*, counted since 2025-01-05, last/);
  assert.match(anantari, /^Graduates: 2027-03-28, last day 2027-03-27$/m);
  assert.doesNotMatch(anantari, /^Graduated/m);
  program.at("2027-03-28T00:00:00Z");
  assert.match(await textOf("anantari-rahadian"), /^Graduated: 2027-03-28, last day 2027-03-27$/m);
});

Deno.test("the schedule lists ten, where shows are, and the day from which to go on", async () => {
  await using program = await createProgram(REPOSITORY);
  const ids: string[] = [];
  let from: string | undefined = "2026-11-21";
  for (let pages = 0; from !== undefined; pages++) {
    assert.ok(pages < 10);
    const days = (Date.parse("2027-02-01") - Date.parse(from)) / 86_400_000;
    const { data, text } = await callTool(program, "schedule", { group: "groupa", from, days });
    assert.match(text, /Shows are at Teater Serambi, Gedung Pancawarna Lt. 4 \(groupa\) if no/);
    if (data.more > 0) assert.equal(data.items.length, 10);
    ids.push(...data.items.map(({ id }: { id: string }) => id));
    from = /^… and \d+ more: go on with from (\S+)$/m.exec(text)?.[1];
    assert.equal(from === undefined, data.more === 0);
  }
  const shows: { id: string }[] = await program.json(
    "/api/groupa/theater?from=2026-11-21&to=2027-01-31",
  );
  assert.ok(shows.length > 20);
  const expected = shows.map(({ id }) => id).sort();
  const listed = [...new Set(ids)].filter((id) => id.includes("/show/"));
  assert.deepEqual(listed.map((id) => id.split("/")[2]).sort(), expected);
  const all = await callTool(program, "schedule");
  assert.equal(all.data.items.length, 10);
  assert.match(all.text, /^… and \d+ more: ask for one group, or go on with from 2026-11-28$/m);
  const next = await callTool(program, "schedule", {
    group: "groupa",
    from: "2026-12-10",
    days: 1,
  });
  assert.match(next.text, /Shows are at Teater Serambi.* The next:\n2026-12-11/);
});

Deno.test("of shows and events with the words of a search the next come first, then the last", async () => {
  await using program = await createProgram(REPOSITORY);
  const datesOf = async (query: string) => {
    const { data: { results } } = await callTool(program, "search", { query });
    return results.filter(({ id }: { id: string }) => /\/(show|event)\//.test(id))
      .map(({ text }: { text: string }) => /\d{4}-\d\d-\d\d/.exec(text)![0]);
  };
  // The second is a birthday show, which has another title.
  assert.deepEqual((await datesOf("River of Fireflies")).slice(0, 3), [
    ...["2026-11-21", "2026-11-21", "2026-11-28"],
  ]);
  assert.deepEqual(await datesOf("Jabat Tangan"), [
    ...["2027-05-22", "2026-11-15", "2026-05-16", "2025-12-20", "2025-06-14", "2025-02-22"],
  ]);
  assert.deepEqual(await datesOf("Countdown"), [
    ...["2026-12-31", "2027-12-31", "2028-12-31", "2025-12-31"],
  ]);
});

Deno.test("search keeps a member who is named, and says which words a result is without", async () => {
  await using program = await createProgram(REPOSITORY);
  const resultsOf = async (query: string): Promise<{ id: string; text: string }[]> =>
    (await callTool(program, "search", { query })).data.results;
  const [verlita, event] = await resultsOf("Verlita Kuala Lumpur");
  assert.equal(verlita?.id, "groupa/member/verlita-gunadi");
  assert.match(verlita.text, / \(without: kuala, lumpur\)$/);
  assert.match(event!.text, / \(without: verlita\)$/);
  const [article, mizuho] = await resultsOf("Mizuho Jakarta");
  assert.equal(article?.id, "groupb/news/2026-05-28-postponed-30-may");
  assert.ok(!article.text.includes("(without"), article.text);
  assert.equal(mizuho?.id, "groupb/member/mizuho-arisawa");
  // Who is in a team of that name is not meant.
  const [song] = await resultsOf("Dua Belas Purnama center");
  assert.ok(!song!.id.includes("/member/"), song!.id);
});

Deno.test("search finds by words that are spread over what an item is called by", async () => {
  await using program = await createProgram(REPOSITORY);
  const found = async (query: string): Promise<string[]> =>
    (await callTool(program, "search", { query })).data.results.map(({ id }: { id: string }) => id);
  assert.ok((await found("Hujan Panas EP")).includes("groupb/release/hujan-panas"));
  assert.equal((await found("Mizuho Matsuyama"))[0], "groupb/member/mizuho-arisawa");
  assert.ok((await found("Cirebon")).includes("groupa/member/rara-mulyasari"));
});

Deno.test("fetch names the shows of other groups of which a member was a guest", async () => {
  await using program = await createProgram(REPOSITORY);
  const { data } = await callTool(program, "fetch", { id: "groupb/member/mizuho-arisawa" });
  assert.match(
    data.text,
    /^Guest of other groups: 2026-06-06, .*\(Serambi Bintang\), groupa\/show\/2026-06-06-/m,
  );
});

Deno.test("search says which words nothing has", async () => {
  await using program = await createProgram(REPOSITORY);
  const noteOf = async (query: string) =>
    (await callTool(program, "search", { query })).data.note as string | undefined;
  assert.equal(await noteOf("Countdown xyzzyqq"), "nothing matches: xyzzyqq");
  assert.equal(await noteOf("xyzzyqq plugh"), "nothing matches: xyzzyqq, plugh");
  // A secret does not come back, even from where it does not belong.
  const { text } = await callTool(program, "search", { query: `Countdown ${program.key}` });
  assert.ok(!wordsOf(text).includes(wordsOf(program.key!).split(" ").at(-1)!), text);
  for (
    const query of [
      "Countdown",
      "Verlita Gunadi",
      "10th generation",
      "Kelip Kelip trainees",
      "なぎ",
    ]
  ) assert.equal(await noteOf(query), undefined, query);
});

Deno.test("birthdays go on from a day, to the last within so many days", async () => {
  await using program = await createProgram(REPOSITORY);
  const dates: string[] = [];
  let from: string | undefined;
  do {
    const { data, text } = await callTool(program, "birthdays", { days: 60, from });
    dates.push(...data.items.map(({ id }: { id: string }) => id));
    assert.match(text, /birthdays? from 2\d{3}-\d\d-\d\d, soonest first, 60 days ahead/);
    from = /^… and \d+ more: go on with from (\S+)$/m.exec(text)?.[1];
  } while (from !== undefined && from < "2027-01-21");
  const { data } = await program.json(
    "/v1/birthdays/upcoming?days=60&timezone=Asia/Jakarta",
  );
  for (const { group, member_id } of data) {
    assert.ok(dates.includes(`${group}/member/${member_id}`), member_id);
  }
  const { data: one } = await callTool(program, "birthdays", { from: "2026-11-25", days: 1 });
  assert.deepEqual(one.items.map(({ name }: { name: string }) => name), ["Dharshini Ravichandran"]);
  assert.equal(one.today, "2026-11-21");
});
