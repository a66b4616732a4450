import type { z } from "zod";
import { nearest } from "../../../src/toolbox/nearest.ts";
import { quote, suggestion } from "../../diagnostic/wording.ts";
import type { SourceLocation } from "../../diagnostic/diagnostic.ts";
import { isFields, type Parsed, type ValuePath } from "../../read/source.ts";
import type { Explained } from "./advice.ts";
import { fieldNames, holdsTruth, neededFields, remedyAt, valueIn } from "./schema_fields.ts";
import { inOtherForm } from "../same_form.ts";
import { fieldMeant } from "../../words/field_words.ts";
import { KINDS_BY_FOLDER, SCHEMAS } from "../../schema/schemas.ts";
import { joined, listed, phrase, type Words } from "../../words/say.ts";

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
        ? missing.length > 1
          ? elsewhere(schema, place, key, missing)
          : phrase`; the only other field here is ${quote(missing[0]!)}`
        : phrase`; take it out`);
    const message = phrase`Cannot use the field ${quote(written)}: there is no such field${hint}`;
    // Of two that mean one field, either may be right.
    const isOnly = keys.every((other) => other === written || wordFor(other, free) !== word);
    return { path, what: "key", message, replacement: isOnly ? word : undefined };
  });
}

/** What else of a file, or which other files, have a field that is unknown at this place. */
function elsewhere(
  schema: z.ZodType,
  place: ValuePath,
  key: string,
  missing: readonly string[],
): Words {
  const here = phrase`expected one of ${missing.join(", ")}`;
  const within = fieldNames(schema, place).filter((name) =>
    [[name], [name, 0]].some((path) => fieldNames(schema, [...place, ...path]).includes(key))
  );
  if (within.length > 0) {
    return phrase`; ${
      joined(within, phrase` or `)
    } may have it, on an indented line below; here, ${here}`;
  }
  const folders = place.length > 0
    ? []
    : Object.entries(KINDS).flatMap(([folder, kind]) =>
      fieldNames(SCHEMAS[kind].schema, []).includes(key) ? [folder] : []
    );
  return folders.length === 0
    ? phrase`; ${here}`
    : phrase`; files in ${listed(folders)} have it; here, ${here}`;
}

const KINDS = { ...KINDS_BY_FOLDER, setlists: "setlist" } as const;

/** The field that stands there already under its own name: `Name` is `name`, and so is `nama`. */
function sameField(key: string, there: ReadonlySet<string>): string | undefined {
  const plain = plainName(key);
  return [plain, fieldMeant(plain)].find((name) =>
    name !== undefined && name !== key && there.has(name)
  );
}

/** The field that a name in another form means, or one of the table. */
function wordFor(key: string, free: readonly string[]): string | undefined {
  const plain = key.normalize("NFKC");
  const meant = fieldMeant(plainName(plain)) ?? "";
  // `kategori` is `category`, which other kinds call `type`.
  return inOtherForm(plain, free) ??
    free.find((name) => name === meant || name === fieldMeant(meant));
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
