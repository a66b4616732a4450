import { suggestion } from "../diagnostic/nearest.ts";
import { type DateOrder, isDateOrder } from "./dates/date_order.ts";
import { IMPORT_KINDS } from "./kinds.ts";
import { FIELD_NAMES, plainKey } from "./record/field_names.ts";
import { say } from "../words/say.ts";

/** What the command was asked to do. */
export interface ImportCall {
  readonly group: string;
  readonly kind: string;
  readonly path: string;
  readonly isDryRun: boolean;
  readonly isStrict: boolean;
  readonly dates: DateOrder | undefined;
  /** Their fields and ours. */
  readonly map: Readonly<Record<string, string>>;
  /** Their values and ours, by their field. */
  readonly values: ValueMaps;
  /** Whether the dump is right wherever it differs from the files. */
  readonly prefersTheirs: boolean;
}

/** Their values and ours, by their field; `-` leaves a value out. */
export type ValueMaps = Readonly<Record<string, Readonly<Record<string, string>>>>;

const OPTIONS = ["--dry-run", "--strict", "--theirs", "--map", "--dates"];

/** Reads the words of a call; a text explains what is wrong with them. */
export function readCall(args: readonly string[]): ImportCall | string {
  const { words, options, problem } = partWords(args);
  const [group, kind, path] = words;
  if (problem !== undefined) return problem;
  if (!group || !kind || !path || words.length !== 3) {
    return say`Expected a group, a kind and a file; found ${words.length} words`;
  }
  if (!Object.hasOwn(IMPORT_KINDS, kind)) {
    const kinds = Object.keys(IMPORT_KINDS);
    return say`Cannot import "${kind}": expected one of ${kinds.join(", ")}${
      suggestion(kind, kinds)
    }`;
  }
  const dates = options.findLast(([name]) => name === "--dates")?.[1];
  if (dates !== undefined && !isDateOrder(dates)) {
    return say`Cannot use --dates: expected dmy, mdy or ymd, got "${dates}"`;
  }
  const pairs = options.filter(([name]) => name === "--map").map(([, value]) => value);
  const isOfValue = (pair: string) => VALUE_PAIR.test(pair);
  const map = readMap(kind, pairs.filter((pair) => !isOfValue(pair)));
  if (typeof map === "string") return map;
  const values = readValues(pairs.filter(isOfValue));
  if (typeof values === "string") return values;
  const has = (name: string) => options.some(([given]) => given === name);
  const isDryRun = has("--dry-run");
  const flags = { isDryRun, isStrict: has("--strict"), prefersTheirs: has("--theirs") };
  return { group, kind, path, dates, map, values, ...flags };
}

/** Options may be anywhere, their values behind `=` or as the next word. */
function partWords(args: readonly string[]) {
  const words: string[] = [];
  const options: [name: string, value: string][] = [];
  for (let place = 0; place < args.length; place++) {
    const word = args[place]!;
    if (!word.startsWith("--")) {
      words.push(word);
      continue;
    }
    const [name = "", ...value] = word.split("=");
    if (!OPTIONS.includes(name)) {
      const problem = say`Cannot use ${name}: expected one of ${OPTIONS.join(", ")}`;
      return { words, options, problem: problem + suggestion(name, OPTIONS) };
    }
    const takesValue = name === "--map" || name === "--dates";
    const given = value.length > 0 ? value.join("=") : takesValue ? args[++place] ?? "" : "";
    options.push([name, given]);
  }
  return { words, options };
}

/** `kategori:Trainee X=trainee`: a colon before the first equals sign. */
const VALUE_PAIR = /^[^=:]*:/;

function readValues(pairs: readonly string[]): ValueMaps | string {
  const values: Record<string, Record<string, string>> = {};
  for (const pair of pairs) {
    const colon = pair.indexOf(":");
    const equals = pair.lastIndexOf("=");
    const [field, theirs, ours] = [
      pair.slice(0, colon),
      pair.slice(colon + 1, Math.max(equals, colon)),
      pair.slice(equals + 1),
    ].map((part) => part.trim());
    if (!field || !theirs || !ours) {
      return say`Cannot use --map: expected field:their value=our value, got "${pair}"`;
    }
    values[field] = { ...values[field], [theirs]: ours };
  }
  return values;
}

function readMap(kind: string, pairs: readonly string[]): Record<string, string> | string {
  const fields = Object.keys(FIELD_NAMES[kind] ?? {});
  const map: Record<string, string> = {};
  for (const pair of pairs) {
    const [theirs = "", named = ""] = pair.split("=").map((part) => part.trim());
    const ours = named === "-" ? "-" : fields.find((field) => plainKey(field) === plainKey(named));
    if (theirs === "" || named === "") {
      return say`Cannot use --map: expected theirs=ours, got "${pair}"`;
    }
    if (ours === undefined) {
      return say`Cannot map "${theirs}" to "${named}": expected - or one of ${fields.join(", ")}${
        suggestion(named, fields)
      }`;
    }
    map[theirs] = ours;
  }
  return map;
}
