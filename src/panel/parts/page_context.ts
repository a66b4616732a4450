/**
 * This room holds what all pages of the panel are made with: their context, layout and words.
 *
 * @module
 */

import type { KeyRecord } from "../../access/records/key_store.ts";
import type { CommandOutcome, CommandPage } from "../../admin/command/command.ts";
import type { AnnounceStore } from "../../announce/announce_store.ts";
import type { Html, HtmlValue } from "../../page/html.ts";
import type { HeaderList } from "../../http/fixed_headers.ts";
import type { Query } from "../../http/query.ts";
import type { LiveView } from "../../live/view/live_view.ts";
import type { PackIndex } from "../../model/pack.ts";
import type { Findings } from "../../search/search.ts";
import type { MinuteHistory } from "../../telemetry/telemetry.ts";
import type { DeliveryAttempt } from "../../webhooks/records/attempts.ts";

/** The values of a command's options, by name. */
export type OptionValues = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A page of a list, and which one of how many it is. */
export interface ListPage<T> {
  readonly value: T;
  readonly counts: CommandPage["counts"];
}

/** What a page is made of. */
export interface PageContext {
  readonly username: string;
  readonly query: Query;
  /** The present instant, epoch ms. */
  readonly now: number;
  /** The zone that times are told in. */
  readonly timezone: string;
  /** `ADMIN_API`: whether forms do more than log in and out. */
  readonly isOn: boolean;
  readonly index: PackIndex;
  readonly view: LiveView;
  /** What this process was asked in each of the last minutes. */
  readonly history: MinuteHistory;
  readonly announcements: AnnounceStore;
  /** Runs a command of the command line as this administrator; its value for programs, as `T`. */
  read<T>(command: string, subject?: string, values?: OptionValues): Promise<T>;
  /** The same of a list that comes in pages. */
  readPage<T>(command: string, values: OptionValues): Promise<ListPage<T>>;
  /** All that such a command has to say. */
  look(command: string, subject?: string, values?: OptionValues): Promise<CommandOutcome>;
  /** The records of all keys as this process has them in memory, to be counted. */
  keys(): readonly KeyRecord[];
  /** What `work` brings; undefined where the store does not answer in a second. */
  ifReached<T>(work: Promise<T>): Promise<T | undefined>;
  /** Finds items of the content by their names, over all groups. */
  search(text: string): Promise<Findings>;
  /** The last attempts to tell a webhook something, latest first. */
  attempts(webhookId: string): Promise<readonly DeliveryAttempt[]>;
  /** How the service is doing, as `/api/admin/status` tells it. */
  status(): Promise<unknown>;
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

/** Makes a page; `subject` is the id in its path, where it has one. */
export type RenderPage = (context: PageContext, subject: string) => Promise<PanelPage>;
