import {
  type ErrorCode,
  type ErrorKind,
  ERRORS,
  helpAnchor,
} from "../../../src/http/error_table.ts";

/** What a caller does about each kind of refusal, by the anchor that its answers link to. */
const WHAT_TO_DO: Readonly<Record<string, string>> = {
  MALFORMED_REQUEST: "Print the address and body that you send, and mend what the message names; " +
    "the same request is refused each time.",
  INVALID_PARAMETER: "Show the hint to whoever typed the value, or look the parameter up in " +
    "[the reference](/docs/reference).",
  WEBHOOK_UNVERIFIED: "Answer a `webhook.verify` with its challenge, as " +
    "[events and webhooks](/docs/events#how-does-an-address-prove-itself) shows, and register again.",
  INVALID_CREDENTIALS: "Send the key in the header `x-api-key`, whole and without spaces, to a " +
    "group it was made for; [credentials](/docs/credentials) lists the other places.",
  IP_NOT_WHITELISTED: "Compare `clientIP` with the addresses you asked for: a proxy, a VPN or a " +
    "new provider changes it.",
  KEY_REQUIRED:
    "Send the key whose feed tokens or webhooks they are, and leave other credentials out.",
  LIMIT_REACHED: "List what the key has, and end one that nobody uses any more.",
  USAGE_LIMIT_EXCEEDED: "Stop until the new period begins, and read " +
    "[how to stay below the limits](/docs/limits#how-do-i-stay-below-them).",
  NOT_FOUND: "Ask for the list first, and take ids from it; what has been removed stays away.",
  METHOD_NOT_ALLOWED: "Send `GET`, which every endpoint for data takes.",
  TIMEOUT: "Send the body at once and with its right `Content-Length`, or leave it out.",
  CONFLICT: "Ask anew how things stand, and decide again; do not repeat the request blindly.",
  GONE: "Read anew what you show, then go on from `oldest`.",
  BODY_TOO_LARGE: "Leave out everything but parameters and credentials.",
  URI_TOO_LONG: "Ask for fewer things at once, or put the parameters into a JSON body where the " +
    "group takes `POST`.",
  RATE_LIMITED: "Leave time between requests, and wait after this answer for the seconds in " +
    "`Retry-After`.",
  INTERNAL: "Try once more; if it stays, write to the operators with the `request_id`.",
  PLATFORM_UNAVAILABLE: "Show what you have and try later; `/status` tells when the platform is " +
    "back.",
  TRY_AGAIN: "Repeat the request after the seconds in `Retry-After`; nothing was charged.",
};

/**
 * The page of errors: a list of all types, then a section for each.
 *
 * @throws {TypeError} naming a type for which no advice is written
 */
export function errorSections(): string {
  const codes = Object.keys(ERRORS) as ErrorCode[];
  const byAnchor = [...Map.groupBy(codes, helpAnchor)]
    .map(([anchor, list]) => [anchor, list.map((code) => ERRORS[code])] as const);
  const rows = byAnchor.map(([anchor, kinds]) =>
    `| ${statusesOf(kinds)} | [${anchor}](#${anchor}) | ${kinds.at(-1)!.message} |`
  );
  const sections = byAnchor.map(([anchor, kinds]) => section(anchor, kinds));
  return `| Status | Type | Message |\n| --- | --- | --- |\n${rows.join("\n")}\n\n${
    sections.join("\n\n")
  }`;
}

function statusesOf(kinds: readonly ErrorKind[]): string {
  return [...new Set(kinds.map(({ status }) => status))].join(", ");
}

function section(anchor: string, kinds: readonly ErrorKind[]): string {
  const advice = WHAT_TO_DO[anchor];
  if (advice === undefined) {
    throw new TypeError(`Cannot describe "${anchor}": no advice is written`);
  }
  return `## ${anchor}\n\n${kinds.map(meaning).join("\n\n")}\n\n**What to do.** ${advice}`;
}

function meaning({ status, type, message, about, fields = {} }: ErrorKind): string {
  const further = Object.entries(fields).map(([name, { description }]) =>
    `\n- \`${name}\`: ${description}`
  );
  const list = further.length === 0 ? "" : `\n\nThe body also has:\n${further.join("")}`;
  return `**${status}** \`${message}\`${
    type === undefined ? ", without a `type`" : ""
  }. ${about}${list}`;
}
