/**
 * Plain YAML by a quick parser, `js-yaml`: it knows neither places nor remedies, so whatever it refuses or
 * may read otherwise than is meant is left to the thorough one.
 */
import { CORE_SCHEMA, load } from "js-yaml";
import type { Parsed, ValuePath } from "./source.ts";
import { withoutNulls } from "./blanks.ts";

/**
 * The longest text that is read here, in UTF-16 units: it has no room for more entries than a file may have,
 * as each takes two.
 */
const MAX_LENGTH = 40_000;

const OPTIONS = { schema: CORE_SCHEMA, maxDepth: 40, maxAliases: 0 };

/**
 * Tabs, carriage returns, what cannot be seen or looks like a space, and letters that garbled texts are
 * full of.
 */
const ODD =
  // deno-lint-ignore no-control-regex
  /[\x00-\x09\x0b-\x1f\x7f-\xa0\xad\xc2-\xc5\xe2\xe3\u0370-\u04ff\u061c\u1680\u2000-\u200f\u2011\u2028-\u202f\u205f-\u206f\ufeff\ufffd]/;

/** What the thorough parser has something to say of, or reads in a way of its own. */
const UNSURE = [
  ODD,
  // A wide space or colon where one of YAML belongs.
  /[!-~]\u3000[!-~]|^ *(?:- *)*(?:[A-Za-z_]+ *:?)?[\u3000：]/m,
  // Anchors, aliases, types, and curly quotes at the beginning of a text.
  /(?:^|[-:?[{,]) *[&*!“”„‘’＂＇]/m,
  // What may be a text that a comment has cut.
  /\S +#\S/,
  // A half of a character, or both.
  /\\[uU](?:0{4})?[dD][89a-fA-F]/,
  // Several documents, and directives.
  /^ *(?:---|\.\.\.)|^%/m,
];

/** The values of a YAML text; undefined where the thorough parser has to read it. */
export function readQuickly(text: string): Pick<Parsed, "value" | "blanks"> | undefined {
  if (text.length > MAX_LENGTH || UNSURE.some((pattern) => pattern.test(text))) return undefined;
  const loaded = loadOrNothing(text);
  if (typeof loaded !== "object" || loaded === null || !hasPlainNames(loaded)) return undefined;
  const blanks: ValuePath[] = [];
  const value = withoutNulls(loaded, [], blanks);
  // Between braces, a comma may have parted a text.
  return blanks.length > 0 && /\{[^]*,[^]*\}/.test(text) ? undefined : { value, blanks };
}

/** Names that are no texts to YAML, such as `1` or `true`, are written in several ways. */
function hasPlainNames(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(hasPlainNames);
  return Object.entries(value).every(([name, part]) => NAME.test(name) && hasPlainNames(part));
}

const NAME = /^(?!(?:null|true|false)$)[a-z_][\w-]*$/i;

function loadOrNothing(text: string): unknown {
  try {
    return load(text, OPTIONS);
  } catch {
    return undefined;
  }
}
