import type { Caller } from "../../access/gate/caller.ts";
import type { Group } from "../../catalog/catalog.ts";
import type { Asked } from "../../core/ask.ts";
import type { ItemPlace } from "../../core/pages_service.ts";
import { PAGES } from "../../core/services.ts";
import type { Core } from "../../core/core.ts";
import { MAX_SEARCH_LENGTH } from "../../core/search_service.ts";
import { type HttpError, notFound, tryAgain } from "../../http/http_error.ts";
import { foldText } from "../../model/fold_text.ts";
import { SEARCH_KINDS } from "../../model/enums.ts";
import type { SearchAnswer } from "../../model/answer/v1.ts";
import type { MemberDetailItem } from "../../model/item/member.ts";
import type { AnswerContext } from "../../routes/answer_context.ts";
import { offsetTimestamp } from "../../time/wall_clock.ts";

/** The parameters of a path; what is undefined is left out. */
export type Query = Readonly<Record<string, string | number | undefined>>;

/** What `/v1/search` finds. */
export type Found = SearchAnswer["data"][number];

/** Of whom a list is. */
export interface Who {
  readonly group: string | undefined;
  readonly member: string | undefined;
}

/** A member of a group that the caller may read. */
export interface NamedMember {
  readonly group: Group;
  readonly id: string;
  readonly name: string;
}

/** What can be fetched: what search finds, and what only assistants are given whole. */
export const KINDS = [...SEARCH_KINDS, "members", "videocall"] as const;
export type Kind = (typeof KINDS)[number];

/** Reads the public JSON as a caller would be answered. Items of both families look alike. */
export class Reader {
  /** Those that the caller may read. */
  readonly groups: readonly Group[];
  /** Epoch ms. */
  readonly now: number;
  /** The address of the service, without a slash at its end. */
  readonly base: string;
  readonly #asked = new Map<string, Promise<Asked>>();

  constructor(
    private readonly core: Core,
    private readonly ctx: AnswerContext,
    private readonly caller: Caller,
  ) {
    this.groups = ctx.groups;
    this.now = ctx.now;
    this.base = core.baseUrl();
  }

  /** Asks a path, each once for a call of a tool. @throws {HttpError} `TRY_AGAIN` */
  async ask(path: string, query: Query = {}): Promise<Asked> {
    const given = Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]]
    );
    const whole = given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
    const asked = this.#asked.get(whole) ?? this.core.ask(whole, this.caller);
    this.#asked.set(whole, asked);
    const answer = await asked;
    if (answer.status >= 500) throw tryAgain();
    return answer;
  }

  /** The body of a path. @throws {HttpError} `NOT_FOUND` with the hint of a refusal */
  async read<T>(path: string, query?: Query): Promise<T> {
    const { status, body } = await this.ask(path, query);
    if (status === 200) return body;
    const { message, hint, oldest } = body;
    throw notFound(hint ?? (oldest ? `${message}; the oldest cursor is ${oldest}` : message));
  }

  /** The items of a group's list. @throws {HttpError} likewise */
  async items<T>(group: Group, path: string, query?: Query): Promise<readonly T[]> {
    const body = await this.read<{ data?: T[] }>(`/api/${group.slug}/${path}`, query);
    if (Array.isArray(body)) return body;
    return body.data ?? Object.values(body).find(Array.isArray) ?? [];
  }

  /** An item of a group; undefined if there is none. */
  async item<T>(group: Group, path: string, id: string): Promise<T | undefined> {
    const { status, body } = await this.ask(
      `/api/${group.slug}/${path}${encodeURIComponent(id.toWellFormed())}`,
    );
    if (status !== 200) return undefined;
    return group.family === "wrapped" ? body.data[0] : body;
  }

  async search(q: string, query: Query = {}): Promise<readonly Found[]> {
    return (await this.read<SearchAnswer>("/v1/search", { q, ...query })).data;
  }

  /** The path of a page for everybody; undefined if there is none. */
  pageOf(group: Group, item?: ItemPlace): string | undefined {
    return this.ctx.service(PAGES)?.addressOf(group, item);
  }

  group(slug: string): Group {
    return this.groups.find((group) => group.slug === slug)!;
  }

  /** The groups that a name means; all if there is none. @throws {HttpError} `NOT_FOUND` */
  groupsNamed(name: string | undefined): readonly Group[] {
    if (name === undefined) return this.groups;
    const { catalog } = this.ctx;
    const folded = foldText(name);
    const isMeant = (group: Group) =>
      catalog.group(name) === group || foldText(group.name) === folded || group.slug === folded;
    const found = this.groups.filter(isMeant);
    if (found.length > 0) return found;
    if (catalog.groups.some(isMeant)) {
      throw notFound(`This group needs a key that may read it: see ${this.base}/docs/assistants`);
    }
    throw notFound(`group takes one of ${this.groups.map(groupText).join(", ")}`);
  }

  /** The groups and the members that are meant; no member: none was named. @throws {HttpError} `NOT_FOUND` */
  async meant({ group: name, member }: Who) {
    const groups = this.groupsNamed(name);
    if (member === undefined) return { groups, members: undefined };
    const members = await this.#membersNamed(groups, member);
    return { groups: [...new Set(members.map(({ group }) => group))], members };
  }

  /** By the whole name, or by some of its words; of all groups, to tell whose member she is else. */
  async #membersNamed(groups: readonly Group[], name: string): Promise<readonly NamedMember[]> {
    const ofThese = (members: readonly NamedMember[]) =>
      members.filter(({ group }) => groups.includes(group));
    const exact = (await Promise.all(this.groups.map(async (group) => {
      const member = await this.item<MemberDetailItem>(group, "member-detail?url=", name);
      return member === undefined ? [] : [{ group, id: member.id, name: member.name }];
    }))).flat();
    if (ofThese(exact).length > 0) return ofThese(exact);
    const { body } = await this.ask("/v1/search", { q: name, kind: "member", limit: 50 });
    const partly: NamedMember[] = (body.data ?? [])
      .filter(({ title }: Found) => hasWords(title, name))
      .map(({ group, id, title }: Found) => ({ group: this.group(group), id, name: title }));
    if (ofThese(partly).length > 0) return ofThese(partly);
    const [other] = [...exact, ...partly];
    if (other === undefined) {
      throw await this.unknown("No member has that name or address", name, "member");
    }
    throw notFound(
      `${other.name} is a member of ${groupText(other.group)}, not of ${
        groups.map(groupText).join(", ")
      }`,
    );
  }

  /** The refusal of a name or an address that nothing has: the nearest three of its kind. */
  async unknown(message: string, address: string, kind: Kind): Promise<HttpError> {
    const words = wordsOf(address).slice(0, MAX_SEARCH_LENGTH);
    const query = { kind: SEARCH_KINDS.find((one) => one === kind), limit: 3 };
    const found = words === "" ? [] : await this.search(words, query);
    const offered = found.map(({ group, kind, id, title }) => `${title} (${group}/${kind}/${id})`);
    return notFound(
      offered.length === 0
        ? `${message}: search finds names and ids`
        : `${message}. The nearest: ${offered.join(", ")}`,
    );
  }
}

/** Whether a name has all words of a text, as a first name is a word of a full one. */
function hasWords(name: string, text: string): boolean {
  const words = foldText(name).split(" ");
  return foldText(text).split(" ").every((word) => words.includes(word));
}

/** The words of a text, folded, with a space between them. */
export function wordsOf(text: string): string {
  return foldText(text).replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, " ").trim();
}

/** A group as answers name it. */
export function groupText({ slug, name }: Group): string {
  return `${slug} (${name})`;
}

/** The id of an item over all groups. */
export function idOf(group: Group, kind: Kind, slug: string): string {
  return `${group.slug}/${kind}/${slug}`;
}

/** When something is: in the group's zone and in UTC; the day alone if the time of day is unknown. */
export interface Times {
  readonly local: string;
  readonly utc?: string;
}

/** The times of an instant, as JSON has it. */
export function timesOf(
  timestamp: string,
  group: { readonly timezone: string },
  isTimed = true,
): Times {
  const epochMs = Date.parse(timestamp);
  if (!isTimed) return { local: timestamp.slice(0, 10) };
  const utc = `${new Date(epochMs).toISOString().slice(0, 19)}Z`;
  return { local: offsetTimestamp(epochMs, group.timezone), utc };
}

/** The same in words. */
export function timesText({ local, utc }: Times): string {
  return utc === undefined ? `${local}, time of day unknown` : `${local} (${utc})`;
}
