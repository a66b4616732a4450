import type { Content, Group } from "../../catalog/catalog.ts";
import { hiddenMembers } from "../../catalog/members.ts";
import type { Asked } from "../../core/ask.ts";
import type { Core } from "../../core/core.ts";
import { tryAgain } from "../../http/http_error.ts";
import { readSources } from "../../live/on_air_words.ts";
import type { PublicLevel } from "../../model/enums.ts";
import type { LiveItem } from "../../model/item/live.ts";
import type { MemberItem, ZonedBirthdayList } from "../../model/item/member.ts";
import type { EventItem, ShowItem } from "../../model/item/occasions.ts";
import type { NewsItem, ReleaseItem } from "../../model/item/publications.ts";
import type { SetlistItem } from "../../model/item/setlists.ts";
import type { GroupReader, NewsPart, ShowQuery, VideocallDayItem } from "./reader.ts";

type Query = Readonly<Record<string, string | number | undefined>>;

/** Answers of video calls name the second they were made in, which no page shows: it holds so long, in ms. */
const VIDEOCALLS_MS = 30_000;

const PICTURES = ["img", "img_alt", "poster", "banner", "image", "cover"];

/** Reads a group as the public JSON has it for everybody, as memory has it: it waits for nobody. */
export class AskReader implements GroupReader {
  /** Until when all that was read holds, epoch ms. */
  validUntil = Infinity;
  readonly #asked = new Map<string, Promise<Asked>>();
  #hidden: ReadonlySet<string> | undefined;

  /** `level`: what the group shows to everybody at least. */
  constructor(
    private readonly ask: Core["ask"],
    private readonly content: Content,
    readonly group: Group,
    readonly now: number,
    private readonly level: PublicLevel = "site",
  ) {}

  holdUntil(epochMs: number): void {
    this.validUntil = Math.min(this.validUntil, epochMs);
  }

  members = () => this.#items<MemberItem>("members");
  member = (slug: string) => this.#item("member-detail?url=", slug);
  show = (id: string) => this.#item("theater/", id);
  article = (slug: string) => this.#item("news/", slug);
  setlist = (id: string) => this.#item("setlists/", id);
  releases = () => this.#items<ReleaseItem>("releases");
  setlists = () => this.#items<SetlistItem>("setlists");
  videocalls = () => this.#items<VideocallDayItem>("videocall");
  events = (query: Pick<ShowQuery, "from" | "to">) =>
    this.#items<EventItem>("events", { ...query });

  async birthdays() {
    const { slug: group, timezone } = this.group;
    const { body } = await this.#read("/v1/birthdays/upcoming", { group, timezone, days: 366 });
    return this.#withOwnPictures((body as ZonedBirthdayList).data);
  }

  shows({ most, ...query }: ShowQuery): Promise<readonly ShowItem[]> {
    return this.#items<ShowItem>("theater", { ...query, ...most && { page: 1, perpage: most } });
  }

  async news(page: number, size: number): Promise<NewsPart> {
    const path = `/api/${this.group.slug}/news`;
    const { body } = await this.#read(path, { page, perpage: size });
    const articles: readonly NewsItem[] = body.news ?? body.data;
    return { articles: this.#withOwnPictures(articles), total: body.total_count };
  }

  async live() {
    const { slug } = this.group;
    const { headers } = await this.#read(`/api/${slug}/live`);
    const sources = headers.find(([name]) => name === "x-live-sources")?.[1] ?? "";
    return { onAir: await this.#items<LiveItem>("live"), platforms: readSources(sources) };
  }

  /** The first and the last days of shows, events and video calls, in no order. */
  async outermostDays(): Promise<readonly string[]> {
    const path = `/api/${this.group.slug}/theater`;
    const { body: { total_count: count } } = await this.#read(path, { page: 1, perpage: 1 });
    const shows = await Promise.all(
      count === 0
        ? []
        : [1, count].map((page) => this.#items<ShowItem>("theater", { page, perpage: 1 })),
    );
    const events = await this.events({});
    return [
      ...shows.flat().map(({ date }) => date),
      ...[events[0], events.at(-1)].flatMap((event) => event?.date.slice(0, 10) ?? []),
      ...(await this.videocalls()).map(({ date }) => date),
    ];
  }

  hides(nameOrSlug: string): boolean {
    if (this.#hidden === undefined) {
      const { names, validUntil } = hiddenMembers(this.group, this.now);
      this.holdUntil(validUntil);
      this.#hidden = names;
    }
    return this.#hidden.has(nameOrSlug);
  }

  async #items<T extends object>(path: string, query: Query = {}): Promise<readonly T[]> {
    const { body } = await this.#read(`/api/${this.group.slug}/${path}`, query);
    const items = Array.isArray(body) ? body : body.data ?? Object.values(body).find(Array.isArray);
    return this.#withOwnPictures(items as T[]);
  }

  // deno-lint-ignore no-explicit-any
  async #item(path: string, id: string): Promise<any> {
    const asked = `/api/${this.group.slug}/${path}${encodeURIComponent(id.toWellFormed())}`;
    const { status, body } = await this.#read(asked);
    if (status !== 200) return undefined;
    const item = this.group.family === "wrapped" ? body.data[0] : body;
    if (item.lineup !== undefined) this.#withOwnPictures(item.lineup);
    return this.#withOwnPictures([item])[0];
  }

  /** Asks each path once. @throws {HttpError} `TRY_AGAIN` */
  async #read(path: string, query: Query = {}): Promise<Asked> {
    const given = Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]]
    );
    const whole = given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
    const caller = { kind: "anyone", level: this.level } as const;
    const asked = this.#asked.get(whole) ?? this.ask(whole, caller, {
      fromMemory: true,
      content: this.content,
    });
    this.#asked.set(whole, asked);
    const answer = await asked;
    if (answer.status >= 500) throw tryAgain();
    if (answer.status === 200) {
      const { validUntil } = answer;
      this.holdUntil(
        path.endsWith("/videocall") ? Math.max(validUntil, this.now + VIDEOCALLS_MS) : validUntil,
      );
    }
    return answer;
  }

  /** Gives items the paths of our own pictures: a page is read under any address of the service. */
  #withOwnPictures<T extends object>(items: readonly T[]): readonly T[] {
    for (const fields of items as readonly Record<string, unknown>[]) {
      for (const name of PICTURES) {
        const address = fields[name];
        if (typeof address === "string") fields[name] = this.content.catalog.pictures.path(address);
      }
    }
    return items;
  }
}
