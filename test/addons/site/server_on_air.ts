import assert from "node:assert/strict";
import { checkContent } from "../../../build/check/check_content.ts";
import { demoAccounts, startDemoPlatform } from "../../../build/demo/demonstration.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { until } from "../../support/until.ts";
import { placeBuild } from "../../support/built.ts";
import { openFixtureStore } from "../../support/server_fixture.ts";
import { issueKey } from "../../support/issue.ts";
import { copyFolder } from "../../support/shipped_content.ts";
import { temporaryFolder } from "../../support/temporary.ts";

/** A real server with broadcasts of the demonstration: some are over, others stay on air. */
export interface ServerOnAir extends AsyncDisposable {
  /** A folder of its own, which goes with it. */
  readonly folder: string;
  /** `http://127.0.0.1:PORT`. */
  readonly base: string;
  /** A key of the plan `enterprise`, for all groups, from this machine. */
  readonly key: string;
  readonly env: Readonly<Record<string, string>>;
}

/** What a server is started with. */
export interface ServerOnAirOptions {
  /** Whether each group has a room on SHOWROOM, so that its chat can be read. */
  readonly withRooms?: boolean;
  /** Further variables. */
  readonly env?: Readonly<Record<string, string>>;
}

const MINUTE_MS = 60_000;
/** In three polls, what is missed twice is over. */
const MINUTE_TAKES_MS = 3_500;
/** How far the platform's clock goes back at first, so that no broadcast begins in the future. */
const BEHIND_MS = 30 * MINUTE_MS;

/** Builds a copy of the shipped content, and serves it until something has been on air and something is. */
export async function startServerOnAir(options: ServerOnAirOptions = {}): Promise<ServerOnAir> {
  const temporary = await temporaryFolder();
  const folder = temporary.path;
  const content = `${folder}/content`;
  await copyFolder("content", content);
  if (options.withRooms) await giveRooms(content);
  let now = Date.now() - BEHIND_MS;
  const accounts = demoAccounts(checkContent(content, () => {})!);
  const platform = await startDemoPlatform({ accounts: () => accounts, now: () => now });
  const env = {
    CONTENT_DIR: content,
    OUT_DIR: `${folder}/out`,
    KV_PATH: `${folder}/data/store.kv`,
    KEY_PEPPER: "a pepper for tests alone",
    LIVE: "on",
    LIVE_INTERVAL_MS: "1000",
    IDN_URL: platform.url,
    IDN_API_KEY: "demonstration",
    IDN_CHAT_URL: platform.chatUrl,
    SHOWROOM_URL: platform.url,
    YOUTUBE_API_KEY: "",
    ...options.env,
  };
  await Deno.mkdir(`${folder}/data`);
  await placeBuild(env);
  const store = await openFixtureStore(env);
  const { secret: key } = await issueKey(store, { plan: "enterprise" });
  store.kv.close();
  const server = await startServer(env);
  const rooms = options.withRooms ? ["groupb/live/showroom"] : [];
  await play(server, key, rooms, () => now += MINUTE_MS);
  return {
    ...{ folder, key, env, base: server.base.replace(/\/$/, "") },
    async [Symbol.asyncDispose]() {
      await server.stop();
      await platform.close();
      await temporary[Symbol.asyncDispose]();
    },
  };
}

/** Lets the platform's time pass until each list of each group has something. */
async function play(
  { base }: RunningServer,
  key: string,
  rooms: readonly string[],
  pass: () => void,
): Promise<void> {
  const length = async (path: string) => {
    const response = await fetch(base + path, { headers: { "x-api-key": key } });
    const answer = await response.json();
    assert.equal(response.status, 200, `${path}: ${answer.message}`);
    return (answer.data ?? answer).length;
  };
  const lives = ["groupa/live/idn", "groupa/live/showroom", "groupb/live/idn", ...rooms];
  const paths = [...lives, "groupa/recent", "groupb/recent"].map((list) => `api/${list}`);
  let passed = performance.now();
  await until(async () => {
    // A list shows for two more polls what the minute has ended.
    if (performance.now() - passed < MINUTE_TAKES_MS) return false;
    if (!(await Promise.all(paths.map(length))).includes(0)) return true;
    pass();
    passed = performance.now();
    return false;
  }, 180_000);
}

/** In a group without rooms on SHOWROOM, every other member who has been on IDN is given one. */
async function giveRooms(content: string): Promise<void> {
  for (const { group, members, slug } of checkContent(content, () => {})!.groups) {
    if (group.accounts.showroom ?? members.some(({ file }) => file.room_id)) continue;
    const onAir = members.filter(({ file }) => file.status === "active" && file.idn_username);
    for (const [n, member] of onAir.filter((_, n) => n % 2 === 0).entries()) {
      const path = `${content}/${slug}/members/${member.slug}.yaml`;
      const text = await Deno.readTextFile(path);
      const room = `room_id: ${429_900 + n}\nshowroom_url_key: ${slug}_${
        member.slug.split("-")[0]
      }\n`;
      await Deno.writeTextFile(path, `${text.trimEnd()}\n${room}`);
    }
  }
}
