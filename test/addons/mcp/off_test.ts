import assert from "node:assert/strict";
import { REPOSITORY } from "../../support/contents.ts";
import { createProgram, type Program } from "../../support/program.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { callTool } from "./assistant_program.ts";

Deno.test("fetch of what is cancelled or postponed names the article that says why", async () => {
  await using program = await createProgram(REPOSITORY);
  for (
    const [id, article, sentence] of [
      [
        "groupb/show/2025-11-29-firefly-parade",
        "groupb/news/2025-11-29-flood-warning",
        "Because of the flash-flood warning",
      ],
      [
        "groupa/show/2026-07-11-kota-lampu-jingga-malam",
        "groupa/news/2026-07-11-pembatalan-11-juli",
        "Karena listrik Gedung Pancawarna padam",
      ],
      [
        "groupb/show/2026-05-30-midnight-mamak",
        "groupb/news/2026-05-28-postponed-30-may",
        "Several members have caught the same cold",
      ],
      [
        "groupa/event/2026-10-24-pekan-kopi-nusantara",
        "groupa/news/2026-10-23-pembatalan-pekan-kopi",
        "Mengingat peringatan cuaca buruk",
      ],
    ]
  ) {
    const { text, metadata } = (await callTool(program, "fetch", { id })).data;
    assert.equal(metadata.articles[0], article);
    assert.match(text, new RegExp(`^Article: .* · ${sentence}.* · ${article}$`, "m"));
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

Deno.test("search finds shows and events by words of their state", async () => {
  await using program = await createProgram(REPOSITORY);
  const idsOf = async (query: string) =>
    (await callTool(program, "search", { query })).data.results.map(({ id }: { id: string }) => id);
  const cancelled = [
    "groupa/event/2026-10-24-pekan-kopi-nusantara",
    "groupb/event/2026-10-10-school-tour-klang",
    "groupa/show/2026-07-11-kota-lampu-jingga-malam",
    "groupb/show/2025-11-29-firefly-parade",
  ];
  const postponed = [
    "groupa/show/2026-12-13-panggung-kita",
    "groupa/event/2027-05-22-jabat-tangan-2027",
    "groupb/event/2027-06-19-japan-week",
    "groupb/show/2026-05-30-midnight-mamak",
  ];
  for (const query of ["cancelled", "canceled", "called off", "batal", "dibatalkan", "中止"]) {
    const ids = (await idsOf(query)).filter((id: string) => /\/(show|event)\//.test(id));
    assert.deepEqual(ids, cancelled, query);
  }
  for (const query of ["postponed", "moved", "ditunda", "延期"]) {
    const ids = (await idsOf(query)).filter((id: string) => /\/(show|event)\//.test(id));
    assert.deepEqual(ids, postponed, query);
  }
  assert.deepEqual((await idsOf("cancelled shows Kelip Kelip"))[0], cancelled[3]);
  assert.deepEqual((await idsOf("ditunda Panggung Kita"))[0], postponed[0]);
  const { data } = await callTool(program, "search", { query: "cancelled" });
  assert.ok(data.results.every(({ title }: { title: string }) => !/cancelled shows/.test(title)));
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
