import { ERRORS } from "../../../src/http/error_table.ts";
import type { ErrorWords } from "./error_sections.ts";

/** What a caller does about each kind of refusal. */
const ADVICE: Readonly<Record<string, string>> = {
  MALFORMED_REQUEST:
    "Print the address and body that you send, and fix what the `message` of the " +
    "answer names, such as `The body is not a JSON object`. The same request is refused each time.",
  INVALID_PARAMETER: "Read the hint: it names the parameter and what it takes, as does " +
    "[the reference](/docs/reference).",
  WEBHOOK_UNVERIFIED: "Answer a `webhook.verify` with its challenge, as " +
    "[events and webhooks](/docs/events#how-does-an-address-prove-itself) shows, and register again.",
  INVALID_CREDENTIALS: "Send the key in the header `x-api-key`, whole and without spaces, to a " +
    "group that it may read; [credentials](/docs/credentials) lists the other places.",
  IP_NOT_WHITELISTED: "Compare `clientIP` with the addresses you asked for: a proxy, a VPN or a " +
    "new provider changes it.",
  KEY_REQUIRED:
    "Send the key that the feed tokens or webhooks belong to, and leave other credentials out.",
  LIMIT_REACHED:
    "List what the key has, and end one that is no longer used; after a rotation wait for a day.",
  USAGE_LIMIT_EXCEEDED: "Stop until the new period begins, and read " +
    "[how to stay below the limits](/docs/limits#how-do-i-stay-below-them).",
  NOT_FOUND: "Ask for the list first, and take ids from it: " +
    "[most of these answers cost a request](/docs/limits#what-is-charged).",
  METHOD_NOT_ALLOWED: "Send `GET`, which every endpoint for data takes.",
  TIMEOUT: "Send the body at once and with its right `Content-Length`, or leave it out.",
  CONFLICT: "Read the current state again, then decide; do not repeat the request blindly.",
  GONE:
    "For a copy of the content, take a new cursor from `/v1/changes` and read everything again. " +
    "For the log of events, continue with `after=` and `oldest`; older events are lost.",
  BODY_TOO_LARGE: "Send only parameters and credentials.",
  URI_TOO_LONG: "Ask for less at once, or put the parameters into a JSON body if the group takes " +
    "`POST`.",
  RATE_LIMITED: "Leave time between requests, and wait after this answer for the seconds in " +
    "`Retry-After`.",
  INTERNAL: "Try once more. If the error stays, write to the operators with the `request_id`.",
  PLATFORM_UNAVAILABLE:
    "Show the last answer and try later; `/status` shows when the platform is back.",
  TRY_AGAIN: "Repeat the request after the seconds in `Retry-After`; nothing was charged.",
};

/** The page of errors in English; the table of errors itself says when each comes. */
export const ERRORS_IN_ENGLISH: ErrorWords = {
  heads: ["Status", "Type", "Message"],
  withoutType: "without a `type`",
  alsoHas: "The body also has:",
  whatToDo: "What to do",
  about: (code) => ERRORS[code].about,
  field: (code, name) => ERRORS[code].fields?.[name]?.description as string | undefined,
  advice: ADVICE,
};
