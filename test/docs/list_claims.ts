import assert from "node:assert/strict";
import type { Ask } from "../support/program.ts";
import { answers, type Claim, isRefusedAs } from "./claim.ts";

/** What the page of lists, pages and filters says. */
export const LIST_CLAIMS: readonly Claim[] = [
  answers("lists", "`page` is 1, `perpage` is 10", "/api/groupa/theater?page=1", {
    body: ({ perpage }) => perpage === 10,
  }),
  answers("lists", "`page` is 1, `perpage` is 10", "/api/groupa/theater?perpage=3", {
    body: ({ page, theater }) => page === 1 && theater.length === 3,
  }),
  answers(
    "lists",
    "A `perpage` above 100 is served as 100.",
    "/api/groupa/theater?perpage=500",
    { body: ({ perpage, theater }) => perpage === 100 && theater.length === 100 },
  ),
  answers(
    "lists",
    "Anything but a whole number from 1 up is a 400.",
    "/api/groupa/news?page=0",
    { status: 400, body: isRefusedAs("INVALID_PARAMETER") },
  ),
  answers(
    "lists",
    "A page after the last one is a 200 with an empty list.",
    "/api/groupa/theater?page=200",
    { body: ({ theater }) => theater.length === 0 },
  ),
  answers(
    "lists",
    "the items are under the list's name (`theater`, `news`, `recents`, `videos`)",
    "/api/groupa/recent?page=1",
    { body: ({ recents }) => Array.isArray(recents) },
  ),
  answers(
    "lists",
    "`first`, `prev`, `next` and `last` page, without your credentials.",
    "/api/groupa/theater?page=2&apikey=unknown",
    {
      head: (headers) => {
        for (const rel of ["first", "prev", "next", "last"]) {
          assert.match(headers.get("link")!, new RegExp(`rel="${rel}"`));
        }
        assert.doesNotMatch(headers.get("link")!, /apikey/);
      },
    },
  ),
  answers(
    "lists",
    "`month` needs `year`: it is one month, not that month of every year. Alone it is a 400.",
    "/api/groupa/theater?month=5",
    {
      status: 400,
      body: ({ hint }) => /together with year/.test(hint),
    },
  ),
  answers(
    "lists",
    "`from=2026-07-04&to=2026-07-04` is one day.",
    "/api/groupa/theater?from=2026-07-04&to=2026-07-04",
    { body: (all) => all.length > 0 && all.every(({ date }: Show) => date === "2026-07-04") },
  ),
  answers(
    "lists",
    "`upcoming` holds shows that have not begun, the soonest first.",
    "/api/groupa/theater?status=upcoming",
    {
      body: (all) =>
        all.length > 1 && all.every(({ is_upcoming }: Show) => is_upcoming) &&
        all[0].start_at <= all[1].start_at,
    },
  ),
  answers(
    "lists",
    "`past` holds shows that have begun, the newest first.",
    "/api/groupa/theater?status=past",
    {
      body: (all) =>
        all.length > 1 && all.every(({ is_upcoming }: Show) => !is_upcoming) &&
        all[0].start_at >= all[1].start_at,
    },
  ),
  answers(
    "lists",
    "`today` holds all shows of the group's day, the earliest first.",
    "/api/groupa/theater?status=today",
    {
      body: (all) => all.length > 0 && all.every(({ date }: Show) => date === "2026-07-04"),
    },
  ),
  answers(
    "lists",
    "Parameters that an endpoint does not know are ignored.",
    "/api/groupa/members?colour=red",
    { body: Array.isArray },
  ),
  answers(
    "lists",
    "A **wrapped** group puts every answer into the same object",
    "/api/groupb/members",
    {
      body: ({ success, total, data, message }) =>
        success === true && total === data.length && message === "OK",
    },
  ),
  answers(
    "lists",
    "GET and HEAD; POST and PUT with parameters in a JSON body are the same read",
    "/api/groupb/schedule",
    {
      body: ({ data }) => data.every(({ is_upcoming }: Show) => is_upcoming),
    },
    jsonOf("POST", { status: "upcoming" }),
  ),
  answers(
    "lists",
    "GET and HEAD; POST and PUT with parameters in a JSON body are the same read",
    "/api/groupa/schedule",
    {
      status: 405,
    },
    jsonOf("POST", {}),
  ),
  answers("lists", "shows without `seitansai` and `graduation`", "/api/groupa/theater", {
    body: (all) => all.length > 0 && all.every((show: object) => !("seitansai" in show)),
  }),
  answers("lists", "shows with both, as in pages", "/api/groupb/theater", {
    body: ({ data }) =>
      data.length > 0 &&
      data.every((show: object) => "seitansai" in show && "graduation" in show),
  }),
  answers(
    "lists",
    "a search: members as in `members` whose name, nickname, native name or reading contains the text",
    "/api/groupb/member/na",
    {
      body: ({ total, data }) =>
        total > 1 && data.every((one: object) => !("birthdate" in one) && "nicknames" in one),
    },
  ),
  answers("lists", "| 403 without a `type` | 403 `INVALID_CREDENTIALS` |", "/api/groupb/members", {
    status: 403,
    body: isRefusedAs("INVALID_CREDENTIALS"),
  }, { key: null }),
  answers("lists", "`from` alone has no end", "/api/groupa/theater?from=2026-07-04", {
    body: (all) =>
      all.some(({ date }: Show) => date > "2027") &&
      all.every(({ date }: Show) => date >= "2026-07-04"),
  }),
  answers("lists", "`year` alone is the whole year.", "/api/groupa/theater?year=2026", {
    body: (all) =>
      ["2026-01", "2026-12"].every((month) =>
        all.some(({ date }: Show) => date.startsWith(month))
      ) && all.every(({ date }: Show) => date.startsWith("2026")),
  }),
  answers(
    "lists",
    "a show of tonight is in `status=upcoming` until it begins, and its field says `today`",
    "/api/groupa/schedule?status=upcoming",
    { body: ([first]) => first.status === "today" && first.is_upcoming },
  ),
  ...["theater", "schedule"].map((list) =>
    answers(
      "lists",
      "by start, the latest first: the show farthest in the future is at the top",
      `/api/groupa/${list}`,
      { body: isNewestFirst },
    )
  ),
];

function isNewestFirst(shows: readonly Show[]): boolean {
  const starts = shows.map(({ start_at }) => Date.parse(start_at)).filter((start) => start > 0);
  return starts.length > 10 && starts.every((start, n) => n === 0 || start <= starts[n - 1]!);
}

/** The fields of a show that claims are about. */
interface Show {
  readonly date: string;
  readonly start_at: string;
  readonly is_upcoming: boolean;
}

function jsonOf(method: string, body: object): Ask {
  return { method, body: JSON.stringify(body), headers: { "content-type": "application/json" } };
}
