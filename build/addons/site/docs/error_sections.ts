import { type ErrorCode, ERRORS, helpAnchor } from "../../../../src/http/error_table.ts";
import { type Language, messageOf, wordsOf } from "../../../words/say.ts";

/**
 * The page of errors in a language: a list of all types, then a section for each.
 *
 * @throws {TypeError} naming a type for which no advice is written
 */
export function errorSections(language: Language): string {
  const say = (text: string) => wordsOf(messageOf(text), language);
  const byAnchor = [...Map.groupBy(Object.keys(ERRORS) as ErrorCode[], helpAnchor)];
  const heads = ["Status", "Type", "Message"].map(say);
  const rows = byAnchor.map(([anchor, codes]) => {
    const statuses = new Set(codes.map((code) => ERRORS[code].status));
    return `| ${[...statuses].join(", ")} | [${anchor}](#${anchor}) | ${
      ERRORS[codes.at(-1)!].message
    } |`;
  });
  const sections = byAnchor.map(([anchor, codes]) => {
    const advice = ADVICE[anchor];
    if (advice === undefined) {
      throw new TypeError(`Cannot describe "${anchor}": no advice is written`);
    }
    const meanings = codes.map((code) => meaning(code, say));
    return `## ${anchor}\n\n${meanings.join("\n\n")}\n\n**${say("What to do")}.** ${say(advice)}`;
  });
  return [`| ${heads.join(" | ")} |\n| --- | --- | --- |\n${rows.join("\n")}`, ...sections]
    .join("\n\n");
}

function meaning(code: ErrorCode, say: (text: string) => string): string {
  const { status, type, message, about, fields = {} } = ERRORS[code];
  const further = Object.entries(fields).map(([name, { description }]) =>
    `\n- \`${name}\`: ${say(String(description))}`
  );
  const list = further.length === 0 ? "" : `\n\n${say("The body also has:")}\n${further.join("")}`;
  const typed = type === undefined ? `, ${say("without a `type`")}` : "";
  return `**${status}** \`${message}\`${typed}. ${say(about)}${list}`;
}

/** All that the page says, to be translated. */
export function errorTexts(): string[] {
  const ofErrors = Object.values(ERRORS).flatMap(({ about, fields = {} }) => [
    about,
    ...Object.values(fields).map(({ description }) => String(description)),
  ]);
  const own = ["Status", "Type", "Message", "What to do", "The body also has:", "without a `type`"];
  return [...ofErrors, ...Object.values(ADVICE), ...own];
}

/** What a caller does about each kind of refusal. */
const ADVICE: Readonly<Record<string, string>> = {
  MALFORMED_REQUEST:
    "Print the address and body that you send, and fix what the `message` of the " +
    "answer names, such as `The body is not a JSON object`. The same request is refused each time.",
  INVALID_PARAMETER: "Read the hint: it names the parameter and what it takes, as does " +
    "[the reference](/docs/reference).",
  WEBHOOK_UNVERIFIED: "Answer a `webhook.verify` with its challenge, as " +
    "[webhooks](/docs/webhooks#how-does-an-address-prove-itself) shows, and register again.",
  INVALID_CREDENTIALS: "Send the key in the header `x-api-key`, whole and without spaces, to a " +
    "group that it may read; [credentials](/docs/credentials) lists the other places.",
  IP_NOT_WHITELISTED: "Compare `clientIP` with the addresses you asked for: a proxy, a VPN or a " +
    "new provider changes it.",
  PLAN_UNKNOWN:
    "Write to the contact in the hint: the key works again as soon as it has another plan.",
  KEY_REQUIRED: "Send the key that you ask about, and leave other credentials out.",
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
