import type { Content } from "../catalog/content.ts";
import type { HeaderList } from "../http/fixed_headers.ts";
import { tryAgain } from "../http/http_error.ts";
import { type Clock, deadline } from "../platform/clock.ts";
import { errorMessage, type Log } from "../platform/log.ts";
import type { Settings } from "../platform/settings.ts";
import { StartError } from "../platform/start_error.ts";
import type { Exchange, Routing } from "../routes/exchange.ts";
import type { Route } from "../routes/route.ts";
import type { AddOn, Opened } from "./addon.ts";
import type { Core } from "./core.ts";

/** How long a request for an add-on that is still loading waits, in ms. */
const WAIT_MS = 1_000;

/** An add-on of a program, with what it does once it is open. */
interface Entry {
  readonly addOn: AddOn;
  opened: Opened;
}

/** The add-ons of a program, which are opened once it listens. */
export class AddOns {
  areLoading = true;
  readonly #entries: readonly Entry[];
  readonly #loaded = Promise.withResolvers<void>();
  /** Those that are asked at every request. */
  readonly #claiming: readonly Entry[];
  #noting: readonly Entry[] = [];
  #heading: readonly Entry[] = [];
  /** What of their own paths the program knows before they are open. */
  readonly #roots: ReadonlySet<string>;
  readonly #routes: ReadonlySet<Route | undefined>;

  /** @throws {StartError} if settings of an add-on do not go together */
  constructor(
    readonly all: readonly AddOn[],
    settings: Settings,
    readonly clock: Clock,
    readonly log: Log,
  ) {
    for (const addOn of all) addOn.checkSettings?.(settings);
    this.#entries = all.map((addOn) => ({ addOn, opened: {} }));
    this.#claiming = this.#entries.filter(({ addOn }) => addOn.claims);
    this.#roots = new Set(all.flatMap(({ roots = [] }) => roots));
    this.#routes = new Set(all.flatMap(({ routes = {} }) => Object.values(routes).flat()));
  }

  /** Opens them, one after the other. @throws {StartError} naming the one that cannot be opened */
  async open(core: Core): Promise<readonly Opened[]> {
    const opened: Opened[] = [];
    for (const { name, open } of this.all) {
      try {
        opened.push(await open?.(core) ?? {});
      } catch (error) {
        throw new StartError(`Cannot open the add-on "${name}": ${errorMessage(error)}`);
      }
    }
    this.#entries.forEach((entry, place) => entry.opened = opened[place]!);
    this.#noting = this.#entries.filter(({ opened }) => opened.onAnswer);
    this.#heading = this.#entries.filter(({ opened }) => opened.headers);
    this.areLoading = false;
    this.#loaded.resolve();
    return opened;
  }

  /**
   * Has each do something; what one fails at is logged, and keeps no other from it. Resolves when all have
   * done it; never rejects.
   */
  async each(work: (addOn: Opened) => void | Promise<void>): Promise<void> {
    await Promise.all(this.#entries.map(async (entry) => {
      try {
        await work(entry.opened);
      } catch (error) {
        this.#failed(entry, error);
      }
    }));
  }

  /** What they have of something, one after the other; who fails has nothing, which is logged. */
  gather<T>(what: (addOn: Opened) => Iterable<T> | undefined): T[] {
    return this.#entries.flatMap((entry) =>
      this.#attempt(entry, () => [...what(entry.opened) ?? []]) ?? []
    );
  }

  #attempt<T>(entry: Entry, work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      this.#failed(entry, error);
      return undefined;
    }
  }

  #failed({ addOn: { name } }: Entry, error: unknown): void {
    this.log.error("An add-on has failed", { add_on: name, error: errorMessage(error) });
  }

  #claimant(url: string, content: Content): Entry | undefined {
    return this.#claiming.find((entry) =>
      this.#attempt(entry, () => entry.addOn.claims!(url, content))
    );
  }

  /** Where this URL leads, if an add-on claims it. */
  routingOf(url: string, content: Content): Routing | undefined {
    return this.#claimant(url, content)?.opened.routing;
  }

  /**
   * Undefined, as nearly always: what a request is for can answer it. Else resolves when that add-on is open.
   *
   * @throws {HttpError} as a rejection, if that takes too long
   */
  readonly opening = ({ raw, content, request, match }: Exchange): Promise<void> | undefined => {
    if (!this.areLoading) return undefined;
    const isForOne = this.#claimant(raw.url, content) !== undefined ||
      this.#roots.has(request?.target.segments[0] ?? "") || this.#routes.has(match?.endpoint);
    if (!isForOne) return undefined;
    return deadline(this.clock, WAIT_MS, this.#loaded.promise).catch(() => {
      throw tryAgain("The server has only just started; ask again in a second");
    });
  };

  /** Tells of a request that was answered: of one that was answered before, when all are open. */
  readonly note = (exchange: Exchange, response: Response, ms: number): void => {
    if (this.areLoading) void this.#loaded.promise.then(() => this.note(exchange, response, ms));
    for (const entry of this.#noting) {
      this.#attempt(entry, () => entry.opened.onAnswer!(exchange, response, ms));
    }
  };

  /** What they add to the headers of a response. */
  readonly headers = (): HeaderList =>
    this.#heading.flatMap((entry) => this.#attempt(entry, () => entry.opened.headers!()) ?? []);
}
