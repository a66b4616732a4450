import type { ServerResponse } from "node:http";
import { idnItem, showroomItem } from "../../build/demo/scene.ts";
import type { UpstreamFault } from "../../src/live/platforms/upstream.ts";
import type { LiveType } from "../../src/model/platforms.ts";

/** What a 429 asks for, in seconds. */
export const RETRY_AFTER_S = 3;

/** Each platform finds its own, and nobody in it. */
const EMPTY_LISTS = '"onlives":[],"items":[],"data":{"searchLivestream":{"result":[]}}';

/** Each platform finds somebody in its own before the text breaks. */
const BROKEN_LISTS = `{"data":{"searchLivestream":{"result":[${
  JSON.stringify(idnItem("groupa_feni", "invented"))
}]}},"items":[],"onlives":[{"lives":[${JSON.stringify(showroomItem(317730, "GROUPA_Feni", 666))},`;

/** The most that a list may have is 8 MiB: this is well-formed and has one byte more. Made once. */
let huge: string | undefined;
function makeHuge(): string {
  const [before, after] = [`{${EMPTY_LISTS},"pad":"`, '"}'];
  return before + "x".repeat((8 << 20) + 1 - before.length - after.length) + after;
}

/** An answer to spoil: `say` ends it, `type` is what the platform would send. */
interface Spoilt {
  readonly response: ServerResponse;
  readonly type: string;
  readonly path: string;
  say(body: string, status?: number, headers?: Readonly<Record<string, string>>): void;
}

/** A way in which a platform can fail: what the status page says of it, and how it is played. */
type Row = readonly [told: UpstreamFault, play: (answer: Spoilt) => void];

const ROWS = {
  hang: ["timeout", () => {}],
  status_500: ["status", ({ say }) => say('{"error":"broken"}', 500)],
  status_429: ["rate_limited", ({ say }) => say("{}", 429, { "retry-after": `${RETRY_AFTER_S}` })],
  reset: ["network", ({ response }) => void response.socket?.destroy()],
  reset_midway: ["network", ({ response, type }) => {
    response.writeHead(200, { "content-type": type, "content-length": "1000" });
    response.write('{"data":');
    setTimeout(() => response.socket?.destroy(), 20);
  }],
  drip: ["timeout", drip],
  malformed_json: ["malformed", ({ say }) => say('{"data": {"searchLivestream": {"resu')],
  cut_off: ["malformed", ({ say }) => say(BROKEN_LISTS)],
  wrong_midway: ["malformed", ({ say }) => say(`${BROKEN_LISTS}oops]}]}`)],
  nested: ["malformed", ({ say }) => say(`{${EMPTY_LISTS},"deep":${"[".repeat(1 << 20)}`)],
  html: [
    "content_type",
    ({ say }) => say("<!doctype html>", 200, { "content-type": "text/html; charset=utf-8" }),
  ],
  graphql_errors: [
    "malformed",
    ({ say }) => say('{"errors":[{"message":"Internal error"}],"data":null}'),
  ],
  missing_keys: ["malformed", ({ say }) => say("{}")],
  wrong_types: [
    "malformed",
    ({ say }) => say('{"data":{"searchLivestream":{"result":"none"}},"onlives":7,"items":{}}'),
  ],
  huge: ["too_large", ({ say }) => say(huge ??= makeHuge())],
  endless: ["too_large", pour],
  redirect_loop: ["redirect", ({ say, path }) => say("", 302, { location: path })],
  redirect_inward: [
    "redirect",
    ({ say }) => say("", 302, { location: "http://169.254.169.254/latest/meta-data/" }),
  ],
  quota_exceeded: [
    "status",
    ({ say }) => say('{"error":{"code":403,"errors":[{"reason":"quotaExceeded"}]}}', 403),
  ],
} satisfies Readonly<Record<string, Row>>;

export type Fault = keyof typeof ROWS;

/** The ways in which a platform can fail. */
export const FAULTS = Object.keys(ROWS) as Fault[];

/** Plays a fault as the answer to a request for `path`. */
export function playFault(fault: Fault, response: ServerResponse, path: string): void {
  const type = path.startsWith("/feeds") ? "text/xml" : "application/json";
  const [, play]: Row = ROWS[fault];
  play({
    response,
    type,
    path,
    say: (body, status = 200, headers = {}) =>
      response.writeHead(status, { "content-type": type, ...headers }).end(body),
  });
}

/** One byte a second. */
function drip({ response, type }: Spoilt): void {
  response.writeHead(200, { "content-type": type });
  const timer = setInterval(() => response.write(" "), 1000);
  response.on("close", () => clearInterval(timer));
}

/** As fast as the other side takes it, for ever. */
function pour({ response, type }: Spoilt): void {
  response.writeHead(200, { "content-type": type });
  const piece = " ".repeat(64 << 10);
  const more = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on("drain", more);
  more();
}

/** What the status page says of a fault of a platform. */
export function toldFault(platform: LiveType, fault: Fault): UpstreamFault {
  if (platform === "idn" && fault === "graphql_errors") return "graphql";
  if (platform === "youtube" && fault === "quota_exceeded") return "quota_exceeded";
  return ROWS[fault][0];
}

/**
 * How often platforms are asked, in ms, while one plays a fault: three quarters of it is what a poll may
 * take, and 8 MiB take a good part of a processor's second.
 */
export function intervalFor(fault: Fault): number {
  return ROWS[fault][0] === "too_large" ? 4_000 : 1_000;
}
