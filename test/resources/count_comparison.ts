import assert from "node:assert/strict";
import type { Prng } from "../support/prng.ts";
import type { World } from "../support/world.ts";
import type { CountedAt, CountedShows, Milestone } from "./counted_shows.ts";

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

/** How many of the members, setlists and shows of a group are asked for at each instant. */
const ASKED = 6;

/** Holds what is answered of a group's counts at the clock's instant against what its files say. */
export async function assertSameCounts(
  app: World,
  slug: string,
  expected: CountedAt,
  prng: Prng,
): Promise<void> {
  const where = `${slug} at ${new Date(app.clock.now()).toISOString()}`;
  // deno-lint-ignore no-explicit-any
  const ask = async (path: string): Promise<any> => {
    const answer = await app.json(`/api/${slug}/${path}`);
    return answer.data ?? answer;
  };
  const { family } = app.index.groups.find((group) => group.slug === slug)!;
  // Lists of the other family hold no statistics.
  const members: { id: string }[] = family === "bare" ? await ask("members") : [];
  for (const { id } of prng.some(members, ASKED)) {
    const { stats: { shows } } = await ask(`member-detail?url=${id}`);
    const sizes = shows.by_setlist.map(({ count }: { count: number }) => count);
    assert.deepEqual(sizes, sizes.toSorted((one: number, other: number) => other - one), where);
    assert.deepEqual(inOrder(shows), inOrder(expected.stats.get(id)!), `${id}, ${where}`);
  }
  const setlists: { id: string; name: string }[] = await ask("setlists");
  for (const { id, name } of prng.some(setlists, ASKED)) {
    const [{ performed, by_member }] = [await ask(`setlists/${id}`)].flat();
    assert.deepEqual(plain(performed), plain(expected.performed.get(name)), `${name}, ${where}`);
    const found = by_member.map((one: { id: string; count: number }) => [one.id, one.count]);
    assert.deepEqual(new Map(found), new Map(expected.byMember.get(name)), `${name}, ${where}`);
  }
  const shows: { id: string }[] = await ask("theater");
  const told = shows.filter(({ id }) => expected.milestones.has(id));
  for (const { id } of [...prng.some(shows, ASKED), ...prng.some(told, ASKED)]) {
    const [{ milestones }] = [await ask(`theater/${encodeURIComponent(id)}`)].flat();
    assert.deepEqual(
      sorted(milestones),
      sorted(expected.milestones.get(id) ?? []),
      `${id}, ${where}`,
    );
  }
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

function sorted(milestones: readonly Milestone[]): unknown {
  const key = (one: Milestone) => `${one.id} ${one.setlist ?? ""}`;
  return milestones.toSorted((one, other) => key(one) < key(other) ? -1 : 1);
}
