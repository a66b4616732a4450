import { documentedEndpoints } from "../../../build/site/openapi/endpoints.ts";
import type { AnyRoute } from "../../../src/routes/route.ts";
import { createProgram } from "../../support/program.ts";

/** Where the examples of the API document lie. */
export const EXAMPLES = "build/site/openapi/examples.json";

/** The instant for which the shipped content is asked. */
const NOW = "2026-07-04T03:00:00Z";
/** How many items of a list an example shows. */
const SHOWN = 2;

/** What the shipped content answers: the first items of each endpoint, by `family/endpoint`. */
export async function collectExamples(): Promise<Record<string, unknown>> {
  await using app = await createProgram({ content: "content", now: NOW });
  const examples: Record<string, unknown> = {};
  for (const { family, route, path } of documentedEndpoints(app.catalog.index)) {
    if (["public", "codes"].includes(family) || !isJson(route) || route.method) continue;
    const id = await idOf(app.json, path);
    if (id === undefined) continue;
    const query = Object.entries(route.parameters)
      .filter(([name, { required }]) => required && !path.includes(`{${name}}`))
      .map(([name]) => `?${name}=${id}`).join("");
    const response = await app.ask(path.replace(/\{\w+\}/, id) + query);
    if (response.status !== 200) continue;
    const value = cut(await response.json());
    if (holdsNothing(value)) continue;
    examples[`${family}/${route.id}`] ??= value;
  }
  return examples;
}

function isJson({ answers }: AnyRoute): boolean {
  return "document" in answers ? answers.json !== undefined : !("stream" in answers);
}

/** The examples as the file has them. */
export function formatExamples(examples: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(examples, null, 2) + "\n";
}

/** The id of the first item of the list that an item's path belongs to; "" where none is needed. */
async function idOf(
  json: (path: string) => Promise<unknown>,
  path: string,
): Promise<string | undefined> {
  const [, api, group, name = ""] = path.split("/");
  if (path.endsWith("{month}")) return "7";
  if (api === "v1") return path.includes("{") ? await firstId(json, "/api/groupa/members") : "";
  const list = name.replace("-detail", "").replace(/^member$/, "members");
  if (!path.includes("{") && !name.endsWith("-detail")) return "";
  return await firstId(json, `/api/${group}/${list}`);
}

async function firstId(
  json: (path: string) => Promise<unknown>,
  path: string,
): Promise<string | undefined> {
  // deno-lint-ignore no-explicit-any
  const answer: any = await json(path);
  return (Array.isArray(answer) ? answer : answer.data)[0]?.id;
}

/** The first items of every list; what counts them counts those. */
function cut(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, SHOWN).map(cut);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, cut(field)] as const);
  const whole: Record<string, unknown> = Object.fromEntries(fields);
  if (typeof whole.total === "number" && Array.isArray(whole.data)) whole.total = whole.data.length;
  return whole;
}

function holdsNothing(value: unknown): boolean {
  const list = Array.isArray(value) ? value : (value as { data?: unknown }).data;
  return Array.isArray(list) && list.length === 0;
}
