/**
 * What an add-on is: a folder of its name below `src/addons`, and a line in {@link ./addons.ts}. The core
 * knows none by name. An add-on imports declarations of the core, and of the add-ons that it needs; nothing
 * else imports an add-on.
 *
 * What it *declares* here is read at the start, and by the build, which writes documents of it. What it
 * *does* is imported by {@linkcode AddOn.open}, in the first second after the start.
 */

import type { OnKeyEnd } from "../access/records/key_store.ts";
import type { Command } from "../admin/command/command.ts";
import type { Endpoint } from "../delivery/endpoint.ts";
import type { Content } from "../catalog/content.ts";
import type { HeaderList } from "../http/fixed_headers.ts";
import type { PublicLevel } from "../model/enums.ts";
import type { DescribedSettings, Settings } from "../platform/settings.ts";
import type { Exchange, OwnPages, Routing } from "../routes/exchange.ts";
import type { Route } from "../routes/route.ts";
import type { FindBelow } from "../routes/router.ts";
import type { Core } from "./core.ts";

/** An add-on, as it is declared. */
export interface AddOn {
  /** The name of its folder, and the first word of its keys in the store: no other add-on uses them. */
  readonly name: string;
  /** The names of the add-ons without which it cannot be: their lines come before its own. */
  readonly needs?: readonly string[];
  /** The variables of the environment that it reads, beside those of the core. */
  readonly settings?: DescribedSettings;
  /** The level of `public` in `group.yaml` that it shows groups for: without it, the build warns of the level. */
  readonly publicLevel?: PublicLevel;
  /** The endpoints that it adds to families of the core. */
  readonly routes?: AddOnRoutes;
  /** The first segments of paths that it answers itself: no group may be called so. */
  readonly roots?: readonly string[];
  /** Its commands, for the command line and `/api/admin/`; loaded when one is asked for. */
  readonly commands?: () => Promise<readonly Command[]>;
  /**
   * Looks whether its settings go together, before the server listens.
   *
   * @throws {StartError} with the remedy, if they do not
   */
  checkSettings?(settings: Settings): void;
  /** Whether this URL leads by {@linkcode Opened.routing} in place of the core's: asked for each request. */
  claims?(url: string, content: Content): boolean;
  /**
   * Begins its work, once the server listens and the add-ons before it are open: it imports what it works
   * with (`open: async (core) => (await import("./open.ts")).openFeeds(core)`). It waits for no store and no
   * network. What it rejects with ends the process.
   */
  open?(core: Core): Promise<Opened>;
  /**
   * What it checks and writes in the commit that ends a key, in the server and on the command line, where
   * it is not open; it reads `kv` alone. Asked again if that commit has to be made again. What it imports
   * `open` imports, too: a server loads nothing when its files may have changed.
   */
  readonly onKeyEnd?: OnKeyEnd;
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
  /** Beside `/status`, for everybody; one for `/` takes the place of the core's line of text. */
  readonly public?: readonly Route[];
}

/** An add-on at work. What one of its functions throws is logged with its name, and keeps nobody else from the same. */
export interface Opened {
  /** Families of its own, by the first segment of their paths. */
  readonly mounts?: Readonly<Record<string, FindBelow>>;
  /** Pages of people who have proved something. */
  readonly pages?: OwnPages;
  /** Where the requests lead that it claims. */
  readonly routing?: Routing;
  /** Called with each request that was answered, when its answer leaves. */
  onAnswer?(exchange: Exchange, response: Response, ms: number): void;
  /** The headers that it adds to every response, by the content that is served. */
  headers?(): HeaderList;
  /** The addresses of the moment to which the outbox sends what logs hold; wake it when they change. */
  endpoints?(): Iterable<Endpoint<unknown>>;
  /** Called when another content is served, and when the first one is. */
  onContent?(): void | Promise<void>;
  /** Looks for what is to be done: on some hosts timers sleep between requests. Cheap. */
  wake?(): void;
  /** Ends what runs beside the requests; then what it holds. */
  quiet?(): void | Promise<void>;
  close?(): void | Promise<void>;
}
