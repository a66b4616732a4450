import type { Group } from "../../catalog/catalog.ts";
import type { Content } from "../../catalog/content.ts";
import { hiddenMembers } from "../../catalog/members.ts";
import type { Asked } from "../../core/ask.ts";
import type { Core } from "../../core/core.ts";
import { tryAgain } from "../../http/http_error.ts";
import { type PlatformAnswer, readSources } from "../../live/on_air_words.ts";
import type { PublicLevel } from "../../model/enums.ts";
import type { LiveItem } from "../../model/item/live.ts";
import type {
  MemberDetailItem,
  MemberItem,
  ZonedBirthdayItem,
  ZonedBirthdayList,
} from "../../model/item/member.ts";
import type { EventItem, ShowDetailItem, ShowItem } from "../../model/item/occasions.ts";
import type { NewsDetailItem, NewsItem, ReleaseItem } from "../../model/item/publications.ts";
import type { SetlistDetailItem, SetlistItem } from "../../model/item/setlists.ts";
import type { SessionItem } from "../../model/item/videocalls.ts";

type Query = Readonly<Record<string, string | number | undefined>>;

/** Which shows are wanted; days are `YYYY-MM-DD`, and both are among them. */
interface ShowQuery extends Query {
  /** A member's slug. */
  readonly member?: string;
  /** What has not begun, soonest first; what has, newest first. Left out: all, newest first. */
  readonly status?: "upcoming" | "past";
  readonly from?: string;
  readonly to?: string;
  readonly page?: number;
  readonly perpage?: number;
}

/** An event; `time`: `HH:MM`, empty if it is unknown. */
export type TimedEvent = EventItem & { readonly time: string };

/** A day of video calls with its sessions. */
interface VideocallDay {
  readonly date: string;
  readonly sessions: readonly SessionItem[];
}

/** Answers of video calls name the second they were made in, which no page shows: it holds so long, in ms. */
const VIDEOCALLS_MS = 30_000;

const PICTURES = ["img", "img_alt", "poster", "banner", "image", "cover"];

/** Reads a group as the public JSON has it for everybody, as memory has it: it waits for nobody. */
export class Reader {
  /** Until when all that was read holds, epoch ms. */
  validUntil = Infinity;
  readonly #asked = new Map<string, Promise<Asked>>();
  #hidden: ReadonlySet<string> | undefined;

  /** `now`: the instant of the page, epoch ms; `level`: what the group shows to everybody at least. */
  constructor(
    private readonly ask: Core["ask"],
    private readonly content: Content,
    readonly group: Group,
    readonly now: number,
    private readonly level: PublicLevel = "site",
  ) {}

  /** Says that what is shown holds until an instant (epoch ms) at most. */
  holdUntil(epochMs: number): void {
    this.validUntil = Math.min(this.validUntil, epochMs);
  }

  /** How long a page of what was read holds. */
  holds() {
    return { madeAt: this.now, validUntil: this.validUntil };
  }

  members = () => this.#items<MemberItem>("members");
  member = (slug: string) => this.#item<MemberDetailItem>("member-detail?url=", slug);
  show = (id: string) => this.#item<ShowDetailItem>("theater/", id);
  article = (slug: string) => this.#item<NewsDetailItem>("news/", slug);
  setlist = (id: string) => this.#item<SetlistDetailItem>("setlists/", id);
  releases = () => this.#items<ReleaseItem>("releases");
  setlists = () => this.#items<SetlistItem>("setlists");
  videocalls = () => this.#items<VideocallDay>("videocall");
  shows = (query: ShowQuery = {}) => this.#items<ShowItem>("theater", query);
  /** The first shows of a list, at most 100. */
  firstShows = (most: number, query: ShowQuery) => this.shows({ page: 1, ...query, perpage: most });

  /** Events. Their JSON does not tell an unknown hour from midnight. */
  async events(query: Query = {}): Promise<readonly TimedEvent[]> {
    const untimed = new Set(
      this.group.table("events").filter((row) => row.isUntimed).map(({ id }) => id),
    );
    return (await this.#items<EventItem>("events", query)).map((event) => ({
      ...event,
      time: untimed.has(event.id) ? "" : event.date.slice(11, 16),
    }));
  }

  /** Everybody whose birthday is known, the next first. */
  async birthdays(): Promise<readonly ZonedBirthdayItem[]> {
    const { slug: group, timezone } = this.group;
    const { body } = await this.#read("/v1/birthdays/upcoming", { group, timezone, days: 366 });
    return this.#withOwnPictures((body as ZonedBirthdayList).data);
  }

  /** A part of the list of articles, newest first, and how long the list is; `page` counts from 1. */
  async news(
    page: number,
    perpage: number,
  ): Promise<{ articles: readonly NewsItem[]; total: number }> {
    const { body } = await this.#read(`/api/${this.group.slug}/news`, { page, perpage });
    const articles: readonly NewsItem[] = body.news ?? body.data;
    return { articles: this.#withOwnPictures(articles), total: body.total_count };
  }

  /** Who is on air, the latest start first, and how the platforms answer that are asked for it. */
  async live(): Promise<{ onAir: readonly LiveItem[]; platforms: readonly PlatformAnswer[] }> {
    const { headers } = await this.#read(`/api/${this.group.slug}/live`);
    const sources = headers.find(([name]) => name === "x-live-sources")?.[1] ?? "";
    return { onAir: await this.#items<LiveItem>("live"), platforms: readSources(sources) };
  }

  /** The first and the last days of shows, events, video calls and releases, in no order. */
  async outermostDays(): Promise<readonly string[]> {
    const path = `/api/${this.group.slug}/theater`;
    const { body: { total_count: count } } = await this.#read(path, { page: 1, perpage: 1 });
    const ends = count === 0 ? [] : [1, count];
    const shows = await Promise.all(ends.map((page) => this.shows({ page, perpage: 1 })));
    const events = await this.events();
    const releases = (await this.releases())
      .flatMap(({ release_date: date }) => date === undefined ? [] : [{ date }]);
    const occasions = [...shows.flat(), ...events.slice(0, 1), ...events.slice(-1)];
    return [...occasions, ...await this.videocalls(), ...releases]
      .map(({ date }) => date.slice(0, 10));
  }

  /** Whether a name or slug is one of a member who is not to be shown at this instant. */
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

  async #item<T>(path: string, id: string): Promise<T | undefined> {
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
    const how = { fromMemory: true, content: this.content };
    const asked = this.#asked.get(whole) ?? this.ask(whole, caller, how);
    this.#asked.set(whole, asked);
    const answer = await asked;
    const { status, validUntil } = answer;
    if (status >= 500) throw tryAgain();
    const least = path.endsWith("/videocall") ? this.now + VIDEOCALLS_MS : -Infinity;
    if (status === 200) this.holdUntil(Math.max(validUntil, least));
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
