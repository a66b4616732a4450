import assert from "node:assert/strict";
import { createPrng, type Prng } from "../support/prng.ts";
import { type World, world } from "../support/world.ts";
import type { Milestone } from "../../src/model/item/occasions.ts";
import { type CountedAt, CountedShows } from "./counted_shows.ts";
import { sizeOf } from "../support/size.ts";
import { temporaryFolderSync } from "../support/temporary.ts";
import { type TreeFiles, writeTree } from "../build/content_tree.ts";

/** Instants (epoch ms): a third at turns or a millisecond beside them, the others anywhere around. */
function someInstants(shows: CountedShows, count: number, prng: Prng): number[] {
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
async function assertSameCounts(
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

async function compareAt(folder: string, instants: number, seed: number): Promise<void> {
  await using app = await world({ content: folder, now: "2026-07-04T10:00:00Z" });
  const prng = createPrng(seed);
  for (const { slug } of app.index.groups) {
    const shows = new CountedShows(`${folder}/${slug}`);
    for (const now of someInstants(shows, instants, prng)) {
      app.at(now);
      await assertSameCounts(app, slug, shows.at(now), prng);
    }
    await app.check();
  }
}

const INSTANTS = sizeOf({ default: 60, full: 5_000 });

Deno.test("counts and milestones of the shipped content are those of its files, at many instants", async () => {
  await compareAt("content", INSTANTS, 1);
});

const CONTENTS = sizeOf({ default: 12, full: 4_000 });
const SEED = Math.floor(Math.random() * 2 ** 31);

Deno.test(`counts and milestones of random contents are those of their files (seed ${SEED})`, async () => {
  const prng = createPrng(SEED);
  for (let n = 0; n < CONTENTS; n++) {
    using folder = temporaryFolderSync();
    writeTree(folder.path, randomFiles(prng));
    await compareAt(folder.path, 12, SEED + n);
  }
});

const NAMES = ["Aya Putri", "Bela Sari", "Cici", "Dewi Ayu", "Élia"];
const SETLISTS = ["Jendela Pagi", "Kereta", "Tidak Ada"];
const FIRST_DAY = Date.UTC(2026, 0, 1);
const DAY_MS = 86_400_000;

/** Few members in many shows, with all that makes a count another: states, late publications, ties. */
function randomFiles(prng: Prng): TreeFiles {
  const day = (n: number) => new Date(FIRST_DAY + n * DAY_MS).toISOString().slice(0, 10);
  const files: Record<string, TreeFiles[string]> = {
    "groupa/shows/2026-07-04-jendela-pagi.yaml": null,
    "groupa/members/aya-putri.yaml": null,
    "groupa/members/bela-sari.yaml": null,
    "groupa/setlists/jendela-pagi.yaml": "name: Jendela Pagi\n",
    "groupa/setlists/kereta.yaml": "name: Kereta\n",
    "groupa/group.yaml": `name: Group A\nfamily: bare\nshows_complete: ${prng.happens(0.5)}\n`,
  };
  NAMES.forEach((name, n) => {
    const before = prng.happens(0.4) ? randomBefore(prng, day) : "";
    const later = prng.happens(0.2) ? `publish_at: ${day(prng.between(0, 60))}T03:00:00Z\n` : "";
    files[`groupa/members/m${n}.yaml`] = `name: ${name}\nnicknames: [Nick ${n}]\n${before}${later}`;
  });
  const count = prng.between(1, 130);
  for (let n = 0; n < count; n++) {
    const date = day(prng.between(0, 60));
    const lineup = prng.some(["m0", "Bela Sari", "nick 2", "DEWI AYU", "elia", "Tamu"], 4);
    const lines = [
      prng.happens(0.9) ? `setlist: ${prng.pick(SETLISTS)}` : "title: Lain",
      `date: ${date}`,
      prng.happens(0.9) ? `time: "${prng.pick(["14:00", "19:00"])}"` : "",
      `members: [${lineup.join(", ")}]`,
      prng.happens(0.1) ? `state: ${prng.pick(["cancelled", "postponed"])}` : "",
      prng.happens(0.15) ? `publish_at: ${day(prng.between(0, 70))}T05:00:00Z` : "",
      prng.happens(0.05) ? "draft: true" : "",
    ];
    files[`groupa/shows/s${n}.yaml`] = `${lines.filter(Boolean).join("\n")}\n`;
  }
  return files;
}

function randomBefore(prng: Prng, day: (n: number) => string): string {
  const counts = SETLISTS.filter(() => prng.happens(0.4))
    .map((setlist) => `{ setlist: ${setlist}, count: ${prng.between(0, 40)} }`);
  const sum = counts.reduce((sum, text) => sum + Number(/\d+/.exec(text)![0]), 0);
  const lines = [
    "shows_before:",
    `  total: ${prng.happens(0.5) ? sum : sum + prng.between(0, 30)}`,
    `  by_setlist: [${counts.join(", ")}]`,
    prng.happens(0.5) ? `  as_of: ${day(prng.between(-5, 40))}` : "",
  ];
  return `${lines.filter(Boolean).join("\n")}\n`;
}
