/**
 * This room explains what of a file does not fit its schema, and what may have been meant.
 *
 * @module
 */

import type { z } from "zod";
import { quote } from "../../diagnostic/wording.ts";
import type { Parsed, ValuePath } from "../../read/source.ts";
import {
  type Advice,
  advice,
  type Around,
  type Explained,
  isUnknown,
  NO_ADVICE,
  untilKnown,
} from "./advice.ts";
import { chooseForm } from "./choose_form.ts";
import {
  describe,
  type FoundValue,
  isNothing,
  pathName,
  placeName,
  schemaWords,
  TYPE_NAMES,
} from "./describe.ts";
import {
  exampleLine,
  hasField,
  isNeeded,
  mayComeLater,
  namingFields,
  onlyNeeded,
  remedyAt,
  takesText,
  valueIn,
} from "./schema_fields.ts";
import { spellingHint } from "./spelling_hint.ts";
import { unknownFields } from "./unknown_fields.ts";
import { joined, listed, messageOf, phrase, type Words, wordsOf } from "../../words/say.ts";

type Issue = z.core.$ZodIssue;

/** Explains what each value should be, what it is, and what may have been meant. */
export function explainIssues(
  issues: readonly Issue[],
  parsed: Parsed,
  schema: z.ZodType,
  around: Around = {},
): Explained[] {
  const flat = issues.flatMap((issue) => chooseForm(issue, parsed, schema));
  const misspelt = new Set<string>();
  const unknown = flat.filter((issue) => issue.code === "unrecognized_keys")
    .flatMap((issue) => unknownFields(issue, parsed, schema, misspelt));
  // A field that is misspelt is missed under its right name, too.
  const others = flat.filter((issue) => issue.code !== "unrecognized_keys")
    .filter(({ path }) => !misspelt.has(JSON.stringify(path)))
    .filter(({ code, path }) => code !== "custom" || path.length > 0 || misspelt.size === 0);
  const missing = others.filter((issue) => isMissing(issue, parsed));
  const there = others.filter((issue) => !missing.includes(issue))
    .map((issue) => explain(retryAsText(issue, parsed, schema), parsed, schema, around));
  return [...unknown, ...missingFields(missing, schema), ...sayOnce(there)];
}

/** Says the same of entries that are wrong in the same way, so that it is reported once. */
function sayOnce(explained: readonly Explained[]): Explained[] {
  const keyOf = ({ common = "" }: Explained) => wordsOf(common, "en");
  const alike = Map.groupBy(explained, keyOf);
  return explained.map((one) => {
    const { common } = one;
    if (common === undefined || alike.get(keyOf(one))!.length < 2) return one;
    return { ...one, message: common };
  });
}

function isMissing({ code, path: place }: Issue, parsed: Parsed): boolean {
  const path = place as ValuePath;
  return code !== "invalid_key" && path.length > 0 && valueIn(parsed.value, path) === undefined &&
    parsed.written(path) === undefined;
}

/** Says of each place once which fields it lacks. */
function missingFields(issues: readonly Issue[], schema: z.ZodType): Explained[] {
  const places = Map.groupBy(issues, ({ path }) => JSON.stringify(path.slice(0, -1)));
  return [...places.values()].map((missing) => {
    const paths = missing.map(({ path }) => path as ValuePath);
    const lines = paths.map((path) => exampleLine(schema, path));
    const words = paths.length === 1
      ? [phrase`field`, phrase`it has to be there; add a line such as`]
      : [phrase`fields`, phrase`they have to be there; add lines such as`];
    const message = phrase`Cannot find the ${words[0]} ${listed(paths.map(placeName))}:
      ${words[1]} ${listed(lines)}`;
    return { path: paths[0]!, what: "value", message };
  });
}

/** `9.00` is a number to YAML: where it would not do in quotes either, the reason for that is given. */
function retryAsText(issue: Issue, parsed: Parsed, schema: z.ZodType): Issue {
  const written = parsed.written(issue.path as ValuePath);
  if (issue.code !== "invalid_type" || issue.expected !== "string" || !written) return issue;
  const value = structuredClone(parsed.value);
  const owner = valueIn(value, issue.path.slice(0, -1) as ValuePath);
  (owner as Record<PropertyKey, unknown>)[issue.path.at(-1)!] = written;
  const issues = schema.safeParse(value).error?.issues ?? [];
  const path = JSON.stringify(issue.path);
  return issues.find((other) => JSON.stringify(other.path) === path) ?? issue;
}

function explain(issue: Issue, parsed: Parsed, schema: z.ZodType, known: Around): Explained {
  const path = issue.path as ValuePath;
  const around = aroundValue(path, parsed, schema, known);
  const entry = [...path, 0];
  const neededFields = namingFields(schema, path);
  const entryFields = namingFields(schema, entry);
  const found: FoundValue = {
    value: valueIn(parsed.value, path),
    written: parsed.written(path),
    remedy: remedyAt(schema, path),
    isNeeded: () => isNeeded(schema, parsed.value, path),
    neededFields,
    neededLines: neededFields.map((field) => exampleLine(schema, [...path, field])),
    onlyField: onlyNeeded(schema, path),
    takesText: takesText(schema, entry) || onlyNeeded(schema, entry) !== undefined,
    entryFields,
    entryLines: entryFields.map((field) => exampleLine(schema, [...entry, field])),
    isEntry: typeof path.at(-1) === "number",
    mayComeLater: mayComeLater(schema),
    isNote: () => /:[ \t]+#[^\s#]/.test(parsed.locate(path).text ?? ""),
  };
  const subject = path.length === 0 ? phrase`this file` : placeName(path);
  if (issue.code === "invalid_key") {
    const expected = issue.issues[0]?.message ?? "";
    const { words, replacement } = spellingHint("slug", String(path.at(-1)));
    const message = phrase`Cannot use the name ${subject}: ${messageOf(expected)}${words}`;
    return { path, what: "key", message, replacement };
  }
  const { words, replacement, common } = isSwapped(path, parsed)
    ? advised(
      schemaWords(issue),
      found,
      { words: phrase`; the address is in title: let the two change places` },
    )
    : expectation(issue, found, around);
  const list = quote(pathName(path.slice(0, -1)));
  return {
    path,
    what: "value",
    message: phrase`Cannot use ${subject}: ${words}`,
    replacement,
    common: common && phrase`Cannot use entries of ${list}: ${common}`,
  };
}

/** Whether a link has its address as its title. */
function isSwapped(path: ValuePath, parsed: Parsed): boolean {
  if (path.at(-1) !== "url") return false;
  const title = valueIn(parsed.value, [...path.slice(0, -1), "title"]);
  return /^https?:\/\/\S+$/.test(String(title));
}

/** A date has the hour beside it in some kinds of files; only that of the file itself has a name. */
function aroundValue(path: ValuePath, parsed: Parsed, schema: z.ZodType, known: Around): Around {
  const field = path.length === 1 ? path[0] : undefined;
  if (field === "time") return known;
  if (field !== "date") return { ...known, namedDay: undefined, hasNoDay: true };
  if (!hasField(schema, ["time"])) return known;
  const time = valueIn(parsed.value, ["time"]);
  if (time !== null && typeof time === "object") return known;
  const written = parsed.written(["time"]) ?? (time === undefined ? undefined : String(time));
  return { ...known, time: { written } };
}

function expectation(issue: Issue, found: FoundValue, around: Around): Advice {
  switch (issue.code) {
    case "invalid_type":
    case "invalid_value":
      return advised(
        phrase`expected ${form(issue)}${suchAs(found, issue)}`,
        found,
        otherSort(issue, found),
      );
    case "invalid_union": {
      const firsts = issue.errors.flatMap(([first]) => first ?? []);
      const forms = joined([
        ...new Map(firsts.map(form).map((one) => [wordsOf(one, "en"), one])).values(),
      ], phrase` or `);
      return advised(phrase`expected ${forms}`, found, advice(firsts, found));
    }
    case "too_small":
      return issue.origin !== "number" && issue.origin !== "int"
        ? { words: schemaWords(issue) }
        : advised(
          issue.inclusive
            ? phrase`expected a number, ${issue.minimum} or more`
            : phrase`expected a number above ${issue.minimum}`,
          found,
          NO_ADVICE,
        );
    case "too_big":
      return advised(phrase`expected a number up to ${issue.maximum}`, found, NO_ADVICE);
    default: {
      if (issue.path.length === 0) return { words: schemaWords(issue) };
      const { form } = found.remedy;
      const hint = isLong(found)
        ? NO_ADVICE
        : isUnknown(found.value) && form !== "slug"
        ? untilKnown(found)
        : spellingHint(form, found.written ?? String(found.value), around);
      return advised(schemaWords(issue), found, hint);
    }
  }
}

function advised(
  expected: Words,
  found: FoundValue,
  { words, replacement, common }: Advice,
): Advice {
  return {
    words: phrase`${expected}; found ${describe(found)}${words}`,
    replacement,
    common: common &&
      phrase`${expected}; found ${
        typeof found.value === "string" ? phrase`text` : phrase`fields`
      }${common}`,
  };
}

/** What to write where a value is of another sort, or is another word. */
function otherSort(issue: Issue, found: FoundValue): Advice {
  if (found.isEntry && isNothing(found.value)) return EMPTY_LINE;
  if (isLong(found)) return NO_ADVICE;
  if (found.isNote()) return NOTE;
  if (issue.path.length === 0) return wholeFile(found);
  return found.remedy.instead?.(found.value) ?? advice([issue], found);
}

/** Nobody misspells so much: what is meant by less is looked for in many ways. */
const LONGEST = 2000;

function isLong({ value, written }: FoundValue): boolean {
  return (typeof value === "string" ? value : written ?? "").length > LONGEST;
}

const NOTE: Advice = {
  words: phrase`; what comes after # is a note: put quotes around the whole text`,
};
const EMPTY_LINE: Advice = { words: phrase`; fill it in, or take the line away` };

/** Of what has to have fields, or entries that have some, those that it needs. */
function suchAs({ isEntry, neededLines, entryLines, value }: FoundValue, issue: Issue): Words {
  // A song may be its title alone.
  if (issue.code === "invalid_type" && issue.expected === "string") return "";
  if (issue.code === "invalid_type" && issue.expected === "array" && entryLines.length > 0) {
    const [line] = entryLines;
    return phrase`, such as - ${entryLines.length > 1 ? `{ ${entryLines.join(", ")} }` : line}`;
  }
  const isTold = isEntry || value === undefined || ["string", "number"].includes(typeof value);
  return isTold && neededLines.length > 0
    ? phrase`, such as ${joined(neededLines, phrase` and `)}`
    : "";
}

/** What to do where a file is a list and should have fields. */
function wholeFile({ value }: FoundValue): Advice {
  if (!Array.isArray(value)) return NO_ADVICE;
  return value.length > 1
    ? { words: phrase`; make a file for each of its entries, without the hyphen` }
    : { words: phrase`; take the hyphen away, and begin all its fields at the margin` };
}

/** What a value should be. */
function form(issue: Issue): Words {
  if (issue.code === "invalid_value") {
    const values = issue.values.join(", ");
    return issue.values.length > 1 ? phrase`one of ${values}` : values;
  }
  return issue.code === "invalid_type"
    ? TYPE_NAMES[issue.expected] ?? issue.expected
    : schemaWords(issue);
}
