/** A request's line and what it was answered. */
export interface Exchange {
  readonly line: string;
  /** 0 where it was not asked yet. */
  readonly status: number;
  /** `name: value`, sorted. */
  readonly headers: readonly string[];
  /** JSON as it came, other texts as a JSON string; "" for no body. */
  readonly body: string;
}

/** Exchanges by chapter. */
export type Transcript = ReadonlyMap<string, readonly Exchange[]>;

/** How often a header line stands in a transcript until it is named once, at its beginning. */
const COMMON = 12;
const INDENTATION = "    ";

const HEAD = `// What requests are answered: request, status with headers, body (an item a line).
// A new request is a line of its own. "deno task record" asks all of them and writes the answers.
// Whoever changes an answer on purpose records, and commits the difference with the change.
//
// {key} and other names in braces stand for what was made at first (play.ts), {x*300} for 300 letters;
// @instant sets the clock, 29x asks so often and keeps the last answer, <…> is a body.
// H1 and the like are headers that come often.
`;

/** Writes a transcript down. Header lines that come often are gathered into sets, which stand first. */
export function writeTranscript(transcript: Transcript): string {
  const counts = new Map<string, number>();
  for (const { headers } of [...transcript.values()].flat()) {
    for (const line of headers) counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  const isCommon = (line: string) => counts.get(line)! >= COMMON && !line.startsWith("etag:");
  const sets = new Map<string, string>();
  const lines = [...transcript].flatMap(([name, exchanges]) => [
    `\n# ${name}`,
    ...exchanges.flatMap(({ line, status, headers, body }) => {
      const common = headers.filter(isCommon).join(" | ");
      if (!sets.has(common)) sets.set(common, `H${sets.size + 1}`);
      const own = headers.filter((header) => !isCommon(header));
      const answer = `  ${[`${status} ${sets.get(common)}`, ...own].join(" | ")}`;
      return body === "" ? [line, answer] : [line, answer, ...linesOf(body)];
    }),
  ]);
  const listed = [...sets].map(([headers, set]) => `${set} ${headers}`);
  return `${HEAD}\n${[...listed, ...lines].join("\n")}\n`;
}

/** A body in lines: an item, or a line of text, each. Put together they are the body. */
function linesOf(body: string): string[] {
  return body.split(/(?<=\},)(?=\{)|(?<=\\n)/).map((line) => `${INDENTATION}${line}`);
}

/** Reads what {@linkcode writeTranscript} wrote. */
export function readTranscript(text: string): Transcript {
  const chapters = new Map<string, Exchange[]>();
  const sets = new Map<string, string[]>();
  let exchanges: { -readonly [Name in keyof Exchange]: Exchange[Name] }[] = [];
  for (const line of text.split("\n")) {
    if (line === "" || line.startsWith("//")) continue;
    const [, sign, rest = ""] = /^(#|H\d+) (.*)$/.exec(line) ?? [];
    const last = exchanges.at(-1);
    if (sign === "#") chapters.set(rest, exchanges = []);
    else if (sign !== undefined) sets.set(sign, rest.split(" | "));
    else if (line.startsWith(INDENTATION)) last!.body += line.slice(INDENTATION.length);
    else if (line.startsWith("  ")) {
      const [front = "", ...own] = line.slice(2).split(" | ");
      const [status, set = ""] = front.split(" ");
      last!.status = Number(status);
      last!.headers = [...sets.get(set)!, ...own].filter((header) => header !== "").sort();
    } else exchanges.push({ line, status: 0, headers: [], body: "" });
  }
  return chapters;
}
