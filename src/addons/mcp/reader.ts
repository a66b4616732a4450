import type { Caller } from "../../access/gate/caller.ts";
import type { Group } from "../../catalog/catalog.ts";
import type { Core } from "../../core/core.ts";
import { PAGES } from "../../core/services.ts";
import { notFound, tryAgain } from "../../http/http_error.ts";
import type { SearchAnswer } from "../../model/answer/v1.ts";
import type { SEARCH_KINDS } from "../../model/enums.ts";
import { foldText } from "../../model/fold_text.ts";
import type { AnswerContext } from "../../routes/answer_context.ts";

/** What can be fetched: what search finds. */
export type Kind = (typeof SEARCH_KINDS)[number];

/** An item of any kind, as the public JSON has it in detail: a field means the same in all kinds. */
// deno-lint-ignore no-explicit-any
export type Item = Readonly<Record<string, any>>;

/** The parameters of a path; what is undefined is left out. */
type Query = Readonly<Record<string, string | number | undefined>>;

/** Of whom a list is. */
interface Who {
  readonly group: string | undefined;
  readonly member: string | undefined;
}

/** Reads the public JSON as a caller would be answered. Items of both families look alike. */
export class Reader {
  /** Those that the caller may read. */
  readonly groups: readonly Group[];
  /** Epoch ms. */
  readonly now: number;

  constructor(
    private readonly core: Core,
    private readonly ctx: AnswerContext,
    private readonly caller: Caller,
  ) {
    this.groups = ctx.groups;
    this.now = ctx.now;
  }

  /** What a path answers. @throws {HttpError} `TRY_AGAIN` */
  async ask(path: string, query: Query = {}) {
    const given = Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]]
    );
    const whole = given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
    const answer = await this.core.ask(whole, this.caller);
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

  /** An item of a group, at the end of a path. @throws {HttpError} likewise */
  async item(group: Group, path: string, id: string): Promise<Item> {
    const address = encodeURIComponent(id.toWellFormed());
    const body = await this.read<Item>(`/api/${group.slug}/${path}${address}`);
    return group.family === "wrapped" ? body.data[0] : body;
  }

  /**
   * A list of each group that is meant: with a member, of those that have her.
   *
   * @throws {HttpError} likewise, if none has her
   */
  async lists<T>({ group: name, member }: Who, path: string, query?: Query) {
    const answers = await Promise.allSettled(
      this.groupsNamed(name).map(async (group) => ({
        group,
        items: await this.items<T>(group, path, { ...query, member }),
      })),
    );
    const lists = answers.flatMap((one) => one.status === "fulfilled" ? [one.value] : []);
    const refused = answers.find((one) => one.status === "rejected");
    if (refused !== undefined && lists.length === 0) throw refused.reason;
    return lists;
  }

  /** Who is meant, as lists take her: by a part of her name alone she is found if nobody else is. */
  async meant({ group, member }: Who): Promise<Who> {
    if (member === undefined) return { group, member };
    const query = { q: member, kind: "member", limit: 2 };
    const { status, body } = await this.ask("/v1/search", query);
    const [found, another] = status === 200 ? (body as SearchAnswer).data : [];
    // Search also finds what is said of members.
    const words = foldText(member).split(" ");
    const isNamed = found !== undefined && another === undefined &&
      foldText(found.title).split(" ").some((word) => words.includes(word));
    return { group, member: isNamed ? found.id : member };
  }

  group(slug: string): Group {
    return this.groups.find((group) => group.slug === slug)!;
  }

  /** The groups that a name means; all if there is none. @throws {HttpError} `NOT_FOUND` */
  groupsNamed(name: string | undefined): readonly Group[] {
    if (name === undefined) return this.groups;
    const { catalog } = this.ctx;
    const folded = foldText(name);
    const meant = catalog.groups.filter((group) =>
      [catalog.group(name)?.slug, folded].includes(group.slug) || foldText(group.name) === folded
    );
    const found = meant.filter((group) => this.groups.includes(group));
    if (found.length > 0) return found;
    throw notFound(
      meant.length > 0
        ? `This group needs a key that may read it: see ${this.core.baseUrl()}/docs/assistants`
        : `group takes one of ${this.groups.map(groupText).join(", ")}`,
    );
  }

  /**
   * The address at which a person may open an item: its page, or the address that content gives it; "" if it
   * has neither. The addresses of the API need a key, which nobody's browser has.
   */
  urlOf(group: Group, kind: Kind, item: Item): string {
    const page = this.ctx.service(PAGES)?.addressOf(group, {
      kind,
      id: item.id,
      setlist: item.setlists?.[0]?.id.split("/")[2],
    });
    if (page !== undefined) return `${this.core.baseUrl()}${page}`;
    return kind !== "member" && URL.canParse(item.url) ? item.url : "";
  }
}

/** A group as answers name it. */
export function groupText({ slug, name }: Group): string {
  return `${slug} (${name})`;
}
