import type { Admins } from "../access/gate/admins.ts";
import type { AdminFamilyDeps } from "../admin/http/admin_family.ts";
import type { BodyReader } from "../http/body.ts";
import type { ToHttpError } from "../http/http_error.ts";
import type { Platform } from "../platform/env.ts";
import type { Store } from "../store/store.ts";
import type { KeyRecord } from "../access/records/key_store.ts";
import type { CommandOutcome, CommandPage } from "../admin/command/command.ts";
import type { AnnounceStore } from "../change_feed/announce_store.ts";
import type { AuditState } from "../audit/audit.ts";
import type { HeaderList } from "../http/fixed_headers.ts";
import type { Query } from "../http/request.ts";
import type { RecentBroadcasts } from "../live/recents.ts";
import type { LiveView, SourceReport } from "../live/view.ts";
import type { PackIndex } from "../model/pack_index.ts";
import type { SearchResult } from "../core/search_service.ts";
import type { DeliveryAttempt } from "../webhooks/records/webhook_record.ts";
import { time } from "../page/parts.ts";
import { localDay } from "../time/local_day.ts";
import { dayWords, instantWords } from "../time/words.ts";
import type { StoreState } from "../model/enums.ts";
import type { Html, HtmlValue } from "../page/html.ts";

/** The dependencies of the panel. */
export interface PanelDeps extends ServiceView {
  /** The commands that pages show and forms run: those of `/api/admin/`. */
  readonly admin: AdminFamilyDeps;
  readonly admins: Admins;
  readonly store: Store;
  readonly platform: Pick<Platform, "clock" | "random" | "log">;
  readonly bodies: BodyReader;
  readonly toHttpError: ToHttpError;
  /** The records of all keys that this process has in memory. */
  keys(): Iterable<KeyRecord>;
  index(): PackIndex;
  /** The streams that this process has open. */
  readonly slots: { openOf(keyId: string): number };
}

/** What pages show of the service without a command. */
interface ServiceView {
  readonly view: LiveView;
  /** What broadcasts that are over come to. */
  readonly recents: Pick<RecentBroadcasts, "all">;
  /** Finds items of the content by their names, over all groups; undefined where nothing searches. */
  readonly search: ((text: string) => Promise<SearchResult>) | undefined;
}

/** The values of a command's options, by name. */
export type OptionValues = Readonly<Record<string, string | readonly string[] | undefined>>;

/** What a page is made of. */
export interface PageContext extends ServiceView {
  readonly username: string;
  readonly query: Query;
  /** The present instant, epoch ms. */
  readonly now: number;
  /** The zone that times are shown in. */
  readonly timezone: string;
  /** `ADMIN_API`: whether forms do more than log in and out. */
  readonly isOn: boolean;
  readonly index: PackIndex;
  readonly announcements: AnnounceStore;
  /** Runs a command of the command line as this administrator; its value for programs, as `T`. */
  read<T>(command: string, subject?: string, values?: OptionValues): Promise<T>;
  /** The same of a list that comes in pages, with which one of how many it is. */
  readPage<T>(
    command: string,
    values: OptionValues,
  ): Promise<{ readonly value: T; readonly counts: CommandPage["counts"] }>;
  /** All that such a command has to say. */
  outcome(command: string, subject?: string, values?: OptionValues): Promise<CommandOutcome>;
  /** The records of all keys as this process has them in memory, to be counted. */
  keys(): Iterable<KeyRecord>;
  streamsOf(keyId: string): number;
  /** What `work` brings; undefined if the store does not answer in a second. */
  ifReached<T>(work: Promise<T>): Promise<T | undefined>;
  /** The last attempts to send a webhook something, latest first. */
  attempts(webhookId: string): Promise<readonly DeliveryAttempt[]>;
  status(): Promise<StatusView>;
  /** The hidden field without which no form is taken; a new one for each form. */
  formToken(): Html;
}

/** A page before it is laid out. */
export interface PanelPage {
  readonly title: string;
  readonly main: HtmlValue;
  readonly status?: number;
  readonly headers?: HeaderList;
}

/** Makes a page; `subject` is the id in its path, if it has one. */
export type RenderPage = (context: PageContext, subject: string) => Promise<PanelPage>;

/** Where the pages of the panel are. */
export const PANEL_PATHS = {
  overview: "/admin",
  login: "/admin/login",
  logout: "/admin/logout",
  logoutEverywhere: "/admin/logout/everywhere",
  keys: "/admin/keys",
  tokens: "/admin/tokens",
  audit: "/admin/audit",
  live: "/admin/live",
  webhooks: "/admin/webhooks",
  signup: "/admin/signup",
  content: "/admin/content",
} as const;

/** Where a key's own page is. */
export function keyPath(id: string): string {
  return `${PANEL_PATHS.keys}/${encodeURIComponent(id)}`;
}

/** Where a token's own page is. */
export function tokenPath(id: string): string {
  return `${PANEL_PATHS.tokens}/${encodeURIComponent(id)}`;
}

/** An instant in words of the panel's zone; `none` if there is none. */
export function when(
  { now, timezone }: Pick<PageContext, "now" | "timezone">,
  instant: string | number | null | undefined,
  none: HtmlValue = "",
): HtmlValue {
  if (instant === null || instant === undefined) return none;
  const epochMs = typeof instant === "number" ? instant : Date.parse(instant);
  if (!Number.isFinite(epochMs)) return none;
  return time(new Date(epochMs).toISOString(), instantWords(epochMs, { timezone }, now));
}

/** The day of an instant (epoch ms) in the panel's zone, in words. */
export function onDay(
  { now, timezone }: Pick<PageContext, "now" | "timezone">,
  epochMs: number,
): Html {
  const words = dayWords(localDay(epochMs, timezone), { timezone }, now);
  return time(new Date(epochMs).toISOString(), words);
}

const STEPS = [["day", 86_400], ["hour", 3600], ["minute", 60], ["second", 1]] as const;

/** A length of time in its largest unit: `3 hours`. */
export function durationWords(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const [unit, length] = STEPS.find(([, length]) => seconds >= length) ?? STEPS[3];
  const count = Math.floor(seconds / length);
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/**
 * Runs a command that changes something, once for each form.
 *
 * @throws {PageError} 409 if the form was sent before
 * @throws {CommandError} if the command cannot do it
 */
export type Act = (
  command: string,
  subject: string,
  values: OptionValues,
) => Promise<CommandOutcome>;

interface ActionContext extends PageContext {
  readonly fields: Query;
  readonly act: Act;
}

/** Does what a form asks for; `subject` is the id in its path. */
export type Action = (context: ActionContext, subject: string) => Promise<PanelPage>;

/** The text of a form's field, without spaces around it; empty if it is not there. */
export function formText({ fields }: Pick<ActionContext, "fields">, name: string): string {
  return fields.get(name)?.[0]?.trim() ?? "";
}

/** The words of a form's fields of one name, which commas or spaces part. */
export function formWords({ fields }: Pick<ActionContext, "fields">, name: string): string[] {
  const texts = fields.get(name) ?? [];
  return texts.flatMap((text) => text.split(/[\s,]+/)).filter((word) => word !== "");
}

/** The operators' status, as far as pages show it: what `/api/admin/status` answers. */
export interface StatusView {
  readonly build: string;
  readonly started_at: string;
  readonly content: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly sources: readonly SourceReport[];
  readonly store: { readonly state: StoreState };
  /** Whether the store answers now. */
  readonly store_answers: boolean;
  readonly audit: AuditState;
  readonly credentials: Readonly<Record<"keys" | "tokens" | "users", number>>;
  readonly tokens_in_the_clear: number;
  readonly keys_in_the_clear: number;
  readonly passwords_in_the_clear: number;
  readonly mail: "on" | "off";
  readonly deno: string;
}
