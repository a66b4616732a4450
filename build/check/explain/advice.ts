import type { z } from "zod";
import { quote, shorten, suggestion } from "../../diagnostic/wording.ts";
import type { FoundValue } from "./describe.ts";
import { isFields, type ValuePath } from "../../read/source.ts";
import { standsForNothing } from "../nothing.ts";
import { inOtherForm } from "../same_form.ts";
import { synonymIn } from "./synonyms.ts";
import { phrase, type Words } from "../../words/say.ts";

/** What to write instead. */
export interface Advice {
  /** The end of a message, or nothing. */
  readonly words: Words;
  /** What to write in the value's place, as YAML, where nothing else could be meant. */
  readonly replacement?: string | undefined;
  /** The same for all entries of a list that are wrong in the same way. */
  readonly common?: Words | undefined;
}

/** What stands around a text, and says what may be meant by it. */
export interface Around {
  /** The group's zone; undefined where there is none. */
  readonly zone?: string | undefined;
  /** The day with which the file's name begins. */
  readonly namedDay?: string | undefined;
  /** A time that belongs to no day of its own, such as the end of a session. */
  readonly hasNoDay?: boolean;
  /** What the field `time` beside it says; undefined where the kind has no such field. */
  readonly time?: { readonly written: string | undefined } | undefined;
}

/** A problem in an editor's words, and where it is. */
export interface Explained {
  readonly path: ValuePath;
  readonly what: "key" | "value";
  readonly message: Words;
  /** What to write there instead, as YAML, where nothing else could be meant. */
  readonly replacement?: string | undefined;
  /** What is said in place of it where several entries of a list are wrong in the same way. */
  readonly common?: Words | undefined;
}

export const NO_ADVICE: Advice = { words: "" };

/** What a value may be meant as. */
export function mayMean(text: string): Advice {
  return { words: phrase`. Did you mean "${text}"?` };
}

/** The one thing that a value must be meant as. */
export function mustMean(text: string): Advice {
  return { ...mayMean(text), replacement: text };
}

/** Whether a value says that it is not known. */
export function isUnknown(value: unknown): boolean {
  return typeof value === "string" && standsForNothing(value.trim());
}

/** What to do with a value that is not known yet. */
export function untilKnown({ isNeeded, isEntry, mayComeLater }: FoundValue): Advice {
  if (!isNeeded()) {
    return {
      words: phrase`; ${
        isEntry ? phrase`take the line away` : phrase`leave the field out`
      } until it is known`,
    };
  }
  const remedy = mayComeLater
    ? phrase`keep the file elsewhere until it is known`
    : phrase`fill it in`;
  return { words: phrase`; it has to be there: ${remedy}` };
}

/** Longer lists are not repeated. */
const LONGEST = 60;

/** Starts like a name, and holds nothing that YAML would take for more than text. */
const PLAIN = /^\p{L}[^[\]{}:#"\n]*$/u;

/** What to write instead: the word meant, the same with or without quotes, or as a list. */
export function advice(issues: readonly z.core.$ZodIssue[], found: FoundValue): Advice {
  const { value, written } = found;
  const words = issues.flatMap((issue) => issue.code === "invalid_value" ? issue.values : []);
  if (words.length > 0) return wordMeant(String(value), words.map(String), found);
  if (isUnknown(value)) return untilKnown(found);
  const types = issues.flatMap((issue) => issue.code === "invalid_type" ? [issue.expected] : []);
  if (found.isEntry && found.onlyField !== undefined && !types.includes("string")) {
    return namedField(found.value, found.onlyField);
  }
  const isAddress = !found.isEntry && found.neededFields.join() === "url" &&
    typeof value === "string" && ADDRESS.test(value);
  if (isAddress) {
    const replacement = `{ url: ${JSON.stringify(value)} }`;
    return { words: phrase`; write ${replacement}`, replacement };
  }
  if (typeof value === "string") return adviceForText(types, value, found);
  if (!types.includes("string")) {
    return types.includes("array") ? listMeant(value, found) : NO_ADVICE;
  }
  const name = types.length === 1 ? onlyName(value) : undefined;
  if (name !== undefined) {
    const common = found.isEntry
      ? phrase`; write each alone, without a name in front of it`
      : undefined;
    return { words: phrase`; write it alone: ${shorten(name)}`, replacement: name, common };
  }
  const several = types.length === 1 && Array.isArray(value) && value.length > 1 &&
    value.every((entry) => typeof entry === "string" && PLAIN.test(entry));
  const joined = several && (!written || written.startsWith("-")) ? value.join(", ") : "";
  if (joined !== "" && joined.length <= LONGEST) {
    return { words: phrase`; write them on the line of the field: ${joined}` };
  }
  if (!written) return NO_ADVICE;
  if (Array.isArray(value) && types.length === 1) {
    const [only, ...others] = value;
    if (written.startsWith("-") && others.length === 0 && typeof only === "string") {
      const replacement = PLAIN.test(only) ? only : JSON.stringify(only);
      return { words: phrase`; one hyphen is enough`, replacement };
    }
    const one = others.length === 0
      ? phrase`write it without brackets`
      : phrase`write one of them alone`;
    return { words: phrase`; ${one}, or in quotes: ${quote(written)}` };
  }
  // Brackets may be meant as such where there is a choice.
  if (typeof value === "object" && value !== null && types.length > 1) return NO_ADVICE;
  const replacement = JSON.stringify(written);
  return { words: phrase`; write it in quotes: ${quote(written)}`, replacement };
}

/** What an entry is called that has a field for it and no other, as YAML. */
function onlyName(value: unknown): string | undefined {
  if (!isFields(value)) return undefined;
  const [[field, text] = ["", ""], ...others] = Object.entries(value);
  if (others.length > 0 || !NAMES.test(field) || typeof text !== "string") return undefined;
  return PLAIN.test(text) ? text : JSON.stringify(text);
}

const NAMES = /^(?:name|nama|title|judul|member|anggota|song|lagu)$/i;

/** A text in a list whose entries need one field alone lacks that field's name. */
function namedField(value: unknown, field: string): Advice {
  if (typeof value !== "string") return NO_ADVICE;
  const line = `${field}: ${PLAIN.test(value) ? value : JSON.stringify(value)}`;
  const common = phrase`; write ${field}, a colon and a space in front of each`;
  return { words: phrase`; write ${shorten(line)}`, replacement: line, common };
}

const NEGATED = /(?<!\p{L})(?:not?|non|never|tidak|tak|bukan|belum|tanpa)(?!\p{L})/iu;

function wordMeant(written: string, words: readonly string[], { remedy }: FoundValue): Advice {
  const meant = inOtherForm(written, words) ?? synonymIn(written, words);
  if (meant !== undefined) return mustMean(meant);
  if (remedy.isGuarded || NEGATED.test(written)) return NO_ADVICE;
  // `inactive` and `unlimited` are the opposite of a part of theirs.
  const text = written.toLowerCase();
  const others = words.filter((word) => !text.endsWith(word) && !word.endsWith(text));
  const [first] = text.trim().split(/[^a-z,]/);
  const near = suggestion(written, others);
  if (near !== "" || !others.includes(first!)) return { words: near };
  return { words: phrase`. Did you mean ${quote(first!)}?` };
}

function adviceForText(types: readonly string[], text: string, found: FoundValue): Advice {
  const isNumber = types.includes("number") || types.includes("int");
  if (isNumber && /^\d+$/.test(text)) {
    return { words: phrase`; write it without quotes`, replacement: String(Number(text)) };
  }
  if (isNumber && /^\d{1,3}(?:[.,]\d{3})+$/.test(text)) {
    const bare = text.replace(/[.,]/g, "");
    return { words: phrase`; write its digits alone: ${bare}` };
  }
  const [, only] = /^\D*(\d+)\D*$/.exec(text) ?? [];
  if (isNumber && only !== undefined) return { words: phrase`; write the number alone: ${only}` };
  const truths = ["true", "false"];
  const truth = inOtherForm(text, truths) ?? synonymIn(text, truths);
  if (types.includes("boolean")) return truthFor(truth);
  if (!types.includes("array")) return NO_ADVICE;
  if (EVERYBODY.test(text)) return { words: phrase`; write the names: this word names nobody` };
  if (truth !== undefined || !found.takesText) return NO_ADVICE;
  if (/^-\S/.test(text)) return { words: phrase`; write a space behind each hyphen` };
  if (BULLET.test(text)) {
    return { words: phrase`; write a hyphen and a space in place of each sign` };
  }
  if (/\n./.test(text)) {
    return { words: phrase`; write a hyphen and a space in front of each line` };
  }
  if (/\S - \S/.test(text)) {
    return { words: phrase`; write each on a line of its own, with a hyphen and a space in front` };
  }
  const parts = entriesIn(text);
  if (parts !== undefined) {
    return { words: phrase`; write square brackets, and commas between: [${parts.join(", ")}]` };
  }
  if (!isEntries(text)) return NO_ADVICE;
  return { words: phrase`; write it between brackets: [${text}]`, replacement: `[${text}]` };
}

/** What stands in front of entries that are numbered, or have bullets. */
const BULLET =
  /^(?:(?:[•●▪‣·–—－*+>→○◦■□◆]|\d+[.)])\s|・|\p{Extended_Pictographic}\ufe0f?\s*\p{L})/u;

/** Words for all members, none of whom they name. */
export const EVERYBODY =
  /^(?:semua|seluruh|all|every|lengkap|full)(?: (?:member|members|anggota|team|tim))?$/i;

/** Signs around a list that are no square brackets, and between entries that are no commas. */
const AROUND = /^[(（［【〔「<](.+)[)）］】〕」>]$/u;
const BETWEEN = /\s*(?:[,;|、，&/]|\s(?:dan|and)\s)\s*/;
const NO_COMMA = /[;|、，&/]|\s(?:dan|and)\s/;

/** The entries of a list with other signs; undefined where a text is none. */
function entriesIn(text: string): string[] | undefined {
  const within = AROUND.exec(text)?.[1];
  if (text.length > LONGEST || (within === undefined && !NO_COMMA.test(text))) return undefined;
  const parts = (within ?? text).split(BETWEEN);
  return parts.every((part) => PLAIN.test(part)) ? parts : undefined;
}

/** Addresses as fields, each by the name of its service, are entries with a title. */
function listMeant(value: unknown, { entryFields }: FoundValue): Advice {
  const isLinks = entryFields.includes("title") && entryFields.includes("url");
  if (!isLinks || typeof value !== "object" || value === null) return numbered(value);
  const links = Object.entries(value);
  const areAddresses = links.length > 0 &&
    links.every(([title, url]) => PLAIN.test(title) && ADDRESS.test(String(url)));
  if (!areAddresses) return numbered(value);
  const entries = links.map(([title, url]) => `{ title: ${title}, url: "${url}" }`);
  return {
    words: phrase`; write - ${entries[0]}, and so on`,
    replacement: `[${entries.join(", ")}]`,
  };
}

const ADDRESS = /^https?:\/\/[^\s"\\]+$/;

/** Fields that are numbers are entries that somebody has counted. */
function numbered(value: unknown): Advice {
  const names = typeof value === "object" && value !== null ? Object.keys(value) : [];
  if (names.length === 0 || !names.every((name) => /^\d+$/.test(name))) return NO_ADVICE;
  return { words: phrase`; write a hyphen and a space in place of each number and its colon` };
}

function truthFor(truth: string | undefined): Advice {
  if (truth === undefined) return NO_ADVICE;
  return { words: phrase`; write ${truth}, without quotes`, replacement: truth };
}

/** Several words without a comma may be lines of which each was meant as an entry. */
function isEntries(text: string): boolean {
  return text.length <= LONGEST && PLAIN.test(text) &&
    (text.includes(",") || !text.includes(" "));
}
