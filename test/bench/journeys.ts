/**
 * `deno task journeys`: how much of the program six journeys run through: files of `src`, functions, and
 * records, which are the objects that are made on the way. With names of journeys, only those; with
 * `--list` every file, function and record.
 */
import { Session } from "node:inspector";
import { type Node, parse } from "acorn";
import { createFakeNet } from "../support/fake_platforms/net.ts";
import { idnItem } from "../support/fake_platforms/scene.ts";
import { eventsOf, listen } from "../support/heard_events.ts";
import { issueKey } from "../support/issue.ts";
import { createBusyNet, createLiveProgram } from "../support/live_program.ts";
import { formTokenOf } from "../support/panel_browser.ts";
import { createProgram, type Program } from "../support/program.ts";
import { createPanelProgram, loggedIn } from "../panel/harness.ts";
import { createWebhookHarness, KEY, REQUEST } from "../webhooks/harness.ts";

const NOW = "2026-07-04T10:00:00Z";

/** Runs between two points, as often as it likes before them to be warm; fails where it does nothing. */
type Journey = (measure: (work: () => unknown) => Promise<void>) => Promise<void>;

const JOURNEYS: Readonly<Record<string, Journey>> = {
  "metered GET": (measure) =>
    withMeteredProgram(async ({ program, secret }) => {
      const asked = () => ask(program, "/api/groupb/members", { "x-api-key": secret });
      await warm(asked);
      await measure(() => expectStatus(asked(), 200));
    }),
  "theater page": (measure) =>
    withMeteredProgram(async ({ program, secret }) => {
      const asked = (page: number) =>
        ask(program, `/api/groupa/theater?page=${page}&perpage=1`, { "x-api-key": secret });
      await warm(() => asked(1));
      await measure(() => expectStatus(asked(2), 200));
    }),
  "remembered 403": (measure) =>
    withMeteredProgram(async ({ program, secret }) => {
      const unknown = secret.replace(/.{4}$/, "AAAA");
      const asked = () => ask(program, "/api/groupa/members", { "x-api-key": unknown });
      await warm(asked);
      await measure(() => expectStatus(asked(), 403));
    }),
  "event to webhook": async (measure) => {
    const harness = createWebhookHarness();
    const own = await harness.start();
    await own.register(KEY, REQUEST);
    await harness.write({ data: { id: "idn-1", name: "Freya" } });
    await harness.clock.advance(200_000);
    await measure(async () => {
      const before = harness.told("one.example").length;
      await harness.write({ data: { id: "idn-2", name: "Freya" } });
      await harness.clock.advance(1_000);
      expect(harness.told("one.example").length === before + 1, "one event is sent");
    });
    await harness.close();
  },
  "poll to stream": async (measure) => {
    const net = createBusyNet();
    await using app = await createLiveProgram({ net });
    const client = listen(await app.ask("/api/kota/live/stream"));
    await app.pass(60_000);
    await measure(async () => {
      const before = eventsOf(client.text()).length;
      net.scene.idn = [idnItem("kota_ani", "another", { view_count: 77 })];
      // Stops at the news: what else the program does every so often is no part of the journey.
      const hasNews = () => eventsOf(client.text()).length > before;
      for (let n = 0; n < 30 && !hasNews(); n++) await app.pass(1_000);
      expect(hasNews(), "the stream has the news");
    });
    await client.cancel();
  },
  "form issues a key": async (measure) => {
    await using program = await createPanelProgram({ env: { ADMIN_API: "on" } });
    const browser = await loggedIn(program);
    const issue = async (owner: string) => {
      const token = formTokenOf((await browser.get("/admin/keys/issue")).text);
      const fields = { owner, email: "sari@fans.example", plan: "standard" };
      return () => browser.post("/admin/keys/issue", fields, { token });
    };
    await (await issue("Sari"))();
    const send = await issue("Budi");
    await measure(async () => expect((await send()).status === 200, "the key is issued"));
  },
};

function expect(holds: boolean, what: string): void {
  if (!holds) throw new Error(`Cannot measure: expected that ${what}`);
}

async function expectStatus(answer: Response | Promise<Response>, status: number): Promise<void> {
  const { status: found } = await answer;
  expect(found === status, `the answer is ${status}, not ${found}`);
}

async function withMeteredProgram(
  work: (metered: { readonly program: Program; readonly secret: string }) => Promise<void>,
): Promise<void> {
  const net = createFakeNet();
  await using program = await createProgram({
    content: "content",
    now: NOW,
    plans: "content",
    net,
  });
  const { secret } = await issueKey(program.stores, { ips: ["127.0.0.0/8", "10.0.0.0/8"] });
  await program.service.access.credentials.refresh();
  await work({ program, secret });
}

function ask({ handler }: Program, path: string, headers: Record<string, string>) {
  return handler(new Request(`http://oshibase.test${path}`, { headers }), "127.0.0.1");
}

/** Asks until everything is remembered; what the last answer set off has ended when this resolves. */
async function warm(asked: () => Response | Promise<Response>): Promise<void> {
  for (let n = 0; n < 5; n++) await (await asked()).text();
  for (let n = 0; n < 50; n++) await new Promise((resolve) => setTimeout(resolve));
}

/** What a journey ran through: names by file. */
interface Trace {
  readonly files: ReadonlySet<string>;
  readonly functions: readonly string[];
  readonly calls: number;
  readonly records: readonly string[];
}

interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

interface CoveredScript {
  readonly scriptId: string;
  readonly url: string;
  readonly functions: readonly {
    readonly functionName: string;
    readonly ranges: readonly Range[];
  }[];
}

const session = new Session();
session.connect();

// deno-lint-ignore no-explicit-any
function post(method: string, params: object = {}): Promise<any> {
  return new Promise((resolve, reject) =>
    session.post(method, params, (error, result) => error ? reject(error) : resolve(result))
  );
}

const SRC = new URL("../../src/", import.meta.url).href;

async function trace(work: () => unknown): Promise<Trace> {
  await post("Profiler.takePreciseCoverage");
  await work();
  const { result } = await post("Profiler.takePreciseCoverage") as { result: CoveredScript[] };
  const files = new Set<string>();
  const functions: string[] = [];
  const records: string[] = [];
  let calls = 0;
  for (const script of result.filter(({ url }) => url.startsWith(SRC))) {
    const file = script.url.slice(SRC.length);
    const { scriptSource } = await post("Debugger.getScriptSource", { scriptId: script.scriptId });
    const run = script.functions.filter(({ ranges }) =>
      ranges[0]!.count > 0 && !isWholeModule(ranges[0]!, scriptSource)
    );
    if (run.length === 0) continue;
    files.add(file);
    for (const { functionName, ranges } of run) {
      functions.push(`${file} ${functionName || "(anonymous)"}`);
      calls += ranges[0]!.count;
    }
    records.push(...recordsIn(scriptSource, run).map((name) => `${file} ${name}`));
  }
  return { files, functions, calls, records };
}

function isWholeModule({ startOffset, endOffset }: Range, source: string): boolean {
  return startOffset === 0 && endOffset >= source.trimEnd().length;
}

/** What the runtime brings: no record of the program. */
const BUILT_IN =
  /^(?:Map|Set|WeakMap|WeakSet|WeakRef|Promise|Array|\w*Array|Date|RegExp|\w*Error)$/;

/** The object literals with fields, and the instances, that were made in functions that ran. */
function recordsIn(source: string, run: CoveredScript["functions"]): string[] {
  const tree = parse(source, { ecmaVersion: "latest", sourceType: "module" });
  const found: string[] = [];
  const functionOf = (node: Node) =>
    run.filter(({ ranges: [range] }) => covers(range!, node))
      .toSorted((one, other) => sizeOf(one.ranges[0]!) - sizeOf(other.ranges[0]!))[0];
  const hasRun = (node: Node) => countAt(functionOf(node)?.ranges ?? [], node) > 0;
  visit(tree, hasRun, (node, parent) => {
    const name = recordName(node, parent);
    if (name === undefined) return;
    found.push(`${functionOf(node)!.functionName || "(anonymous)"}: ${name}`);
  });
  return found;
}

function recordName(node: Node, parent: Node | undefined): string | undefined {
  if (node.type === "NewExpression") {
    const { callee } = node as Node & { callee: { name?: string } };
    return callee.name === undefined || BUILT_IN.test(callee.name) ? undefined : callee.name;
  }
  if (node.type !== "ObjectExpression" || parent?.type === "NewExpression") return undefined;
  const { properties } = node as Node & { properties: { key?: { name?: string } }[] };
  if (properties.length < 2) return undefined;
  return `{ ${properties.map(({ key }) => key?.name ?? "…").join(", ")} }`;
}

function covers({ startOffset, endOffset }: Range, { start, end }: Node): boolean {
  return startOffset <= start && end <= endOffset;
}

function sizeOf({ startOffset, endOffset }: Range): number {
  return endOffset - startOffset;
}

/** How often the innermost block was entered in which a node begins. */
function countAt(ranges: readonly Range[], { start }: Node): number {
  const around = ranges.filter(({ startOffset, endOffset }) =>
    startOffset <= start && start < endOffset
  );
  return around.length === 0
    ? 0
    : around.reduce((inner, range) => sizeOf(range) <= sizeOf(inner) ? range : inner).count;
}

/** Shows the nodes that have run; `isBehind`: they follow a statement of their block that has not. */
function visit(
  node: Node,
  hasRun: (node: Node) => boolean,
  see: (node: Node, parent?: Node) => void,
  parent?: Node,
  isBehind = false,
): void {
  if (!isBehind && hasRun(node)) see(node, parent);
  for (const value of Object.values(node)) {
    // Of what follows a return, coverage loses sight behind the next branch.
    let isReturned = isBehind && !/Function/.test(node.type);
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type !== "string") continue;
      if (node.type === "BlockStatement" && child.type !== "FunctionDeclaration") {
        isReturned ||= !hasRun(child);
      }
      visit(child, hasRun, see, node, isReturned);
    }
  }
}

const isListed = Deno.args.includes("--list");
const named = Deno.args.filter((word) => !word.startsWith("--"));
const wrong = named.filter((name) => !(name in JOURNEYS));
if (wrong.length > 0) {
  console.error(`Cannot find ${wrong.join(", ")}: expected ${Object.keys(JOURNEYS).join(", ")}`);
  Deno.exit(2);
}
await post("Profiler.enable");
await post("Debugger.enable");
// From the start: of what ran before, blocks would not be told apart.
await post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
console.log(
  `${"".padEnd(20)}${"files".padStart(6)}${"functions".padStart(11)}${"calls".padStart(8)}${
    "records".padStart(9)
  }`,
);
for (const [name, journey] of Object.entries(JOURNEYS)) {
  if (named.length > 0 && !named.includes(name)) continue;
  await journey(async (work) => {
    const { files, functions, calls, records } = await trace(work);
    const counts = [files.size, functions.length, calls, records.length];
    const widths = [6, 11, 8, 9];
    console.log(name.padEnd(20) + counts.map((n, at) => String(n).padStart(widths[at]!)).join(""));
    if (!isListed) return;
    for (const list of [[...files], functions, records]) console.log(`  ${list.join("\n  ")}\n`);
  });
}
session.disconnect();
