import assert from "node:assert/strict";
import { REPOSITORY } from "../../support/contents.ts";
import { MACHINE_ZONES, readInZone } from "./dates_in_zone.ts";
import { createProgram, type Program } from "../../support/program.ts";

// deno-lint-ignore no-explicit-any
type Json = any;

const ROOT = "/api/serambi48";

Deno.test("the date of every show is the instant at which it begins, wherever a program runs", async () => {
  await using app = await createProgram(REPOSITORY);
  const plain = new Map<string, Json>(
    (await app.json("/api/groupa/theater")).map((show: Json) => [show.id, show]),
  );
  const { theater } = await app.json(`${ROOT}/theater`);
  const [page] = await pagesOf(app, `${ROOT}/theater`, 1);
  const upcoming = await app.json(`${ROOT}/theater?status=upcoming`);
  const schedule = (await app.json(`${ROOT}/schedule`)).filter(({ id }: Json) => plain.has(id));
  const details = await Promise.all(
    theater.slice(0, 40).map(({ id }: Json) => app.json(`${ROOT}/theater/${id}`)),
  );
  const shows: Json[] = [
    ...[theater, page, upcoming.theater, upcoming.data, schedule, details],
    details.flatMap((detail: Json) => detail.shows),
  ].flat();
  assert.ok(theater.length > 300 && upcoming.theater.length > 50 && schedule.length > 300);
  for (const zone of MACHINE_ZONES) {
    const read = await readInZone(zone, shows.map(({ date }) => date));
    for (const [n, { id, date, start_time, time }] of shows.entries()) {
      const own = plain.get(id);
      assert.equal(start_time, own.time, id);
      assert.equal(time ?? "", own.time, id);
      if (own.time === "") {
        assert.equal(date, own.date, id);
        continue;
      }
      assert.equal(read[n]!.epochMs, Date.parse(own.start_at), `${id} in ${zone}`);
      if (zone === "Asia/Jakarta") assert.equal(read[n]!.clock, own.time.slice(0, 5), id);
    }
  }
});

async function pagesOf(app: Program, path: string, count: number): Promise<Json[]> {
  const pages = Array.from(
    { length: count },
    (_, n) => app.json(`${path}?page=${n + 1}&perpage=100`),
  );
  return (await Promise.all(pages)).map(({ theater }) => theater);
}
