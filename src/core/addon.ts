/**
 * What an add-on is: a folder of its name below `src/addons`, and a line in {@link ./addons.ts}. The core
 * knows none by name. An add-on imports declarations of the core, and of the add-ons that it needs; nothing
 * else imports an add-on.
 *
 * What it *declares* here is read at the start, and by the build, which writes documents of it. What it
 * *does* begins with {@linkcode AddOn.open}; what is heavy is loaded with its first use (`lazily`).
 */

import type { CommitExtra } from "../access/records/records.ts";
import type { KeyEnd, KeyRecord } from "../access/records/key_store.ts";
import type { Command } from "../admin/command/command.ts";
import type { Endpoint } from "../delivery/endpoint.ts";
import type { HeaderList } from "../http/fixed_headers.ts";
import type { Kv } from "../platform/kv.ts";
import type { DescribedSettings } from "../platform/settings.ts";
import type { Handler } from "../routes/dispatch.ts";
import type { Exchange, OwnPages } from "../routes/exchange.ts";
import type { Route } from "../routes/route.ts";
import type { FindBelow } from "../routes/router.ts";
import type { Core } from "./core.ts";

/** An add-on, as it is declared. */
export interface AddOn {
  /** The name of its folder, and the first word of its keys in the store. */
  readonly name: string;
  /** The names of the add-ons without which it cannot be: their lines come before its own. */
  readonly needs?: readonly string[];
  /** The variables of the environment that it reads, beside those of the core. */
  readonly settings?: DescribedSettings;
  /** The endpoints that it adds to families of the core. */
  readonly routes?: AddOnRoutes;
  /** The first segments of paths that it answers itself: no group may be called so. */
  readonly roots?: readonly string[];
  /** Its commands, for the command line and `/api/admin/`; loaded when one is asked for. */
  readonly commands?: () => Promise<readonly Command[]>;
  /**
   * Begins its work.
   *
   * @throws {StartError} with the remedy, if its settings cannot be used
   */
  open?(core: Core): Opened;
  /**
   * What it checks and writes in the commit that ends a key, in the server and on the command line, where
   * it is not open. Asked for again if that commit has to be made again.
   */
  onKeyEnd?(deps: KeyEndDeps, key: KeyRecord, how: KeyEnd): Promise<CommitExtra>;
}

/** Endpoints, by the family that they are in. */
export interface AddOnRoutes {
  /** Of groups of both kinds. */
  readonly group?: readonly Route[];
  /** Of groups that answer with arrays, or with the wrapper object, alone. */
  readonly bare?: readonly Route[];
  readonly wrapped?: readonly Route[];
  /** Below `/v1/`. */
  readonly v1?: readonly Route[];
  /** For everybody, outside all groups. */
  readonly public?: readonly Route[];
}

/** What the end of a key is prepared with. */
export interface KeyEndDeps {
  /** To be read. */
  readonly kv: Kv;
  /** Epoch ms. */
  readonly now: number;
}

/** An add-on at work. */
export interface Opened {
  /** Families of its own, by the first segment of their paths. */
  readonly mounts?: Readonly<Record<string, FindBelow>>;
  /** Pages of people who have proved something. */
  readonly pages?: OwnPages;
  /** Lays something around all requests. */
  around?(handler: Handler): Handler;
  /** Called with each request that was answered, when its answer leaves. */
  onAnswer?(exchange: Exchange, response: Response, ms: number): void;
  /** The headers that it adds to every response, by the content that is served. */
  headers?(): HeaderList;
  /** The addresses of the moment to which the outbox sends what logs hold; wake it when they change. */
  endpoints?(): Iterable<Endpoint<unknown>>;
  /** Called when another content is served, and when the first one is. */
  onContent?(): void | Promise<void>;
  /** Ends what runs beside the requests; then what it holds. */
  quiet?(): void | Promise<void>;
  close?(): void | Promise<void>;
}
