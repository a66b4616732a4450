import {
  exampleRequest,
  exampleValuesOf,
  exampleValuesOfAll,
  YOUR_WEBHOOK,
} from "../../../build/site/docs/examples.ts";
import {
  type DocumentedEndpoint,
  documentedEndpoints,
} from "../../../build/site/openapi/endpoints.ts";
import type { Example } from "../../../build/site/openapi/responses.ts";
import type { SiteSource } from "../../../build/site/site_source.ts";
import { FAMILIES } from "../../../src/core/registry.ts";
import type { Route } from "../../../src/routes/route.ts";
import { issueKey } from "../../support/issue.ts";
import { createProgram, type Program } from "../../support/program.ts";
import { createExampleProgram, type ExampleProgram, START } from "./example_program.ts";
import { cut, cutText } from "./shortened.ts";
import { shippedSite } from "../../support/shipped_site.ts";

const { bare: BARE, wrapped: WRAPPED, v1: V1 } = FAMILIES;

/** Where the examples of the API document lie. */
export const EXAMPLES = "build/site/openapi/examples.json";

/** How often the key of the examples has asked before it asks for its use. */
const ASKED_BEFORE = 167;
/** For so many days an endpoint that holds nothing, such as today's birthdays, is asked. */
const DAYS = 366;

/** What the shipped content answers to the requests of the reference, by `family/endpoint`. */
export async function collectExamples(): Promise<Record<string, Example>> {
  const source = shippedSite();
  const endpoints = documentedEndpoints(source).filter(({ family }) =>
    !["public", "codes"].includes(family)
  );
  const streamed = endpoints.filter(({ route }) => "stream" in route.answers);
  await using program = await createExampleProgram(
    streamed.map(({ path }) => path),
  );
  await using quiet = await createProgram({ content: "content", now: START });
  const examples: Record<string, Example | undefined> = {};
  // What lists hold is listed before it is ended.
  for (const method of ["GET", "POST", "DELETE"]) {
    for (const endpoint of endpoints.filter((one) => one.method === method)) {
      const name = `${endpoint.family}/${endpoint.route.id}`;
      examples[name] ??= await exampleOf(endpoint, source, program, quiet);
    }
  }
  const held = endpoints.map(({ family, route }) => `${family}/${route.id}`);
  return Object.fromEntries(
    [...new Set(held)].filter((name) => examples[name] !== undefined)
      .map((name) => [name, inventedIn(examples[name]!, program)]),
  );
}

/** The examples as the file has them. */
export function formatExamples(examples: Readonly<Record<string, Example>>): string {
  return JSON.stringify(examples, null, 2) + "\n";
}

/** An answer of an endpoint to the request of the reference; undefined where none could be had. */
async function exampleOf(
  endpoint: DocumentedEndpoint,
  source: SiteSource,
  program: ExampleProgram,
  quiet: Program,
): Promise<Example | undefined> {
  const { method } = endpoint;
  const { path, body } = await requestOf(endpoint, source, program);
  const answer = await answerOf(endpoint, path, body, program, quiet);
  return answer === undefined ? undefined : { request: `${method} ${path}`, answer };
}

async function answerOf(
  { method, path, route }: DocumentedEndpoint,
  target: string,
  body: string | undefined,
  program: ExampleProgram,
  quiet: Program,
): Promise<unknown> {
  const { app } = program;
  if ("stream" in route.answers) {
    return cutText("text/event-stream", program.streams.get(path) ?? "");
  }
  if (route.id === "own-key") return await keyExample(app, "/v1/key");
  if (route.id === "key-usage") return cut(await keyExample(app, "/v1/key/usage?days=3"));
  const headers = { "content-type": "application/json" };
  const response = await app.ask(target, { method, ...(body !== undefined && { headers, body }) });
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

/** What a key of the plan `standard` is answered about itself after a day's use. */
async function keyExample(
  { ask, clock, json, service, stores }: Program,
  path: string,
): Promise<unknown> {
  const { secret: key } = await issueKey(stores, { createdAt: clock.now() });
  await service.access.credentials.refresh();
  for (let n = 0; n < ASKED_BEFORE; n++) {
    const response = await ask("/api/groupa/members", { key });
    await response.body?.cancel();
    // No faster than the plan allows.
    await clock.advance(100);
  }
  return await json(path, { key });
}

function isJson({ answers }: Route): boolean {
  return "document" in answers ? answers.json !== undefined : true;
}

/** The request that the reference shows, with what its reader looks up or has of their own. */
async function requestOf(
  { family, group, route }: DocumentedEndpoint,
  source: SiteSource,
  { app, former, webhook }: ExampleProgram,
): Promise<{ readonly path: string; readonly body: string | undefined }> {
  const table = [BARE, WRAPPED, V1].find(({ name }) => name === family)!;
  const served = source.groups.find(({ slug }) => slug === group);
  const values = served === undefined ? exampleValuesOfAll(source) : exampleValuesOf(served);
  const root = group === undefined ? "/v1" : `/api/${group}`;
  const { target, body, lookup } = exampleRequest(table, route, values);
  let path = `${root}/${target}`.replace(YOUR_WEBHOOK, webhook);
  if (lookup !== undefined) {
    const found = await app.json(`${root}/${lookup.target}`);
    const [item = {}] = lookup.list === "" ? found : found[lookup.list];
    path = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(item[lookup.fields[name]!]));
  }
  // Without a cursor nothing is listed.
  if (route.id === "changes") path += `?since=${former}`;
  return { path, body: body && JSON.stringify(body) };
}

function holdsNothing(value: unknown): boolean {
  const { data, sessions } = value as { data?: unknown; sessions?: unknown };
  const list = Array.isArray(value) ? value : data ?? sessions;
  return Array.isArray(list) && list.length === 0;
}

/** An example without what differs from run to run: in its place is what nobody takes for real. */
function inventedIn(example: Example, { invented }: ExampleProgram): Example {
  const text = invented.reduce(
    (text, [given, said]) => text.replaceAll(given, said),
    JSON.stringify(example),
  );
  return JSON.parse(text);
}
