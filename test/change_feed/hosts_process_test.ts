import assert from "node:assert/strict";
import { deskJson } from "../support/desk.ts";
import { buildContent, type RunningServer, startServer } from "../support/server.ts";
import { writeSmallContent } from "../support/small_content.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { until } from "../support/until.ts";

const SOON = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
const show = (title: string, more = "") => `title: ${title}\ndate: ${SOON}\n${more}`;

/** A content folder of two shows, hosts that build and serve it, and their one store. */
async function createSite() {
  const folder = await temporaryFolder();
  const CONTENT_DIR = `${folder.path}/content`;
  const KV_PATH = `${folder.path}/data/store.kv`;
  await writeSmallContent(CONTENT_DIR);
  Deno.mkdirSync(`${CONTENT_DIR}/bunga/shows`);
  const write = (name: string, text: string) =>
    Deno.writeTextFileSync(`${CONTENT_DIR}/bunga/shows/${name}.yaml`, text);
  write("edited", show("Pagi"));
  write("untouched", show("Malam"));
  const envOf = (host: string) => ({
    ...{ CONTENT_DIR, KV_PATH, OUT_DIR: `${folder.path}/${host}`, LIVE: "off" },
  });
  return {
    ...{ write, envOf },
    /** Compiles the content on a host; the bytes of its stamp. */
    async build(host: string): Promise<string> {
      const { code, stderr } = await buildContent(envOf(host));
      assert.equal(code, 0, new TextDecoder().decode(stderr));
      return Deno.readTextFileSync(`${envOf(host).OUT_DIR}/build.json`);
    },
    start: (host: string) => startServer(envOf(host), { args: ["--follow"] }),
    key: async () =>
      (await deskJson<{ secret: string }>(
        envOf("one"),
        ...["key", "issue", "--owner", "A", "--email", "a@b.example", "--plan", "standard"],
      )).secret,
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

/** The SEQUENCE of each show of a server's calendar. */
async function sequences(server: RunningServer, key: string): Promise<Record<string, number>> {
  const response = await fetch(`${server.base}api/bunga/theater.ics?apikey=${key}`);
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return Object.fromEntries(
    text.split("BEGIN:VEVENT").slice(1).map((event) => [
      /^UID:show-(.+?)\.bunga@/m.exec(event)![1]!,
      Number(/^SEQUENCE:(\d+)/m.exec(event)![1]),
    ]),
  );
}

Deno.test("two hosts on one store tell of an edited show alike, and of no other", async () => {
  await using site = await createSite();
  const stamp = await site.build("one");
  assert.equal(await site.build("one"), stamp, "built again");
  await site.build("two");
  const key = await site.key();
  await using one = await site.start("one");
  await using two = await site.start("two");
  const first = await sequences(one, key);
  assert.deepEqual(Object.keys(first).sort(), ["edited", "untouched"]);
  assert.deepEqual(await sequences(two, key), first);

  site.write("edited", show("Siang"));
  const nextWeek = new Date(Date.now() + 7 * 86_400_000).toISOString();
  site.write("hidden", show("Rahasia", `publish_at: ${nextWeek}\n`));
  assert.notEqual(await site.build("one"), stamp);
  await until(async () => (await sequences(one, key)).edited! > first.edited!);
  const then = await sequences(one, key);
  assert.deepEqual(then, { edited: then.edited, untouched: first.untouched });
  // The other host still serves the older build, and says when its items were modified all the same.
  await until(async () => (await sequences(two, key)).edited === then.edited);
  assert.deepEqual(await sequences(two, key), then);
});
