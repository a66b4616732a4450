import { z } from "zod";
import type { JsonSchema } from "../../../../src/http/error_table.ts";
import { withExamples } from "./examples.ts";
import { componentName, type Components } from "./components.ts";
import type { FamilyName } from "../../../../src/model/enums.ts";
import {
  answerSchema,
  type ItemName,
  type JsonAnswers,
} from "../../../../src/model/answer/answer_schema.ts";
import { ITEMS, STREAMS } from "../../../../src/model/item/items.ts";
import { LOGGED_EVENTS } from "../../../../src/model/item/logged_event.ts";

/** What an endpoint answers with in a family. */
export function answersSchema(
  components: Components,
  answers: JsonAnswers,
  family: FamilyName,
): JsonSchema {
  const whole = converted(components, shared(answerSchema(answers, family, false)));
  if (!("list" in answers) || answers.pages === undefined) return whole;
  return { anyOf: [whole, converted(components, answerSchema(answers, family, true))] };
}

/** An item alone, by its name. */
export function itemSchema(components: Components, name: ItemName): JsonSchema {
  return converted(components, shared(ITEMS[name]));
}

/** What the events of a stream hold, by their names. */
export function streamSchemas(
  components: Components,
  stream: keyof typeof STREAMS,
): Readonly<Record<string, JsonSchema>> {
  const events = Object.entries(STREAMS[stream]);
  return Object.fromEntries(
    events.map(([name, schema]) => [name, converted(components, shared(schema))]),
  );
}

/** A schema of the document; the items that it names become components. */
function converted(components: Components, schema: z.ZodType): JsonSchema {
  const { $schema: _, $defs = {}, ...rest } = z.toJSONSchema(schema, {
    metadata: ITEM_IDS,
    override: ({ zodSchema, jsonSchema }) => adapt(zodSchema, jsonSchema),
  });
  for (const [name, item] of Object.entries($defs)) {
    components.link("schemas", name, () => withExamples(relinked(item)));
  }
  return withExamples(relinked(rest));
}

/** What items are called in the document. */
const ITEM_IDS = itemIds();

function itemIds() {
  const ids = z.registry<{ id: string }>();
  for (const [name, schema] of Object.entries(ITEMS)) ids.add(schema, { id: componentName(name) });
  ids.add(STREAMS.live.ended, { id: "LiveEnd" });
  for (const [type, schema] of Object.entries(LOGGED_EVENTS)) {
    ids.add(schema, { id: componentName("event", type) });
  }
  return ids;
}

/** A schema that is named itself would be written out: as a part of another it is linked. */
function shared(schema: z.ZodType): z.ZodType {
  return z.union([schema]);
}

/** Answers change by addition, so that objects stay open; bounds of exact integers say nothing. */
function adapt(zodSchema: z.core.$ZodType, schema: Record<string, unknown>): void {
  const description = z.globalRegistry.get(zodSchema)?.description;
  if (description !== undefined) schema.description = description;
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  namePropertiesOf(schema);
  if (zodSchema instanceof z.ZodDiscriminatedUnion) nameAlternatives(zodSchema, schema);
  if (Array.isArray(schema.anyOf) && schema.anyOf.length === 1) {
    const [only] = schema.anyOf;
    delete schema.anyOf;
    Object.assign(schema, only);
  }
}

/** Alternatives that a field distinguishes: its value in each. */
function nameAlternatives({ def }: z.ZodDiscriminatedUnion, schema: Record<string, unknown>): void {
  const { discriminator: propertyName, options } = def;
  const links = (schema.oneOf ?? schema.anyOf) as readonly JsonSchema[];
  delete schema.oneOf;
  schema.anyOf = links;
  const mapping = Object.fromEntries(
    (options as z.ZodObject[]).map(({ shape }, n) =>
      [(shape[propertyName] as z.ZodLiteral<string>).value, links[n]!.$ref] as const
    ),
  );
  schema.discriminator = { propertyName, mapping };
}

/** A record over a few words has those properties, which says more than their names alone. */
function namePropertiesOf(schema: Record<string, unknown>): void {
  const { propertyNames, additionalProperties, required } = schema;
  const names = (propertyNames as { enum?: string[] } | undefined)?.enum;
  if (names === undefined || !Array.isArray(required)) return;
  schema.properties = Object.fromEntries(names.map((name) => [name, additionalProperties]));
  delete schema.propertyNames;
  delete schema.additionalProperties;
}

/** Links lead to the document's shared items, which are named by their place. */
function relinked(schema: unknown): JsonSchema {
  const text = JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/');
  const { id: _, ...rest } = JSON.parse(text);
  return rest;
}
