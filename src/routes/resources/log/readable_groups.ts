import { orElse } from "../../../http/maybe_async.ts";
import type { StreamRequest } from "../../route.ts";

/** The groups that the credential of an open stream may read at the moment, those too that come later. */
export class ReadableGroups {
  readonly #mayRead: StreamRequest["mayRead"];
  readonly #readable: Set<string>;
  /** Those that it might not read when an event of them came, until they are looked at again. */
  readonly #refused = new Set<string>();

  /** `known`: those that it may read when the stream is opened. */
  constructor(known: Iterable<string>, mayRead: StreamRequest["mayRead"]) {
    this.#readable = new Set(known);
    this.#mayRead = mayRead;
  }

  has(group: string): boolean {
    if (this.#readable.has(group)) return true;
    if (this.#refused.has(group)) return false;
    // Where the credential is not in memory, nobody waits for it: the events that follow are told.
    const mayRead = orElse(() => this.#mayRead(group), () => false);
    (mayRead === true ? this.#readable : this.#refused).add(group);
    return mayRead === true;
  }

  /** Leaves out the groups that the credential has lost; false where none is left. */
  async look(): Promise<boolean> {
    this.#refused.clear();
    for (const group of this.#readable) {
      if (!await this.#mayRead(group)) this.#readable.delete(group);
    }
    return this.#readable.size > 0;
  }
}
