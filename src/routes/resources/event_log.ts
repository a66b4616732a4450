import { EVENT_LOG, EVENT_STREAMS } from "../../core/services.ts";
import { arrayOf, joinParts } from "../../catalog/phases.ts";
import { EVENT_KINDS, type EventKind } from "../../events/event.ts";
import type { FeedEvent } from "../../events/feed.ts";
import { eventJson } from "../../events/streams.ts";
import { createAnswer } from "../../http/answer.ts";
import { HttpError } from "../../http/http_error.ts";
import type { JsonSchema } from "../../http/error_table.ts";
import {
  nameList,
  NAMES,
  type Optional,
  optional,
  otherwise,
  type Values,
  wholeNumber,
} from "../../http/parameter.ts";
import { foldText } from "../../model/fold_text.ts";
import { type Dependency, route } from "../route.ts";
import type { AnswerContext, StreamRequest } from "../answer_context.ts";
import { GROUP, groupsAsked, membersNamed } from "./filters.ts";

const LOGGED: Dependency = {
  ready: (service) => service(EVENT_LOG).ready(),
  version: (service) => `${service(EVENT_LOG).floor()}-${service(EVENT_LOG).head()}`,
};

/** Kinds of events, separated by commas or repeated, in the order of the kinds, each once. */
function eventKinds(
  description: string,
  schema: JsonSchema,
  fold: (name: string) => string,
): Optional<readonly EventKind[]> {
  const readAll = (texts: readonly string[]) => {
    const names = new Set(texts.flatMap((text) => text.split(",")).map(fold));
    const kinds = EVENT_KINDS.filter((kind) => names.has(kind));
    return kinds.length === names.size ? kinds : undefined;
  };
  return { ...optional(description, schema, (text) => readAll([text])), readAll };
}

const ONE = EVENT_KINDS.map((kind) => kind.replace(".", "\\.")).join("|");

/** `type=` of the log. */
const EVENT_KINDS_OF_QUERY = eventKinds(
  `kinds of events, comma separated: ${EVENT_KINDS.join(", ")}`,
  { type: "string", pattern: `^(${ONE})(,(${ONE}))*$` },
  (name) => name,
);

/** `types` of a webhook, in a body: a list, or a text like the above. */
export const EVENT_KINDS_OF_BODY = eventKinds(
  "types of events, such as live.started",
  NAMES,
  (name) => name.trim(),
);

const MAX_NAMES = 20;

const EVENT_FILTERS = {
  type: EVENT_KINDS_OF_QUERY,
  group: GROUP,
  member: nameList(
    `up to ${MAX_NAMES} slugs, former slugs or names of members, comma separated`,
    MAX_NAMES,
    foldText,
  ),
};

const AFTER = optional(
  "the id of an event, or a cursor; left out for all that is kept",
  { type: "string", pattern: "^[0-9]{1,15}$" },
  (text) => /^\d{1,15}$/.test(text) ? Number(text) : undefined,
);

const EVENT_LIST_PARAMETERS = {
  after: AFTER,
  ...EVENT_FILTERS,
  limit: otherwise(wholeNumber(1, 1000), 100),
};

/** `events`: what has happened in the last 15 days, oldest first. */
export const eventLog = route({
  id: "event-log",
  path: "events",
  summary: "What has happened in the last 15 days, oldest first, from a place in the log on",
  answers: { one: "eventList" },
  parameters: EVENT_LIST_PARAMETERS,
  refuses: ["GONE", "TRY_AGAIN"],
  dependency: LOGGED,
  kept: listEvents,
});

/** `events/stream`: what happens from now on, or from `Last-Event-ID` on, as server-sent events. */
export const eventStream = route({
  id: "event-stream",
  path: "events/stream",
  summary: "What happens, as server-sent events; a request is charged every 5 minutes",
  answers: { stream: "log" },
  parameters: EVENT_FILTERS,
  refuses: ["TRY_AGAIN"],
  dependency: LOGGED,
  fresh({ ctx, request, openStream }, values) {
    const { wants } = eventFilter(ctx, values);
    const asked = values.group === undefined ? undefined : groupsNamed(ctx, values.group);
    const known = ctx.groups.map(({ slug }) => slug);
    const streams = ctx.service(EVENT_STREAMS);
    return openStream(({ renew, mayRead, onGone }) => {
      const readable = new ReadableGroups(known, mayRead);
      return streams.open({
        lastEventId: request.headers.get("last-event-id"),
        renew,
        onGone,
        wants: (event) =>
          (asked === undefined || asked.includes(event.group)) && wants(event) &&
          readable.has(event.group),
        mayStay: () => readable.refresh(),
      });
    });
  },
});

function listEvents(ctx: AnswerContext, values: Values<typeof EVENT_LIST_PARAMETERS>) {
  const { now } = ctx;
  const events = ctx.service(EVENT_LOG);
  const floor = events.floor();
  const { after = floor, limit } = values;
  if (after < floor) throw new HttpError("GONE", { after: { oldest: String(floor) } });
  const { wants, meantUntil } = eventFilter(ctx, values);
  const asked = values.group === undefined ? undefined : groupsNamed(ctx, values.group);
  const isReadable = (group: string) =>
    asked === undefined ? ctx.mayRead(group) : asked.includes(group);
  const wanted = events.since(after).filter((event) => isReadable(event.group) && wants(event));
  const data = wanted.slice(0, limit);
  const cursor = wanted.length > limit ? data.at(-1)!.seq : Math.max(after, events.head());
  const head = `{"total":${data.length},"cursor":"${cursor}","data":`;
  const body = joinParts([head, ...arrayOf(data.map((event) => [eventJson(event)])), "}"]);
  return createAnswer(body, { madeAt: now, validUntil: meantUntil, maxAge: 0 });
}

/**
 * Which events of its groups a caller wants, and until when (epoch ms) the names mean the same members.
 *
 * @throws {HttpError} if it names a member that is not there
 */
function eventFilter(ctx: AnswerContext, { type, member }: Values<typeof EVENT_FILTERS>) {
  const types = type && new Set<EventKind>(type);
  const found = member && membersNamed(ctx, ctx.groups, member, EVENT_FILTERS.member);
  return {
    wants: (event: FeedEvent) =>
      (types === undefined || types.has(event.type)) &&
      (found === undefined || event.members.some((slug) => found.slugs.has(slug))),
    meantUntil: found?.meantUntil ?? Infinity,
  };
}

/**
 * The slugs that a name means: that of the group, and the name itself if the log has a group of it that
 * content has no more, which may have become the other one.
 */
function groupsNamed(ctx: AnswerContext, name: string): readonly string[] {
  const group = ctx.catalog.group(name);
  const isFormer = group?.slug !== name && ctx.mayRead(name) &&
    ctx.service(EVENT_LOG).groups().includes(name);
  if (!isFormer) return groupsAsked(ctx, name).map(({ slug }) => slug);
  return group !== undefined && ctx.mayRead(group.slug) ? [name, group.slug] : [name];
}

/** The groups that the credential of an open stream may read at the moment, later ones too. */
class ReadableGroups {
  readonly #mayRead: StreamRequest["mayRead"];
  readonly #readable: Set<string>;
  /** Those that it might not read when an event of them came; cleared by {@linkcode refresh}. */
  readonly #refused = new Set<string>();

  /** `known`: those that it may read when the stream is opened. */
  constructor(known: Iterable<string>, mayRead: StreamRequest["mayRead"]) {
    this.#readable = new Set(known);
    this.#mayRead = mayRead;
  }

  has(group: string): boolean {
    if (this.#readable.has(group)) return true;
    if (this.#refused.has(group)) return false;
    // A credential that is not in memory is not waited for: this event is left out, later ones are sent.
    const mayRead = this.#mayRead(group);
    (mayRead === true ? this.#readable : this.#refused).add(group);
    return mayRead === true;
  }

  /** Leaves out the groups that the credential has lost; false where none is left. */
  async refresh(): Promise<boolean> {
    this.#refused.clear();
    for (const group of this.#readable) {
      if (!await this.#mayRead(group)) this.#readable.delete(group);
    }
    return this.#readable.size > 0;
  }
}
