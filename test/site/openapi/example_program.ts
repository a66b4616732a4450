import { checkContent } from "../../../build/check/check_content.ts";
import type { GroupContent } from "../../../build/check/content.ts";
import { demoAccounts, sceneAt } from "../../../build/demo/demonstration.ts";
import type { DirectNet } from "../../support/opening.ts";
import { systemRandom } from "../../../src/platform/random.ts";
import { createFakeNet, type FakeNet } from "../../../build/demo/net.ts";
import { platformOf, speak } from "../../../build/demo/speak.ts";
import { plainVideo, youtubeItem } from "../../../build/demo/scene.ts";
import { listen, type Listener } from "../../support/heard_events.ts";
import { createManualClock } from "../../support/manual_clock.ts";
import { createProgram, type Program } from "../../support/program.ts";
import { copyFolder, giveRooms, groupsOf } from "../../support/shipped_content.ts";
import { temporaryFolder } from "../../support/temporary.ts";

/** The instant from which on the demonstration plays, in the shipped content's time. */
export const START = "2026-07-04T03:00:00Z";

/** A program in which something has happened. */
export interface ExampleProgram extends AsyncDisposable {
  readonly app: Program;
  /** What came on each stream, by its path. */
  readonly streams: ReadonlyMap<string, string>;
  /** The build that was served before the edit. */
  readonly former: string;
  /** The id of a webhook that is there. */
  readonly webhook: string;
  /** Text that differs from run to run, and what examples say in its place. */
  readonly invented: readonly (readonly [RegExp | string, string])[];
}

const PLATFORMS = "http://platforms.example";
const ENV = {
  LIVE: "on",
  // Nobody takes the letters.
  SMTP_URL: "smtp://127.0.0.1:9",
  IDN_URL: PLATFORMS,
  IDN_API_KEY: "demonstration",
  IDN_CHAT_URL: "wss://platforms.example/",
  SHOWROOM_URL: PLATFORMS,
  YOUTUBE_URL: PLATFORMS,
  YOUTUBE_FEED_URL: `${PLATFORMS}/feeds/videos.xml`,
  YOUTUBE_API_KEY: "demonstration",
};
const HOOK = "https://bot.example/hook";

/** Every address answers what it is sent, as the challenge of a webhook wants it. */
const ECHO: DirectNet = {
  resolve: () => Promise.resolve(["93.184.215.14"]),
  fetchFrom: (_address, _url, init = {}) => Promise.resolve(new Response(String(init.body))),
};

/**
 * Plays broadcasts of the demonstration in the shipped content, and one edit of it, by a clock of its own:
 * until every list of who is, and was, on air holds something. `streamed`: the paths of the streams to
 * listen to meanwhile.
 */
export async function createExampleProgram(streamed: readonly string[]): Promise<ExampleProgram> {
  const folder = await temporaryFolder();
  const [before, after] = [`${folder.path}/before`, `${folder.path}/after`];
  await copyFolder("content", after);
  await giveRooms(after);
  await copyFolder(after, before);
  await undoEdit(before);
  const clock = createManualClock(Date.parse(START));
  const app = await createProgram({
    ...{ content: before, plans: "content", plan: "enterprise", clock, env: ENV, direct: ECHO },
    net: demoNet(after, clock.now),
    // Polls come at the same instants each time.
    random: { ...systemRandom, fraction: () => 0.5 },
    // A machine that takes its time to answer must not move the clock, which counts the viewers.
    stepMs: 0,
  });
  const former = app.catalog.index.build;
  const { service } = app;
  await service.announcer.sync();
  const webhook = await make(app, "/v1/webhooks", { url: HOOK, types: "show.added,show.changed" });
  service.live.start();
  const pass = () => passTime(app, MINUTE_MS);
  await passUntil(app, pass);
  app.swap(after, clock.now());
  await service.announcer.sync();
  const listeners = new Map<string, Listener>();
  for (const path of streamed) {
    listeners.set(path, listen(await app.ask(path + await chatQuery(app, path))));
  }
  const isSilent = () => [...listeners.values()].some(({ text }) => !text().includes("\ndata:"));
  for (let minute = 0; minute < 5 || (minute < 60 && isSilent()); minute++) await pass();
  await passUntil(app, pass);
  const streams = new Map([...listeners].map(([path, { text }]) => [path, text()]));
  for (const { cancel } of listeners.values()) await cancel();
  return {
    ...{ app, former, streams, webhook },
    invented: [
      [former, "0example0former0"],
      [app.catalog.index.build, "0example0newest0"],
      [webhook, "w_yourWebhook"],
      [/\bw_[0-9A-Za-z]{12}\b/g, "w_newWebhook"],
      [/\bk_[0-9A-Za-z]{12}\b/g, "k_yourKey"],
      [/\bJ-osb_[0-9A-Za-z]+/g, "J-osb_anInventedKeyThatOpensNothing"],
      [/\bF-osb_[\w.-]+/g, "F-osb_anInventedFeedTokenThatOpensNothing"],
      [/\bwhsec_[0-9A-Za-z+/]+=*/g, "whsec_YW4gaW52ZW50ZWQgc2VjcmV0IQ=="],
    ],
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** What a stream of a chat is asked with: the room of a broadcast that is on air. */
async function chatQuery(app: Program, path: string): Promise<string> {
  if (!path.includes("/chat-stream/")) return "";
  const list = await app.json(path.replace(/chat-stream.*/, "live/showroom"));
  return `?room_id=${(list.data ?? list)[0].room_id}`;
}

const MINUTE_MS = 60_000;
/** More often than platforms are polled, so that they are. */
const STEP_MS = 5_000;

/** Lets time pass, while somebody asks who is on air. */
async function passTime({ clock, service }: Program, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= STEP_MS) {
    service.live.noteRequest();
    await clock.advance(STEP_MS);
  }
}

/** The lists that hold something in the end. */
const LISTS = [
  ...["live/idn", "live/showroom", "live/youtube", "recent"],
  ...["live/upcoming", "live/stats", "videos"],
];

async function passUntil(app: Program, pass: () => Promise<void>): Promise<void> {
  for (let minute = 0; minute < 600; minute++) {
    const paths = app.catalog.groups.flatMap(({ slug }) =>
      LISTS.map((list) => `/api/${slug}/${list}`)
    );
    const answers = await Promise.all(paths.map((path) => app.json(path)));
    if (answers.every((answer) => (answer.data ?? answer).length > 0)) return;
    await pass();
  }
  throw new Error("The demonstration has nothing on air");
}

async function make({ ask }: Program, path: string, fields: object): Promise<string> {
  const headers = { "content-type": "application/json" };
  const response = await ask(path, { method: "POST", headers, body: JSON.stringify(fields) });
  return (await response.json()).id;
}

/** IDN Live and SHOWROOM as the demonstration plays them, and a video of each channel of the content. */
function demoNet(content: string, now: () => number): FakeNet {
  const checked = checkContent(content, () => {})!;
  const accounts = demoAccounts(checked);
  const net = createFakeNet();
  for (const { group } of checked.groups) {
    const { youtube = [] } = group.accounts;
    for (const channel of youtube.slice(0, 1)) {
      const video = youtubeItem(
        `${group.name.replace(/\W/g, "")}-demo-video`.slice(0, 11),
        channel,
      );
      const liveStreamingDetails = {
        ...video.liveStreamingDetails as object,
        actualStartTime: "2026-07-04T02:30:00Z",
      };
      const clip = plainVideo(`${group.name.replace(/\W/g, "")}-demo-clip-1`.slice(-11), channel, {
        title: "Highlights of the week",
        publishedAt: "2026-07-01T09:00:00Z",
      });
      net.scene.youtube.set(channel, [clip, { ...video, liveStreamingDetails }]);
    }
  }
  const { fetch } = net;
  return {
    ...net,
    fetch(address, init) {
      const url = new URL(address);
      if (platformOf(url.pathname) === "youtube") return fetch(address, init);
      const { method = "GET", body } = init ?? {};
      const said = speak(sceneAt(accounts, now()), method, url, String(body ?? ""));
      return Promise.resolve(
        new Response(said.body, { status: said.status, headers: { "content-type": said.type } }),
      );
    },
  };
}

/** Takes back what an editor did since: one show of the coming days is new, and one begins at another time. */
async function undoEdit(content: string): Promise<void> {
  const [{ slug, shows }] = groupsOf(content) as [GroupContent];
  const coming = shows.filter(({ file }) => file.date > START.slice(0, 10) && file.time);
  const [fresh, moved] = coming.map((show) => `${content}/${slug}/shows/${show.slug}.yaml`);
  await Deno.remove(fresh!);
  const text = await Deno.readTextFile(moved!);
  await Deno.writeTextFile(moved!, text.replace(/^time: .*$/m, 'time: "18:15"'));
}
