import type { z } from "zod";
import { nearest } from "../../../src/toolbox/nearest.ts";
import { quote, suggestion } from "../../diagnostic/wording.ts";
import type { SourceLocation } from "../../diagnostic/diagnostic.ts";
import { isFields, type Parsed, type ValuePath } from "../../read/source.ts";
import type { Explained } from "./advice.ts";
import { fieldNames, holdsTruth, neededFields, remedyAt, valueIn } from "./schema_fields.ts";
import { inOtherForm } from "../same_form.ts";
import { phrase, type Words } from "../../words/say.ts";

/** Explains fields that a schema does not have; the paths of those that are meant join `misspelt`. */
export function unknownFields(
  { keys, path }: z.core.$ZodIssueUnrecognizedKeys,
  parsed: Parsed,
  schema: z.ZodType,
  misspelt: Set<string>,
): Explained[] {
  const place = path as ValuePath;
  const there = new Set(Object.keys(valueIn(parsed.value, place) ?? {}));
  const missing = fieldNames(schema, place).filter((name) => !there.has(name));
  const needed = neededFields(schema, place).filter((name) => !there.has(name));
  const { foreign } = remedyAt(schema, place);
  return keys.map((written) => {
    const path = [...place, written];
    const value = valueIn(parsed.value, path);
    // Wide letters are meant as ordinary ones.
    const key = written.normalize("NFKC");
    if (foreign?.names.test(key)) {
      const message = phrase`Cannot use the field ${quote(key)}: ${foreign.words}`;
      return { path, what: "key", message };
    }
    const isLink = keys.length === 1 && needed.length === 2 && needed.includes("title") &&
      needed.includes("url") && /^https?:\/\/[^\s"\\]+$/.test(String(value));
    if (isLink) {
      for (const name of needed) misspelt.add(JSON.stringify([...place, name]));
      const message = phrase`Cannot use the field ${quote(key)}: there is no such field; write
        { title: ${key}, url: "${value}" }`;
      return { path, what: "key", message };
    }
    const entries = Array.isArray(value) ? value : [value];
    if (entries.length > 0 && entries.every((entry) => holdsFields(entry, missing))) {
      for (const name of missing) misspelt.add(JSON.stringify([...place, name]));
      return { path, what: "key", message: wrapped(key, Array.isArray(value)) };
    }
    const twin = sameField(key, there);
    if (twin !== undefined) {
      return {
        path,
        what: "key",
        message: twice(key, twin, parsed.locate([...place, twin], "key")),
      };
    }
    const free = missing.filter((name) => mayHold(schema, [...place, name], value));
    const only = keys.length === 1 && missing.length === 1 ? needed[0] : undefined;
    const word = wordFor(key, free);
    const meant = word ?? nearest(key, free) ?? only;
    if (meant !== undefined) misspelt.add(JSON.stringify([...place, meant]));
    const hint = suggestion(word ?? key, free) ||
      (missing.length > 0
        ? phrase`; expected ${
          missing.length > 1 ? phrase`one of ${missing.join(", ")}` : missing[0]
        }`
        : phrase`; take it out`);
    const message = phrase`Cannot use the field ${quote(written)}: there is no such field${hint}`;
    // Of two that mean one field, either may be right.
    const isOnly = keys.every((other) => other === written || wordFor(other, free) !== word);
    return { path, what: "key", message, replacement: isOnly ? word : undefined };
  });
}

/** The field that stands there already under its own name: `Name` is `name`, and so is `nama`. */
function sameField(key: string, there: ReadonlySet<string>): string | undefined {
  const plain = plainName(key);
  return [plain, OTHER_FIELD_NAMES[plain]].find((name) =>
    name !== undefined && name !== key && there.has(name)
  );
}

/** The field that a name in another form means, or one of the table. */
function wordFor(key: string, free: readonly string[]): string | undefined {
  const plain = key.normalize("NFKC");
  return inOtherForm(plain, free) ??
    free.find((name) => name === OTHER_FIELD_NAMES[plainName(plain)]);
}

function plainName(key: string): string {
  return key.toLowerCase().replace(/[\s-]/g, "_");
}

function twice(key: string, twin: string, { line }: SourceLocation): Words {
  return phrase`Cannot use the field ${quote(key)}: line ${line} says it already, as ${quote(twin)};
    keep one of them`;
}

/** Whether a field is a name that somebody wrote around all others. */
function holdsFields(value: unknown, missing: readonly string[]): value is object {
  if (!isFields(value)) return false;
  const names = Object.keys(value);
  return names.length > 1 && names.every((name) => missing.includes(name));
}

function wrapped(key: string, isList: boolean): Words {
  if (isList) {
    return phrase`Cannot use the field ${quote(key)}: one file has the fields of one entry;
      make a file for each entry below it, without this line and its hyphen`;
  }
  return phrase`Cannot use the field ${quote(key)}: the fields below it belong in no other field;
    delete this line, and begin them at the margin`;
}

/** `published: false` is no misspelt `publish_at`. */
function mayHold(schema: z.ZodType, path: ValuePath, value: unknown): boolean {
  return typeof value !== "boolean" || holdsTruth(schema, path);
}

/** What fields are called in Indonesian, and elsewhere; a file has only some of them. */
const OTHER_FIELD_NAMES: Readonly<Record<string, string>> = {
  ...{ nama: "name", nama_lengkap: "fullname", panggilan: "nicknames", generasi: "generation" },
  ...{ tanggal_lahir: "birth_date", tempat_lahir: "birthplace", golongan_darah: "blood_type" },
  ...{ tinggi: "height", tinggi_badan: "height", hobi: "hobby", tim: "team", foto: "img" },
  ...{ judul: "title", tanggal: "date", waktu: "time", jam: "time", tempat: "venue" },
  ...{ durasi: "duration", lama: "duration", length: "duration", runtime: "duration" },
  ...{ lokasi: "venue", anggota: "members", gambar: "image", kategori: "category" },
  ...{ deskripsi: "description", ringkasan: "summary", tautan: "url", lagu: "songs" },
  ...{ birthday: "birth_date", birthdate: "birth_date", dob: "birth_date", photo: "img" },
  ...{ picture: "img", image: "img", avatar: "img", full_name: "fullname", gen: "generation" },
  ...{ headline: "title", location: "venue", place: "venue", lineup: "members" },
  ...{ line_up: "members", performers: "members", categories: "category", tracklist: "tracks" },
  ...{ songs: "tracks", released: "release_date", date: "release_date", link: "url" },
  ...{ 日付: "date", 時間: "time", 開演: "time", 会場: "venue", 名前: "name", 出演: "members" },
  ...{ タイトル: "title", 題名: "title", 誕生日: "birth_date", 生年月日: "birth_date" },
  ...{ start: "start_time", mulai: "start_time", end: "end_time", title: "name", name: "title" },
  ...{ start_date: "date", tanggal_mulai: "date", theater: "venue", teater: "venue" },
  ...{ native_name: "name_native", kanji: "name_native", nama_asli: "name_native" },
  ...{ reading: "name_reading", furigana: "name_reading", kana: "name_reading" },
  ...{ romaji: "name_reading", yomi: "name_reading", cara_baca: "name_reading" },
  ...{ career: "history", karier: "history", riwayat: "history", since: "from", sejak: "from" },
  ...{ until: "to", sampai: "to", hingga: "to", position: "role", jabatan: "role" },
  ...{ original: "original_title", judul_asli: "original_title", centre: "center" },
  ...{ harga: "price", cost: "price", biaya: "price", tiket: "tickets", ticketing: "tickets" },
  ...{ dijual: "sale_from", mulai_dijual: "sale_from", sale_start: "sale_from" },
  ...{ sale_date: "sale_from", on_sale: "sale_from", sale: "sale_from", 発売日: "sale_from" },
  ...{ siaran: "stream", streaming: "stream", livestream: "stream", jumlah: "total" },
  ...{ kali: "count", berapa_kali: "count", per_setlist: "by_setlist", sampai_tanggal: "as_of" },
  ...{ pertunjukan_sebelumnya: "shows_before", pertunjukan_lengkap: "shows_complete" },
  ...{ lama_pertunjukan: "show_duration", singers: "unit", penyanyi: "unit", members: "unit" },
  ...{ dari: "from", peran: "role" },
  ...{ sampul: "cover", jenis: "type", tipe: "type", sesi: "sessions", tamu: "guests" },
};
