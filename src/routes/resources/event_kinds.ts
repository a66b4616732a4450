import { EVENT_KINDS, type EventKind } from "../../events/event.ts";
import type { JsonSchema } from "../../http/json_schema.ts";
import { NAMES, type Optional, optional } from "../../http/parameter.ts";

/** Kinds of events, separated by commas or repeated, in the order of the kinds, each once. */
function eventKinds(
  description: string,
  schema: JsonSchema,
  fold: (name: string) => string,
): Optional<readonly EventKind[]> {
  const readAll = (texts: readonly string[]) => {
    const names = new Set(texts.flatMap((text) => text.split(",")).map(fold));
    const kinds = EVENT_KINDS.filter((kind) => names.has(kind));
    return kinds.length === names.size ? kinds : undefined;
  };
  return { ...optional(description, schema, (text) => readAll([text])), readAll };
}

const ONE = EVENT_KINDS.map((kind) => kind.replace(".", "\\.")).join("|");

/** `type=` of the log. */
export const EVENT_KINDS_OF_QUERY = eventKinds(
  `kinds of events, comma separated: ${EVENT_KINDS.join(", ")}`,
  { type: "string", pattern: `^(${ONE})(,(${ONE}))*$` },
  (name) => name,
);

/** `types` of a webhook, in a body: a list, or a text like the above. */
export const EVENT_KINDS_OF_BODY = eventKinds(
  "types of events, such as live.started",
  NAMES,
  (name) => name.trim(),
);
