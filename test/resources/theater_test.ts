import assert from "node:assert/strict";
import { TRIO } from "../support/contents.ts";
import { world } from "../support/world.ts";

interface Show {
  id: string;
  date: string;
  start_at: string;
  is_upcoming: boolean;
  members: string[];
  member_count: number;
  seitansai?: unknown[];
}

function ids(shows: Show[]): string {
  return shows.map(({ id }) => id).join(" ");
}

Deno.test("state tells what was cancelled or postponed; is_upcoming goes by the start alone", async () => {
  await using app = await world(TRIO);
  const states = (await app.json("/api/kembang/theater?from=2026-06-20&to=2026-07-11"))
    .map(({ id, state, is_upcoming }: Record<string, unknown>) => [id, state, is_upcoming]);
  assert.deepEqual(states, [
    ["2026-07-11-ditunda", "postponed", true],
    ["2026-07-05-tanpa-jam", "scheduled", true],
    ["2026-07-04-hujan", "scheduled", true],
    ["2026-07-04-pelangi", "scheduled", true],
    ["2026-06-20-batal", "cancelled", false],
  ]);
});

Deno.test("the line-up names members in full and keeps guests", async () => {
  await using app = await world(TRIO);
  const show = await app.json("/api/kembang/theater/90088");
  assert.deepEqual(show.members, ["Ayu Lestari", "宮崎さくら (Sakura Miyazaki)", "Kak Tamu"]);
  assert.equal(show.member_count, 3);
  assert.deepEqual(show.lineup.map(({ name }: { name: string }) => name), show.members);
  assert.deepEqual(show.lineup[0], {
    id: "ayu-lestari",
    name: "Ayu Lestari",
    img: "https://img.kembang.example/ayu.jpg",
    url_key: "ayu-lestari",
  });
});

Deno.test("celebrations stand in pages and in the detail, and not in the bare list", async () => {
  await using app = await world(TRIO);
  const bare: Show[] = await app.json("/api/kembang/theater");
  for (const show of bare) {
    assert.ok(!("seitansai" in show) && !("graduation" in show), show.id);
  }
  const paged = (await app.json("/api/kembang/theater?page=1&perpage=100")).theater;
  const detail = await app.json("/api/kembang/theater/90088");
  const found = paged.find(({ id }: Show) => id === "90088");
  assert.deepEqual(found.seitansai, detail.seitansai);
  assert.deepEqual(found.seitansai.slice(0, 2), [
    {
      id: "ayu-lestari",
      name: "Ayu Lestari",
      img: "https://img.kembang.example/ayu.jpg",
      url_key: "ayu-lestari",
    },
    {
      id: 77,
      name: "宮崎さくら (Sakura Miyazaki)",
      img: "https://img.kembang.example/sakura.jpg",
      url_key: "sakura-miyazaki",
    },
  ]);
  assert.equal(found.seitansai[2].name, "Kak Tamu");
  const farewell = await app.json("/api/kembang/theater/2025-03-01-kelulusan-dewi");
  assert.equal(farewell.graduation[0].id, "dewi-sari");
  for (const show of paged) {
    assert.ok(Array.isArray(show.seitansai) && Array.isArray(show.graduation));
  }
});

Deno.test("theater is filtered by day, month and member", async () => {
  await using app = await world(TRIO);
  for (
    const [query, expected] of [
      ["from=2026-08-01", "2026-12-31-hitung-mundur 2026-08-01-pelangi"],
      ["to=2025-12-31", "2025-03-01-kelulusan-dewi"],
      ["from=2026-06-01&to=2026-06-15", "90088 tanggal-sebagai-saat"],
      ["from=2026-06-15&to=2026-06-15", "90088"],
      ["from=2026-06-16&to=2026-06-15", ""],
      ["month=6&year=2026", "2026-06-20-batal 90088 tanggal-sebagai-saat"],
      ["month=12&year=2026", "2026-12-31-hitung-mundur"],
      ["month=2&year=2026", ""],
      ["month=6&year=2026&from=2026-06-16", "2026-06-20-batal"],
      ["month=06&year=2026&to=2026-06-01", "tanggal-sebagai-saat"],
      ["member=dewi-sari", "2025-03-01-kelulusan-dewi"],
      ["member=sakura-miyazaki", "90088"],
      ["member=ayu-l&from=2026-07-20", "2026-08-01-pelangi 2026-07-25-pelangi"],
      ["member=bella-nur", ""],
    ] as const
  ) {
    assert.equal(ids(await app.json(`/api/kembang/theater?${query}`)), expected, query);
    const paged = await app.json(`/api/kembang/theater?perpage=100&${query}`);
    assert.equal(ids(paged.theater), expected, query);
    assert.equal(paged.total_count, paged.theater.length);
  }
});

Deno.test("a show is found by its id, and by its file's name where it has another id", async () => {
  await using app = await world(TRIO);
  const byId = await app.json("/api/kembang/theater/90088");
  assert.deepEqual(await app.json("/api/kembang/theater/2026-06-15-seitansai"), byId);
});

Deno.test("theater by status is in the contract's order, as a list and in pages", async () => {
  await using app = await world(TRIO);
  for (
    const [query, expected] of [
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
    ] as const
  ) {
    const whole: Show[] = await app.json(`/api/kembang/theater?${query}`);
    assert.equal(ids(whole), expected, query);
    const paged: Show[] = [];
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
    assert.deepEqual(ids(paged), ids(whole));
  }
});
