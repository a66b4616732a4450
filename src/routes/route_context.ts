import type { Caller } from "../access/gate/access_request.ts";
import type { OwnFeedTokens } from "../access/records/feed_token_store.ts";
import type { Meter } from "../access/limits/meter.ts";
import type { AnswerCache } from "../catalog/answer_cache.ts";
import type { Catalog, Group } from "../catalog/catalog.ts";
import { itemParts, joinParts, type Listing, listPresent } from "../catalog/phases.ts";
import { cutPage, type Page, pageLinks } from "../catalog/paging.ts";
import { type Answer, createAnswer, type Freshness } from "../http/answer.ts";
import type { ParsedRequest } from "../http/request.ts";
import type { HeaderList } from "../http/fixed_headers.ts";
import type { EventMemory } from "../events/event_memory.ts";
import type { EventStreams } from "../live/view/streams.ts";
import type { Live } from "../live/live.ts";
import type { Announced } from "../announce/announcer.ts";
import type { ChangeLog } from "../announce/change_log.ts";
import type { Row, Span, TableName, Tables } from "../model/pack.ts";
import type { Plans } from "../model/plans.ts";
import type { Site } from "../site/site_pack.ts";
import type { Webhooks } from "../webhooks/webhooks.ts";
import type { Envelope, Item, ListReport } from "./envelope.ts";

/** A list that comes in pages: its path below the group, its bare name, what narrows it. */
export interface PagedList {
  readonly path: string;
  readonly name: string;
  readonly filters: Readonly<Record<string, unknown>>;
}

/** The tables whose rows are items. */
type RowTable = {
  [Name in TableName]: Tables[Name][number] extends Row ? Name : never;
}[TableName];

/** The context of a handler: the content it answers from, and the envelope of its family. */
export class RouteContext {
  constructor(
    readonly catalog: Catalog,
    readonly live: Live,
    /** What callers were told of items. */
    readonly announced: Announced,
    /** What has happened. */
    readonly events: EventMemory,
    readonly eventStreams: EventStreams,
    /** What changed over the last builds. */
    readonly changes: ChangeLog,
    /** The groups the caller may read; of a group's own endpoint, just that group. */
    readonly groups: readonly Group[],
    /** The instant to answer for, in epoch ms. */
    readonly now: number,
    readonly envelope: Envelope,
    /** The files for everybody. */
    readonly site: Site,
    /** The slugs of groups that content has no more, and that the caller may read; of one's `Dependency`. */
    readonly formerGroups: readonly string[] = [],
  ) {}

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

/** The context of a handler whose value is made anew for each request. */
export interface UncachedContext {
  readonly request: ParsedRequest;
  readonly ctx: RouteContext;
  readonly caller: Caller;
  readonly plans: Plans;
  readonly meter: Meter;
  readonly feedTokens: OwnFeedTokens;
  readonly webhooks: Webhooks;
  /** The answers that are kept of this content. */
  readonly answers: AnswerCache;
  /** Adds headers to the answer. */
  addHeaders(headers: HeaderList): void;
  /** Sets the answer's status, which is 200 otherwise. */
  setStatus(status: number): void;
}
