import assert from "node:assert/strict";
import { writeTree } from "../build/content_tree.ts";
import { TRIO } from "../support/contents.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { world } from "../support/world.ts";

interface Item {
  readonly id: string;
  readonly type?: string;
  readonly seitansai?: unknown;
}

const idsOf = (items: readonly Item[]) => items.map(({ id }) => id);

Deno.test.each([
  // 17:00 on 4 July in Jakarta.
  [
    "status=upcoming",
    "2026-07-04-hujan 2026-07-04-pelangi 2026-07-05-tanpa-jam 2026-07-11-ditunda " +
    "2026-07-12-pelangi 2026-07-18-pelangi 2026-07-25-pelangi 2026-08-01-pelangi " +
    "2026-12-31-hitung-mundur",
  ],
  ["status=today", "2026-07-04-hujan 2026-07-04-pelangi"],
  [
    "status=past",
    "2026-06-20-batal 90088 tanggal-sebagai-saat 2026-05-23-pelangi 2026-05-16-pelangi " +
    "2026-05-09-pelangi 2025-03-01-kelulusan-dewi",
  ],
  ["status=past&to=2025-12-31", "2025-03-01-kelulusan-dewi"],
  ["status=past&from=2026-06-15", "2026-06-20-batal 90088"],
  ["status=upcoming&to=2026-07-05", "2026-07-04-hujan 2026-07-04-pelangi 2026-07-05-tanpa-jam"],
  [
    "status=upcoming&month=7&year=2026&from=2026-07-12",
    "2026-07-12-pelangi 2026-07-18-pelangi 2026-07-25-pelangi",
  ],
  [
    "status=upcoming&member=ayu-l&from=2026-07-20",
    "2026-07-25-pelangi 2026-08-01-pelangi",
  ],
  ["status=today&member=dewi-sari", ""],
  ["status=today&month=6&year=2026", ""],
])("theater?%s is in the contract's order, as a list and in pages", async (query, expected) => {
  await using app = await world(TRIO);
  const whole: Item[] = await app.json(`/api/kembang/theater?${query}`);
  assert.equal(idsOf(whole).join(" "), expected);
  const paged: Item[] = [];
  for (let page = 1; paged.length < whole.length; page++) {
    const path = `/api/kembang/theater?${query}&page=${page}&perpage=2`;
    const response = await app.ask(path);
    const { theater, ...counts } = await response.json();
    assert.deepEqual(counts, {
      page,
      perpage: 2,
      total_count: whole.length,
      total_pages: Math.ceil(whole.length / 2),
    });
    const status = new URLSearchParams(query).get("status")!;
    for (const [, target] of response.headers.get("link")!.matchAll(/<([^>]+)>/g)) {
      assert.ok(target!.includes(`status=${status}`), target);
    }
    for (const { seitansai } of theater) assert.ok(Array.isArray(seitansai));
    assert.ok(theater.length > 0, path);
    paged.push(...theater);
  }
  assert.deepEqual(idsOf(paged), idsOf(whole));
});

Deno.test("the wrapped family's theater takes a status, too", async () => {
  await using app = await world(TRIO);
  for (const status of ["upcoming", "today", "past"]) {
    const { data } = await app.json(`/api/melati/schedule?status=${status}`);
    const shows = data.filter(({ type }: Item) => type === "theater");
    const theater = await app.json(`/api/melati/theater?status=${status}`);
    assert.deepEqual(idsOf(theater.data), idsOf(shows), status);
    assert.equal(theater.total, shows.length, status);
    const page = await app.json(`/api/melati/theater?status=${status}&page=1&perpage=100`);
    assert.deepEqual(idsOf(page.data), idsOf(shows), status);
  }
});

/** Zones whose clocks change at midnight or over it, skip a day, or are far from UTC. */
const ZONES = {
  "America/St_Johns": ["2010-11-06", "2010-11-07", "2010-11-08"],
  "America/New_York": ["2026-03-08", "2026-11-01", "2026-11-02"],
  "America/Sao_Paulo": ["2018-02-17", "2018-02-18", "2018-11-04"],
  "Pacific/Apia": ["2011-12-29", "2011-12-30", "2011-12-31"],
  "Pacific/Kiritimati": ["2026-07-04", "2026-07-05"],
  "Australia/Lord_Howe": ["2026-04-04", "2026-04-05"],
} as const;

Deno.test("theater and schedule hold the same shows in every zone, each time something turns", async () => {
  await using folder = await temporaryFolder();
  const tree: Record<string, string> = {
    "site.yaml":
      "title: Zones\ncontact: help@oshibase.example\nbase_url: https://api.oshibase.example\n",
    "plans.yaml": "standard: { rate: unlimited, quota: unlimited }\n",
  };
  const groups = Object.entries(ZONES).map(([zone, days], n) => ({
    slug: `zone-${n}`,
    zone,
    days,
  }));
  for (const { slug, zone, days } of groups) {
    tree[`${slug}/group.yaml`] = `name: ${slug}\nfamily: bare\ntimezone: ${zone}\n`;
    for (const day of days) {
      for (const time of ["00:00", "00:30", "19:00", ""]) {
        const file = `${slug}/shows/${day}-at-${time.replace(":", "") || "day"}.yaml`;
        tree[file] = `title: At ${time || "some time"}\ndate: ${day}\n` +
          (time && `time: "${time}"\n`);
      }
    }
  }
  writeTree(folder.path, tree);
  await using app = await world({ content: folder.path, now: "2026-01-01T00:00:00Z" });
  let compared = 0;
  let today = 0;
  for (const { slug, zone, days } of groups) {
    const instants = [...instantsAround(zone, days)].sort((one, other) => one - other);
    // While the clock runs, answers come from the cache where they may; backwards each is made again.
    await assertSame(slug, instants, ["upcoming", "today", "past"]);
    await assertSame(slug, instants.toReversed(), ["today"]);
  }
  assert.ok(compared > 4_000 && today > 1_000, `${compared} lists, ${today} shows of a day`);

  async function assertSame(slug: string, instants: readonly number[], statuses: string[]) {
    for (const now of instants) {
      app.at(now);
      for (const status of statuses) {
        const schedule = idsOf(await app.json(`/api/${slug}/schedule?status=${status}`));
        const theater = idsOf(await app.json(`/api/${slug}/theater?status=${status}`));
        assert.deepEqual(theater, schedule, `${slug} ${status} at ${new Date(now).toISOString()}`);
        compared++;
        if (status === "today") today += theater.length;
      }
    }
  }
});

/** Days begin and clocks change at full and half hours of UTC, in St. John's a minute later. */
function instantsAround(zone: string, days: readonly string[]): Set<number> {
  const instants = new Set<number>();
  for (const day of days) {
    const midnight = Date.parse(`${day}T00:00:00Z`);
    for (let at = midnight - 14 * HOUR_MS; at <= midnight + 36 * HOUR_MS; at += HOUR_MS / 2) {
      instants.add(at - 1).add(at);
      if (zone === "America/St_Johns") instants.add(at + 60_000);
    }
  }
  return instants;
}

const HOUR_MS = 3_600_000;
