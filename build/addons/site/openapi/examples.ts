import type { JsonSchema } from "../../../../src/http/error_table.ts";

/** What a text of an answer may hold, and the names of the fields that do. The people are invented. */
const EXAMPLES: readonly (readonly [example: string, fields: string])[] = [
  ["Rara Kinanti", "name fullname name_reading members center unit"],
  ["ララ・キナンティ", "name_native"],
  ["Rara", "nickname nicknames matched"],
  ["rara-kinanti", "id slug url_key member member_id"],
  ["groupa_rara", "username idn_username showroom_url_key"],
  ["groupa", "group groups"],
  ["gen7-groupa", "generation"],
  ["Pagi", "team"],
  ["Captain", "role"],
  ["Bandung", "birthplace"],
  ["160 cm", "height"],
  ["Baking", "hobby"],
  ["A", "bloodType"],
  ["Leo", "zodiac"],
  ["Rara, the morning light!", "jikosokai"],
  ["08-17", "birthday"],
  ["2006-08-17", "birth_date birthdate"],
  ["2026-08-17", "next_birthday"],
  ["2025-01-05", "first since as_of joined"],
  ["2026-07-04", "date day from to last graduated release_date"],
  ["19:00", "time start_time end_time preparation_start"],
  ["2026-07-04T19:00:00+07:00", "start_at end_at current_time sale_from published_at"],
  ["2026-07-04T19:00:00+07:00", "date_published date_modified"],
  ["2026-07-04T21:00:00+09:00", "local_start_at"],
  ["2026-07-04T12:00:05Z", "started_at start at timestamp scheduled_at"],
  ["2026-07-04T12:41:20Z", "ended_at end created_at next_at resets_at valid_until"],
  ["Asia/Jakarta", "timezone"],
  ["Fajar Baru", "title setlist"],
  ["Atarashii Asa", "songs original_title"],
  ["Teater Serambi", "venue"],
  ["Serambi Bintang", "channel"],
  ["Theater", "category tags"],
  ["Doors open at 18:00.", "content content_text content_html description summary message"],
  ["VIP", "type"],
  ["Rp150.000", "price"],
  ["1", "session"],
  ["https://img.example/fajar-baru.jpg", "img img_alt image poster banner cover label thumbnail"],
  ["https://img.example/avatar.png", "avatar_url"],
  ["https://www.example.com/fajar-baru", "url home_page_url feed_url"],
  ["CC0-1.0", "licence"],
  ["https://spdx.org/licenses/CC0-1.0.html", "licence_url"],
  ["Data by Oshibase fans", "attribution"],
  ["id", "language"],
  ["show", "kind"],
  ["live.started", "event types"],
  ["time", "fields changed"],
  ["2026-07-03-fajar-baru", "former_id"],
  ["showroom-21847733", "data_id"],
  ["a1b2c3d4", "chat_room_id"],
  ["1042", "cursor"],
  ["0f3a9c51d2e84b76", "build"],
  ["9fceb02d0ae598e95dc970b74767f19372d61af8", "commit"],
  ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", "sha256"],
  ["/v1/dataset/groupa.ndjson", "path"],
  ["2.9.6", "deno"],
  ["standard", "plan"],
  ["J-osb_anInventedKeyThatOpensNothing", "secret"],
  ["9f3a", "hint"],
  ["bot.example", "host"],
  ["timeout", "last_error"],
  ["123456789012345678", "mention"],
];

const BY_FIELD: ReadonlyMap<string, string> = new Map(
  EXAMPLES.flatMap(([example, fields]) => fields.split(" ").map((field) => [field, example])),
);

/** What a field's description says of its text, where fields of one name hold different things. */
const BY_DESCRIPTION: readonly (readonly [description: RegExp, example: string])[] = [
  [/slug; empty for the group|^Her slug/, "rara-kinanti"],
  [/^When .* with the group's offset/, "2026-07-04T19:00:00+07:00"],
  [/name for the quality/, "1080p"],
  [/platform and its own id/, "idn-8412"],
  [/record company's name/, "Pancawarna Rekam"],
];

function exampleOf(field: string, description: unknown): string | undefined {
  const [, known] = BY_DESCRIPTION.find(([said]) => said.test(String(description))) ?? [];
  return known ?? BY_FIELD.get(field);
}

/** Puts an example on each text of a schema whose values do not say what it holds; `field` is its name. */
export function withExamples(schema: JsonSchema, field = ""): JsonSchema {
  const { properties, items, additionalProperties, anyOf, type, description } = schema;
  const isText = [type].flat().includes("string") && !("enum" in schema) && !("const" in schema);
  const example = isText ? exampleOf(field, description) : undefined;
  const inner = (one: unknown) =>
    typeof one === "object" ? withExamples(one as JsonSchema, field) : one;
  const fields = Object.entries(properties as Record<string, JsonSchema> | undefined ?? {});
  return {
    ...schema,
    ...(example !== undefined && { examples: [example] }),
    ...(fields.length > 0 && {
      properties: Object.fromEntries(fields.map(([name, one]) => [name, withExamples(one, name)])),
    }),
    ...(items !== undefined && { items: inner(items) }),
    ...(additionalProperties !== undefined &&
      { additionalProperties: inner(additionalProperties) }),
    ...(Array.isArray(anyOf) && { anyOf: anyOf.map(inner) }),
  };
}

/** An answer that a schema allows, made of the examples of its fields; `resolve` finds what is linked. */
export function sampleOf(schema: JsonSchema, resolve: (link: string) => JsonSchema): unknown {
  const { $ref, examples, properties, items, anyOf, type } = schema;
  if (typeof $ref === "string") return sampleOf(resolve($ref), resolve);
  if (Array.isArray(examples)) return examples[0];
  if ("const" in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (Array.isArray(anyOf)) return sampleOf(anyOf[0], resolve);
  if (items !== undefined) return [sampleOf(items as JsonSchema, resolve)];
  if (properties !== undefined) {
    const fields = Object.entries(properties as Record<string, JsonSchema>);
    return Object.fromEntries(fields.map(([name, field]) => [name, sampleOf(field, resolve)]));
  }
  const [first] = [type].flat();
  return { boolean: false, number: 12, integer: 12, object: {} }[String(first)] ?? "";
}
