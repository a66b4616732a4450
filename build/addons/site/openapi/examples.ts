import type { JsonSchema } from "../../../../src/http/error_table.ts";

/**
 * What a field of an answer may hold, by its name; by the item's name too where it is another thing there.
 * The people are invented.
 */
const EXAMPLES: Readonly<Record<string, unknown>> = {
  age_after_birthday: 20,
  age_ms: 8200,
  age_on_next_birthday: 20,
  as_of: "2024-12-31",
  at: "2026-07-04T12:00:05.120Z",
  attribution: "Data by Oshibase fans",
  avatar_url: "https://image.showroom.example/avatar/1.png",
  banner: "https://img.example/fajar-baru-banner.jpg",
  birth_date: "2006-08-17",
  birthdate: "2006-08-17",
  birthday: "08-17",
  birthplace: "Bandung",
  bloodType: "A",
  build: "0f3a9c51d2e84b76",
  bytes: 48210,
  category: "Theater",
  center: ["Rara Kinanti"],
  changed: ["time", "venue"],
  "EventContentChanged.changed": 3,
  "EventContentChanged.kinds": { show: { added: 1, changed: 3, removed: 0 } },
  channel: "Serambi Bintang",
  chat_room_id: "a1b2c3d4",
  commit: "9fceb02d0ae598e95dc970b74767f19372d61af8",
  content: "Doors open at 18:00.",
  "Status.content": {
    groupa: {
      ...{ members: 24, shows: 437, news: 60, events: 18 },
      ...{ schedule: 455, releases: 12, videocalls: 4 },
    },
  },
  content_html: "<p>Doors open at 18:00.</p>",
  content_text: "Doors open at 18:00.",
  cover: "https://img.example/single-4.jpg",
  created_at: "2026-07-04T12:41:20Z",
  current_age: 19,
  current_time: "2026-07-04T19:05:00+07:00",
  cursor: "1042",
  data_id: "showroom-21847733",
  date: "2026-07-04",
  date_modified: "2026-07-02T10:00:00+07:00",
  date_published: "2026-07-01T09:00:00+07:00",
  day: "2026-07-04",
  "MonthBirthday.day": 17,
  days_until: 44,
  deno: "2.9.6",
  description: "She sings, and bakes at night.",
  dropped: { unknown_member: 2 },
  duration: 2475000,
  duration_ms: 2475000,
  end: "2026-07-04T12:41:20Z",
  end_at: "2026-07-04T21:00:00+07:00",
  end_time: "13:15",
  ended_at: "2026-07-04T12:41:20Z",
  event: "live.started",
  feed_url: "https://api.oshibase.example/api/groupa/news.json",
  fields: ["time", "venue"],
  first: "2025-01-05",
  former_id: "2026-07-03-fajar-baru",
  from: "2026-06-29",
  "Changes.from": "1001",
  fullname: "Rara Kinanti Prameswari",
  generation: "gen7-groupa",
  graduated: "2027-03-31",
  group: "groupa",
  groups: ["groupa"],
  height: "160 cm",
  hint: "9f3a",
  hobby: "Baking",
  home_page_url: "https://api.oshibase.example/groups/groupa",
  host: "bot.example",
  id: "rara-kinanti",
  idn_username: "groupa_rara",
  image: "https://img.example/fajar-baru.jpg",
  img: "https://img.example/rara-kinanti.jpg",
  img_alt: "https://img.example/rara-kinanti-2.jpg",
  jikosokai: "Rara, the morning light!",
  joined: "2022-11-01",
  kind: "show",
  label: "https://img.example/label-theater.png",
  language: "id",
  last: "2026-06-28",
  last_error: "timeout",
  licence: "CC0-1.0",
  licence_url: "https://spdx.org/licenses/CC0-1.0.html",
  limit: 5000,
  local_start_at: "2026-07-04T21:00:00+09:00",
  matched: "Rara",
  member: "rara-kinanti",
  member_id: "rara-kinanti",
  members: ["Rara Kinanti", "Dania Irdina"],
  mention: "123456789012345678",
  message: "OK",
  name: "Rara Kinanti",
  name_native: "ララ・キナンティ",
  name_reading: "Rara Kinanti",
  next_at: "2026-07-04T12:00:10Z",
  next_birthday: "2026-08-17",
  nickname: "Rara",
  nicknames: ["Rara", "Rachan"],
  original_title: "Atarashii Asa",
  path: "/v1/dataset/groupa.ndjson",
  peak_viewers: 1834,
  performed: 12,
  plan: "standard",
  poster: "https://img.example/fajar-baru-poster.jpg",
  preparation_start: "12:30",
  price: "Rp150.000",
  published_at: "2026-07-01T09:00:00+07:00",
  rate: { per_second: 10, burst: 30 },
  release_date: "2026-05-20",
  remaining: 4988,
  resets_at: "2026-07-04T17:00:00Z",
  role: "Captain",
  room_id: 410034,
  sale_from: "2026-06-20T18:00:00+07:00",
  scheduled_at: "2026-07-05T13:00:00Z",
  secret: "J-osb_anInventedKeyThatOpensNothing",
  "NewWebhook.secret": "whsec_YW4gaW52ZW50ZWQgc2VjcmV0IQ==",
  session: "1",
  setlist: "Fajar Baru",
  sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  showroom_url_key: "groupa_Rara",
  since: "2025-01-05",
  slug: "rara-kinanti",
  songs: ["Atarashii Asa", "Langit Kota"],
  start: "2026-07-04T12:00:05Z",
  start_at: "2026-07-04T19:00:00+07:00",
  start_time: "13:00",
  started_at: "2026-07-04T12:00:05Z",
  summary: "Doors open at 18:00.",
  tags: ["Theater"],
  team: "Pagi",
  thumbnail: "https://img.example/video.jpg",
  time: "19:00",
  timestamp: "2026-07-04T12:03:10Z",
  timezone: "Asia/Jakarta",
  title: "Fajar Baru",
  to: "2026-07-05",
  type: "VIP",
  types: ["live.started", "show.changed"],
  unit: ["Rara Kinanti", "Dania Irdina"],
  url: "https://www.example.com/fajar-baru",
  url_key: "rara-kinanti",
  used: 12,
  username: "groupa_rara",
  valid_until: "2026-07-05T02:00:00Z",
  venue: "Teater Serambi",
  viewers: 1200,
  zodiac: "Leo",
};

/** Puts an example on each field of an object that says nothing of it by its values, and on those within. */
export function withExamples(schema: JsonSchema, item: string): JsonSchema {
  const { properties, items, anyOf } = schema;
  return {
    ...schema,
    ...(properties !== undefined && { properties: fieldsWithExamples(properties, item) }),
    ...(items !== undefined && { items: withExamples(items as JsonSchema, item) }),
    ...(Array.isArray(anyOf) && { anyOf: anyOf.map((one) => withExamples(one, item)) }),
  };
}

function fieldsWithExamples(properties: unknown, item: string): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(properties as Record<string, JsonSchema>).map(([name, field]) => {
      const example = EXAMPLES[`${item}.${name}`] ?? EXAMPLES[name];
      const inner = withExamples(field, item);
      return [
        name,
        isPlain(field) && example !== undefined ? { ...inner, examples: [example] } : inner,
      ];
    }),
  );
}

/** Whether neither values nor parts tell what a field may hold. */
function isPlain(field: JsonSchema): boolean {
  const { $ref, properties, items, anyOf } = field;
  if (items !== undefined) return isPlain(items as JsonSchema);
  return $ref === undefined && properties === undefined && anyOf === undefined &&
    field.enum === undefined && field.type !== "boolean" && !("const" in field);
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
  if (type === "boolean") return false;
  return type === "number" || type === "integer" ? 1 : type === "object" ? {} : "";
}
