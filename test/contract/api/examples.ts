import {
  type DocumentedEndpoint,
  documentedEndpoints,
} from "../../../build/site/openapi/endpoints.ts";
import { openContent } from "../../../src/catalog/catalog.ts";
import type { AnyRoute } from "../../../src/routes/route.ts";
import { issueKey } from "../../support/issue.ts";
import { packOf } from "../../support/compiled.ts";
import { createProgram, type Program } from "../../support/program.ts";
import { createExampleProgram, type ExampleProgram, START } from "./example_program.ts";
import { cut, cutText, richest } from "./shortened.ts";

/** Where the examples of the API document lie. */
export const EXAMPLES = "build/site/openapi/examples.json";

/** How often the key of the examples has asked before it asks for its use. */
const ASKED_BEFORE = 167;
/** For so many days an endpoint that holds nothing, such as today's birthdays, is asked. */
const DAYS = 366;

/** What the shipped content answers: the most telling items of each endpoint, by `family/endpoint`. */
export async function collectExamples(): Promise<Record<string, unknown>> {
  const { index } = openContent(packOf("content")).catalog;
  const endpoints = documentedEndpoints(index).filter(({ family }) =>
    !["public", "codes"].includes(family)
  );
  const streamed = endpoints.filter(({ route }) => "stream" in route.answers);
  await using program = await createExampleProgram(
    streamed.filter(({ path }) => !path.includes("chat")).map(({ path }) => path),
  );
  await using quiet = await createProgram({ content: "content", now: START });
  const examples: Record<string, unknown> = {};
  // What lists hold is listed before it is ended.
  for (const method of ["GET", "POST", "DELETE"]) {
    for (const endpoint of endpoints.filter((one) => one.method === method)) {
      const name = `${endpoint.family}/${endpoint.route.id}`;
      examples[name] ??= await exampleOf(endpoint, program, quiet);
    }
  }
  const held = endpoints.map(({ family, route }) => `${family}/${route.id}`);
  return Object.fromEntries(
    [...new Set(held)].filter((name) => examples[name] !== undefined)
      .map((name) => [name, inventedIn(examples[name], program)]),
  );
}

/** The examples as the file has them. */
export function formatExamples(examples: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(examples, null, 2) + "\n";
}

/** An answer of an endpoint; undefined where none could be had. */
async function exampleOf(
  endpoint: DocumentedEndpoint,
  program: ExampleProgram,
  quiet: Program,
): Promise<unknown> {
  const { method, path, route } = endpoint;
  const { app } = program;
  if ("stream" in route.answers) {
    return cutText("text/event-stream", program.streams.get(path) ?? "");
  }
  if (route.id === "own-key") return await keyExample(app);
  const target = await targetOf(endpoint, program);
  if (target === undefined) return undefined;
  const response = await app.ask(target, { method, ...bodyOf(endpoint) });
  if (response.status !== 200) return void await response.body?.cancel();
  if (!isJson(route)) {
    const type = "document" in route.answers ? route.answers.document : "";
    return cutText(type, await response.text());
  }
  const value = await response.json();
  if (method !== "GET" || !holdsNothing(value)) return cut(value);
  return await laterExample(quiet, target);
}

/** What the endpoint answers on the first of the coming days on which it holds something. */
async function laterExample(quiet: Program, target: string): Promise<unknown> {
  for (let day = 0; day < DAYS; day++) {
    quiet.at(Date.parse(START) + day * 86_400_000);
    const value = await quiet.json(target);
    if (!holdsNothing(value)) return cut(value);
  }
  return undefined;
}

/** What a key of the plan `standard` is answered after a day's use. */
async function keyExample({ ask, clock, json, service, stores }: Program): Promise<unknown> {
  const { secret: key } = await issueKey(stores, { createdAt: clock.now() });
  await service.access.credentials.refresh();
  for (let n = 0; n < ASKED_BEFORE; n++) {
    const response = await ask("/api/groupa/members", { key });
    await response.body?.cancel();
    // No faster than the plan allows.
    await clock.advance(100);
  }
  return await json("/v1/key", { key });
}

function isJson({ answers }: AnyRoute): boolean {
  return "document" in answers ? answers.json !== undefined : true;
}

/** The address to ask, with the values that it needs; undefined where nothing is there to ask for. */
async function targetOf(
  endpoint: DocumentedEndpoint,
  program: ExampleProgram,
): Promise<string | undefined> {
  const { path, route, method } = endpoint;
  let target = path;
  const query = new URLSearchParams();
  for (const [name, { required }] of Object.entries(route.parameters)) {
    const isInPath = path.includes(`{${name}}`);
    if (!isInPath && (!required || method === "POST") && !isOfChat(route, name)) continue;
    const value = await valueOf(name, endpoint, program);
    if (value === undefined) return undefined;
    if (isInPath) target = target.replace(`{${name}}`, encodeURIComponent(value));
    else query.set(name, value);
  }
  if (route.id === "event-log") query.set("after", "0");
  if (route.id === "changes") query.set("since", program.former);
  return query.size > 0 ? `${target}?${query}` : target;
}

function isOfChat({ id }: AnyRoute, parameter: string): boolean {
  return id.startsWith("chat") && parameter === "room_id";
}

async function valueOf(
  name: string,
  { path, family, group }: DocumentedEndpoint,
  { app, webhook, feedToken }: ExampleProgram,
): Promise<string | undefined> {
  const first = async (list: string, field = "id") => {
    const answer = await app.json(list);
    const item = richest(Array.isArray(answer) ? answer : answer.data, 1)[0];
    return item === undefined ? undefined : String(item[field]);
  };
  if (name === "room_id") return await first(`/api/${group}/live/showroom`, name);
  if (name === "month") return "7";
  if (name === "kind") return "member";
  if (name === "group") return app.catalog.groups[0]!.slug;
  if (name === "q") return await first(`/api/${app.catalog.groups[0]!.slug}/members`, "name");
  if (name === "member_id") return await first("/v1/birthdays/upcoming?days=366", name);
  if (family === "v1") return path.includes("webhooks") ? webhook : feedToken;
  const list = path.split("/")[3]!.replace("-detail", "").replace(/^member$/, "members");
  return await first(`/api/${group}/${list}`, name === "name" ? "name" : "id");
}

function bodyOf({ route, method }: DocumentedEndpoint) {
  if (method !== "POST" || !("url" in route.parameters)) return {};
  const fields = { url: "https://bot.example/hook", types: ["live.started", "show.changed"] };
  return { headers: { "content-type": "application/json" }, body: JSON.stringify(fields) };
}

function holdsNothing(value: unknown): boolean {
  const { data, sessions } = value as { data?: unknown; sessions?: unknown };
  const list = Array.isArray(value) ? value : data ?? sessions;
  return Array.isArray(list) && list.length === 0;
}

/** An example without what differs from run to run: in its place is what nobody takes for real. */
function inventedIn(example: unknown, { invented }: ExampleProgram): unknown {
  const text = invented.reduce(
    (text, [given, said]) => text.replaceAll(given, said),
    JSON.stringify(example),
  );
  return JSON.parse(text);
}
