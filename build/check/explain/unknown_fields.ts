import type { z } from "zod";
import { nearest } from "../../../src/toolbox/nearest.ts";
import { quote, suggestion } from "../../diagnostic/wording.ts";
import type { Parsed, ValuePath } from "../../read/source.ts";
import type { Explained } from "./advice.ts";
import { fieldNames, neededFields, typesAt, valueIn } from "./schema_fields.ts";
import { inOtherForm, isSameInForm } from "../same_form.ts";
import { fieldMeant } from "../../words/field_words.ts";
import { phrase } from "../../words/say.ts";

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
  return keys.map((written) => {
    const path = [...place, written];
    // Wide letters are meant as ordinary ones.
    const key = written.normalize("NFKC");
    const twin = sameField(key, there);
    if (twin !== undefined) {
      const { line } = parsed.locate([...place, twin], "key");
      const message = phrase`Cannot use the field ${quote(key)}: line ${line} says it already, as ${
        quote(twin)
      }; keep one of them`;
      return { path, what: "key", message };
    }
    const value = valueIn(parsed.value, path);
    const text = typeof value === "object" ? "" : String(value);
    // `published: false` is no misspelt `publish_at`, the number of a room is no name of hers, and `draft` no state.
    const free = missing.filter((name) =>
      isSameInForm(key, name) ||
      (/^\d+$/.test(text)
        ? !/_(?:username|url_key)$/.test(name)
        : /^draft$/i.test(text)
        ? !/^stat(?:e|us)$/.test(name)
        : typeof value !== "boolean" || typesAt(schema, [...place, name]).includes("boolean"))
    );
    const word = wordFor(key, free);
    const only = keys.length === 1 && missing.length === 1
      ? neededFields(schema, place).find((name) => name === missing[0])
      : undefined;
    const meant = word ?? nearest(key, free) ?? only;
    if (meant !== undefined) misspelt.add(JSON.stringify([...place, meant]));
    const remedy = missing.length > 0
      ? phrase`; expected one of ${missing.join(", ")}`
      : phrase`; take it out`;
    const hint = suggestion(word ?? key, free) || remedy;
    const message = phrase`Cannot use the field ${quote(written)}: there is no such field${hint}`;
    // Of two that mean one field, either may be right.
    const isOnly = keys.every((other) => other === written || wordFor(other, free) !== word);
    return { path, what: "key", message, replacement: isOnly ? word : undefined };
  });
}

/** The field that stands there already under its own name: `Name` is `name`, and so is `nama`. */
function sameField(key: string, there: ReadonlySet<string>): string | undefined {
  const plain = plainName(key);
  return [plain, fieldMeant(plain)].find((name) =>
    name !== undefined && name !== key && there.has(name)
  );
}

/** The field that a name in another form means, or one of the table. */
function wordFor(key: string, free: readonly string[]): string | undefined {
  const meant = fieldMeant(plainName(key)) ?? "";
  // `kategori` is `category`, which other kinds call `type`.
  return inOtherForm(key, free) ??
    free.find((name) => name === meant || name === fieldMeant(meant));
}

function plainName(key: string): string {
  return key.normalize("NFKC").toLowerCase().replace(/[\s-]/g, "_");
}
