/** What is another one each time that the program is opened: secrets, what is left of them, and ids. */
const CHANGING: readonly (readonly [name: string, form: RegExp])[] = [
  ["secret", /\b[JP]-osb_\w{38}/g],
  // The id in it may have a name of its own.
  ["secret", /\bF-osb_[\w.{}-]+/g],
  ["secret", /\bwhsec_[\w+/=]+/g],
  ["code", /\b[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}\b/g],
  ["hint", /([JPF]-)?…\w{4}/g],
  ["request", /\b[0-9a-f]{16}-[1-9]\d*\b/g],
  ["hash", /\b[0-9a-f]{64}\b/g],
  ["head", /\b\d+:[\w-]{22}(?![\w-])/g],
  ["id", /\b[a-z]_[0-9A-Za-z]{12}(?![0-9A-Za-z])/g],
];

/** An entity tag, without what names its coding. */
const TAG = /(?<=")[\w-]{22}(?=(-\w+)?")/g;

/** Puts names in the place of what changes: the same name for the same text in one chapter. */
export interface Masks {
  text(text: string): string;
  /** Tags change with what they are of, in a way that nobody is promised. */
  tag(text: string): string;
}

/** `known`: what texts the chapter's own names stand for. */
export function createMasks(known: ReadonlyMap<string, string>): Masks {
  // The id of a key stands in its feed token.
  const longestFirst = [...known].sort(([, one], [, other]) => other.length - one.length);
  const names = new Map<string, string>();
  const counts = new Map<string, number>();

  function name(kind: string, text: string): string {
    let given = names.get(text);
    if (given === undefined) {
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      names.set(text, given = `{${kind}${count}}`);
    }
    return given;
  }

  return {
    text(text) {
      for (const [own, stands] of longestFirst) text = text.replaceAll(stands, `{${own}}`);
      for (const [kind, form] of CHANGING) text = text.replaceAll(form, (one) => name(kind, one));
      return text;
    },
    tag: (text) => text.replaceAll(TAG, (one) => name("tag", one)),
  };
}
