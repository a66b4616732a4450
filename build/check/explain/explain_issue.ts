/**
 * This room explains what of a file does not fit its schema, and what may have been meant.
 *
 * @module
 */

import type { z } from "zod";
import { quote, shorten } from "../../diagnostic/wording.ts";
import type { Parsed, ValuePath } from "../../read/source.ts";
import {
  type Advice,
  advice,
  type Explained,
  type FoundValue,
  isUnknown,
  NO_ADVICE,
  untilKnown,
} from "./advice.ts";
import type { Around } from "./day_hint.ts";
import {
  exampleLine,
  fieldNames,
  isNeeded,
  mayComeLater,
  namingFields,
  onlyNeeded,
  remedyAt,
  typesAt,
  valueIn,
} from "./schema_fields.ts";
import { spellingHint } from "./spelling_hint.ts";
import { unknownFields } from "./unknown_fields.ts";
import {
  joined,
  listed,
  type Message,
  messageOf,
  phrase,
  type Words,
  wordsOf,
} from "../../words/say.ts";

type Issue = z.core.$ZodIssue;

/** Explains what each value should be, what it is, and what may have been meant. */
export function explainIssues(
  issues: readonly Issue[],
  parsed: Parsed,
  schema: z.ZodType,
  around: Around = {},
): Explained[] {
  const flat = issues.flatMap(chooseForm);
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
  return [...unknown, ...missingFields(missing, schema), ...there];
}

/** Of the forms a value may take, the one that it has decides what is wrong, if it has one at all. */
function chooseForm(issue: Issue): Issue[] {
  if (issue.code !== "invalid_union") return [issue];
  const isOtherForm = ({ code, path }: Issue) =>
    path.length === 0 && (code === "invalid_type" || code === "invalid_value");
  const chosen = issue.errors.find((inner) => !inner.some(isOtherForm));
  if (chosen === undefined) return [issue];
  return chosen.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }) as Issue)
    .flatMap(chooseForm);
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
    const names = listed(paths.map(placeName));
    const lines = listed(paths.map((path) => exampleLine(schema, path)));
    const message = paths.length === 1
      ? phrase`Cannot find the field ${names}: it has to be there; add a line such as ${lines}`
      : phrase`Cannot find the fields ${names}: they have to be there; add lines such as ${lines}`;
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

function explain(issue: Issue, parsed: Parsed, schema: z.ZodType, around: Around): Explained {
  const path = issue.path as ValuePath;
  const subject = path.length === 0 ? phrase`this file` : placeName(path);
  if (issue.code === "invalid_key") {
    const expected = issue.issues[0]?.message ?? "";
    const { words, replacement } = spellingHint("slug", String(path.at(-1)));
    const message = phrase`Cannot use the name ${subject}: ${messageOf(expected)}${words}`;
    return { path, what: "key", message, replacement };
  }
  const entry = [...path, 0];
  const found: FoundValue = {
    value: valueIn(parsed.value, path),
    written: parsed.written(path),
    remedy: remedyAt(schema, path),
    isNeeded: () => isNeeded(schema, parsed.value, path),
    onlyField: onlyNeeded(schema, path),
    takesText: typesAt(schema, entry).includes("string") || onlyNeeded(schema, entry) !== undefined,
    isEntry: typeof path.at(-1) === "number",
    mayComeLater: mayComeLater(schema),
  };
  const isNote = /:[ \t]+#[^\s#]/.test(parsed.locate(path).text ?? "");
  const expected = expectation(issue, found, schema);
  // What a schema says of a whole file, or of a length, says what was found.
  const isWhole = issue.code === "custom" && path.length === 0 ||
    issue.code === "too_small" && !isNumeric(issue);
  if (isWhole) return { path, what: "value", message: phrase`Cannot use ${subject}: ${expected}` };
  const date = aroundDate(path, parsed, schema, around);
  const { words, ...edit } = adviceFor(issue, found, isNote, date);
  const message = phrase`Cannot use ${subject}: ${expected}; found ${describe(found)}${words}`;
  return { path, what: "value", message, ...edit };
}

/** A date has the hour beside it in some kinds of files; only that of the file itself has a name. */
function aroundDate(path: ValuePath, parsed: Parsed, schema: z.ZodType, known: Around): Around {
  if (path.join() !== "date") return { zone: known.zone };
  if (typesAt(schema, ["time"]).length === 0) return known;
  const fields: ValuePath = fieldNames(schema, []);
  const names = [...Object.keys(parsed.value as object), ...parsed.blanks.map(([name]) => name!)];
  // It may be meant for the hour.
  const isOther = names.some((name) => !fields.includes(name));
  return { ...known, time: { written: parsed.written(["time"]) ?? (isOther ? "" : undefined) } };
}

/** Nobody misspells so much: what is meant by less is looked for in many ways. */
const LONGEST = 2000;

/** What to write where a value is of another sort, is another word, or has another form. */
function adviceFor(issue: Issue, found: FoundValue, isNote: boolean, around: Around): Advice {
  const { value, written, remedy } = found;
  if ((typeof value === "string" ? value : written ?? "").length > LONGEST) return NO_ADVICE;
  switch (issue.code) {
    case "invalid_union":
      return advice(issue.errors.flatMap(([first]) => first ?? []), found);
    case "invalid_type":
    case "invalid_value":
      if (found.isEntry && isNothing(value)) return EMPTY_LINE;
      if (isNote) return NOTE;
      if (issue.path.length > 0) return advice([issue], found);
      return Array.isArray(value) ? LIST : NO_ADVICE;
    case "too_small":
    case "too_big":
      return NO_ADVICE;
    default:
      return isUnknown(value) && remedy.form !== "slug"
        ? untilKnown(found)
        : spellingHint(remedy.form, written ?? String(value), around);
  }
}

const NOTE: Advice = {
  words: phrase`; what comes after # is a note: put quotes around the whole text`,
};
const EMPTY_LINE: Advice = { words: phrase`; fill it in, or take the line away` };
const LIST: Advice = {
  words: phrase`; make a file for each of its entries, without the hyphen`,
};

/** What the schemas' types are called in messages. */
const TYPE_NAMES: Readonly<Record<string, Message>> = {
  string: phrase`text`,
  number: phrase`a number`,
  int: phrase`a whole number`,
  boolean: phrase`true or false`,
  array: phrase`a list, with a hyphen and a space before each entry`,
  object: phrase`fields, each with a colon`,
  record: phrase`fields, each with a colon`,
};

function expectation(issue: Issue, found: FoundValue, schema: z.ZodType): Words {
  if (issue.code === "invalid_type" || issue.code === "invalid_value") {
    return phrase`expected ${form(issue)}${suchAs(found, issue, schema)}`;
  }
  if (issue.code === "invalid_union") {
    const forms = issue.errors.flatMap(([first]) => first ?? []).map(form);
    const once = new Map(forms.map((one) => [wordsOf(one, "en"), one])).values();
    return phrase`expected ${joined([...once], phrase` or `)}`;
  }
  if (issue.code === "too_big") return phrase`expected a number up to ${issue.maximum}`;
  if (issue.code !== "too_small" || !isNumeric(issue)) return schemaWords(issue);
  return issue.inclusive
    ? phrase`expected a number, ${issue.minimum} or more`
    : phrase`expected a number above ${issue.minimum}`;
}

function isNumeric(issue: Issue): boolean {
  return "origin" in issue && (issue.origin === "number" || issue.origin === "int");
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

/** Of what has to have fields, or entries that have some, those that it needs. */
function suchAs({ isEntry, value }: FoundValue, issue: Issue, schema: z.ZodType): Words {
  // A song may be its title alone.
  if (issue.code !== "invalid_type" || issue.expected === "string") return "";
  const isList = issue.expected === "array";
  const path = [...issue.path as ValuePath, ...isList ? [0] : []];
  const lines = namingFields(schema, path).map((field) => exampleLine(schema, [...path, field]));
  if (lines.length === 0) return "";
  if (isList) return phrase`, such as - ${lines.length > 1 ? `{ ${lines.join(", ")} }` : lines[0]}`;
  const isTold = isEntry || value === undefined || ["string", "number"].includes(typeof value);
  return isTold ? phrase`, such as ${joined(lines, phrase` and `)}` : "";
}

/** What a schema says of a value; what has values of its own is beside its English words. */
function schemaWords(issue: Issue): Message {
  const said = issue.code === "custom" ? issue.params?.["said"] : undefined;
  return said === undefined ? messageOf(issue.message) : said as Message;
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

/** Names a value in a message, shortened where it is long. */
function describe({ value, written }: FoundValue): Words {
  if (isNothing(value)) return phrase`nothing`;
  if (typeof value === "string") return JSON.stringify(shorten(value)).replaceAll("\\\\", "\\");
  if (typeof value === "number") return phrase`the number ${shorten(written ?? String(value))}`;
  if (typeof value === "boolean") return String(value);
  return Array.isArray(value) ? phrase`a list` : phrase`fields`;
}

/** A place as messages name it: `"socials[1].url"`. */
export function placeName(path: ValuePath): string {
  const parts = path.map((part, place) =>
    typeof part === "number" ? `[${part + 1}]` : place === 0 ? part : `.${part}`
  );
  return quote(parts.join(""));
}
