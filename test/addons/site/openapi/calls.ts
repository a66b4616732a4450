import assert from "node:assert/strict";
import { adminJson } from "../../../support/admin.ts";
import type { ServerOnAir } from "../server_on_air.ts";

/** A read of the document with values that lead to an answer. */
export interface Call {
  readonly id: string;
  readonly tag: string;
  readonly path: string;
  /** Values of parameters in the path and in the query. */
  readonly inPath: Readonly<Record<string, string | number>>;
  readonly inQuery: Readonly<Record<string, string | number>>;
  readonly kind: "json" | "text" | "stream";
  /** The schema of the answer, where that is a schema of its own. */
  readonly schema?: string;
}

// deno-lint-ignore no-explicit-any
type Json = any;

/** One call of each read of a document, with what the server has. */
export async function callsOf(document: Json, server: ServerOnAir, hook: string): Promise<Call[]> {
  const own = await openOwn(server, hook);
  const reads = Object.entries<Json>(document.paths).filter(([, item]) => item.get !== undefined);
  return await Promise.all(reads.map(async ([path, { get }]): Promise<Call> => {
    const values: Record<string, Record<string, string | number>> = { path: {}, query: {} };
    for (const { name, in: place, required, schema } of get.parameters ?? []) {
      const isOfChat = path.includes("/chat-stream") && name === "room_id";
      if (required || isOfChat) {
        values[place]![name] = await valueOf(name, path, schema, server, own);
      }
    }
    const name = get.responses["200"].$ref.split("/").at(-1);
    const [[type, { schema }]] = Object.entries<Json>(
      document.components.responses[name].content,
    ) as [
      [string, Json],
    ];
    return {
      ...{ id: get.operationId, tag: get.tags[0], path },
      ...{ inPath: values.path!, inQuery: values.query! },
      kind: type === "text/event-stream" ? "stream" : /[/+]json$/.test(type) ? "json" : "text",
      ...(schema.$ref && { schema: schema.$ref.split("/").at(-1) }),
    };
  }));
}

/** What belongs to the key, and a code. */
interface Own {
  readonly webhook: string;
  readonly code: string;
}

async function openOwn({ base, key, env }: ServerOnAir, url: string): Promise<Own> {
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify({ url }) };
  const response = await fetch(`${base}/v1/webhooks`, init);
  const { id: webhook } = await response.json();
  assert.equal(response.status, 200);
  const { secret: code } = await adminJson<{ secret: string }>(env, "code", "issue", "--uses", "2");
  return { webhook, code };
}

async function valueOf(
  name: string,
  path: string,
  schema: Json,
  { base, key }: ServerOnAir,
  { webhook, code }: Own,
): Promise<string | number> {
  const first = async (list: string, field: string) => {
    const response = await fetch(base + list, { headers: { "x-api-key": key } });
    const answer = await response.json();
    const item = (answer.data ?? answer).find((one: Json) => one[field]);
    assert.ok(item, `${path}: nothing in ${list} has ${field}`);
    return item[field];
  };
  if (schema.enum !== undefined) return schema.enum[0];
  if (name === "month") return 7;
  if (name === "code") return code;
  if (name === "q") return await first("/api/groupa/members", "name");
  if (name === "member_id") return await first("/v1/birthdays/upcoming?days=366", name);
  if (path.startsWith("/v1/webhooks")) return webhook;
  const [, , group, part = ""] = path.split("/");
  const list = part.replace("-detail", "").replace(/^(member|chat-stream)$/, "members");
  const field = name === "room_id" || name === "name" ? name : "id";
  return await first(`/api/${group}/${list}`, field);
}
