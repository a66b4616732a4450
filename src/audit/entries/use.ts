import { Buffer } from "node:buffer";
import { cut, isoInstant, type NewEntry, NOBODY, type People } from "./entry.ts";

/** One use of a priority token, as the request path reports it. */
export interface Use {
  /** When the request came in, in epoch milliseconds. */
  readonly at: number;
  readonly token_id: string;
  /** The holder of the token. */
  readonly name: string;
  readonly email: string;
  /** The caller's address, or "unknown". */
  readonly ip: string;
  readonly method: string;
  /** The path asked for, without query and without credentials: see {@linkcode endpointOf}. */
  readonly endpoint: string;
  /** The template of the route that answered, as `/api/{group}/news/{id}`; "" where none did. */
  readonly route: string;
  readonly status: number;
}

/** A use that is on record; `seq` counts from 1 over all processes, without gaps. */
export interface RecordedUse extends Use {
  readonly seq: number;
  /** Name, e-mail and address are "": the person was forgotten. */
  readonly forgotten?: true;
}

/** Longest text kept of each part, in UTF-16 units: a use always fits into a chunk, whatever came. */
const LONGEST = {
  token_id: 128,
  name: 512,
  email: 320,
  ip: 64,
  method: 16,
  endpoint: 2048,
  route: 256,
} as const;

/** The use as it is put on record: a line of JSON text, an array, over-long parts cut. */
export function newUse(use: Use): NewEntry {
  const at = Math.trunc(use.at);
  const subject = cut(use.token_id, LONGEST.token_id);
  const person = [
    cut(use.name, LONGEST.name),
    cut(use.email, LONGEST.email),
    cut(use.ip, LONGEST.ip),
  ];
  const request = [
    cut(use.method, LONGEST.method),
    cut(endpointOf(use.endpoint), LONGEST.endpoint),
    cut(use.route, LONGEST.route),
    use.status,
  ];
  const stem = JSON.stringify([at, subject, ...request]).slice(0, -1);
  return {
    subject,
    fields: JSON.stringify(person),
    line: (place) => `${stem},${place}]`,
  };
}

/**
 * Reads a line of {@linkcode newUse}; `people` has what is beside it. Throws SyntaxError for anything
 * else.
 */
export function decodeUse(seq: number, text: string, people: People = NOBODY): RecordedUse {
  const parts: unknown = JSON.parse(text);
  if (!isUseParts(parts)) {
    throw new SyntaxError(`Cannot read use ${seq}: expected an array of 7 parts, got "${text}"`);
  }
  const [at, token_id, method, endpoint, route, status, place] = parts;
  const isGone = place === null || people.isForgotten(token_id);
  const fields = isGone ? undefined : people.fieldsOf(token_id, place);
  const { name, email, ip, ...mark } = personOf(fields);
  return { seq, at, token_id, name, email, ip, method, endpoint, route, status, ...mark };
}

const FORGOTTEN = { name: "", email: "", ip: "", forgotten: true } as const;

function personOf(
  fields: unknown,
): Pick<RecordedUse, "name" | "email" | "ip" | "forgotten"> {
  if (!Array.isArray(fields) || fields.length !== 3 || !fields.every(isText)) return FORGOTTEN;
  const [name, email, ip] = fields as [string, string, string];
  return { name, email, ip };
}

const isText = (part: unknown) => typeof part === "string";

type UseParts = [number, string, string, string, string, number, number | null];

function isUseParts(parts: unknown): parts is UseParts {
  return Array.isArray(parts) && parts.length === 7 && typeof parts[0] === "number" &&
    parts.slice(1, 5).every(isText) && typeof parts[5] === "number" &&
    (parts[6] === null || typeof parts[6] === "number");
}

const HIDDEN = "[credential]";
const OWN_KEY_SHAPE = /[PJ]-osb_[0-9A-Za-z]{8,}|F-osb_k_[0-9A-Za-z]{8,}/;

/**
 * The part of a request's path that may be kept and shown: no query, no fragment, printable ASCII
 * only, and `[credential]` in place of every segment that holds one of `credentials` (or something
 * of the shape of this service's own keys), even percent-encoded.
 */
export function endpointOf(path: string, credentials: readonly string[] = []): string {
  const secrets = credentials.filter((secret) => secret !== "");
  let shown = path.split(/[?#]/, 1)[0] ?? "";
  for (const secret of secrets) {
    shown = shown.replaceAll(secret, HIDDEN).replaceAll(encodeURIComponent(secret), HIDDEN);
  }
  return shown.split("/").map((segment) => maskSegment(segment, secrets)).join("/");
}

function maskSegment(segment: string, secrets: readonly string[]): string {
  const spellings = decodings(segment);
  const leaks = spellings.some((text) =>
    OWN_KEY_SHAPE.test(text) || secrets.some((secret) => text.includes(secret))
  );
  return leaks ? HIDDEN : escapeUnprintable(segment);
}

/** The segment, and its text when percent-decoded once, twice and three times. */
function decodings(segment: string): string[] {
  const found = [segment];
  for (let depth = 0; depth < 3 && found.at(-1)!.includes("%"); depth++) {
    const decoded = Buffer.from(unescapePercent(found.at(-1)!), "latin1").toString("utf8");
    if (decoded === found.at(-1)) break;
    found.push(decoded);
  }
  return found;
}

function unescapePercent(text: string): string {
  const bytes = Buffer.from(text, "utf8").toString("latin1");
  return bytes.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
}

/** No path has a space; the name of an assistant's tool is behind one. */
function escapeUnprintable(text: string): string {
  return text.toWellFormed().replace(/[^\x20-\x7e]+/g, encodeURIComponent);
}

/** A recorded use as `audit tail` and `/api/admin/audit` print it. */
export interface UseEntry extends Omit<RecordedUse, "at" | "route"> {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly kind: "use";
}

/** The printed form of a use. */
export function useEntry(use: RecordedUse): UseEntry {
  const { seq, token_id, name, email, ip, method, endpoint, status, forgotten } = use;
  const at = isoInstant(use.at);
  const mark = forgotten && { forgotten };
  return { seq, at, kind: "use", token_id, name, email, ip, method, endpoint, status, ...mark };
}
