import type { Caller } from "../access/gate/caller.ts";
import type { Catalog, Group } from "../catalog/catalog.ts";
import type { Content } from "../catalog/content.ts";
import {
  cutPage,
  itemParts,
  joinParts,
  type Listing,
  listPresent,
  type Page,
  pageLinks,
} from "../catalog/phases.ts";
import type { GetService } from "../core/service_key.ts";
import type { Renewal } from "../events/audience.ts";
import { type Answer, createAnswer, type Freshness } from "../http/answer.ts";
import type { HeaderList } from "../http/fixed_headers.ts";
import type { MaybeAsync } from "../http/maybe_async.ts";
import type { ParsedRequest } from "../http/request.ts";
import type { Row, Span, TableName, Tables } from "../model/pack.ts";
import type { Plans } from "../model/plans.ts";
import type { Site } from "../page/site_pack.ts";
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

const decoder = new TextDecoder();

/**
 * What an answer is made of: content, the groups to answer for, an instant, and services by their keys. It
 * holds nothing of the request, so that the answer may be kept for others.
 */
export class AnswerContext {
  readonly catalog: Catalog;
  /** The files for everybody. */
  readonly site: Site;
  /** The commit of the content, if one is known. */
  readonly revision: Content["revision"];

  /**
   * `groups`: those that the caller may read; of a group's own endpoint, that group alone. `mayRead`:
   * whether the caller may read a group, also one that content has no more. `now`: the instant to answer
   * for, in epoch ms.
   */
  constructor(
    { catalog, site, revision }: Content,
    readonly envelope: Envelope,
    readonly groups: readonly Group[],
    readonly mayRead: (slug: string) => boolean,
    readonly now: number,
    readonly service: GetService,
  ) {
    this.catalog = catalog;
    this.site = site;
    this.revision = revision;
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

/** What an endpoint sees whose value is made for each request. */
export interface RequestContext {
  readonly request: ParsedRequest;
  readonly ctx: AnswerContext;
  readonly caller: Caller;
  readonly plans: Plans;
  /** All that is served at the moment. */
  readonly content: Content;
  addHeaders(headers: HeaderList): void;
  /** Sets the answer's status, which is 200 otherwise. */
  setStatus(status: number): void;
  /** Charges the caller so many units more, all or none. @throws {HttpError} if it has fewer left */
  charge(units: number): Promise<void>;
  /**
   * Answers with a stream of server-sent events, for which the caller is let in again from time to time.
   *
   * @throws {HttpError} while the server ends, or if it has as many streams as it may
   */
  openStream(open: (stream: StreamRequest) => ReadableStream<Uint8Array>): Response;
}

/** The caller of a stream. */
export interface StreamRequest {
  /** Lets the caller in again, at the cost of a request. */
  renew(): Promise<Renewal>;
  /** Whether the credential opens a group at this moment; it costs nothing. */
  mayRead(group: string): MaybeAsync<boolean>;
  /** To be called when the stream is over. */
  onGone(): void;
}
