import type { Gate } from "../access/gate/gate.ts";
import type { Content } from "../catalog/catalog.ts";
import type { HeaderList } from "../http/fixed_headers.ts";
import { type HttpError, tryAgain, unlessRefused } from "../http/http_error.ts";
import { parseTarget } from "../http/request.ts";
import { type Clock, deadline } from "../platform/clock.ts";
import { errorMessage, type Log } from "../platform/log.ts";
import type { Settings } from "../platform/settings.ts";
import { StartError } from "../platform/start_error.ts";
import {
  createDispatch,
  type DispatchDeps,
  type Handler,
  type Routing,
} from "../routes/dispatch.ts";
import type { Exchange } from "../routes/exchange.ts";
import type { Route } from "../routes/route.ts";
import type { Router } from "../routes/router.ts";
import type { AddOn, Opened } from "./addon.ts";
import type { Core } from "./core.ts";

/** Something that an add-on of this name does. */
interface Named<Hook extends "onAnswer" | "headers"> {
  readonly name: string;
  readonly call: NonNullable<Opened[Hook]>;
}

/** The add-ons of a program, which are opened once it listens. */
export class AddOns {
  /** Those that are open, in the order of all; empty until all are. */
  opened: readonly Opened[] = [];
  areLoading = true;
  readonly #loaded = Promise.withResolvers<void>();
  /** Those that are asked at every request. */
  #listeners: Named<"onAnswer">[] = [];
  #headers: Named<"headers">[] = [];

  /** @throws {StartError} if settings of an add-on do not go together */
  constructor(readonly all: readonly AddOn[], settings: Settings, readonly log: Log) {
    for (const addOn of all) addOn.checkSettings?.(settings);
  }

  /** Opens them, one after the other. @throws {StartError} naming the one that cannot be opened */
  async open(core: Core): Promise<void> {
    const opened: Opened[] = [];
    for (const addOn of this.all) {
      try {
        opened.push(await addOn.open?.(core) ?? {});
      } catch (error) {
        throw new StartError(`Cannot open the add-on "${addOn.name}": ${errorMessage(error)}`);
      }
    }
    this.opened = opened;
    this.#listeners = this.#having("onAnswer");
    this.#headers = this.#having("headers");
    this.areLoading = false;
    this.#loaded.resolve();
  }

  /**
   * Has each do something; what one fails at is logged, and keeps no other from it. Resolves when all have
   * done it; never rejects.
   */
  async each(work: (addOn: Opened) => void | Promise<void>): Promise<void> {
    await Promise.all(this.opened.map(async (addOn, place) => {
      try {
        await work(addOn);
      } catch (error) {
        this.#failed(this.all[place]!.name, error);
      }
    }));
  }

  /** What they have of something, one after the other; who fails has nothing, which is logged. */
  gather<T>(what: (addOn: Opened) => Iterable<T> | undefined): T[] {
    return this.opened.flatMap((addOn, place) =>
      this.#attempt(this.all[place]!.name, () => [...what(addOn) ?? []]) ?? []
    );
  }

  #having<Hook extends "onAnswer" | "headers">(hook: Hook): Named<Hook>[] {
    return this.opened.flatMap((addOn, place) => {
      const call = addOn[hook];
      return call === undefined ? [] : [{ name: this.all[place]!.name, call }];
    });
  }

  #attempt<T>(name: string, work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      this.#failed(name, error);
      return undefined;
    }
  }

  #failed(name: string, error: unknown): void {
    this.log.error("An add-on has failed", { add_on: name, error: errorMessage(error) });
  }

  /** Resolves when all are open. */
  get loaded(): Promise<void> {
    return this.#loaded.promise;
  }

  /** The place of the add-on that answers this URL in place of the core; -1: none does. */
  claimantOf(url: string, content: Content): number {
    return this.all.findIndex(({ name, claims }) =>
      claims !== undefined && this.#attempt(name, () => claims(url, content))
    );
  }

  /** Tells of a request that was answered: of one that was answered before, when all are open. */
  readonly note = (exchange: Exchange, response: Response, ms: number): void => {
    if (this.areLoading) void this.loaded.then(() => this.note(exchange, response, ms));
    for (const { name, call } of this.#listeners) {
      this.#attempt(name, () => call(exchange, response, ms));
    }
  };

  /** What they add to the headers of a response. */
  readonly headers = (): HeaderList =>
    this.#headers.flatMap(({ name, call }) => this.#attempt(name, call) ?? []);
}

/** How long a request for an add-on that is still loading waits, in ms. */
const WAIT_MS = 1_000;

/**
 * Creates the handler of all requests: an add-on answers what it claims, the dispatch all else. While
 * add-ons are loading, what is for one waits for them, and is refused if that takes too long.
 */
export function createFront(
  addOns: AddOns,
  deps: DispatchDeps,
  routing: Routing,
  clock: Clock,
): Handler {
  const dispatch = createDispatch(deps, routing);
  const refuse = createDispatch(deps, { router: refusingRouter(routing.router) });
  const roots = new Set(addOns.all.flatMap(({ roots = [] }) => roots));
  const endpoints = new Set<Route | undefined>(
    addOns.all.flatMap(({ routes = {} }) => Object.values(routes).flat()),
  );

  function answer(request: Request, address: string): Promise<Response> {
    const claimant = addOns.claimantOf(request.url, deps.content());
    return (addOns.opened[claimant]?.answer ?? dispatch)(request, address);
  }

  async function answerAtStart(request: Request, address: string): Promise<Response> {
    if (!isForAddOn(request)) return await dispatch(request, address);
    const waiting = deadline(clock, WAIT_MS, addOns.loaded);
    const next = await waiting.then(() => answer, () => refuse);
    return await next(request, address);
  }

  function isForAddOn({ url, method }: Request): boolean {
    const content = deps.content();
    if (addOns.claimantOf(url, content) >= 0) return true;
    // What cannot be read the dispatch refuses.
    const target = unlessRefused(() => parseTarget(url));
    if (target === undefined) return false;
    const endpoint = routing.router(content.catalog, target, method)?.endpoint;
    return roots.has(target.segments[0] ?? "") || endpoints.has(endpoint);
  }

  return (request, address) =>
    addOns.areLoading ? answerAtStart(request, address) : answer(request, address);
}

/** Leads where a router leads, to the refusal alone: in the form of the family, if there is one. */
function refusingRouter(router: Router): Router {
  return (catalog, target, method) => {
    const match = router(catalog, target, method);
    if (match === undefined) throw stillLoading();
    const { family } = match;
    const gate: Gate = {
      admit: stillLoading,
      settle: (...answered) => family.gate.settle?.(...answered),
    };
    return { ...match, family: { ...family, gate } };
  };
}

function stillLoading(): HttpError {
  return tryAgain("The server has only just started; ask again in a second");
}
