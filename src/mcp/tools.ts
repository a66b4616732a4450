import {
  anyText,
  civilDate,
  otherwise,
  type Parameters,
  required,
  wholeNumber,
} from "../http/parameter.ts";
import type { JsonSchema } from "../http/error_table.ts";
import { SINCE } from "../change_feed/change_feed.ts";
import { TIMEZONE } from "../routes/resources/filters.ts";
import { SEARCH_TEXT } from "../routes/resources/search.ts";

/** What a tool takes, and what assistants read of it. */
interface Tool {
  readonly title: string;
  readonly description: string;
  readonly parameters: Parameters;
}

const GROUP = anyText("a group's name, or its name in addresses");
const MEMBER = anyText("a member's name, nickname or slug, in any script");

/** How far the schedule goes: of one member further, since she is not in every show. */
export const SCHEDULE_DAYS = { all: 14, ofMember: 92 } as const;
export const BIRTHDAY_DAYS = 7;
const MAX_DAYS = 366;

/** The tools, in their order. */
export const TOOLS = {
  search: {
    title: "Search",
    description:
      "Finds members, shows, events, setlists, songs, releases and news articles by words of their " +
      "name or title, in any script, typing mistakes forgiven. Give names, not whole questions. " +
      "Answers with ids for `fetch`, and with a line about each: when a show or event begins, what a " +
      "member is.",
    parameters: { query: required({ ...SEARCH_TEXT, description: "words of a name or title" }) },
  },
  fetch: {
    title: "Fetch",
    description:
      "All about one item, by an id from another tool, such as `groupa/member/some-name`. A member: " +
      "birthday, birthplace, height, blood type, hobby, accounts, team, graduation, last and next " +
      "shows, last broadcast. A show or event: time, place, line-up, birthdays celebrated, whether it " +
      "is cancelled or postponed, songs. A setlist: its songs. A song: who sings it, and its setlist. " +
      "A release: date, tracks, singers. A news article: its text.",
    parameters: { id: required(anyText("an id from another tool")) },
  },
  schedule: {
    title: "Schedule",
    description:
      "Shows, concerts, handshake events, television and radio, soonest first, from a day on. Use it " +
      "for questions such as: what is on tonight, when does this member perform next, what happens " +
      "next week. Line-ups are in `fetch`. Without `from`: from today. Past days work too.",
    parameters: {
      group: GROUP,
      member: MEMBER,
      from: {
        ...civilDate(),
        description: "the first day, such as 2026-07-04, in the group's time zone",
      },
      days: {
        ...wholeNumber(1, MAX_DAYS),
        description: `for how many days, 1 to ${MAX_DAYS}; ${SCHEDULE_DAYS.all} if left out, or ` +
          `${SCHEDULE_DAYS.ofMember} with a member`,
      },
    },
  },
  birthdays: {
    title: "Birthdays",
    description:
      "Whose birthday is today and in the next days, soonest first, with the age that she turns, by " +
      "the date in a time zone. When a certain member's birthday is: `search` and `fetch`.",
    parameters: {
      days: otherwise({
        ...wholeNumber(1, MAX_DAYS),
        description: `how many days ahead, 1 to ${MAX_DAYS}; ${BIRTHDAY_DAYS} if left out`,
      }, BIRTHDAY_DAYS),
      timezone: otherwise(
        {
          ...TIMEZONE,
          description: "an IANA time zone such as Asia/Tokyo; Asia/Jakarta if left out",
        },
        "Asia/Jakarta",
      ),
    },
  },
  live: {
    title: "Live",
    description:
      "Who is on air now on IDN Live, SHOWROOM and YouTube, with the address to watch, and which " +
      "broadcasts ended last: who was on air tonight, last night, or when a member was last on air.",
    parameters: { group: GROUP, member: MEMBER },
  },
  changes: {
    title: "News and changes",
    description:
      "The newest news articles, and a cursor. With the cursor of an earlier answer as `since`: which " +
      "members, shows, events, releases and articles were added, changed or removed after it.",
    parameters: { since: anyText(SINCE) },
  },
} as const satisfies Readonly<Record<string, Tool>>;

/** The name of a tool. */
export type ToolName = keyof typeof TOOLS;

/** The list of the tools, as the protocol has it. */
export const TOOL_LIST = (Object.keys(TOOLS) as ToolName[]).map((name) => {
  const { title, description, parameters } = TOOLS[name];
  return {
    name,
    title,
    description,
    inputSchema: inputSchema(parameters),
    annotations: { title, readOnlyHint: true, openWorldHint: false },
  };
});

function inputSchema(parameters: Parameters) {
  const entries = Object.entries(parameters);
  return {
    type: "object",
    properties: Object.fromEntries(
      entries.map(([name, { schema, description }]) => [name, propertyOf(schema, description)]),
    ),
    required: entries.filter(([, { required }]) => required).map(([name]) => name),
  };
}

/** A format that JSON Schema does not know is left out: some clients refuse the whole tool for it. */
function propertyOf({ format: _, ...schema }: JsonSchema, description: string): JsonSchema {
  return { ...schema, description };
}
