/**
 * What a careful program on Hono does: `hono.ts <folder> memory|kv [kv file]` routes, looks the key
 * up, counts its use, and sends bytes and headers that are ready. `memory` keeps keys and counts in a
 * Map; `kv` reads the key and adds to its counter in a KV file at each request.
 */
import { type Context, Hono } from "hono";
import { type Answer, bodyOf, readAnswer } from "../answer.ts";
import { listen } from "./listen.ts";

/** What stands in `requests.json` of the folder. */
export interface HonoRequests {
  readonly key: string;
  readonly limit: number;
  readonly forbidden: string;
  readonly notFound: string;
  readonly requests: readonly {
    readonly target: string;
    readonly coding: string;
    readonly etag: string;
    readonly file: string;
  }[];
}

if (import.meta.main) await main(Deno.args as [string, "memory" | "kv", string]);

async function main([folder, kind, kvFile]: [string, "memory" | "kv", string]): Promise<void> {
  const input: HonoRequests = JSON.parse(Deno.readTextFileSync(`${folder}/requests.json`));
  const forbidden = readAnswer(input.forbidden);
  const notFound = readAnswer(input.notFound);
  const use = kind === "kv" ? await useInKv(input, kvFile) : useInMemory(input);

  const app = new Hono();
  app.use(async (context, next) => {
    const outcome = await use(context.req.header("x-api-key") ?? "");
    if (outcome === "unknown") return send(context, forbidden);
    if (outcome === "used up") return context.json({ message: "Used up" }, 429);
    return await next();
  });
  const answers = new Map(input.requests.map(({ target, coding, etag, file }) => [
    `${target} ${coding} ${etag}`,
    readAnswer(file),
  ]));
  for (const path of new Set(input.requests.map(({ target }) => target.split("?")[0]!))) {
    app.get(path, (context) => send(context, answers.get(wanted(context)) ?? notFound));
  }
  app.notFound((context) => send(context, notFound));
  listen((request) => app.fetch(request));
}

type KeyUse = "good" | "unknown" | "used up";

function useInMemory({ key, limit }: HonoRequests): (key: string) => KeyUse {
  const keys = new Map([[key, { used: 0, limit }]]);
  return (key) => {
    const record = keys.get(key);
    if (record === undefined) return "unknown";
    return ++record.used > record.limit ? "used up" : "good";
  };
}

async function useInKv(
  { key, limit }: HonoRequests,
  file: string,
): Promise<(key: string) => Promise<KeyUse>> {
  const kv = await Deno.openKv(file);
  await kv.set(["key", key], { limit });
  return async (key) => {
    const [record, used] = await kv.getMany<[{ limit: number }, Deno.KvU64]>([
      ["key", key],
      ["used", key],
    ]);
    if (record.value === null) return "unknown";
    if (Number(used.value?.value ?? 0n) >= record.value.limit) return "used up";
    await kv.atomic().sum(["used", key], 1n).commit();
    return "good";
  };
}

function wanted({ req }: Context): string {
  const target = req.url.slice(req.url.indexOf("/", "http://".length));
  return `${target} ${req.header("accept-encoding")} ${req.header("if-none-match") ?? ""}`;
}

function send(context: Context, answer: Answer): Response {
  const body = bodyOf(answer);
  const headers = { ...answer.headers };
  return body === null
    ? context.body(null, answer.status as 304, headers)
    : context.body(body, answer.status as 200, headers);
}
