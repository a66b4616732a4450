import assert from "node:assert/strict";
import type { Catalog, Group } from "../../src/catalog/catalog.ts";
import { spanAt } from "../../src/catalog/phases.ts";
import type { Milestone } from "../../src/model/item/occasions.ts";
import { readPerformed, readSetlistMembers, readShowStats } from "../../src/model/show_counts.ts";
import type { Prng } from "../support/prng.ts";
import type { CountedAt, CountedShows } from "./counted_shows.ts";

/** Instants (epoch ms): a third at turns or a millisecond beside them, the others anywhere around. */
export function someInstants(shows: CountedShows, count: number, prng: Prng): number[] {
  const { turns } = shows;
  const [first, last] = [turns[0] ?? 0, turns.at(-1) ?? 1];
  const days = Math.ceil((last - first) / 86_400_000);
  return Array.from({ length: count }, (_, n) => {
    if (n % 3 === 0 && turns.length > 0) return prng.pick(turns) + prng.between(-1, 1);
    return first + prng.between(-10, days + 10) * 86_400_000 + prng.between(0, 86_399_999);
  });
}

/** Holds what the pack says of a group at an instant against what its files say. */
export function assertSameCounts(
  catalog: Pick<Catalog, "pack">,
  group: Group,
  expected: CountedAt,
  now: number,
): void {
  const at = group.showsAt(now);
  const counts = group.showCounts();
  const where = `${group.slug} at ${new Date(now).toISOString()}`;
  const members = group.table("members");
  assert.equal(members.length, expected.stats.size);
  members.forEach(({ id }, place) => {
    const { value } = readShowStats(counts, place, at);
    const sizes = value.by_setlist.map(({ count }) => count);
    assert.deepEqual(sizes, sizes.toSorted((one, other) => other - one), `${id}: order, ${where}`);
    assert.deepEqual(inOrder(value), inOrder(expected.stats.get(id)!), `${id}, ${where}`);
  });
  const names = [...expected.performed.keys()];
  names.forEach((name, place) => {
    const { value } = readPerformed(counts, place, at);
    assert.deepEqual(plain(value), plain(expected.performed.get(name)), `${name}, ${where}`);
    const found = readSetlistMembers(counts, place, at).value;
    const present = members.flatMap(({ id, open }, member) =>
      found[member]! > 0 && spanAt(open, now) !== undefined ? [[id, found[member]!] as const] : []
    );
    assert.deepEqual(new Map(present), new Map(expected.byMember.get(name)), `${name}, ${where}`);
  });
  const reached = new Map(
    group.table("shows").flatMap((show): [string, Milestone[]][] => {
      const phases = group.milestonesOf(show);
      const span = phases && spanAt(phases, now);
      const list: Milestone[] = span === undefined ? [] : catalog.pack.json(span);
      return list.length === 0 ? [] : [[show.id, list]];
    }),
  );
  assert.deepEqual(sorted(reached), sorted(expected.milestones), `milestones, ${where}`);
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

// deno-lint-ignore no-explicit-any
function inOrder(stats: any): unknown {
  const bySetlist = stats.by_setlist
    // deno-lint-ignore no-explicit-any
    .toSorted((one: any, other: any) => one.setlist < other.setlist ? -1 : 1);
  return plain({ ...stats, by_setlist: bySetlist });
}

function sorted(milestones: ReadonlyMap<string, readonly Milestone[]>): unknown {
  const key = (one: Milestone) => `${one.id} ${one.setlist ?? ""}`;
  return [...milestones].sort(([one], [other]) => one < other ? -1 : 1).map(([id, list]) => [
    id,
    list.toSorted((one, other) => key(one) < key(other) ? -1 : 1),
  ]);
}
