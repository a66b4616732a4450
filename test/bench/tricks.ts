/**
 * `deno task bench:tricks`: each trick of the request's way beside what it takes the place of, in turn, by
 * processor time. What is marked "not used" did not pay.
 */
import process from "node:process";
import { createMac } from "../../src/toolbox/mac.ts";
import { HttpError } from "../../src/http/http_error.ts";
import { andThen, type MaybeAsync } from "../../src/http/maybe_async.ts";
import { ResponseTemplate } from "../../src/http/respond_cached.ts";
import { createMemo } from "../../src/toolbox/memo.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { createLoad } from "./load.ts";
import { cpuMs, findCores } from "./processor.ts";
import { spreadOf } from "./statistics.ts";
import { startProgram } from "./target.ts";

const ROUNDS = 9;
const TIMES = 50_000;
const ROUND_MS = 500;

/** Two ways of one thing; the second is the trick. */
interface Trick {
  readonly name: string;
  readonly ways: readonly [plain: () => unknown, trick: () => unknown];
}

const FIXED: [string, string][] = Array.from({ length: 10 }, (_, n) => [`x-fixed-${n}`, "value"]);
const BODY = new Uint8Array(400);
const KIND = { status: 200, body: BODY, headers: FIXED };
const template = new ResponseTemplate(KIND);
const master = new Response(BODY, { headers: FIXED });
let left = 20_000_000;
const own = (): [string, string][] => [["ratelimit", `r=${left--}`], ["x-request-id", `p-${left}`]];

const SECRET = `J-osb_${"a".repeat(38)}`;
const hash = createMac(new Uint8Array(32));
const unknown = createMemo<string, true>({ maxEntries: 1_000 });
unknown.set(SECRET, true);
const refusal = new HttpError("NOT_FOUND");

const TRICKS: readonly Trick[] = [
  {
    name: "two headers: appended to a clone, or set in the template",
    ways: [appendToClone, () => template.respond(own())],
  },
  {
    name: "a value that is there: through functions to wait with, or at once",
    ways: [throughFunctions, atOnce],
  },
  {
    name: "a refusal: made, or kept",
    ways: [() => new HttpError("NOT_FOUND"), () => refusal],
  },
  {
    name: "a refusal that is kept: thrown, or returned",
    ways: [throwRefusal, returnRefusal],
  },
  {
    name: "a key that nobody has: hashed, or remembered",
    ways: [() => hash(SECRET), () => unknown.get(SECRET)],
  },
];

/** Of programs, which are asked over HTTP. */
const SERVED = [
  [
    "seven headers: by name, or all at once (not used)",
    "headers by name",
    "headers, one asked whether it is there",
  ],
  ["30 KB: bytes, or ASCII text (not used)", "cloned bytes", "cloned ASCII text"],
] as const;

function throwRefusal(): unknown {
  try {
    return admit(left--);
  } catch (error) {
    return error;
  }
}

/** As deep as the gate is below the dispatch. */
function admit(units: number, depth = 5): number {
  if (depth > 0) return admit(units, depth - 1);
  if (units === Infinity) return units;
  throw refusal;
}

function returnRefusal(): unknown {
  return admitOrRefuse(left--);
}

function admitOrRefuse(units: number, depth = 5): number | HttpError {
  if (depth > 0) return admitOrRefuse(units, depth - 1);
  return units === Infinity ? units : refusal;
}

function throughFunctions(): unknown {
  const wanted = left--;
  return andThen(
    soon(wanted),
    (one) =>
      andThen(
        soon(one + wanted),
        (two) => andThen(soon(two + wanted), (three) => ({ three, wanted })),
      ),
  );
}

function atOnce(): unknown {
  const wanted = left--;
  const one = soon(wanted);
  if (one instanceof Promise) throw new TypeError("Expected a value");
  const two = soon(one + wanted);
  if (two instanceof Promise) throw new TypeError("Expected a value");
  const three = soon(two + wanted);
  if (three instanceof Promise) throw new TypeError("Expected a value");
  return { three, wanted };
}

function soon(value: number): MaybeAsync<number> {
  return value === Infinity ? Promise.resolve(value) : value;
}

function appendToClone(): Response {
  const response = master.clone();
  for (const [name, value] of own()) response.headers.append(name, value);
  return response;
}

for (const { name, ways } of TRICKS) {
  const samples = ways.map((): number[] => []);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [place, way] of ways.entries()) {
      const us = usOf(way);
      if (round > 0) samples[place]!.push(us);
    }
  }
  print(name, samples);
}
for (const [name, ...ways] of SERVED) print(name, await measureServed(ways));

function usOf(way: () => unknown): number {
  const before = process.cpuUsage();
  for (let time = 0; time < TIMES; time++) way();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / TIMES;
}

async function measureServed(ways: readonly string[]): Promise<number[][]> {
  await using folder = await temporaryFolder();
  await using stack = new AsyncDisposableStack();
  const cores = findCores();
  const load = createLoad(folder.path, cores?.load);
  const headers = { "x-api-key": SECRET, "accept-encoding": "br" };
  const targets = await Promise.all(ways.map((way) => startProgram("trick", [way], cores?.server)));
  targets.forEach((target) => stack.use(target));
  const samples = ways.map((): number[] => []);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [place, { base, pid }] of targets.entries()) {
      const before = cpuMs(pid);
      const { answers } = await load.run({ url: base, headers, status: 200 }, ROUND_MS);
      if (round > 0) samples[place]!.push((cpuMs(pid) - before) * 1000 / answers);
    }
  }
  return samples;
}

function print(name: string, [plain, trick]: readonly number[][]): void {
  const ratio = spreadOf(trick!.map((us, round) => us / plain![round]!));
  const [from, to] = [plain!, trick!].map((us) => spreadOf(us).median.toFixed(2));
  console.log(`${name}: ${from} → ${to} µs, × ${ratio.median} (${ratio.min}–${ratio.max})`);
}
