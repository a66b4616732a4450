import assert from "node:assert/strict";
import { LATER, TRIO } from "../support/contents.ts";
import { everyPath } from "../support/endpoints.ts";
import { createPrng } from "../support/prng.ts";
import { createProgram, type Program } from "../support/program.ts";
import { sizeOf, testSeed } from "../support/size.ts";

/** A stored answer, as RFC 9111 lets a cache keep it. */
interface Stored {
  readonly body: string;
  /** Epoch ms, without it. */
  readonly staleAt: number;
  /** The request's values of the headers that `Vary` names (4.1). */
  readonly selected: string;
}

type Headers = Readonly<Record<string, string>>;

/** Directives by name (5.2), of one `Cache-Control`. */
function directives({ headers }: Response): Map<string, string> {
  const text = headers.get("cache-control") ?? "";
  return new Map(
    text.split(",").map((part) => {
      const [name = "", value = ""] = part.trim().toLowerCase().split("=");
      return [name, value];
    }),
  );
}

/** A cache by the letter of RFC 9111; `isShared` stores neither `private` nor authorized answers (3). */
function createCache(isShared: boolean) {
  const stored = new Map<string, Stored[]>();
  const vary = new Map<string, string[]>();
  const select = (names: readonly string[], headers: Headers) =>
    JSON.stringify(names.map((name) => headers[name] ?? null));
  return {
    find(path: string, headers: Headers, now: number): Stored | undefined {
      const selected = select(vary.get(path) ?? [], headers);
      return stored.get(path)?.find((one) => one.selected === selected && one.staleAt > now);
    },
    async keep(path: string, headers: Headers, answer: Response, now: number): Promise<boolean> {
      const asked = directives(answer);
      if (asked.has("no-store") || !asked.has("max-age")) return false;
      if (isShared && asked.has("private")) return false;
      if (isShared && "authorization" in headers && !asked.has("public")) return false;
      const names = (answer.headers.get("vary") ?? "").toLowerCase().split(",")
        .map((name) => name.trim()).filter(Boolean);
      vary.set(path, names);
      const body = `${answer.status} ${await answer.clone().text()}`;
      const staleAt = now + Number(asked.get("max-age")) * 1000;
      const selected = select(names, headers);
      const others = (stored.get(path) ?? []).filter((one) => one.selected !== selected);
      stored.set(path, [...others, { body, staleAt, selected }]);
      return true;
    },
  };
}

async function fresh(app: Program, path: string, headers: Headers): Promise<Response> {
  return await app.ask(path, { key: null, headers });
}

const STEPS = sizeOf({ default: 1_500, full: 100_000 });

for (const [name, content] of Object.entries({ TRIO, LATER })) {
  Deno.test(`${name}: caches that follow RFC 9111 never give another answer than the service`, async () => {
    await using app = await createProgram(content);
    const random = createPrng(testSeed());
    const decided = (await everyPath(app)).filter((path) => !/live|recent|chat/.test(path));
    // Few enough that the same one is often asked for again.
    const paths = [...random.some(decided, 25), "/", "/docs", "/openapi.json", "/healthz"];
    const callers: Headers[] = [
      {},
      { "x-api-key": app.key },
      { "x-api-key": app.narrowKey },
      { authorization: `Bearer ${app.key}` },
      { "x-api-key": "J-osb_wrong" },
    ];
    const shared = createCache(true);
    const own = callers.map(() => createCache(false));
    let [reusedShared, reusedOwn, keptOfCallers] = [0, 0, 0];
    for (let step = 0; step < STEPS; step++) {
      const path = random.pick(paths);
      const place = random.between(0, callers.length - 1);
      const headers = callers[place]!;
      const now = app.clock.now();
      for (const [cache, isShared] of [[shared, true], [own[place]!, false]] as const) {
        const answer = await fresh(app, path, headers);
        const body = `${answer.status} ${await answer.clone().text()}`;
        const found = cache.find(path, headers, now);
        if (found !== undefined) {
          if (isShared) reusedShared++;
          else reusedOwn++;
          // The front page names times relative to now, and may be as old as it allows itself to be.
          if (path !== "/") assert.equal(found.body, body, `${path}, step ${step}`);
        } else if (await cache.keep(path, headers, answer, now) && isShared) {
          if (/^\/(api|v1)\//.test(path)) keptOfCallers++;
        }
      }
      // Often within what is kept, sometimes across a midnight.
      if (random.happens(0.3)) app.at(now + random.pick([500, 5_000, 59_999, 3_600_000]));
    }
    assert.equal(keptOfCallers, 0, "a shared cache kept what was answered to a key");
    assert.ok(reusedOwn > STEPS / 50, `${reusedOwn} answers were reused`);
    assert.ok(reusedShared > 0);
  });
}
