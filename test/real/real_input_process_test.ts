import assert from "node:assert/strict";
import { runTask } from "../import/run_task.ts";
import { placeBuild } from "../support/built.ts";
import { startServer } from "../support/server.ts";
import { MACHINE_ZONES, readInZone } from "../support/dates_in_zone.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { createAsker } from "./asker.ts";
import { assertKnownFields, type Item } from "./known_fields.ts";
import { snapshotOf } from "./snapshot.ts";

/** Dumps of a running service lie beside the repository; where they are absent the test is skipped. */
const REAL = new URL("../../../shared/real/", import.meta.url).pathname;

const DUMPS = [
  ["groupa", "members"],
  ["groupa", "theater"],
  ["groupa", "setlists"],
  ["groupa", "news"],
  ["groupa", "videocall"],
  ["groupb", "members"],
] as const;

const NEWS_DAYS: Record<string, string> = {
  1926: "2025-06-27",
  1927: "2025-06-27",
  1: "2025-01-26",
  2: "2025-01-28",
  3: "2025-03-10",
  4: "2025-03-14",
};

Deno.test({
  name: "real dumps imported into an empty folder come back with every known field equal",
  ignore: !isThere(REAL),
  fn: async (t) => {
    await using folder = await temporaryFolder();
    const env = {
      CONTENT_DIR: `${folder.path}/content`,
      OUT_DIR: `${folder.path}/out`,
      KV_PATH: `${folder.path}/kv/oshibase.kv`,
    };
    await importAll(env);

    await t.step("a second import changes no file", async () => {
      const before = snapshotOf(env.CONTENT_DIR);
      await importAll(env);
      assert.deepEqual(snapshotOf(env.CONTENT_DIR), before);
    });

    await giveProfile(`${env.CONTENT_DIR}/groupa/group.yaml`);
    await placeBuild(env);
    await using server = await startServer(env);
    const ask = await createAsker(server);

    await t.step("256 and 26 members", async () => {
      const bare: Item[] = await ask("api/groupa/members");
      const { data, total } = await ask("api/groupb/members");
      assert.deepEqual([bare.length, data.length, total], [256, 26, 26]);
      assertKnownFields(read("groupa", "members"), bare, ({ url }) => url);
      assertKnownFields(read("groupb", "members").data, data, ({ url }) => url);
    });

    await t.step("356 shows, guests and celebrations included", async () => {
      const dump: Item[] = read("groupa", "theater");
      const list: Item[] = await ask("api/groupa/theater");
      assert.deepEqual([dump.length, list.length], [375, 356]);
      const pages: { theater: Item[] }[] = [];
      for (const page of [1, 2, 3, 4]) {
        pages.push(await ask(`api/groupa/theater?page=${page}&perpage=100`));
      }
      const paged = pages.flatMap(({ theater }) => theater);
      assert.equal(paged.length, 356);
      assertKnownFields(dump.map(({ seitansai: _, ...show }) => show), list, ({ id }) => id);
      assertKnownFields(dump, paged, ({ id }) => id);
      assert.ok(list.some(({ members }) => members.includes("Indira")), "guests are there");
    });

    await t.step("the songs of every setlist, in a show that performs it", async () => {
      const shows: Item[] = await ask("api/groupa/theater");
      const setlists: Item[] = read("groupa", "setlists");
      const performed = setlists.map((setlist) => ({
        setlist,
        show: shows.find((show) => show.setlist.toLowerCase() === setlist.name.toLowerCase()),
      })).filter(({ show }) => show !== undefined);
      assert.equal(performed.length, 8);
      for (const { setlist, show } of performed) {
        const { setlist_detail } = await ask(`api/groupa/theater/${show!.id}`);
        assert.deepEqual(setlist_detail, { name: setlist.name, songs: setlist.songs });
      }
    });

    await t.step("programs of another service read the instant of all 356 shows", async () => {
      const dump = new Map<string, Item>(
        (read("groupa", "theater") as Item[]).map((show) => [show.id, show]),
      );
      const { theater, data, success } = await ask("jkt48/theater");
      assert.deepEqual([success, data.length], [true, 356]);
      assert.deepEqual(data, theater);
      const schedule: Item[] = (await ask("api/jkt48/schedule")).filter(({ id }: Item) =>
        dump.has(id)
      );
      const details: Item[] = [];
      for (const { id } of theater.slice(0, 40)) details.push(await ask(`jkt48/theater/${id}`));
      const shows: Item[] = [theater, schedule, details, details.flatMap(({ shows }) => shows)]
        .flat();
      assert.equal(shows.length, 356 + 356 + 40 + 40);
      for (const zone of MACHINE_ZONES) {
        const dates = await readInZone(zone, shows.map(({ date }) => date));
        for (const [n, { id, start_time }] of shows.entries()) {
          const { date, time } = dump.get(id)!;
          assert.equal(start_time, time, id);
          const instant = Date.parse(`${date}T${time}:00+07:00`);
          assert.equal(dates[n]!.epochMs, instant, `${id} in ${zone}`);
          if (zone === "Asia/Jakarta") assert.equal(dates[n]!.clock, time, id);
        }
      }
    });

    await t.step("193 sessions of video calls", async () => {
      const { total, data } = await ask("api/groupa/videocall");
      const sessions: Item[] = data.flatMap((day: Item) => day.sessions);
      assert.deepEqual([total, sessions.length], [193, 193]);
      const dump: Item[] = read("groupa", "videocall");
      const key = ({ date, session, title }: Item) => `${date} ${session} ${title}`;
      // Under which product a session is sold is no field of the answers.
      assertKnownFields(dump.map(({ code: _, ...session }) => session), sessions, key);
    });

    await t.step("6 news items on their days, with their text", async () => {
      const dump: Item[] = read("groupa", "news");
      const list: Item[] = await ask("api/groupa/news");
      assert.equal(list.length, 6);
      const expected = dump.map(({ content: _, ...item }) => ({
        ...item,
        date: NEWS_DAYS[item.id],
      }));
      assertKnownFields(expected, list, ({ id }) => id);
      for (const { id, content } of dump) {
        const detail = await ask(`api/groupa/news-detail?id=${id}`);
        assert.equal(words(detail.content_text), words(content), id);
        assert.equal(words(detail.content), words(content), id);
        assert.doesNotMatch(detail.content, /class=|style=|<span/);
      }
    });
  },
});

/** Gives the group an alias for programs of another service. */
async function giveProfile(path: string): Promise<void> {
  const text = await Deno.readTextFile(path);
  assert.doesNotMatch(text, /^aliases:/m);
  await Deno.writeTextFile(path, `${text}aliases: [{ name: jkt48, as: jkt48connect }]\n`);
}

async function importAll(env: Record<string, string>): Promise<void> {
  for (const [group, kind] of DUMPS) {
    const text = Deno.readTextFileSync(`${REAL}${group}/${kind}.json`);
    const { code, err } = await runTask(["import", group, kind, "-"], env, text);
    assert.equal(code, 0, err);
  }
}

// deno-lint-ignore no-explicit-any
function read(group: string, kind: string): any {
  return JSON.parse(Deno.readTextFileSync(`${REAL}${group}/${kind}.json`));
}

/** What a reader sees of HTML or text. */
function words(html: string): string {
  return html.replace(/<[^>]*>/g, " ").replaceAll("&amp;", "&").replaceAll("&quot;", '"')
    .replace(/\s+/g, " ").trim();
}

function isThere(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}
