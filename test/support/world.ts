import assert from "node:assert/strict";
import { clearImmediate, setImmediate } from "node:timers";
import { type TreeFiles, writeTree } from "../build/content_tree.ts";
import { type Browser, createBrowser } from "./browser.ts";
import { createFakeNet, type FakeNet } from "./fake_net.ts";
import { createFaultyKv, type FaultyKv } from "./faulty_kv.ts";
import { addAdmin, issueKey, storeOf } from "./issue.ts";
import { type Laws, laws, type SeenAnswer } from "./laws.ts";
import { createManualClock, type ManualClock, settle } from "./manual_clock.ts";
import { createMemoryKv } from "./memory_kv.ts";
import {
  breakAnswers,
  type Clock,
  type Content,
  contentOf,
  type DirectNet,
  type Env,
  type Kv,
  openProcess,
  type Outside,
  type PackIndex,
  type Plans,
  type Printed,
  type Random,
  type Served,
  serveProcess,
  UNMETERED,
  withPlans,
} from "./opening.ts";
import { createQuietLog, type QuietLog } from "./quiet_log.ts";
import { copyFolder } from "./shipped_content.ts";
import type { ReceivedMail } from "./smtp_server.ts";
import { type TemporaryFolder, temporaryFolder } from "./temporary.ts";

/** What a world is made of. What is left out is its own. */
export interface WorldOptions {
  /** A content folder, from the repository's root, or files over a small valid one. */
  readonly content: string | TreeFiles;
  /** The instant that the clock shows at first. */
  readonly now: string | number;
  /** Variables of the environment. Nobody polls unless `LIVE` says so. */
  readonly env?: Env;
  /** Plans in place of the content's: by default one that allows everything. */
  readonly plans?: Plans | "content";
  /** The plan of {@linkcode World.key}; `standard` by default, null for no key. */
  readonly plan?: string | null;
  /** Whether the key is the one that a first start makes. */
  readonly demo?: true;
  /** The groups that the narrow key may read. */
  readonly narrowTo?: readonly string[];
  /** The platforms, where they are not everybody's own. */
  readonly platforms?: FakeNet;
  /** Addresses of callers' webhooks, where {@linkcode World.posts} does not stand for them. */
  readonly direct?: DirectNet;
  /** Whether there is a mail server. */
  readonly mail?: boolean;
  /** Whether answers of 500 and above are what is looked at. */
  readonly outage?: boolean;
  /** Whether the store is behind {@linkcode World.kv}, which may fail; `away`: it does at first. */
  readonly faulty?: boolean | "away";
  readonly random?: Random;
  /** Whether its add-ons are not open yet. */
  readonly isLoading?: boolean;
  /** Parts of a process that only its machine has. */
  readonly options?: Outside["options"];
}

/** What a test asks with. A credential that is null is left out. */
export interface Ask extends Omit<RequestInit, "headers"> {
  readonly headers?: HeadersInit;
  readonly key?: string | null;
  readonly token?: string | null;
  /** The socket's address; 127.0.0.1 where left out. */
  readonly from?: string;
  /** `http://oshibase.test` where left out. */
  readonly base?: string;
}

/** A credential, and what the store calls it. */
export interface Issued {
  readonly id: string;
  readonly secret: string;
}

/** A request that came to the address of a webhook. */
export interface Post {
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
  /** Epoch ms. */
  readonly at: number;
}

/**
 * The whole program behind its handler, at a clock that stands still: a wait of 10 ms or less is over at
 * once, a longer one when a test lets time pass. Disposing of it holds every answer to the laws.
 */
export interface World extends AsyncDisposable {
  readonly clock: ManualClock;
  /** The store, as this process sees it, if it is a faulty one. */
  readonly kv: FaultyKv;
  readonly log: QuietLog;
  readonly platforms: FakeNet;
  /** What came to the addresses of webhooks, but the question whether they want it. */
  readonly posts: Post[];
  /** A key that opens everything. */
  readonly key: string;
  /** Opens the groups of `narrowTo`. */
  readonly narrowKey: string;
  /** What the build says of itself that is served now: its name, site, groups. */
  readonly index: PackIndex;
  /** The laws of what is served now. */
  readonly laws: Laws;
  /** Asks the handler, without a port: at once where nothing has to be waited for. */
  send(path: string, ask?: Ask): Response | Promise<Response>;
  ask(path: string, ask?: Ask): Promise<Response>;
  /** The parsed body of a 200. */
  // deno-lint-ignore no-explicit-any
  json(path: string, ask?: Ask): Promise<any>;
  /** Opens the add-ons of a world that was loading. */
  openAddOns(): Promise<void>;
  /** Runs a command at the machine. */
  run(words: readonly string[]): Promise<Printed>;
  /** The JSON value of a command that succeeds. */
  // deno-lint-ignore no-explicit-any
  told(words: readonly string[]): Promise<any>;
  /** Makes a key of a plan that may be used from this machine, by a command with these words too. */
  issue(plan: string, ...more: string[]): Promise<Issued>;
  /** Makes a key for these groups, whether they are there or not, and nothing of it is on record. */
  issueTo(groups: readonly string[]): Promise<string>;
  /** Gives an administrator, who may be new, a password that somebody chose; nothing of it is on record. */
  addAdmin(username: string, password: string): Promise<void>;
  /** Makes a priority token of an organization, by commands. */
  issueToken(organization?: string): Promise<Issued>;
  /** A browser, which sends these headers always. */
  browser(headers?: Record<string, string>): Browser;
  /** The letters that came since this was last called, once all are sent. */
  mails(): Promise<readonly ReceivedMail[]>;
  /** Builds the content with these files in it, serves and announces it. */
  edit(files: TreeFiles): Promise<void>;
  /** Whether the program breaks when it looks for an answer that it keeps. */
  setBroken(isBroken: boolean): void;
  /** Looks whether what is served has to be announced. */
  announce(): Promise<void>;
  /** Says that the process is about to end. */
  drain(): void;
  /** Serves another content folder from now on, or the same one opened again. */
  swap(folder?: string): Promise<void>;
  /** Serves other plans from now on. */
  setPlans(plans: Plans): void;
  /** Another process: the same store, clock, content and platforms. */
  beside(options?: Partial<WorldOptions>): Promise<World>;
  /** Sets the clock, backwards too. */
  at(instant: string | number): void;
  /** Lets time pass, while somebody asks who is on air. */
  pass(ms: number): Promise<void>;
  /** Lets time pass until some work is done. */
  until<T>(work: T | Promise<T>): Promise<T>;
  /** Serves on a port of loopback until the world is disposed of. */
  serve(): { hostname: string; port: number };
  /** Holds what was answered to the laws; fails where the program logged a fault of its own. */
  check(): Promise<void>;
}

const BASE = "http://oshibase.test";
/** Browsers are at the machine: the panel is for them without TLS. */
const HOME = "http://localhost:8000";

const ISSUE = [
  ...["key", "issue", "--owner", "Sari", "--email", "sari@fans.example"],
  ...["--ip", "127.0.0.0/8", "--plan"],
];

/** The longest wait that is over at once, in ms: that between two commits of the record. */
const SHORT_MS = 10;

/** What the processes of one world share. */
interface Shared {
  readonly clock: ManualClock;
  readonly store: Kv;
  readonly platforms: FakeNet;
  readonly posts: Post[];
  readonly key: string;
  readonly narrowKey: string;
  /** Every secret that is known so far: no answer has one in it. */
  readonly secrets: Set<string>;
}

/** Opens a world, with one process. */
export async function world(options: WorldOptions): Promise<World> {
  const { now } = options;
  const clock = createManualClock(typeof now === "number" ? now : Date.parse(now));
  const store = createMemoryKv(clock);
  const { plan = "standard", narrowTo = [], demo } = options;
  const issue = async (groups: readonly string[]) =>
    plan === null
      ? ""
      : (await issueKey(storeOf(store), { plan, groups, ...demo && { demo } })).secret;
  const key = await issue([]);
  const narrowKey = await issue(narrowTo);
  const secrets = new Set([key, narrowKey].filter((secret) => secret !== ""));
  const platforms = options.platforms ?? createFakeNet();
  return await open({ clock, store, platforms, posts: [], key, narrowKey, secrets }, options);
}

async function open(shared: Shared, options: WorldOptions, builtAt?: number): Promise<World> {
  const { clock, store, platforms, posts, key: ownKey, narrowKey, secrets } = shared;
  const faulty = options.faulty ? createFaultyKv(store, { clock }) : undefined;
  if (faulty !== undefined) faulty.outOfReach = options.faulty === "away";
  const log = createQuietLog();
  const smtp = options.mail === true
    ? await (await import("./smtp_server.ts")).startSmtpServer()
    : undefined;
  const source = createSource(options.content);
  let { plans = UNMETERED } = options;
  const address = options.env?.BASE_URL;
  let content = await contentOf(await source.folder(), plans, address);
  if (builtAt !== undefined) content = { ...content, builtAt };
  const env = {
    LIVE: "off",
    ...(smtp && { SMTP_URL: smtp.url }),
    ...(options.env?.["LIVE"] === "on" && PLATFORMS),
    ...options.env,
  };
  const process = await openProcess({
    ...{
      clock: impatient(clock),
      kv: faulty ?? store,
      log,
      net: platforms,
      openSocket: platforms.openSocket,
      env,
    },
    direct: options.direct ?? collecting(posts, clock),
    ...(options.random && { random: options.random }),
    ...(options.options && { options: options.options }),
    isLoading: options.isLoading === true,
    served: () => content,
  });
  if (env.LIVE === "on") {
    process.startLive();
    await clock.advance(0);
  }
  const seen = createSeen(options, secrets);
  let server: Served | undefined;
  let read = 0;

  function send(path: string, asked: Ask = {}): Response | Promise<Response> {
    const { key = ownKey, token, from = "127.0.0.1", base = BASE, ...init } = asked;
    const headers = new Headers(init.headers);
    if (key) headers.set("x-api-key", key);
    if (token) headers.set("x-priority-token", token);
    const request = new Request(`${base}${path}`, { ...init, headers });
    return seen.note(content, request.method, path, process.answer(request, from));
  }

  async function until<T>(work: T | Promise<T>): Promise<T> {
    let done = false;
    const end = Promise.resolve(work).finally(() => done = true);
    end.catch(() => {});
    await clock.advance(0);
    for (let n = 0; !done && n < 10_000; n++) await clock.advance(SHORT_MS);
    return await end;
  }

  async function run(words: readonly string[]): Promise<Printed> {
    const printed = await process.run(words);
    await settle();
    const made = words[0] === "user" ? /\b\w{32}\b/g : /[JPF]-osb_\w{38}/g;
    for (const [secret] of printed.out.matchAll(made)) secrets.add(secret);
    return printed;
  }

  const told: World["told"] = async (words) => {
    const { code, out, err } = await run([...words, "--json"]);
    assert.equal(code, 0, `${words.join(" ")}: ${err}`);
    return JSON.parse(out);
  };

  async function issueToken(organization = "Fanbase Satu"): Promise<Issued> {
    const person = ["--name", "Budi", "--email", "budi@fans.example"];
    const { id } = await told(["token", "apply", "--organization", organization, ...person]);
    return await told(["token", "review", id, "--approve"]);
  }

  async function check(): Promise<void> {
    await seen.check();
    assert.deepEqual(log.lines.filter((line) => line.startsWith("error")), []);
  }

  return {
    ...{ clock, log, platforms, posts, key: ownKey, narrowKey, send, until, run, check },
    get kv() {
      return faulty ??
        assert.fail("The store of this world does not fail: ask for { faulty: true }");
    },
    get index() {
      return content.catalog.index;
    },
    get laws() {
      return laws(content.catalog.index);
    },
    ask: async (path, asked) => await send(path, asked),
    async json(path, asked) {
      const response = await send(path, asked);
      const text = await response.text();
      assert.equal(response.status, 200, `${path} answered ${response.status}: ${text}`);
      return JSON.parse(text);
    },
    told,
    issue: (plan, ...more) => told([...ISSUE, plan, ...more]),
    issueToken,
    async issueTo(groups) {
      const { secret } = await issueKey(storeOf(store), { groups });
      await process.learn();
      return secret;
    },
    async addAdmin(username, password) {
      await addAdmin(storeOf(store), username, password, 0);
      await process.learn();
    },
    browser: (headers) =>
      createBrowser((path, init) => send(path, { ...init, key: null, base: HOME }), headers),
    async mails() {
      await process.idle();
      const fresh = smtp!.mails.slice(read);
      read += fresh.length;
      return fresh;
    },
    async edit(files) {
      content = {
        ...await contentOf(await source.edit(files), plans, address),
        builtAt: clock.now(),
      };
      await process.announce();
    },
    setBroken: (isBroken) => breakAnswers(content, isBroken),
    announce: process.announce,
    openAddOns: process.openAddOns,
    drain: process.drain,
    async swap(folder) {
      content = await contentOf(source.swap(folder), plans, address);
    },
    setPlans: (next) => void (content = withPlans(content, plans = next)),
    async beside(more) {
      const served = { ...options, content: await source.folder(), plans };
      return await open(shared, { ...served, ...more }, content.builtAt);
    },
    at: (instant) => clock.set(typeof instant === "number" ? instant : Date.parse(instant)),
    async pass(ms) {
      for (let left = ms; left > 0; left -= 5_000) {
        process.noteLive();
        await clock.advance(Math.min(left, 5_000));
      }
    },
    serve: () => (server ??= serveProcess(process)).addr,
    async [Symbol.asyncDispose]() {
      await server?.shutdown();
      await until(process.close());
      await smtp?.[Symbol.asyncDispose]();
      await source.remove();
      await check();
    },
  };
}

/** The settings with which all platforms are asked. */
export const PLATFORMS: Env = {
  IDN_URL: "http://platforms.example",
  SHOWROOM_URL: "http://platforms.example",
  YOUTUBE_URL: "http://platforms.example",
  YOUTUBE_FEED_URL: "http://platforms.example/feeds/videos.xml",
  YOUTUBE_API_KEY: "youtube-key",
  IDN_API_KEY: "idn-key",
};

function impatient(clock: ManualClock): Clock {
  return {
    ...clock,
    after(delayMs, task) {
      if (delayMs > SHORT_MS) return clock.after(delayMs, task);
      const waiting = setImmediate(task);
      return () => clearImmediate(waiting);
    },
  };
}

/** Addresses that take everything, and answer the question whether they want it. */
function collecting(posts: Post[], clock: Clock): DirectNet {
  return {
    resolve: () => Promise.resolve(["93.184.215.14"]),
    fetchFrom(_address, url, init = {}) {
      const body = String(init.body ?? "");
      if (!body.includes('"challenge"')) {
        posts.push({ url, headers: new Headers(init.headers), body, at: clock.now() });
      }
      return Promise.resolve(new Response(body));
    },
  };
}

/** Where content comes from: a folder, and then copies of it with other files in it. */
function createSource(given: string | TreeFiles) {
  let folder = typeof given === "string" ? given : undefined;
  let temporary: TemporaryFolder | undefined;
  let builds = 0;

  async function edit(files: TreeFiles): Promise<string> {
    temporary ??= await temporaryFolder();
    const next = `${temporary.path}/build-${++builds}`;
    if (folder === undefined) writeTree(next, files);
    else {
      await copyFolder(folder, next);
      writeOver(next, files);
    }
    return folder = next;
  }

  return {
    folder: async () => folder ?? await edit(given as TreeFiles),
    edit,
    swap: (next?: string): string => folder = next ?? folder!,
    remove: async () => await temporary?.[Symbol.asyncDispose](),
  };
}

function writeOver(root: string, files: TreeFiles): void {
  for (const [name, text] of Object.entries(files)) {
    const path = `${root}/${name}`;
    if (text === null) removeWithFolder(path);
    else {
      Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
      Deno.writeFileSync(path, typeof text === "string" ? new TextEncoder().encode(text) : text);
    }
  }
}

/** Folders that hold nothing go too: git keeps none. */
function removeWithFolder(path: string): void {
  Deno.removeSync(path);
  const folder = path.slice(0, path.lastIndexOf("/"));
  if ([...Deno.readDirSync(folder)].length === 0) removeWithFolder(folder);
}

/** Keeps what was answered until it is held to the laws. */
export function createSeen({ outage = false }: { outage?: boolean }, secrets: ReadonlySet<string>) {
  const seen: [PackIndex, readonly string[], () => Promise<SeenAnswer>][] = [];
  return {
    note(
      { catalog: { index } }: Content,
      method: string,
      path: string,
      answered: Response | Promise<Response>,
    ): Response | Promise<Response> {
      const known = [...secrets];
      const note = (response: Response) => {
        seen.push([index, known, readLater(method, path, response)]);
        return response;
      };
      return answered instanceof Promise ? answered.then(note) : note(answered);
    },
    async check(): Promise<void> {
      for (const [index, known, read] of seen.splice(0)) {
        const answer = await read();
        const what = `${answer.method} ${answer.target} ${answer.status}`;
        assert.ok(outage || answer.status < 500, `${what}: ${answer.text}`);
        const told = [answer.text ?? "", ...answer.headers.values()].join("\n");
        assert.ok(!known.some((secret) => told.includes(secret)), `${what}: has a secret in it`);
        laws(index).assertSays(answer);
      }
    },
  };
}

/** What a test saw of an answer. Streams and compressed bodies are not read. */
function readLater(method: string, target: string, response: Response): () => Promise<SeenAnswer> {
  const { status, headers } = response;
  const isText = /^(application\/(\w+\+)?json|text\/(?!event-stream))/.test(
    headers.get("content-type") ?? "",
  );
  const copy = isText && !headers.has("content-encoding") ? response.clone() : undefined;
  return async () => ({ method, target, status, headers, text: await copy?.text() });
}
