import fc from "fast-check";
import { SCHEMAS } from "../../build/schema/schemas.ts";

const anyText = fc.string({ unit: "binary" }).map((text) => `x${text}`);
const anyDay = fc.constantFrom(
  ...["2026-08-01", "2024-02-29", "0000-01-01", "9999-12-31", "2011-12-30", "2018-11-04"],
  ...["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59Z", "1899-12-31T23:59:59.999Z"],
);
const anyInstant = fc.constantFrom(
  ...["2026-07-31T17:00:00Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z"],
);
const anyLength = fc.constantFrom("1m", "2:30", "24h", "2 jam 30 menit");
const anyReading = fc.constantFrom("ありさわ みずほ", "ＣＨＥＮ Méilán-1", "ｱﾘｻﾜ・ミズホ");
const anyTime = fc.constantFrom("00:00", "23:59:59", "02:30", "19:00");
const anyName = fc.constantFrom(
  ..."Aya aya-putri BELA Tamu constructor __proto__ ａｙａ".split(" "),
);
const anyImage = fc.constantFrom("https://a.example/x.png", "/a.png");
const anyNumber = fc.integer({ min: 1 });
const anyLinks = fc.array(fc.record({ title: anyText, url: fc.constant("https://a.example/") }));
const anyPeople = fc.array(anyName, { maxLength: 4 });
const anyCelebrated = fc.array(fc.oneof(anyName, fc.record({ member: anyName, id: fc.integer() })));

/** Values that fit a field; what is not here takes any text. */
const FITTING: Record<string, fc.Arbitrary<unknown>> = {
  accounts: fc.record({ idn: anyText, youtube: fc.array(anyText) }),
  aliases: fc.constantFrom([], ["x", "y.z"], ["x", { name: "y48", as: "jkt48connect" }]),
  banner: anyImage,
  birth_date: anyDay,
  cover: anyImage,
  date: anyDay,
  draft: fc.boolean(),
  duration: anyLength,
  end_time: anyTime,
  family: fc.constantFrom("bare", "wrapped"),
  former_slugs: fc.constantFrom([], ["citra"]),
  graduated: anyDay,
  graduation: anyCelebrated,
  history: fc.array(
    fc.record({ from: anyDay, to: anyDay, team: anyText }, { requiredKeys: ["from", "team"] }),
  ),
  height: fc.oneof(anyText, anyNumber),
  id: fc.oneof(fc.constantFrom("E-1", "日本"), fc.integer()),
  image: anyImage,
  img: anyImage,
  img_alt: anyImage,
  joined: anyDay,
  label: anyImage,
  language: fc.constantFrom("id", "ja", "sv", "th"),
  leap_day: fc.constantFrom("feb28", "mar1"),
  links: anyLinks,
  members: anyPeople,
  name_reading: anyReading,
  nicknames: fc.array(anyText),
  number: anyNumber,
  poster: anyImage,
  preparation_start: anyTime,
  publish_at: anyInstant,
  release_date: anyDay,
  room_id: anyNumber,
  seitansai: anyCelebrated,
  show_duration: anyLength,
  shows_before: fc.record({
    total: fc.nat(200),
    by_setlist: fc.array(fc.record({ setlist: anyText, count: fc.nat(60) }), { maxLength: 3 }),
    as_of: anyDay,
  }, { requiredKeys: ["total"] }),
  shows_complete: fc.boolean(),
  socials: anyLinks,
  sr_exists: fc.boolean(),
  start_time: anyTime,
  state: fc.constantFrom("scheduled", "cancelled", "postponed"),
  status: fc.constantFrom("active", "trainee", "graduated"),
  time: anyTime,
  timezone: fc.constantFrom(
    "Pacific/Apia",
    "America/Sao_Paulo",
    "Etc/GMT-14",
    "Asia/Jakarta",
    "utc",
  ),
  stream: fc.record({ url: fc.constant("https://a.example/"), price: anyText }, {
    requiredKeys: ["url"],
  }),
  tickets: fc.array(
    fc.record({
      type: anyText,
      price: anyText,
      sale_from: fc.constantFrom("2026-07-01", "2026-07-01 10:00", "2026-07-01T10:00:00+07:00"),
      url: fc.constant("https://a.example/"),
    }, { requiredKeys: [] }),
    { maxLength: 3 },
  ),
  tracks: fc.array(fc.record({ title: anyText, members: anyPeople })),
  type: fc.constantFrom("single", "album", "handshake", "media"),
  url: fc.constant("https://a.example/"),
};

const fieldsOf = (kind: "member" | "show" | "event" | "release" | "group") =>
  Object.keys(SCHEMAS[kind].schema.shape);

/** The fields of each kind of file, and those that it needs. */
const KINDS: Record<string, readonly [needed: string, fields: readonly string[]]> = {
  "groupa/members/citra-dewi.yaml": ["name", fieldsOf("member")],
  "groupa/shows/2026-08-01-peluit.yaml": ["title date", fieldsOf("show")],
  "groupa/events/2026-08-01-konser.yaml": ["title date", fieldsOf("event")],
  "groupa/releases/peluit.yaml": ["title type", fieldsOf("release")],
  "groupa/group.yaml": ["name family", fieldsOf("group")],
};

/** A session needs its fields inside a list. */
const anyCalls = anyRecord(
  "session start_time",
  ["session", "start_time", "preparation_start", "end_time", "members"],
).chain((
  session,
) =>
  fc.record({ date: anyDay, sessions: fc.constant([session]) }).map((day): [string, string] => [
    "groupa/videocalls/2026-05-08.yaml",
    JSON.stringify(day),
  ])
);

const anyOfKind = fc.constantFrom(...Object.entries(KINDS)).chain(([file, [needed, fields]]) =>
  anyRecord(needed, fields).map((
    values,
  ): [string, string] => [file, JSON.stringify(values, null, 1)])
);

/** A content file with values that mostly fit their fields, as JSON (which is YAML). */
export const anyEntry: fc.Arbitrary<[file: string, holds: string]> = fc.oneof(
  { weight: 5, arbitrary: anyOfKind },
  { weight: 1, arbitrary: anyCalls },
);

function anyRecord(
  needed: string,
  fields: readonly string[],
): fc.Arbitrary<Record<string, unknown>> {
  const values = Object.fromEntries(fields.map((name) => [name, anyValueOf(name)]));
  return fc.record(values, { requiredKeys: needed.split(" ") });
}

function anyValueOf(field: string): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 60, arbitrary: FITTING[field] ?? anyText },
    { weight: 1, arbitrary: fc.oneof(fc.jsonValue({ maxDepth: 3 }), anyDay, anyTime, anyName) },
  );
}
