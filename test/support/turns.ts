import assert from "node:assert/strict";
import { type World, world, type WorldOptions } from "./world.ts";

/** A path, what is looked at in its answer, and that before an instant and from it on. */
export type TurnRow = readonly [path: string, pick: Pick, before: unknown, after: unknown];

/** The seconds for which an answer may be kept; NaN where the header has another form. */
export function maxAge(response: Response): number {
  return Number(/^private, max-age=(\d+)$/.exec(response.headers.get("cache-control") ?? "")?.[1]);
}

/**
 * Asks one app, so that answers come from its cache where they may: a second before, the last
 * millisecond before, at the instant, and then, with the clock set back, before it once more.
 */
async function assertTurns(
  app: World,
  at: string,
  [path, pick, before, after]: TurnRow,
): Promise<void> {
  const instant = Date.parse(at);
  const ask = async (now: number, expected: unknown) => {
    app.at(now);
    const response = await app.ask(path);
    assert.equal(response.status, 200);
    assert.deepEqual(pick(await response.json()), expected, `${path} at ${now - instant} ms`);
    return response;
  };
  const secondBefore = await ask(instant - 1000, before);
  assert.equal(maxAge(secondBefore), 1);
  const lastBefore = await ask(instant - 1, before);
  assert.equal(maxAge(lastBefore), 0);
  const then = await ask(instant, after);
  assert.notEqual(then.headers.get("etag"), lastBefore.headers.get("etag"));
  await ask(instant - 1, before);
  await ask(instant, after);
}

/** One test for each answer that the clock changes at an instant. */
export function testTurns(
  options: WorldOptions,
  at: string,
  what: string,
  rows: readonly TurnRow[],
): void {
  for (const row of rows) {
    Deno.test(`${row[0]} turns at ${at}: ${what}`, async () => {
      await using app = await world(options);
      await assertTurns(app, at, row);
    });
  }
}

/** What a test looks at in the parsed body of an answer. */
// deno-lint-ignore no-explicit-any
export type Pick = (body: any) => unknown;

interface Item {
  readonly id: string;
  readonly member_id: string;
  readonly status: string;
  readonly is_upcoming: boolean;
  readonly days_until: number;
}

/** The items of an answer, whatever holds them. */
// deno-lint-ignore no-explicit-any
function itemsOf(body: any): Item[] {
  return Array.isArray(body) ? body : body.data ?? body.theater ?? body.news;
}

// deno-lint-ignore no-explicit-any
function itemOf(body: any, id: string): Item | undefined {
  return itemsOf(body).find((item) => item.id === id || item.member_id === id);
}

/** The ids of all items, with spaces between. */
// deno-lint-ignore no-explicit-any
export function ids(body: any): string {
  return itemsOf(body).map(({ id }) => id).join(" ");
}

/** Whether the item with this id is there. */
export function has(id: string): Pick {
  return (body) => itemOf(body, id) !== undefined;
}

/** One field of the item with this id. */
export function fieldOf(id: string, field: "status" | "is_upcoming" | "days_until"): Pick {
  return (body) => itemOf(body, id)?.[field];
}
