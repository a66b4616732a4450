import { createPrng } from "../../../support/prng.ts";
import { type RecordedRequest, request } from "../request_line.ts";
import { SHIPPED_PATHS } from "./endpoints.ts";

const METHODS = ["GET", "GET", "GET", "GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE"];
const CREDENTIALS = [
  ...["{key}", "{key}", "{key}", "{key}", "{free}", "{open}", "{abroad}", "{narrow}", "{expired}"],
  ...["{revoked}", "{tiny}", "J-osb_nobody"],
];
const CODINGS = ["br", "gzip", "identity", "br;q=0.1, gzip", "*;q=0"];
const TAGS = ["*", "{etag}", 'W/"x"'];
const PLACES = ["127.0.0.1", "127.0.0.1", "127.0.0.1", "203.0.113.7", "2001:db8::1"];

/** What nobody thought of: all of it thrown together, always the same. */
export function mixed(count: number): RecordedRequest[] {
  const prng = createPrng(20_261_121);
  return Array.from({ length: count }, () => {
    const { path, needs = "", parameters } = prng.pick(SHIPPED_PATHS);
    const pairs = prng.some(parameters, prng.between(0, 3)).map(({ name, good, bad }) => {
      const value = prng.pick(prng.happens(0.8) ? good : bad);
      return `${name}=${encodeURIComponent(value)}`;
    });
    const method = prng.pick(METHODS);
    const headers: [string, string][] = [];
    const key = prng.pick(CREDENTIALS);
    const inQuery = prng.happens(0.2);
    if (inQuery) pairs.push(`apikey=${key}`);
    else if (prng.happens(0.95)) headers.push([prng.pick(["x-api-key", "api-key"]), key]);
    if (prng.happens(0.1)) headers.push(["x-priority-token", prng.pick(["{token}", "P-osb_x"])]);
    if (prng.happens(0.4)) headers.push(["accept-encoding", prng.pick(CODINGS)]);
    if (prng.happens(0.2)) headers.push(["if-none-match", prng.pick(TAGS)]);
    const query = [needs, ...pairs].filter((part) => part !== "").join("&");
    return request(method, query === "" ? path : `${path}?${query}`, {
      headers,
      from: prng.pick(PLACES),
      ...((method === "POST" || method === "PUT") && prng.happens(0.5) &&
        { body: prng.pick(["{}", '{"apikey":"{key}"}', '{"status":"active"}', "["]) }),
    });
  });
}
