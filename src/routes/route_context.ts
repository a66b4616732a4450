import type { Caller } from "../access/gate/access_request.ts";
import type { OwnFeedTokens } from "../access/records/feed_token_store.ts";
import type { Meter } from "../access/limits/meter.ts";
import type { Announced } from "../change_feed/announcer.ts";
import type { ChangeFeed } from "../change_feed/change_feed.ts";
import type { AnswerCache, Catalog, Content, Group } from "../catalog/catalog.ts";
import {
  arrayOf,
  cutPage,
  itemParts,
  joinParts,
  type Listing,
  listPresent,
  type Page,
  type PageCounts,
  pageLinks,
  type Part,
} from "../catalog/phases.ts";
import type { EventLog } from "../events/event_log.ts";
import type { EventStreams } from "../events/event_streams.ts";
import { type Answer, createAnswer, type Freshness } from "../http/answer.ts";
import type { HeaderList } from "../http/fixed_headers.ts";
import type { ParsedRequest } from "../http/request.ts";
import type { Live } from "../live/live.ts";
import type { Row, Span, TableName, Tables } from "../model/pack.ts";
import type { Plans } from "../model/plans.ts";
import type { Site } from "../site/site_pack.ts";
import type { Webhooks } from "../webhooks/webhooks.ts";

/** An item, or a part of one, as ready JSON. */
export type Item = readonly Part[];

/** A list with fields of its own: bare groups put them before the items, wrapped ones behind. */
export interface ListReport {
  readonly items: readonly Item[];
  /** The bare field that holds the items. */
  readonly name: string;
  /** The bare fields before the items, in order. */
  readonly head: Readonly<Record<string, unknown>>;
  /** The wrapped fields behind `message`, in order. */
  readonly tail: Readonly<Record<string, unknown>>;
}

/** How a family words its answers. */
export interface Envelope {
  /** Whether a list that comes whole holds its items as full as a page does. */
  readonly hasFullItems: boolean;
  list(items: readonly Item[]): Part[];
  /** One page of the list that the bare family calls `name`. */
  page(name: string, items: readonly Item[], counts: PageCounts): Part[];
  one(item: Item): Part[];
  report(report: ListReport): Part[];
}

/** Arrays and objects as they are. */
export const BARE_ENVELOPE: Envelope = {
  hasFullItems: false,
  list: arrayOf,
  page: (name, items, counts) => [
    `{${JSON.stringify(name)}:`,
    ...arrayOf(items),
    ...fields(counts),
    "}",
  ],
  one: (item) => [...item],
  report: ({ items, name, head }) => [
    `${JSON.stringify(head).slice(0, -1)},${JSON.stringify(name)}:`,
    ...arrayOf(items),
    "}",
  ],
};

/** `{success, total, data, message}`: `data` is always an array, `total` its length. */
export const WRAPPED_ENVELOPE: Envelope = {
  hasFullItems: true,
  list: (items) => wrap(items, {}),
  page: (_name, items, counts) => wrap(items, counts),
  one: (item) => wrap([item], {}),
  report: ({ items, tail }) => wrap(items, tail),
};

function wrap(items: readonly Item[], tail: object): Part[] {
  const head = `{"success":true,"total":${items.length},"data":`;
  return [head, ...arrayOf(items), `,"message":"OK"`, ...fields(tail), "}"];
}

/** The fields of an object behind others. */
function fields(further: object): Part[] {
  const inner = JSON.stringify(further).slice(1, -1);
  return inner === "" ? [] : [`,${inner}`];
}

/** A list that comes in pages: its path below the group, its bare name, what narrows it. */
interface PagedList {
  readonly path: string;
  readonly name: string;
  readonly filters: Readonly<Record<string, unknown>>;
}

/** The tables whose rows are items. */
type RowTable = {
  [Name in TableName]: Tables[Name][number] extends Row ? Name : never;
}[TableName];

/** State that changes besides content and clock. */
export interface RouteState {
  readonly live: Live;
  /** The announced modification times of items. */
  readonly announced: Announced;
  /** What has happened. */
  readonly events: EventLog;
  readonly eventStreams: EventStreams;
  /** What changed over the last builds. */
  readonly changes: ChangeFeed;
}

/** A part of that state, as an answer depends on it. */
export interface Dependency {
  /** Undefined if memory is current, as it nearly always is; else resolves when it is. */
  ready(state: RouteState): Promise<void> | undefined;
  /** Another text whenever an answer may be another. */
  version(state: RouteState): string;
  /** The slugs of all groups in it, if some of them may be in the content no more. */
  groups?(state: RouteState): readonly string[];
  /** The names of the headers in which the answer states its freshness, in lower case. */
  readonly headerNames?: readonly string[];
  /** Those headers. */
  headers?(state: RouteState): HeaderList;
}

const decoder = new TextDecoder();

/** The context of a handler: the content it answers from, and the envelope of its family. */
export class RouteContext implements RouteState {
  readonly catalog: Catalog;
  /** The files for everybody. */
  readonly site: Site;
  readonly live: Live;
  readonly announced: Announced;
  readonly events: EventLog;
  readonly eventStreams: EventStreams;
  readonly changes: ChangeFeed;

  /**
   * `groups`: those that the caller may read; of a group's own endpoint, that group alone. `now`: the
   * instant to answer for, in epoch ms. `formerGroups`: the slugs of those that content has no more, and
   * that the caller may read; of the endpoint's {@linkcode Dependency}.
   */
  constructor(
    state: RouteState,
    { catalog, site }: Content,
    readonly envelope: Envelope,
    readonly groups: readonly Group[],
    readonly now: number,
    readonly formerGroups: readonly string[],
  ) {
    this.catalog = catalog;
    this.site = site;
    this.live = state.live;
    this.announced = state.announced;
    this.events = state.events;
    this.eventStreams = state.eventStreams;
    this.changes = state.changes;
  }

  /** The one group of a group's endpoint. */
  get group(): Group {
    const [group] = this.groups;
    if (group === undefined) throw new TypeError("Cannot answer: the endpoint belongs to no group");
    return group;
  }

  /** The rows of a table of the group that are published and that `wanted` picks. */
  rows<Name extends RowTable>(
    name: Name,
    wanted?: (row: Tables[Name][number]) => boolean,
  ): Listing<Tables[Name][number]> {
    return listPresent(this.group.table(name) as readonly Tables[Name][number][], this.now, wanted);
  }

  /** A row's JSON at this instant, with further fields of the pack behind its own. */
  item(row: Row, ...further: Span[]): Item {
    return itemParts(this.catalog.pack, row, this.now, ...further);
  }

  /** A row's item at this instant. */
  read<T>(row: Row): T {
    return JSON.parse(decoder.decode(joinParts(this.item(row))));
  }

  /** Answers with a list. */
  list<R>(listing: Listing<R>, render: (row: R) => Item): Answer {
    return createAnswer(joinParts(this.envelope.list(listing.rows.map(render))), listing);
  }

  /** Answers with one page of a list, and links to others. */
  page<R>(listing: Listing<R>, render: (row: R) => Item, list: PagedList, page: Page): Answer {
    const { rows, counts } = cutPage(listing.rows, page);
    const link = pageLinks(`/api/${this.group.slug}/${list.path}`, list.filters, counts);
    const parts = this.envelope.page(list.name, rows.map(render), counts);
    return createAnswer(joinParts(parts), listing, { link });
  }

  /** Answers with one item. */
  one(item: Item, holds: Freshness): Answer {
    return createAnswer(joinParts(this.envelope.one(item)), holds);
  }

  /** Answers with a list that has fields of its own. */
  report(report: ListReport, holds: Freshness): Answer {
    return createAnswer(joinParts(this.envelope.report(report)), holds);
  }
}

/** What belongs to keys. */
export interface KeyState {
  /** What keys have used. */
  readonly meter: Meter;
  readonly feedTokens: OwnFeedTokens;
  readonly webhooks: Webhooks;
}

/** The context of a handler whose value is made for each request. */
export interface UncachedContext extends KeyState {
  readonly request: ParsedRequest;
  readonly ctx: RouteContext;
  readonly caller: Caller;
  readonly plans: Plans;
  /** The answers that are kept of this content. */
  readonly answers: AnswerCache;
  /** Adds headers to the answer. */
  addHeaders(headers: HeaderList): void;
  /** Sets the answer's status, which is 200 otherwise. */
  setStatus(status: number): void;
}
