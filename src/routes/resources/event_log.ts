import { arrayOf, joinParts } from "../../catalog/phases.ts";
import { findMember, foundUntil } from "../../catalog/members.ts";
import type { EventKind } from "../../events/event.ts";
import type { KeptEvent } from "../../events/event_memory.ts";
import { createAnswer } from "../../http/answer.ts";
import { HttpError, invalidParameter } from "../../http/http_error.ts";
import { orElse } from "../../http/maybe_async.ts";
import { nameList, optional, otherwise, type Values, wholeNumber } from "../../http/parameter.ts";
import { foldText } from "../../model/fold_text.ts";
import { cachedRoute, type StreamRequest, streamRoute } from "../route.ts";
import type { Dependency, RouteContext } from "../route_context.ts";
import { EVENT_KINDS_OF_QUERY } from "./event_kinds.ts";
import { GROUP, groupsAsked } from "./filters.ts";

/** The log of events. */
const LOGGED: Dependency = {
  ready: ({ events }) => events.ready(),
  version: ({ events }) => `${events.floor()}-${events.head()}`,
  groups: ({ events }) => events.groups(),
};

const MAX_NAMES = 20;

/** What narrows the log. */
export const EVENT_FILTERS = {
  type: EVENT_KINDS_OF_QUERY,
  group: GROUP,
  member: nameList(
    `up to ${MAX_NAMES} slugs, former slugs or names of members, comma separated`,
    MAX_NAMES,
    foldText,
  ),
};

/** A place in the log. */
const AFTER = optional(
  "the id of an event, or a cursor; 0 for all that is kept",
  { type: "string", pattern: "^[0-9]{1,15}$" },
  (text) => /^\d{1,15}$/.test(text) ? Number(text) : undefined,
);

const EVENT_LIST_PARAMETERS = {
  after: AFTER,
  ...EVENT_FILTERS,
  limit: otherwise(wholeNumber(1, 1000), 100),
};

/** `events`: what has happened in the last 7 days, oldest first. */
export const eventLog = cachedRoute({
  id: "event-log",
  path: "events",
  summary: "What has happened in the last 7 days, oldest first, from a place in the log on",
  answers: { one: "eventList" },
  parameters: EVENT_LIST_PARAMETERS,
  refuses: ["GONE", "TRY_AGAIN"],
  dependency: LOGGED,
  answer: listEvents,
});

/** `events/stream`: what happens from now on, or from `Last-Event-ID` on, as server-sent events. */
export const eventStream = streamRoute({
  id: "event-stream",
  path: "events/stream",
  summary: "What happens, as server-sent events; a request is charged every 5 minutes",
  answers: { stream: "log" },
  parameters: EVENT_FILTERS,
  refuses: ["TRY_AGAIN"],
  dependency: LOGGED,
  open(ctx, { request, renew, mayRead, onGone }, values) {
    const { wants } = eventFilter(ctx, values);
    const { group } = values;
    const asked = group === undefined ? undefined : new Set(groupsOfEvents(ctx, group));
    const readable = new ReadableGroups(groupsOfEvents(ctx, undefined), mayRead);
    return ctx.eventStreams.open({
      lastEventId: request.headers.get("last-event-id"),
      renew,
      onGone,
      wants: (event) =>
        (asked === undefined || asked.has(event.group)) && wants(event) &&
        readable.has(event.group),
      mayStay: () => readable.look(),
    });
  },
});

function listEvents(ctx: RouteContext, values: Values<typeof EVENT_LIST_PARAMETERS>) {
  const { events, now } = ctx;
  const floor = events.floor();
  const { after = floor, limit } = values;
  if (after < floor) throw gone(floor);
  const { wants, meantUntil } = eventFilter(ctx, values);
  const groups = new Set(groupsOfEvents(ctx, values.group));
  const wanted = events.since(after).filter((event) => groups.has(event.group) && wants(event));
  const data = wanted.slice(0, limit);
  const cursor = wanted.length > limit ? data.at(-1)!.seq : Math.max(after, events.head());
  const head = `{"total":${data.length},"cursor":"${cursor}","data":`;
  const body = joinParts([head, ...arrayOf(data.map(({ json }) => [json])), "}"]);
  return createAnswer(body, { madeAt: now, validUntil: meantUntil, maxAge: 0 });
}

/** The refusal of a place in the log that lies before all that is kept. */
function gone(floor: number): HttpError {
  return new HttpError("GONE", { after: { oldest: String(floor) } });
}

/** Which events of its groups a caller wants, and until when (epoch ms) the names mean the same members. */
interface EventFilter {
  wants(event: KeptEvent): boolean;
  readonly meantUntil: number;
}

/** The filter of a request. @throws {HttpError} where it names a member that is not there */
function eventFilter(
  ctx: RouteContext,
  { type, member }: Values<typeof EVENT_FILTERS>,
): EventFilter {
  const types = type && new Set<EventKind>(type);
  const found = member && membersNamed(ctx, member);
  return {
    wants: (event) =>
      (types === undefined || types.has(event.type)) &&
      (found === undefined || event.members.some((slug) => found.slugs.has(slug))),
    meantUntil: found?.meantUntil ?? Infinity,
  };
}

/** The slugs of the groups that are asked for, of those too whose events are all that is left of them. */
function groupsOfEvents(ctx: RouteContext, segment: string | undefined): readonly string[] {
  const { catalog, groups, formerGroups } = ctx;
  if (segment === undefined) return [...groups.map(({ slug }) => slug), ...formerGroups];
  if (!formerGroups.includes(segment)) return groupsAsked(ctx, segment).map(({ slug }) => slug);
  // The group that was renamed, too, where its former name leads to it.
  const now = groups.find((group) => group === catalog.group(segment));
  return now === undefined ? [segment] : [segment, now.slug];
}

function membersNamed({ groups, now }: RouteContext, names: readonly string[]) {
  const slugs = new Set<string>();
  for (const name of names) {
    const found = groups.flatMap((group) => findMember(group, name, now) ?? []);
    if (found.length === 0) {
      const { description } = EVENT_FILTERS.member;
      throw invalidParameter("member", `${description}; nobody has one of these`);
    }
    for (const { id } of found) slugs.add(id);
  }
  const turns = names.flatMap((name) => groups.map((group) => foundUntil(group, name, now)));
  return { slugs, meantUntil: Math.min(...turns) };
}

/** The groups that the credential of an open stream may read at the moment, those too that come later. */
export class ReadableGroups {
  readonly #mayRead: StreamRequest["mayRead"];
  readonly #readable: Set<string>;
  /** Those that it might not read when an event of them came, until they are looked at again. */
  readonly #refused = new Set<string>();

  /** `known`: those that it may read when the stream is opened. */
  constructor(known: Iterable<string>, mayRead: StreamRequest["mayRead"]) {
    this.#readable = new Set(known);
    this.#mayRead = mayRead;
  }

  has(group: string): boolean {
    if (this.#readable.has(group)) return true;
    if (this.#refused.has(group)) return false;
    // Where the credential is not in memory, nobody waits for it: the events that follow are told.
    const mayRead = orElse(() => this.#mayRead(group), () => false);
    (mayRead === true ? this.#readable : this.#refused).add(group);
    return mayRead === true;
  }

  /** Leaves out the groups that the credential has lost; false where none is left. */
  async look(): Promise<boolean> {
    this.#refused.clear();
    for (const group of this.#readable) {
      if (!await this.#mayRead(group)) this.#readable.delete(group);
    }
    return this.#readable.size > 0;
  }
}
