/** A request's line and what it was answered. */
export interface Exchange {
  readonly line: string;
  readonly status: number;
  /** `name: value`, sorted. */
  readonly headers: readonly string[];
  /** One line of JSON; "" for no body. */
  readonly body: string;
}

/** Exchanges by chapter. */
export type Transcript = ReadonlyMap<string, readonly Exchange[]>;

/** A transcript in two texts: a line for each request, and one for each body. */
export interface Written {
  readonly requests: string;
  readonly bodies: string;
}

/** How often a header line stands in a transcript until it is named once, at its beginning. */
const COMMON = 12;

const HEAD =
  `// What requests are answered: status, line of recording_bodies.jsonl (- for no body), headers.
// Whoever changes an answer on purpose runs "deno task record", looks at the difference of these files,
// and commits it together with the change. Whoever changes none finds them as they were.
`;

/**
 * Writes a transcript down. Header lines that come often are gathered into sets, which are listed first:
 *
 *     H1 vary: Accept-Encoding | x-content-type-options: nosniff
 *     # members
 *     GET /api/groupa/members → 200 17 H1 | link: </y>
 */
export function writeTranscript(transcript: Transcript): Written {
  const counts = new Map<string, number>();
  for (const { headers } of [...transcript.values()].flat()) {
    for (const line of headers) counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  const isCommon = (line: string) => counts.get(line)! >= COMMON;
  const sets = new Map<string, number>();
  const bodies = new Map<string, number>();
  const numberIn = (known: Map<string, number>, text: string) => {
    if (!known.has(text)) known.set(text, known.size + 1);
    return known.get(text)!;
  };
  const lines = [...transcript].flatMap(([name, exchanges]) => [
    `# ${name}`,
    ...exchanges.map(({ line, status, headers, body }) => {
      const set = numberIn(sets, headers.filter(isCommon).join(" | "));
      const own = headers.filter((header) => !isCommon(header)).map((header) => ` | ${header}`);
      const number = body === "" ? "-" : numberIn(bodies, body);
      return `${line} → ${status} ${number} H${set}${own.join("")}`;
    }),
  ]);
  const listed = [...sets].map(([headers, set]) => `H${set} ${headers}`);
  return {
    requests: `${HEAD}${[...listed, ...lines].join("\n")}\n`,
    bodies: [...bodies.keys()].map((body) => `${body}\n`).join(""),
  };
}

/** Reads what {@linkcode writeTranscript} wrote. */
export function readTranscript({ requests, bodies }: Written): Transcript {
  const lines = bodies.split("\n");
  const chapters = new Map<string, Exchange[]>();
  const sets = new Map<string, string[]>();
  let exchanges: Exchange[] = [];
  for (const text of requests.split("\n")) {
    if (text === "" || text.startsWith("//")) continue;
    const [, sign, rest = ""] = /^(#|H\d+) (.*)$/.exec(text) ?? [];
    if (sign === "#") chapters.set(rest, exchanges = []);
    else if (sign !== undefined) sets.set(sign, rest.split(" | "));
    else {
      const [line = "", answer = ""] = text.split(" → ");
      const [front = "", ...own] = answer.split(" | ");
      const [status, number = "", set = ""] = front.split(" ");
      const headers = [...sets.get(set)!, ...own].filter((header) => header !== "").sort();
      const body = number === "-" ? "" : lines[Number(number) - 1]!;
      exchanges.push({ line, status: Number(status), headers, body });
    }
  }
  return chapters;
}

/** How an answer differs from what was recorded, for a reader; undefined where it does not. */
export function differenceOf(recorded: Exchange, given: Exchange): string | undefined {
  const found: string[] = [];
  const add = (what: string, before: unknown, after: unknown) =>
    found.push(`  ${what}\n    expected ${shown(before)}\n    found    ${shown(after)}`);
  if (recorded.line !== given.line) add("request", recorded.line, given.line);
  if (recorded.status !== given.status) add("status", recorded.status, given.status);
  const [before, after] = [recorded, given].map(({ headers }) => fieldsOf(headers));
  for (const name of new Set([...before!.keys(), ...after!.keys()])) {
    if (before!.get(name) !== after!.get(name)) add(name, before!.get(name), after!.get(name));
  }
  if (recorded.body !== given.body) {
    compare("body", valueOf(recorded.body), valueOf(given.body), add);
    if (found.length === 0) add("body, in its form", recorded.body, given.body);
  }
  return found.length === 0 ? undefined : [given.line, ...found.slice(0, 8)].join("\n");
}

function fieldsOf(headers: readonly string[]): Map<string, string> {
  return new Map(headers.map((line) => {
    const [name = "", ...value] = line.split(": ");
    return [name, value.join(": ")];
  }));
}

function valueOf(body: string): unknown {
  const value = body === "" ? undefined : JSON.parse(body);
  return typeof value === "string" ? value.split("\n") : value;
}

/** Calls `add` for each place at which two values differ. */
function compare(
  path: string,
  before: unknown,
  after: unknown,
  add: (path: string, before: unknown, after: unknown) => void,
): void {
  if (!isObject(before) || !isObject(after) || Array.isArray(before) !== Array.isArray(after)) {
    if (before !== after) add(path, before, after);
    return;
  }
  const names = [Object.keys(before), Object.keys(after)];
  for (const name of new Set(names.flat())) {
    const place = Array.isArray(before) ? `${path}[${name}]` : `${path}.${name}`;
    compare(place, before[name], after[name], add);
  }
  if (!Array.isArray(before) && names.join() !== names.toReversed().join()) {
    add(`${path}, its fields`, ...names as [string[], string[]]);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function shown(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value) ?? "nothing";
  return text.length > 300 ? `${text.slice(0, 300)} …` : text;
}
