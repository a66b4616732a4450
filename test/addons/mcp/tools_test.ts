import { createFakeNet, hang, status } from "../../../build/demo/net.ts";
import { OPEN_CALLS } from "../../../src/addons/mcp/family.ts";
import { BIRTHDAY_DAYS } from "../../../src/addons/mcp/lists.ts";
import { wordsOf } from "../../../src/addons/mcp/reader.ts";
import { SCHEDULE_DAYS } from "../../../src/addons/mcp/schedule.ts";
import { LATER, REPOSITORY } from "../../support/contents.ts";
import { emptyScene, NOW, ON_AIR, PLATFORMS } from "../../support/live_program.ts";
import { createManualClock } from "../../support/manual_clock.ts";
import { createProgram, type Program } from "../../support/program.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { callTool, createAssistantProgram } from "./assistant_program.ts";
import { QUESTION_CALLS } from "./question_calls.ts";
import assert from "node:assert/strict";

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
  for (
    const [show, line] of [
      ["2026-12-12-kota-lampu-jingga", "2026-11-20 · Jadwal Teater Desember 2026 · groupa/news"],
      ["2026-12-13-panggung-kita", ".* · Pertunjukan .* 13 Desember 2026 pukul 14\\.00 "],
      ["2026-12-26-panggung-kita", "2026-11-18 · Penundaan Pertunjukan 13 Desember 2026 · groupa/"],
    ]
  ) {
    const { data } = await callTool(program, "fetch", { id: `groupa/show/${show}` });
    assert.match(data.text, new RegExp(`^Article: ${line}`, "m"));
  }
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

Deno.test("an answer is another one at the very instant at which the clock changes it", async () => {
  await using program = await createProgram(REPOSITORY);
  const say = async (at: number, name: string, args: Record<string, unknown>) => {
    program.at(at);
    return (await callTool(program, name, args)).text;
  };
  const [noon, comesOut, leaves] = ["2026-11-21T12:00Z", "2026-12-01T11:00Z", "2027-03-27T17:00Z"];
  const cases: [string, Record<string, unknown>, at: string][] = [
    // A show begins, a day ends in Kuala Lumpur, in Tokyo, an article comes out, somebody graduates.
    ["schedule", { group: "groupb", days: 1 }, noon],
    ["schedule", { group: "groupb" }, "2026-11-21T16:00Z"],
    ["birthdays", { timezone: "Asia/Tokyo" }, "2026-11-21T15:00Z"],
    ["changes", {}, comesOut],
    ["search", { query: "Jabat Tangan Akhir Tahun 2026" }, comesOut],
    ["search", { query: "Anantari" }, leaves],
    ["fetch", { id: "groupa/member/anantari-rahadian" }, leaves],
    ["fetch", { id: "groupb/member/nagi-tsuchida" }, noon],
    ["fetch", { id: "groupb/setlist/midnight-mamak" }, "2026-12-13T08:00Z"],
    ["fetch", { id: "groupb/song/roti-banjir" }, "2026-12-13T08:00Z"],
  ];
  for (const [name, args, instant] of cases) {
    const at = Date.parse(instant);
    const before = at - 1;
    const what = `${name} ${JSON.stringify(args)}`;
    program.at(before - 60_000);
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

Deno.test("fetch of what is cancelled or postponed names the article that says why", async () => {
  await using program = await createProgram(REPOSITORY);
  for (
    const [id, article, sentence] of [
      ["groupb/show/2025-11-29-firefly-parade", "2025-11-29-flood-warning", "Because of the flash"],
      [
        "groupa/event/2026-10-24-pekan-kopi-nusantara",
        "2026-10-23-pembatalan-pekan-kopi",
        "Mengingat",
      ],
    ]
  ) {
    const { text, metadata } = (await callTool(program, "fetch", { id })).data;
    assert.ok(metadata.articles[0].endsWith(article!));
    assert.match(text, new RegExp(`^Article: .* · ${sentence}.* · .*/${article}$`, "m"));
  }
  // The other show of that day took place.
  const { data } = await callTool(program, "fetch", {
    id: "groupa/show/2026-07-11-kota-lampu-jingga-siang",
  });
  assert.equal(data.metadata.articles, undefined);
});

/** A Saturday's show at 19:00, and what an article of a day says of it. */
const SAID: readonly [date: string, text: string, isWhy: boolean][] = [
  ["2026-07-11", "Tonight's show is called off.", true],
  ["2026-07-09", "Saturday's show has been moved to August.", true],
  ["2026-07-08", "The show of 11 July at 19:00 is cancelled.", true],
  ["2026-07-10", "Pertunjukan besok ditunda.", true],
  ["2026-07-13", "Pertunjukan hari Sabtu dibatalkan.", true],
  ["2026-07-12", "Last night's show was cancelled.", true],
  ["2026-07-11", "本日の公演は中止となりました。", true],
  ["2026-07-10", "7月11日の公演は延期となりました。", true],
  // Another time, another day, nothing of a day, nothing that is off, and too long before.
  ["2026-07-11", "Today's show at 14:00 is cancelled.", false],
  ["2026-07-11", "Tomorrow's show is cancelled.", false],
  ["2026-07-10", "Tonight's rehearsal is cancelled.", false],
  ["2026-07-11", "The sale of towels is postponed.", false],
  ["2026-07-11", "Tonight's show is sold out. A trip was cancelled long ago.", false],
  ["2026-07-07", "The show of 11 July is cancelled.", false],
];

Deno.test("only what names the day of a show and says that it is off says why", async (t) => {
  await using folder = await temporaryFolder();
  await using program = await programOf(folder.path);
  for (const [place, [, text, isWhy]] of SAID.entries()) {
    await t.step(text, async () => {
      const { data } = await callTool(program, "fetch", { id: `g${place}/show/show` });
      const articles = isWhy ? [`g${place}/news/news`] : undefined;
      assert.deepEqual(data.metadata.articles, articles);
      assert.equal(data.text.includes(text.split(".")[0]!), isWhy);
    });
  }
  // A show that takes place has no such article.
  const { data } = await callTool(program, "fetch", { id: "g0/show/on" });
  assert.equal(data.metadata.articles, undefined);
});

Deno.test("what is postponed says that its old date is off, in each tool", async () => {
  await using program = await createProgram(REPOSITORY);
  const off = "postponed: not on this date";
  const id = "groupa/show/2026-12-13-panggung-kita";
  const days = { group: "groupa", from: "2026-12-13", days: 1 };
  const { text, data } = await callTool(program, "schedule", days);
  assert.match(text, new RegExp(`^2026-12-13.*, ${off}, ${id}$`, "m"));
  assert.equal(data.items[0].state, "postponed");
  const fetched = await callTool(program, "fetch", { id });
  assert.match(fetched.data.text, new RegExp(`^State: ${off}$`, "m"));
  assert.equal(fetched.data.metadata.state, "postponed");
  assert.ok((await callTool(program, "search", { query: "Japan Week" })).text.includes(off));
});

/** A group for each article of {@linkcode SAID}, in a folder. */
async function programOf(folder: string): Promise<Program> {
  const write = async (path: string, text: string) => {
    await Deno.mkdir(`${folder}/${path.split("/").slice(0, -1).join("/")}`, { recursive: true });
    await Deno.writeTextFile(`${folder}/${path}`, text);
  };
  await write("site.yaml", "title: Off\ncontact: a@b.example\nbase_url: https://off.example\n");
  await write("plans.yaml", "standard: { rate: unlimited, quota: unlimited }\n");
  for (const [place, [date, text]] of SAID.entries()) {
    const group = `g${place}`;
    await write(`${group}/group.yaml`, `name: Group ${place}\nfamily: bare\n`);
    await write(`${group}/setlists/petrichor.yaml`, "name: Petrichor\nsongs: [{ title: Rain }]\n");
    const show = 'setlist: Petrichor\ndate: 2026-07-11\ntime: "19:00"\n';
    await write(`${group}/shows/show.yaml`, `${show}state: cancelled\n`);
    await write(`${group}/shows/on.yaml`, show.replace("19:00", "21:00"));
    await write(`${group}/news/news.md`, `---\ntitle: Notice\ndate: ${date}\n---\n\n${text}\n`);
  }
  return await createProgram({ content: folder, now: "2026-07-20T00:00:00Z" });
}

const { YOUTUBE_API_KEY: _, ...WITHOUT_YOUTUBE } = PLATFORMS;

const BROKEN = status(500);

type FakePlatform = Parameters<ReturnType<typeof createFakeNet>["fail"]>[0];

const UNKNOWN = "Who is on air is not known.";

Deno.test("live says that nobody is on air of the platforms alone that said so", async (t) => {
  const ALL = ["IDN Live", "SHOWROOM", "YouTube"];
  const SOME = WITHOUT_YOUTUBE;
  const cases: [name: string, Record<string, string>, FakePlatform[], string, string[]][] = [
    ["all answer", PLATFORMS, [], "No member is on air.", []],
    [
      "one is not asked",
      SOME,
      [],
      "No member is on air on IDN Live or SHOWROOM. YouTube is not asked.",
      ["YouTube"],
    ],
    [
      "one is down",
      PLATFORMS,
      ["showroom"],
      "No member is on air on IDN Live or YouTube. SHOWROOM cannot be asked at the moment.",
      ["SHOWROOM"],
    ],
    [
      "all are down",
      PLATFORMS,
      ["idn", "showroom", "youtube"],
      `${UNKNOWN} IDN Live, SHOWROOM and YouTube cannot be asked at the moment.`,
      ALL,
    ],
    [
      "no answer has come yet",
      SOME,
      ["idn", "showroom"],
      `${UNKNOWN} IDN Live and SHOWROOM have not answered yet. YouTube is not asked.`,
      ALL,
    ],
    ["live is off", { LIVE: "off" }, [], "Broadcasts are not followed here.", ALL],
  ];
  for (const [name, env, fails, said, unknown] of cases) {
    const how = name === "no answer has come yet" ? hang : BROKEN;
    await t.step(name, async () => {
      const net = createFakeNet();
      emptyScene(net.scene);
      for (const platform of fails) net.fail(platform, how);
      await using program = await openProgram(net, env);
      const calling = callTool(program, "live");
      // It waits a second for platforms that do not answer.
      for (let ms = 0; ms < 2_000; ms += 100) await program.pass(100);
      const { text, data } = await calling;
      assert.match(text, /^At [^ ]+ \([^ ]+\): /);
      assert.equal(text.slice(text.indexOf("): ") + 3), said);
      assert.deepEqual([data.on_air, data.not_known], [0, unknown]);
    });
  }
});

/** The groups of {@linkcode ON_AIR}, with a clock that passes while somebody asks. */
async function openProgram(
  net: ReturnType<typeof createFakeNet>,
  env: Readonly<Record<string, string>>,
) {
  const clock = createManualClock(NOW);
  net.scene.youtube.set("UCbukitResmi_00000000001", []);
  const program = await createProgram({ content: ON_AIR, clock, net, env: { LIVE: "on", ...env } });
  const { live } = program.service;
  live.start();
  await clock.advance(0);
  return Object.assign(program, {
    async pass(ms: number) {
      for (let left = ms; left > 0; left -= 1_000) {
        live.noteRequest();
        await clock.advance(Math.min(left, 1_000));
      }
    },
  });
}

Deno.test("the page of assistants has the numbers of the program", () => {
  const page = Deno.readTextFileSync("build/addons/site/docs/pages/assistants.md").replace(
    /\s+/g,
    " ",
  );
  assert.ok(page.includes(`${OPEN_CALLS} messages a minute`));
  assert.ok(
    page.includes(`${SCHEDULE_DAYS.all} days from today, of one member ${SCHEDULE_DAYS.ofMember}`),
  );
  assert.ok(page.includes(`within so many days (${BIRTHDAY_DAYS})`));
});
