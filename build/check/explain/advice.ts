import type { z } from "zod";
import { quote, shorten, suggestion } from "../../diagnostic/wording.ts";
import { type ValuePath, yamlText } from "../../read/source.ts";
import type { Remedy } from "../../schema/content/remedies.ts";
import { standsForNothing } from "../nothing.ts";
import { inOtherForm } from "../same_form.ts";
import { synonymIn } from "./synonyms.ts";
import { phrase, type Words } from "../../words/say.ts";

/** What to write instead. */
export interface Advice extends Proposal {
  /** The end of a message, or nothing. */
  readonly words: Words;
}

interface Proposal {
  /** What to write in its place, as YAML, where nothing else could be meant. */
  readonly replacement?: string | undefined;
  /** Whom the replacement parts the text into: it is right if each is a member. */
  readonly names?: readonly string[] | undefined;
}

/** A value of a file: what it is read as, how it is written there, and what its schema asks for. */
export interface FoundValue {
  readonly value: unknown;
  readonly written: string | undefined;
  /** Whether the file would miss it, were it left out. */
  readonly isNeeded: () => boolean;
  /** The field that it needs, where it has to have fields and needs no other. */
  readonly onlyField: string | undefined;
  /** What is said of it beyond its schema. */
  readonly remedy: Remedy;
  /** Whether its entries may be text, or fields of which they need one alone. */
  readonly takesText: boolean;
  /** Whether it is an entry of a list. */
  readonly isEntry: boolean;
  /** Whether the content builds without the file. */
  readonly mayComeLater: boolean;
}

/** A problem in an editor's words, and where it is. */
export interface Explained extends Proposal {
  readonly path: ValuePath;
  readonly what: "key" | "value";
  readonly message: Words;
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
  if (isNeeded()) {
    const remedy = mayComeLater
      ? phrase`keep the file elsewhere until it is known`
      : phrase`fill it in`;
    return { words: phrase`; it has to be there: ${remedy}` };
  }
  const without = isEntry ? phrase`take the line away` : phrase`leave the field out`;
  return { words: phrase`; ${without} until it is known` };
}

/** Longer lists are not repeated. */
const LONGEST = 60;

/** Starts like a name, and holds nothing that YAML would take for more than text. */
const PLAIN = /^\p{L}[^[\]{}:#"\n]*$/u;

const ADDRESS = /^https?:\/\/[^\s"\\]+$/;

/** What to write instead: the word meant, the same with or without quotes, or as a list. */
export function advice(issues: readonly z.core.$ZodIssue[], found: FoundValue): Advice {
  const { value, written, onlyField } = found;
  const words = issues.flatMap((issue) => issue.code === "invalid_value" ? issue.values : []);
  if (words.length > 0 && typeof value !== "object") {
    return wordMeant(String(value), words.map(String), found);
  }
  if (isUnknown(value)) return untilKnown(found);
  const types = issues.flatMap((issue) => issue.code === "invalid_type" ? [issue.expected] : []);
  if (typeof value === "string") {
    if (found.isEntry && onlyField !== undefined && !types.includes("string")) {
      const line = `${onlyField}: ${yamlText(value)}`;
      return { words: phrase`; write ${shorten(line)}`, replacement: line };
    }
    if (!found.isEntry && onlyField === "url" && ADDRESS.test(value)) {
      const replacement = `{ url: ${JSON.stringify(value)} }`;
      return { words: phrase`; write ${replacement}`, replacement };
    }
    return adviceForText(types, value, found);
  }
  if (!types.includes("string") || !written || typeof value === "boolean") return NO_ADVICE;
  if (Array.isArray(value) && types.length === 1) {
    return { words: phrase`; write it without brackets, or in quotes: ${quote(written)}` };
  }
  // Brackets may be meant as such where there is a choice.
  if (typeof value === "object" && value !== null) return NO_ADVICE;
  return {
    words: phrase`; write it in quotes: ${quote(written)}`,
    replacement: JSON.stringify(written),
  };
}

const NEGATED = /(?<!\p{L})(?:not?|non|never|tidak|tak|bukan|belum|tanpa)(?!\p{L})/iu;

function wordMeant(written: string, words: readonly string[], { remedy }: FoundValue): Advice {
  const meant = inOtherForm(written, words) ?? synonymIn(written, words);
  if (meant !== undefined) return mustMean(meant);
  if (remedy.isGuarded || NEGATED.test(written)) return NO_ADVICE;
  // `inactive` and `unlimited` are the opposite of a part of theirs.
  const text = written.toLowerCase();
  const others = words.filter((word) => !text.endsWith(word) && !word.endsWith(text));
  return { words: suggestion(written, others) };
}

/** Words for all members, none of whom they name. */
const EVERYBODY =
  /^(?:semua|seluruh|all|every|lengkap|full)(?: (?:member|members|anggota|team|tim))?$/i;

function adviceForText(types: readonly string[], text: string, found: FoundValue): Advice {
  const isNumber = types.includes("number") || types.includes("int");
  // Others are another number, or lose digits.
  if (isNumber && /^(?:0|[1-9]\d{0,14})$/.test(text)) {
    return { words: phrase`; write it without quotes`, replacement: text };
  }
  const truths = ["true", "false"];
  const truth = inOtherForm(text, truths) ?? synonymIn(text, truths);
  if (types.includes("boolean") && truth !== undefined) {
    return { words: phrase`; write ${truth}, without quotes`, replacement: truth };
  }
  const mayBeList = types.includes("array") && found.takesText && truth === undefined &&
    !EVERYBODY.test(text);
  // Several words without a comma may be lines of which each was meant as an entry.
  const isList = text.length <= LONGEST && PLAIN.test(text) && /^[^;|、，&/ ]+$|,/.test(text);
  if (!mayBeList || !isList) return NO_ADVICE;
  const names = text.split(",").map((name) => name.trim()).filter((name) => name !== "");
  const list = names.map(yamlText).join(", ");
  const words = phrase`; write it between brackets: [${list}]`;
  // A comma may be part of a name.
  return { words, replacement: `[${list}]`, ...(text.includes(",") && { names }) };
}
