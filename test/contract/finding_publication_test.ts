import assert from "node:assert/strict";
import fc from "fast-check";
import { createProgram } from "../support/program.ts";
import { writePlans } from "../support/small_content.ts";
import { propertyRun } from "../support/size.ts";
import { temporaryFolder } from "../support/temporary.ts";

const NOW = Date.parse("2026-11-22T03:00:00Z");
const HOUR_MS = 3_600_000;

/** A file of content: its kind, and whether it is a draft or published at some hour from now. */
const planned = fc.record({
  kind: fc.constantFrom("members", "shows", "news", "events", "releases"),
  group: fc.constantFrom("satu", "dua"),
  isDraft: fc.boolean(),
  publishedIn: fc.option(fc.integer({ min: -5, max: 5 }), { nil: undefined }),
});
type Planned = typeof planned extends fc.Arbitrary<infer T> ? T : never;

Deno.test("drafts and what is not published yet are in no search and no dataset", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(planned, { minLength: 1, maxLength: 12 }),
      fc.constantFrom(-6, -1, 0, 1, 6),
      async (plans, hours) => {
        await using folder = await temporaryFolder();
        await writeContent(folder.path, plans);
        const now = NOW + hours * HOUR_MS;
        await using app = await createProgram({
          content: folder.path,
          now: new Date(now).toISOString(),
        });
        const wanted = plans.flatMap((plan, place) => isThere(plan, now) ? [wordOf(place)] : []);
        const found: string[] = [];
        for (const place of plans.keys()) {
          const { total, data } = await app.json(`/v1/search?q=${wordOf(place)}&limit=50`);
          // A song is found by the title of its release, and nothing else has the word.
          const titles = new Set(data.map(({ title }: { title: string }) => title));
          assert.deepEqual([...titles], total === 0 ? [] : [titleOf(place)]);
          if (total > 0) found.push(wordOf(place));
        }
        assert.deepEqual(found, wanted, "found");
        const texts = await Promise.all(
          ["satu", "dua"].map(async (group) =>
            await (await app.ask(`/v1/dataset/${group}.ndjson`)).text()
          ),
        );
        const taken = [...plans.keys()].map(wordOf).filter((word) => texts.join().includes(word));
        assert.deepEqual(taken, wanted, "taken away");
      },
    ),
    propertyRun(12, 1000),
  );
});

function isThere({ isDraft, publishedIn = -Infinity }: Planned, now: number): boolean {
  return !isDraft && NOW + publishedIn * HOUR_MS <= now;
}

/** A word that differs from all others in more than one letter. */
function wordOf(place: number): string {
  return `${String.fromCharCode(97 + place).repeat(3)}zorbik${
    String.fromCharCode(109 - place).repeat(3)
  }`;
}

function titleOf(place: number): string {
  return `Judul ${wordOf(place)}`;
}

async function writeContent(folder: string, plans: readonly Planned[]): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  const site = "title: T\ncontact: a@b.example\nbase_url: https://api.oshibase.example\n";
  await Deno.writeTextFile(`${folder}/site.yaml`, site);
  await writePlans(folder, { standard: "{ rate: unlimited, quota: unlimited }" });
  for (const [group, family] of [["satu", "bare"], ["dua", "wrapped"]]) {
    await Deno.mkdir(`${folder}/${group}`);
    await Deno.writeTextFile(
      `${folder}/${group}/group.yaml`,
      `name: ${group}\nfamily: ${family}\n`,
    );
  }
  for (const [place, plan] of plans.entries()) {
    const path = `${folder}/${plan.group}/${plan.kind}`;
    await Deno.mkdir(path, { recursive: true });
    const name = plan.kind === "news"
      ? `2026-01-01-n${place}.md`
      : `${prefixOf(plan)}n${place}.yaml`;
    await Deno.writeTextFile(`${path}/${name}`, textOf(plan, place));
  }
}

function prefixOf({ kind }: Planned): string {
  return kind === "shows" || kind === "events" ? "2026-11-20-" : "";
}

function textOf(plan: Planned, place: number): string {
  const { kind, isDraft, publishedIn } = plan;
  const publication = (isDraft ? "draft: true\n" : "") +
    (publishedIn === undefined
      ? ""
      : `publish_at: ${new Date(NOW + publishedIn * HOUR_MS).toISOString()}\n`);
  const title = titleOf(place);
  switch (kind) {
    case "members":
      return `name: ${title}\nstatus: active\n${publication}`;
    case "shows":
      return `title: ${title}\ndate: 2026-11-20\ntime: "19:00"\n${publication}`;
    case "events":
      return `title: ${title}\ntype: other\ndate: 2026-11-20\n${publication}`;
    case "releases":
      return `title: ${title}\ntype: single\ntracks:\n  - title: ${title}\n${publication}`;
    case "news":
      return `---\ntitle: ${title}\ndate: 2026-01-01\n${publication}---\n\nIsi.\n`;
  }
}
