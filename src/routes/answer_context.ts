import type { Caller } from "../access/gate/caller.ts";
import type { Meter } from "../access/limits/meter.ts";
import type { Announced } from "../change_feed/announcer.ts";
import type { ChangeFeed } from "../change_feed/change_feed.ts";
import type { OwnFeedTokens } from "../access/records/feed_token_store.ts";
import type { Issued, KeyRecord } from "../access/records/key_store.ts";
import type { AnswerCache, Catalog, Content, Group } from "../catalog/catalog.ts";
import {
  cutPage,
  itemParts,
  joinParts,
  type Listing,
  listPresent,
  type Page,
  pageLinks,
} from "../catalog/phases.ts";
import type { PictureFile } from "../catalog/pictures.ts";
import type { LiveServices } from "../compose/open_live.ts";
import type { Feed } from "../events/feed.ts";
import type { EventStreams } from "../events/streams.ts";
import { type Answer, createAnswer, type Freshness } from "../http/answer.ts";
import type { HeaderList } from "../http/fixed_headers.ts";
import type { ParsedRequest } from "../http/request.ts";
import type { Row, Span, TableName, Tables } from "../model/pack.ts";
import type { Plans } from "../model/plans.ts";
import type { Site } from "../site/site_pack.ts";
import type { Webhooks } from "../webhooks/webhooks.ts";
import type { Envelope, Item, ListReport } from "./envelope.ts";

/** A list that comes in pages: its path below the group, its bare name, what narrows it. */
interface PagedList {
  readonly path: string;
  readonly name: string;
  readonly filters: Readonly<Record<string, unknown>>;
}

type RowTable = {
  [Name in TableName]: Tables[Name][number] extends Row ? Name : never;
}[TableName];

/** State that changes besides content and clock. */
export interface RouteState {
  readonly live: LiveServices;
  readonly announced: Announced;
  /** When the end of the service was announced, in epoch ms; undefined if it was not. */
  sunsetAnnouncedAt(): number | undefined;
  readonly events: Feed;
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
  headers?(state: RouteState): HeaderList;
}

/** Resolves when all of these have; undefined if there is nothing to wait for. */
export function allReady(...waits: (Promise<void> | undefined)[]): Promise<void> | undefined {
  const open = waits.filter((one) => one !== undefined);
  return open.length === 0 ? undefined : Promise.all(open).then(() => {});
}

const decoder = new TextDecoder();

/**
 * What an answer is made of: content, the groups to answer for, an instant, and state that changes. It
 * holds nothing of the request, so that the answer may be kept for others.
 */
export class AnswerContext implements RouteState {
  readonly catalog: Catalog;
  /** The files for everybody. */
  readonly site: Site;
  /** The commit of the content, if one is known. */
  readonly revision: Content["revision"];
  readonly live: LiveServices;
  readonly announced: Announced;
  readonly sunsetAnnouncedAt: RouteState["sunsetAnnouncedAt"];
  readonly events: Feed;
  readonly eventStreams: EventStreams;
  readonly changes: ChangeFeed;

  /**
   * `groups`: those that the caller may read; of a group's own endpoint, that group alone. `now`: the
   * instant to answer for, in epoch ms. `formerGroups`: the slugs of those that content has no more, and
   * that the caller may read; of the endpoint's {@linkcode Dependency}.
   */
  constructor(
    state: RouteState,
    { catalog, site, revision }: Content,
    readonly envelope: Envelope,
    readonly groups: readonly Group[],
    readonly now: number,
    readonly formerGroups: readonly string[],
  ) {
    this.catalog = catalog;
    this.site = site;
    this.revision = revision;
    this.live = state.live;
    this.announced = state.announced;
    this.sunsetAnnouncedAt = state.sunsetAnnouncedAt;
    this.events = state.events;
    this.eventStreams = state.eventStreams;
    this.changes = state.changes;
  }

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

  read<T>(row: Row): T {
    return JSON.parse(decoder.decode(joinParts(this.item(row))));
  }

  list<R>(listing: Listing<R>, render: (row: R) => Item): Answer {
    return createAnswer(joinParts(this.envelope.list(listing.rows.map(render))), listing);
  }

  /** Answers with one page of a list, and links to others; with all of it if no page is asked for. */
  page<R>(
    listing: Listing<R>,
    render: (row: R) => Item,
    list: PagedList,
    page: Page | undefined,
  ): Answer {
    if (page === undefined) return this.list(listing, render);
    const { rows, counts } = cutPage(listing.rows, page);
    const link = pageLinks(`/api/${this.group.slug}/${list.path}`, list.filters, counts);
    const parts = this.envelope.page(list.name, rows.map(render), counts);
    return createAnswer(joinParts(parts), listing, { link });
  }

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
  /** Gives a key another secret, as its caller asks for it; rejects with the refusal if it may not. */
  rotateKey(key: KeyRecord, request: ParsedRequest): Promise<Issued<KeyRecord>>;
}

/** The context of a handler whose value is made for each request. */
export interface UncachedContext extends KeyState {
  readonly request: ParsedRequest;
  readonly ctx: AnswerContext;
  readonly caller: Caller;
  readonly plans: Plans;
  /** The bytes of the content's pictures. */
  readonly pictures: PictureFile;
  readonly answers: AnswerCache;
  addHeaders(headers: HeaderList): void;
  /** Sets the answer's status, which is 200 otherwise. */
  setStatus(status: number): void;
}
