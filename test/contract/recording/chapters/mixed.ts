import { createDice } from "../../../support/dice.ts";
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
  const dice = createDice(20_261_121);
  return Array.from({ length: count }, () => {
    const { path, needs = "", parameters } = dice.pick(SHIPPED_PATHS);
    const pairs = dice.some(parameters, dice.between(0, 3)).map(({ name, good, bad }) => {
      const value = dice.pick(dice.happens(0.8) ? good : bad);
      return `${name}=${encodeURIComponent(value)}`;
    });
    const method = dice.pick(METHODS);
    const headers: [string, string][] = [];
    const key = dice.pick(CREDENTIALS);
    const inQuery = dice.happens(0.2);
    if (inQuery) pairs.push(`apikey=${key}`);
    else if (dice.happens(0.95)) headers.push([dice.pick(["x-api-key", "api-key"]), key]);
    if (dice.happens(0.1)) headers.push(["x-priority-token", dice.pick(["{token}", "P-osb_x"])]);
    if (dice.happens(0.4)) headers.push(["accept-encoding", dice.pick(CODINGS)]);
    if (dice.happens(0.2)) headers.push(["if-none-match", dice.pick(TAGS)]);
    const query = [needs, ...pairs].filter((part) => part !== "").join("&");
    return request(method, query === "" ? path : `${path}?${query}`, {
      headers,
      from: dice.pick(PLACES),
      ...((method === "POST" || method === "PUT") && dice.happens(0.5) &&
        { body: dice.pick(["{}", '{"apikey":"{key}"}', '{"status":"active"}', "["]) }),
    });
  });
}
