import assert from "node:assert/strict";
import { cp } from "node:fs/promises";
import { EVENT_KINDS, type EventKind, type LoggedEvent } from "../../../src/events/event.ts";
import { eventEmbed } from "../../../src/addons/webhooks/message.ts";
import { messageFaults } from "../../audit/fake_discord.ts";
import { settle } from "../../support/manual_clock.ts";
import { createProgram } from "../../support/program.ts";
import { GROUPS } from "./harness.ts";
import { temporaryFolder } from "../../support/temporary.ts";

const SNAPSHOTS = new URL("./__snapshots__/discord_events_test.ts.snap", import.meta.url).pathname;

/** What the folder of before lacks of the repository's content: a file of each kind that is told. */
const FRESH = [
  "groupa/news/2026-06-25-tur-kereta-pagi.md",
  "groupa/shows/2026-07-04-halaman-belakang-bulan-malam.yaml",
  "groupb/releases/river-of-fireflies.yaml",
];
const EDITED = "groupb/shows/2026-07-05-serambi-bintang-visit.yaml";

/** The events that the repository's own content brings about, the first of each type. */
async function realEvents(folder: string): Promise<Map<EventKind, LoggedEvent>> {
  const before = `${folder}/before`;
  await cp("content", before, { recursive: true });
  for (const path of FRESH) await Deno.remove(`${before}/${path}`);
  const edited = await Deno.readTextFile(`${before}/${EDITED}`);
  await Deno.writeTextFile(`${before}/${EDITED}`, edited.replace(/^time: .*$/m, 'time: "10:00"'));

  await using program = await createProgram({ content: before, now: "2026-06-27T05:00:00Z" });
  const { announcer, events } = program.service;
  /** All events so far, once a build is served at an instant. */
  const serve = async (instant: string, path?: string) => {
    program.at(instant);
    if (path !== undefined) await program.swap(path, Date.parse(instant));
    await announcer.sync();
    await settle();
    await events.sync();
    await settle();
    return (await program.json("/v1/events?limit=1000")).data as LoggedEvent[];
  };
  await serve("2026-06-27T05:00:00Z");
  await serve("2026-06-27T06:00:00Z", "content");
  await serve("2026-06-27T07:00:00Z", before);
  // A graduation, then members who join.
  await serve("2026-06-28T05:00:00Z");
  const first = await serve("2026-07-04T05:00:00Z");
  // Half an hour before a show; a release; a sale of tickets begins.
  const soon = await serve("2026-07-05T01:40:00Z");
  const later = await serve("2026-08-29T05:00:00Z", "content");
  const sold = await serve("2026-11-25T04:00:01Z");
  return new Map(
    [...sold, ...later, ...soon, ...first].toReversed().map((event) => [event.type, event]),
  );
}

Deno.test("what a Discord channel is shown of the content's own events", async (t) => {
  await using folder = await temporaryFolder();
  const events = await realEvents(folder.path);
  const kinds = EVENT_KINDS.filter((kind) => !/^(?:live|service)\./.test(kind));
  assert.deepEqual([...events.keys()].sort(), kinds.toSorted());
  for (const kind of kinds) {
    await t.step(kind, async (t) => {
      const event = events.get(kind)!;
      const embed = eventEmbed(event, GROUPS[event.group as keyof typeof GROUPS]);
      assert.deepEqual(messageFaults({ embeds: [embed], allowed_mentions: { parse: [] } }), []);
      await t.assertSnapshot(embed, { path: SNAPSHOTS });
    });
  }
});
