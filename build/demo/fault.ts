import type { ServerResponse } from "node:http";
import type { UpstreamFault } from "../../src/live/platforms/upstream.ts";
import type { LiveType } from "../../src/model/platforms.ts";
import { idnItem, showroomItem } from "./scene.ts";

/** The ways in which a platform can fail. */
export const FAULTS = [
  "hang",
  "status_500",
  "status_429",
  "reset",
  "reset_midway",
  "drip",
  "malformed_json",
  "cut_off",
  "wrong_midway",
  "nested",
  "html",
  "graphql_errors",
  "missing_keys",
  "wrong_types",
  "huge",
  "endless",
  "redirect_loop",
  "redirect_inward",
  "quota_exceeded",
] as const;

export type Fault = (typeof FAULTS)[number];

/** What a 429 asks for, in seconds. */
export const RETRY_AFTER_S = 3;

/** The most that a list may have is 8 MiB: this is well-formed and has one byte more. Made once. */
let huge: Uint8Array | undefined;
function makeHuge(): Uint8Array {
  const [before, after] = [`{${EMPTY_LISTS},"pad":"`, '"}'];
  const pad = "x".repeat((8 << 20) + 1 - before.length - after.length);
  return new TextEncoder().encode(before + pad + after);
}

/** Each platform finds its own, and nobody in it. */
const EMPTY_LISTS = '"onlives":[],"items":[],"data":{"searchLivestream":{"result":[]}}';

/** Each platform finds somebody in its own before the text breaks. */
const BROKEN_LISTS = `{"data":{"searchLivestream":{"result":[${
  JSON.stringify(idnItem("groupa_feni", "invented"))
}]}},"items":[],"onlives":[{"lives":[${JSON.stringify(showroomItem(317730, "GROUPA_Feni", 666))},`;

/** Plays a fault as the answer to a request for `path`. */
export function playFault(fault: Fault, response: ServerResponse, path: string): void {
  const type = path.startsWith("/feeds") ? "text/xml" : "application/json";
  const say = (body: string, contentType = type, status = 200, headers = {}) =>
    response.writeHead(status, { "content-type": contentType, ...headers }).end(body);
  switch (fault) {
    case "hang":
      return;
    case "status_500":
      return void say('{"error":"broken"}', type, 500);
    case "status_429":
      return void say("{}", type, 429, { "retry-after": String(RETRY_AFTER_S) });
    case "reset":
      return void response.socket?.destroy();
    case "reset_midway":
      response.writeHead(200, { "content-type": type, "content-length": "1000" });
      response.write('{"data":');
      return void setTimeout(() => response.socket?.destroy(), 20);
    case "drip":
      return drip(response, type);
    case "malformed_json":
      return void say('{"data": {"searchLivestream": {"resu');
    case "cut_off":
      return void say(BROKEN_LISTS);
    case "wrong_midway":
      return void say(`${BROKEN_LISTS}oops]}]}`);
    case "nested":
      return void say(`{${EMPTY_LISTS},"deep":${"[".repeat(1 << 20)}`);
    case "html":
      return void say("<!doctype html><title>Login</title>", "text/html; charset=utf-8");
    case "graphql_errors":
      return void say('{"errors":[{"message":"Internal error"}],"data":null}');
    case "missing_keys":
      return void say("{}");
    case "wrong_types":
      return void say('{"data":{"searchLivestream":{"result":"none"}},"onlives":7,"items":{}}');
    case "huge":
      return void response.writeHead(200, { "content-type": type }).end(huge ??= makeHuge());
    case "endless":
      return pour(response, type);
    case "redirect_loop":
      return void say("", type, 302, { location: path });
    case "redirect_inward":
      return void say("", type, 302, { location: "http://169.254.169.254/latest/meta-data/" });
    case "quota_exceeded":
      return void say('{"error":{"code":403,"errors":[{"reason":"quotaExceeded"}]}}', type, 403);
  }
}

/** One byte a second. */
function drip(response: ServerResponse, type: string): void {
  response.writeHead(200, { "content-type": type });
  const timer = setInterval(() => response.write(" "), 1000);
  response.on("close", () => clearInterval(timer));
}

/** As fast as the other side takes it, for ever. */
function pour(response: ServerResponse, type: string): void {
  response.writeHead(200, { "content-type": type });
  const piece = " ".repeat(64 << 10);
  const more = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on("drain", more);
  more();
}

const TOLD: Readonly<Record<Fault, UpstreamFault>> = {
  hang: "timeout",
  status_500: "status",
  status_429: "rate_limited",
  reset: "network",
  reset_midway: "network",
  drip: "timeout",
  malformed_json: "malformed",
  cut_off: "malformed",
  wrong_midway: "malformed",
  nested: "malformed",
  html: "content_type",
  graphql_errors: "malformed",
  missing_keys: "malformed",
  wrong_types: "malformed",
  huge: "too_large",
  endless: "too_large",
  redirect_loop: "redirect",
  redirect_inward: "redirect",
  quota_exceeded: "status",
};

/** What the status page says of a fault of a platform. */
export function toldFault(platform: LiveType, fault: Fault): UpstreamFault {
  if (platform === "idn" && fault === "graphql_errors") return "graphql";
  if (platform === "youtube" && fault === "quota_exceeded") return "quota_exceeded";
  return TOLD[fault];
}

/**
 * How often platforms are asked, in ms, while one plays a fault: three quarters of it is what a poll may
 * take, and 8 MiB take a good part of a processor's second.
 */
export function intervalFor(fault: Fault): number {
  return TOLD[fault] === "too_large" ? 4_000 : 1_000;
}
