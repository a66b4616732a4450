import { Buffer } from "node:buffer";

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
