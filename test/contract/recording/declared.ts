import { errorItem } from "../../support/error_item.ts";
import { apiDocumentOf } from "../../support/api_document.ts";
import { declaredAt } from "../../support/declared_schema.ts";
import { assertShape } from "../../support/shapes.ts";
import type { FullAnswer } from "./harness.ts";
import { requestLine } from "./request_line.ts";

/** The endpoints whose good answers were held so far: `bare/theater`. */
export const heldEndpoints = new Set<string>();

/** Holds an answer against the schema that its endpoint declares, a refusal against that of refusals. */
export function assertAsDeclared(answer: FullAnswer): void {
  const { request, status, headers, body, catalog: { index } } = answer;
  const contentType = headers.get("content-type") ?? "";
  const text = new TextDecoder().decode(body);
  const { method, target } = request;
  const isRead = /^application\/(feed\+)?json/.test(contentType) || text === "";
  const seen = { method, target, status, headers, text: isRead ? text : undefined };
  apiDocumentOf(index).assertSays(seen);
  if (body.length === 0) return;
  const line = requestLine(request);
  if (contentType.startsWith("text/event-stream")) return assertEvents(answer, text, line);
  if (!isRead) return;
  const value = JSON.parse(text);
  if (status >= 400) return assertShape(errorItem, value, line);
  const declared = declaredAt(
    answer.catalog,
    request.target,
    request.body,
    request.method,
  );
  if (declared?.schema === undefined) return;
  assertShape(declared.schema, value, line);
  heldEndpoints.add(`${declared.family}/${declared.route.id}`);
}

function assertEvents({ catalog, request }: FullAnswer, text: string, line: string): void {
  const declared = declaredAt(catalog, request.target);
  const events = declared?.events ?? {};
  for (const [, name, data] of text.matchAll(/^event: (.*)\ndata: (.*)$/gm)) {
    assertShape(events[name!]!, JSON.parse(data!), `${line}: ${name}`);
    heldEndpoints.add(`${declared?.family}/${declared?.route.id}`);
  }
}
