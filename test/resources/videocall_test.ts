import assert from "node:assert/strict";
import { TRIO } from "../support/contents.ts";
import { world } from "../support/world.ts";

interface Session {
  session: string;
  date: string;
  status: string;
}

interface Day {
  date: string;
  day: string;
  sessions: Session[];
}

/** `04/1 ongoing` and so on: day, number and status of each session. */
function brief(days: Day[]): string {
  return days.flatMap(({ date, sessions }) =>
    sessions.map(({ session, status }) => `${date.slice(8)}/${session.at(-1)} ${status}`)
  ).join(", ");
}

Deno.test("videocall holds the sessions by day, with the day's name in the group's language", async () => {
  await using app = await world(TRIO);
  const answer = await app.json("/api/kembang/videocall");
  assert.equal(answer.success, true);
  assert.equal(answer.timezone, "Asia/Jakarta");
  assert.equal(answer.current_time, "2026-07-04T17:00:00+07:00");
  assert.equal(answer.total, 4);
  assert.deepEqual(answer.available_dates, [
    { date: "2026-07-04", day: "Sabtu", total_sessions: 3 },
    { date: "2026-07-11", day: "Sabtu", total_sessions: 1 },
  ]);
  assert.equal(brief(answer.data), "04/1 ongoing, 04/2 upcoming, 04/3 upcoming, 11/1 upcoming");
  assert.deepEqual(answer.data[0].sessions[0], {
    session: "Sesi 1",
    title: "Kembang Sore",
    category: "PHOTOBOOK",
    date: "2026-07-04",
    preparation_start: "16:45",
    start_time: "17:00",
    end_time: "18:00",
    members: ["Ayu Lestari", "宮崎さくら (Sakura Miyazaki)"],
    status: "ongoing",
  });
});

Deno.test("video calls are filtered by day, session and member", async () => {
  await using app = await world(TRIO);
  for (
    const [query, expected] of [
      ["date=2026-07-11", "11/1 upcoming"],
      ["date=2026-07-12", ""],
      ["session=Sesi%201", "04/1 ongoing, 11/1 upcoming"],
      ["sesi=sesi+1", "04/1 ongoing, 11/1 upcoming"],
      ["sesi=2", "04/2 upcoming"],
      ["session=2&sesi=2", "04/2 upcoming"],
      ["session=9", ""],
      ["member=ayu-lestari", "04/1 ongoing"],
      ["member=AYU%20LESTARI", "04/1 ongoing"],
      ["member=ayu-l", "04/1 ongoing"],
      ["member=tari", "04/1 ongoing"],
      ["member=%E3%81%95%E3%81%8F%E3%82%89", "04/1 ongoing, 11/1 upcoming"],
      ["member=kak+tamu", "04/2 upcoming"],
      ["member=nobody", ""],
      ["member=ayu&date=2026-07-11", ""],
      ["member=sakku&date=2026-07-11&session=1", "11/1 upcoming"],
    ] as const
  ) {
    const { data, total, statistics } = await app.json(`/api/kembang/videocall?${query}`);
    assert.equal(brief(data), expected, query);
    assert.equal(total, expected === "" ? 0 : expected.split(", ").length);
    assert.equal(statistics.total_sessions, total);
  }
});

Deno.test("sessions are prepared, ongoing and finished at their instants", async () => {
  await using app = await world(TRIO);
  for (
    const [now, expected, counts] of [
      ["2026-07-04T09:44:59.999Z", "upcoming, upcoming, upcoming, upcoming", [4, 0, 0, 0]],
      ["2026-07-04T09:45:00.000Z", "preparation, upcoming, upcoming, upcoming", [3, 1, 0, 0]],
      ["2026-07-04T10:00:00.000Z", "ongoing, upcoming, upcoming, upcoming", [3, 0, 1, 0]],
      ["2026-07-04T11:00:00.000Z", "finished, upcoming, upcoming, upcoming", [3, 0, 0, 1]],
      ["2026-07-04T15:45:00.000Z", "finished, preparation, upcoming, upcoming", [2, 1, 0, 1]],
      // The third session has no preparation, and no end but its day's.
      ["2026-07-04T16:30:00.000Z", "finished, ongoing, ongoing, upcoming", [1, 0, 2, 1]],
      ["2026-07-04T17:00:00.000Z", "finished, ongoing, finished, upcoming", [1, 0, 1, 2]],
      // The second goes on past midnight.
      ["2026-07-04T17:29:59.999Z", "finished, ongoing, finished, upcoming", [1, 0, 1, 2]],
      ["2026-07-04T17:30:00.000Z", "finished, finished, finished, upcoming", [1, 0, 0, 3]],
      ["2026-07-11T06:00:30.000Z", "finished, finished, finished, ongoing", [0, 0, 1, 3]],
    ] as const
  ) {
    app.at(now);
    const { data, statistics } = await app.json("/api/kembang/videocall");
    const statuses = data.flatMap(({ sessions }: Day) => sessions.map(({ status }) => status));
    assert.equal(statuses.join(", "), expected, now);
    const [upcoming, preparation, ongoing, finished] = counts;
    assert.deepEqual(statistics, {
      total_sessions: 4,
      upcoming_sessions: upcoming,
      preparation_sessions: preparation,
      ongoing_sessions: ongoing,
      finished_sessions: finished,
    });
  }
});

Deno.test("a session after midnight is prepared on the day before, each other on its own day", async () => {
  const early = '{ session: Sesi 1, preparation_start: "23:45", start_time: "00:15" }';
  const long = '{ session: Sesi 2, preparation_start: "08:00", start_time: "21:00" }';
  const file = `date: 2026-05-08\nsessions: [${early}, ${long}]\n`;
  const files = { "groupa/videocalls/2026-05-08.yaml": file };
  await using app = await world({ content: files, now: "2026-05-07T16:44:59Z" });
  const states = async () => brief((await app.json("/api/groupa/videocall")).data);
  assert.equal(await states(), "08/1 upcoming, 08/2 upcoming");
  app.at("2026-05-07T16:45:00Z");
  assert.equal(await states(), "08/1 preparation, 08/2 upcoming");
  app.at("2026-05-08T01:00:00Z");
  assert.equal(await states(), "08/1 ongoing, 08/2 preparation");
});

Deno.test("videocall/today is of the group's day", async () => {
  await using app = await world(TRIO);
  for (
    const [now, date, day, count] of [
      ["2026-07-03T16:59:59.999Z", "2026-07-03", "Jumat", 0],
      ["2026-07-03T17:00:00.000Z", "2026-07-04", "Sabtu", 3],
      ["2026-07-04T16:59:59.999Z", "2026-07-04", "Sabtu", 3],
      ["2026-07-04T17:00:00.000Z", "2026-07-05", "Minggu", 0],
    ] as const
  ) {
    app.at(now);
    const answer = await app.json("/api/kembang/videocall/today");
    assert.deepEqual([answer.date, answer.day, answer.total_sessions], [date, day, count]);
    assert.equal(answer.sessions.length, count);
    for (const session of answer.sessions) assert.equal(session.date, date);
  }
});

Deno.test("a group without video calls answers with nothing, in the same shape", async () => {
  await using app = await world(TRIO);
  const answer = await app.json("/api/hikari/videocall");
  assert.equal(answer.timezone, "America/New_York");
  assert.equal(answer.current_time, "2026-07-04T06:00:00-04:00");
  assert.deepEqual([answer.total, answer.available_dates, answer.data], [0, [], []]);
  const today = await app.json("/api/hikari/videocall/today");
  assert.deepEqual([today.day, today.sessions], ["土曜日", []]);
});

Deno.test("current_time is the second of the request, also from the cache", async () => {
  await using app = await world(TRIO);
  for (const at of ["10:00:00.000", "10:00:00.999", "10:00:01.000", "10:00:59.500"]) {
    app.at(`2026-07-04T${at}Z`);
    for (const path of ["videocall", "videocall/today"]) {
      const { current_time } = await app.json(`/api/kembang/${path}`);
      assert.equal(Date.parse(current_time), Date.parse(`2026-07-04T${at.slice(0, 8)}Z`));
    }
  }
});
