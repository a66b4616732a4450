import { z } from "zod";
import { fieldMeaning, say, spokenLanguage } from "../words/say.ts";
import { styledYaml } from "../yaml/styled_node.ts";

/** The comment above the fields of a template. */
export function hint(): string {
  return `# ${say`To use a field, take away the # that touches it.`}\n\n`;
}

export type TemplateFields = Readonly<Record<string, unknown>>;

/**
 * A YAML text to fill in: every field of a schema with what it is for. Fields that have no value yet
 * are commented out and show an example.
 */
export function template(
  schema: z.ZodObject,
  values: TemplateFields,
  examples: TemplateFields,
): string {
  return Object.entries(schema.shape).map(([field, type]) => {
    const description = z.globalRegistry.get(type)?.description;
    const comment = description === undefined
      ? ""
      : `# ${fieldMeaning(description, spokenLanguage())}\n`;
    const value = values[field];
    if (value === undefined) {
      return comment + commentedOut(styledYaml({ [field]: examples[field] }));
    }
    return comment + fieldText(field, type, value, examples[field]);
  }).join("");
}

/** A list of fields shows its first entry in full. */
function fieldText(field: string, type: unknown, value: unknown, example: unknown): string {
  const element = type instanceof z.ZodArray ? type.element : undefined;
  if (!(element instanceof z.ZodObject) || !Array.isArray(value)) {
    return styledYaml({ [field]: value });
  }
  const [shown = {}] = Array.isArray(example) ? example : [];
  const entry = template(element, value[0] as TemplateFields, shown as TemplateFields).trimEnd()
    .split("\n");
  const first = entry.findIndex((line) => !/^ *#/.test(line));
  const lines = entry.map((line, place) =>
    place < first ? `  ${line}` : place === first ? `  - ${line}` : `    ${line}`
  );
  return `${field}:\n${lines.join("\n")}\n`;
}

/** Without a space behind the #, unlike a note; taking it away leaves the line in place. */
function commentedOut(yaml: string): string {
  return yaml.replace(/^ *(?=\S)/gm, "$&#");
}

const PUBLICATION = { draft: true, publish_at: "2026-07-04T19:00:00+07:00" };
const PICTURE = "pictures/nama.jpg";
const PAGE = "https://www.example/page";
const ADMISSION = {
  tickets: [{ type: "VIP", price: "Rp250.000", sale_from: "2026-07-01 10:00", url: PAGE }],
  stream: { url: "https://www.idn.app/user_name", price: "Rp50.000" },
};
const SOMEBODY = ["Nama Anggota", "Nama Tamu"];

/** What each field may look like, by kind; templates show it where there is no value yet. */
export const EXAMPLES = {
  group: {
    timezone: "Asia/Jakarta",
    language: "id",
    leap_day: "feb28",
    show_duration: "2h",
    shows_complete: true,
    aliases: ["another-name"],
    guests: ["Nama Tamu"],
    defaults: { venue: "Teater, lantai 4" },
    public: "none",
    image: PICTURE,
    accounts: {
      idn: "user_name",
      showroom: { room_id: 317738, url_key: "user_name" },
      youtube: ["UCabcdefghijklmnopqrstuv"],
    },
  },
  member: {
    fullname: "Nama Lengkap Anggota",
    name_native: "有沢 瑞穂",
    name_reading: "ありさわ みずほ",
    nicknames: ["Nama"],
    former_slugs: ["nama-lama"],
    generation: "Generasi 1",
    status: "active",
    team: "Merah",
    img: PICTURE,
    img_alt: PICTURE,
    birth_date: "2007-08-31",
    birthplace: "Bandung",
    blood_type: "O",
    zodiac: "Virgo",
    height: 160,
    hobby: "Menari, membaca",
    description: "Kapten tim.",
    jikosokai: "Halo, aku Nama!",
    joined: "2024-01-20",
    graduated: "2027-03-27",
    history: [
      { from: "2024-01-20", to: "2025-03-31", generation: "Generasi 1", role: "Trainee" },
      { from: "2025-03-31", team: "Merah", role: "Kapten" },
    ],
    idn_username: "user_name",
    room_id: 317738,
    showroom_url_key: "user_name",
    sr_exists: true,
    youtube: "UCabcdefghijklmnopqrstuv",
    socials: [{ title: "Instagram", url: PAGE }],
    shows_before: {
      total: 120,
      by_setlist: [{ setlist: "Nama Setlist", count: 30 }],
      as_of: "2026-06-30",
    },
    ...PUBLICATION,
  },
  show: {
    id: 3002,
    title: "Judul Pertunjukan",
    setlist: "Nama Setlist",
    time: "19:00",
    duration: "2h 30m",
    venue: "Teater, lantai 4",
    team: "Merah",
    state: "scheduled",
    members: SOMEBODY,
    seitansai: ["Nama Anggota"],
    graduation: ["Nama Anggota"],
    poster: PICTURE,
    banner: PICTURE,
    url: PAGE,
    ...ADMISSION,
    former_slugs: ["nama-lama"],
    ...PUBLICATION,
  },
  setlist: {
    name_native: "月の裏庭",
    name_reading: "つきのうらにわ",
    songs: [
      "Judul Lagu",
      { title: "Judul Lagu", original_title: "原題", center: ["Nama Anggota"], unit: SOMEBODY },
    ],
    image: PICTURE,
    former_slugs: ["nama-lama"],
  },
  news: {
    id: 1801,
    category: "Teater",
    label: "pictures/ikon.png",
    image: PICTURE,
    url: PAGE,
    summary: "Apa yang diumumkan, dalam satu kalimat.",
    former_slugs: ["nama-lama"],
    ...PUBLICATION,
  },
  event: {
    id: "E-101",
    type: "other",
    time: "10:00",
    duration: "3h",
    venue: "Balai Pertemuan",
    description: "Apa yang perlu diketahui pengunjung.",
    label: "pictures/ikon.png",
    url: PAGE,
    ...ADMISSION,
    members: SOMEBODY,
    state: "scheduled",
    former_slugs: ["nama-lama"],
    ...PUBLICATION,
  },
  release: {
    id: "S-26",
    number: 1,
    release_date: "2026-07-04",
    cover: PICTURE,
    tracks: [{ number: 1, title: "Judul Lagu", original_title: "原題", members: SOMEBODY }],
    label: "Nama Label",
    links: [{ title: "Spotify", url: PAGE }],
    description: "Singel pertama.",
    former_slugs: ["nama-lama"],
    ...PUBLICATION,
  },
  videocall: {
    sessions: [{
      title: "Judul Singel",
      category: "DIGITAL_PHOTOBOOK",
      code: "SB0126",
      preparation_start: "16:15",
      end_time: "17:30",
      members: SOMEBODY,
    }],
    ...PUBLICATION,
  },
} satisfies Record<string, TemplateFields>;
