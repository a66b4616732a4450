import assert from "node:assert/strict";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { createBusyNet } from "../../support/busy_platforms.ts";
import type { Plans } from "../../support/opening.ts";
import { createPrng } from "../../support/prng.ts";
import { type World, world, type WorldOptions } from "../../support/world.ts";
import { createMasks, type Masks } from "./masks.ts";
import { broadcasts, WEBHOOK_ADDRESSES } from "./scene.ts";
import type { Exchange } from "./transcript.ts";

/** A request as its line says. */
interface RecordedRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | undefined;
  /** The socket's address. */
  readonly from: string | undefined;
  /** Sets the clock first, to this instant. */
  readonly at: string | undefined;
  readonly times: number;
}

/** What a chapter is played with. */
interface Surroundings {
  readonly content: string;
  /** What the clock shows; it moves where a request says so. */
  readonly now: string;
  /** The one group that the narrow key may read. */
  readonly narrowTo: string;
  readonly env?: WorldOptions["env"];
  readonly direct?: WorldOptions["direct"];
  /** Lets things happen before the first request. */
  prepare?(app: World): Promise<void>;
}

const TRIO: Surroundings = {
  content: "test/fixtures/trio",
  now: "2026-07-04T10:00:00Z",
  narrowTo: "melati",
};

/** Chapters that are not played with the three groups alone. */
const SURROUNDINGS: Readonly<Record<string, Surroundings>> = {
  "https only": { ...TRIO, env: { REQUIRE_HTTPS: "on" } },
  "administration that only looks": { ...TRIO, env: { ADMIN_API: "off" } },
  webhooks: { ...TRIO, direct: WEBHOOK_ADDRESSES },
  "groups that are public": {
    ...TRIO,
    async prepare(app) {
      await app.edit({
        "kembang/group.yaml": "name: Kembang\nfamily: bare\npublic: site\n",
        "melati/group.yaml": "name: Melati\nfamily: wrapped\npublic: feeds\n",
      });
    },
  },
  live: {
    content: "test/fixtures/on_air",
    now: "2026-07-04T10:00:00Z",
    narrowTo: "bukit",
    env: { LIVE: "on" },
    prepare: broadcasts,
  },
};

const DAY_MS = 86_400_000;

const PLANS: Plans = {
  standard: {
    rate: { per_second: 10, burst: 30 },
    quota: { requests: 5000, per: "day", timezone: "Asia/Jakarta" },
  },
  tiny: { rate: "unlimited", quota: { requests: 3, per: "day", timezone: "Asia/Jakarta" } },
  wide: {
    rate: "unlimited",
    quota: { requests: 20_000_000, per: "month", timezone: "Asia/Tokyo" },
  },
  free: { rate: "unlimited", quota: "unlimited" },
};

/** Sends a chapter's requests, one after the other, to a program of their own. */
export async function playChapter(name: string, lines: readonly string[]): Promise<Exchange[]> {
  const { content, now, narrowTo, env, direct, prepare } = SURROUNDINGS[name] ?? TRIO;
  await using app = await world({
    content,
    now,
    plans: { ...PLANS, gone: PLANS["free"]! },
    plan: null,
    outage: true,
    env: { ADMIN_API: "on", TRUSTED_PROXIES: "10.0.0.0/8", ...env },
    ...(direct && { direct }),
    ...(prepare && { platforms: createBusyNet() }),
    // Jitter is none: who draws first makes no difference.
    random: { bytes: createPrng(1).bytes, fraction: () => 0.5 },
  });
  const names = await createCredentials(app, Date.parse(now), narrowTo);
  app.setPlans(PLANS);
  await prepare?.(app);
  const masks = createMasks(new Map(names).set("build", app.index.build));
  const exchanges: Exchange[] = [];
  for (const line of lines) {
    const request = readRequest(line);
    if (request.at !== undefined) app.at(request.at);
    let response = await send(app, request, names);
    for (let n = 1; n < request.times; n++) response = await send(app, request, names);
    const etag = response.headers.get("etag");
    if (etag !== null) names.set("etag", etag);
    const { text, ...answer } = await describe(response, masks);
    const webhook = /"id":"(w_\w{12})"/.exec(text)?.[1];
    if (webhook !== undefined) names.set("webhook", webhook);
    exchanges.push({ line, ...answer });
  }
  return exchanges;
}

/** `@instant 29x METHOD target [name: value] <body> from address`, of which method and target are needed. */
const LINE =
  /^(?:@(\S+) )?(?:(\d+)x )?([A-Z]+) (\S+)((?: \[[\w-]+: .*?\](?= \[| <| from |$))*)(?: <(.*)>)?(?: from (\S+))?$/;

function readRequest(line: string): RecordedRequest {
  const [whole, at, times = "1", method = "", target = "", headers = "", body, from] =
    LINE.exec(line) ?? [];
  assert.ok(whole, `This is no request: ${line}`);
  const pairs = headers.matchAll(/ \[([\w-]+): (.*?)\](?= \[|$)/g);
  return {
    method,
    target,
    headers: [...pairs].map(([, name = "", value = ""]) => [name, value]),
    body,
    from,
    at,
    times: Number(times),
  };
}

/** Fills in what the names in braces stand for. */
function fillIn(text: string, names: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\{(\w)\*(\d+)\}|\{([\w.]+)\}/g, (whole, letter, count, name) => {
    if (letter !== undefined) return String(letter).repeat(Number(count));
    return names.get(name) ?? whole;
  });
}

/** Makes one credential of every kind by commands, a day before; returns them by name. */
async function createCredentials(
  app: World,
  now: number,
  narrowTo: string,
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  let made = 0;
  const told = (...words: string[]) => {
    // Lists are in the order in which their items were made.
    app.at(now - DAY_MS + 1_000 * ++made);
    return app.told(words);
  };
  const keep = (name: string, { id, secret }: { id: string; secret: string }) => {
    names.set(name, secret).set(`${name}.id`, id);
    return id;
  };
  const key = async (name: string, plan: string, ...more: string[]) => {
    const ip = more.includes("--ip") || name === "open" ? [] : ["--ip", "127.0.0.0/8"];
    const person = ["--owner", "Sari", "--email", "sari@fans.example", "--plan", plan];
    return keep(name, await told("key", "issue", ...person, ...ip, ...more));
  };
  const token = async (name: string, organization: string) => {
    const person = ["--organization", organization, "--name", "Budi", "--email"];
    const { id } = await told("token", "apply", ...person, "budi@fans.example");
    return keep(name, await told("token", "review", id, "--approve"));
  };
  const code = async (name: string, ...more: string[]) =>
    keep(name, await told("code", "issue", ...more));

  await key("key", "wide");
  await key("standard", "standard");
  await key("free", "free");
  await key("tiny", "tiny");
  await key("planless", "gone");
  await key("open", "wide");
  await key("abroad", "wide", "--ip", "203.0.113.0/24");
  const narrow = await key("narrow", "wide", "--group", narrowTo);
  await key("expired", "standard", "--expires", new Date(now - DAY_MS / 2).toISOString());
  await told("key", "rotate", await key("replaced", "standard"), "--now");
  await told("key", "revoke", await key("revoked", "standard"));
  await token("token", "Fans 1");
  await told("token", "regenerate", await token("replacedToken", "Fans 2"));
  await told("token", "revoke", await token("revokedToken", "Fans 3"));
  await code("code", "--uses", "3");
  await code("boundCode", "--email", "sari@fans.example");
  await told("code", "use", await code("usedCode"));
  await told("code", "revoke", await code("revokedCode"));
  names.set("feed", (await told("key", "feed", narrow)).secret);
  await key("full", "wide");
  await app.run(["user", "add", "root"]);
  await app.addAdmin("root", "good password");
  app.at(now);
  return names;
}

async function send(
  app: World,
  { method, target, headers, body, from }: RecordedRequest,
  names: ReadonlyMap<string, string>,
): Promise<Response> {
  return await app.ask(fillIn(target, names), {
    ...{ method, key: null, ...(from !== undefined && { from }) },
    headers: headers.map(([name, value]): [string, string] => [name, fillIn(value, names)]),
    ...(body !== undefined && { body: fillIn(body, names) }),
  });
}

async function describe(
  response: Response,
  masks: Masks,
): Promise<Omit<Exchange, "line"> & { readonly text: string }> {
  const { status } = response;
  const coding = response.headers.get("content-encoding");
  assert.match(response.headers.get("x-request-id") ?? "", /^[0-9a-f]{16}-[1-9]\d*$/);
  const text = await textOf(response);
  const headers = [...response.headers]
    // How small a body gets depends on the machine's compressor.
    .filter(([name]) => name !== "content-length" || coding === null)
    .filter(([name]) => name !== "x-request-id")
    .map(([name, value]) => `${name}: ${value}`)
    .map((line) => masks.text(/^etag:/.test(line) ? masks.tag(line) : line))
    .sort();
  return { status, headers, body: bodyLine(masks.text(text)), text };
}

/** A body as one line: JSON as it came, other texts as a JSON string; "" for none. */
function bodyLine(text: string): string {
  if (text === "") return "";
  return /^[[{]/.test(text) && !text.includes("\n") ? text : JSON.stringify(text);
}

/** The body, decoded; of a stream that goes on, its first piece. */
async function textOf({ headers, body }: Response): Promise<string> {
  if (body === null) return "";
  if (headers.get("content-type")?.startsWith("text/event-stream")) {
    const reader = body.getReader();
    const { value } = await reader.read();
    await reader.cancel();
    return new TextDecoder().decode(value);
  }
  const coding = headers.get("content-encoding");
  const bytes = await new Response(body).bytes();
  const decode = { br: brotliDecompressSync, gzip: gunzipSync }[coding ?? ""];
  return new TextDecoder().decode(decode?.(bytes) ?? bytes);
}
