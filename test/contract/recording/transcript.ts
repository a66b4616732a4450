import type { RecordedAnswer } from "./harness.ts";

/** A request's line and what it was answered. */
export interface Exchange extends RecordedAnswer {
  readonly line: string;
}

/** How often a header line stands in a chapter until it is named once, at its beginning. */
const COMMON = 12;

/**
 * Writes a chapter down. Header lines that come often are gathered into sets, which are listed first:
 *
 *     # members
 *     H1 vary: Accept-Encoding
 *     > GET /api/groupa/members
 *     200 0123456789abcdef H1 | etag: "x" | link: </y>
 */
export function formatChapter(name: string, exchanges: readonly Exchange[]): string {
  const counts = new Map<string, number>();
  for (const line of exchanges.flatMap(({ headers }) => headers)) {
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  const isCommon = (line: string) => counts.get(line)! >= COMMON;
  const sets = new Map<string, string>();
  const lines = exchanges.flatMap(({ line, status, headers, body }) => {
    const common = headers.filter(isCommon);
    const key = common.join("\n");
    const set = sets.get(key) ?? `H${sets.size + 1}`;
    sets.set(key, set);
    const rest = headers.filter((header) => !isCommon(header)).map((header) => ` | ${header}`);
    return [`> ${line}`, `${status} ${body} ${set}${rest.join("")}`];
  });
  const listed = [...sets].flatMap(([key, set]) =>
    key.split("\n").map((header) => `${set} ${header}`)
  );
  return [`# ${name}`, ...listed, ...lines].join("\n") + "\n";
}

/**
 * Reads what {@linkcode formatChapter} wrote, by chapter.
 *
 * @throws {SyntaxError} for a line that is none of its
 */
export function parseTranscript(text: string): Map<string, Exchange[]> {
  const chapters = new Map<string, Exchange[]>();
  let exchanges: Exchange[] = [];
  let sets = new Map<string, string[]>();
  let asked = "";
  for (const line of text.split("\n")) {
    if (line === "" || line.startsWith("//")) continue;
    const [, sign = "", rest = ""] = /^(#|>|H\d+|\d{3}) (.*)$/.exec(line) ?? [];
    if (sign === "") throw new SyntaxError(`Cannot read the recording: unknown line "${line}"`);
    if (sign === "#") {
      sets = new Map();
      chapters.set(rest, exchanges = []);
    } else if (sign === ">") asked = rest;
    else if (sign.startsWith("H")) sets.set(sign, [...sets.get(sign) ?? [], rest]);
    else exchanges.push({ line: asked, ...readAnswer(Number(sign), rest, sets) });
  }
  return chapters;
}

function readAnswer(
  status: number,
  text: string,
  sets: ReadonlyMap<string, readonly string[]>,
): RecordedAnswer {
  const [front = "", ...own] = text.split(" | ");
  const [body = "", set = ""] = front.split(" ");
  const common = (sets.get(set) ?? []).filter((line) => line !== "");
  return { status, body, headers: [...common, ...own].sort() };
}

/** How one exchange differs from what was recorded, for a reader; undefined where it does not. */
export function differenceOf(recorded: Exchange, given: Exchange): string | undefined {
  const before = linesOf(recorded);
  const after = linesOf(given);
  const gone = before.filter((line) => !after.includes(line)).map((line) => `- ${line}`);
  const come = after.filter((line) => !before.includes(line)).map((line) => `+ ${line}`);
  if (gone.length + come.length === 0 && recorded.line === given.line) return undefined;
  const same = after.filter((line) => before.includes(line)).map((line) => `  ${line}`);
  const asked = recorded.line === given.line
    ? [`> ${given.line}`]
    : [`- > ${recorded.line}`, `+ > ${given.line}`];
  return [...asked, ...gone, ...come, ...same].join("\n");
}

function linesOf({ status, headers, body }: Exchange): string[] {
  return [`status ${status}`, `body ${body}`, ...headers];
}
