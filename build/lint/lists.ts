/** Rules of lists: what is in one twice, and tickets that are sold too late or too early. */

import type { Entry } from "../check/content.ts";
import { type Admitted, saleInstant } from "../derive/admission.ts";
import { type Dated, occasionOf } from "../derive/instants.ts";
import { foldText } from "../../src/model/fold_text.ts";
import { DAY_MS } from "../../src/toolbox/durations.ts";
import type { Source, ValuePath } from "../read/source.ts";
import { type Message, phrase } from "../words/say.ts";
import { type Finding, rule } from "./rule.ts";

/** No sale begins so long before. */
const YEAR_MS = 366 * DAY_MS;

type Sold = Entry<Dated & Admitted>;

export const LIST_RULES = [
  rule("list/twice", "members", ({ file: { nicknames, socials }, source }) => [
    ...twice(nicknames.map(foldText), source, (at) => ["nicknames", at], phrase`nickname`),
    ...twice(
      socials.map(({ url }) => url),
      source,
      (at) => ["socials", at, "url"],
      phrase`address`,
    ),
  ]),
  rule("list/same-number", "releases", ({ file: { tracks }, source }) => {
    const numbers = tracks.map(({ number }) => number?.toString());
    return twice(numbers, source, (at) => ["tracks", at, "number"], phrase`number`);
  }),
  rule(
    "tickets",
    ["shows", "events"],
    ({ file }: Sold, { content: { group: { timezone } } }) =>
      file.tickets.map(({ sale_from: from }, place) => {
        const { start } = occasionOf(file, timezone);
        const ahead = from === undefined ? 1 : start - saleInstant(from, timezone);
        if (ahead > 0 && ahead <= YEAR_MS) return undefined;
        const message = phrase`The sale begins when it has begun, or over a year before
          (${file.date}): correct sale_from or date`;
        return { at: ["tickets", place, "sale_from"], message };
      }),
  ),
];

/** The entries of a list whose key an earlier one has; `what` they are. */
function twice(
  keys: readonly (string | undefined)[],
  source: Source,
  pathOf: (at: number) => ValuePath,
  what: Message,
): Finding[] {
  return keys.flatMap((key, at) => {
    const first = keys.indexOf(key);
    if (key === undefined || first === at) return [];
    const { line } = source.locate(pathOf(first));
    const message =
      phrase`This ${what} is here twice: line ${line} has it already; keep one of them,
      or correct this one`;
    return [{ at: pathOf(at), message }];
  });
}
