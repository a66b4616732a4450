import { ADDRESS_SIGN, type Phases, type Span } from "../../src/model/pack.ts";
import { isPicturePath, MEDIA_ROOT } from "../../src/model/picture.ts";

/** The text of an item from an instant (epoch ms) on. */
export interface Step {
  readonly from: number;
  readonly json: string;
}

const CHUNK_BYTES = 1 << 20;

const encoder = new TextEncoder();

/** The bodies of a pack while they are written, one text behind the other. */
export class Bodies {
  readonly #full: Uint8Array[] = [];
  #chunk = new Uint8Array(CHUNK_BYTES);
  #used = 0;
  /** The length of the full chunks. */
  #before = 0;

  /** Adds a text, with the sign before the paths of pictures in it. */
  add(text: string): Span {
    const signed = withSigns(text);
    // UTF-8 takes at most three bytes for each UTF-16 unit.
    const most = signed.length * 3;
    if (this.#used + most > this.#chunk.length) this.#close(Math.max(most, CHUNK_BYTES));
    const { written } = encoder.encodeInto(signed, this.#chunk.subarray(this.#used));
    const span = [this.#before + this.#used, written] as const;
    this.#used += written;
    return span;
  }

  /** Adds every step of an item that can still be seen from `publishedFrom` on. */
  addPhases(steps: readonly Step[], publishedFrom = -Infinity): Phases {
    const phases: number[] = [];
    steps.forEach(({ from, json }, place) => {
      const until = steps[place + 1]?.from ?? Infinity;
      if (until <= publishedFrom) return;
      const since = Math.max(from, publishedFrom);
      if (phases.length > 0) phases.push(since);
      else if (since !== -Infinity) phases.push(0, 0, since);
      phases.push(...this.add(json));
    });
    if (phases.length === 0) throw new RangeError("Cannot write an item that says nothing");
    return phases;
  }

  /** All that was added. */
  chunks(): readonly Uint8Array[] {
    this.#close(0);
    return this.#full;
  }

  /** How many bytes were added. */
  get size(): number {
    return this.#before + this.#used;
  }

  #close(next: number): void {
    this.#full.push(this.#chunk.subarray(0, this.#used));
    this.#before += this.#used;
    this.#chunk = new Uint8Array(next);
    this.#used = 0;
  }
}

const QUOTED_PATH = new RegExp(`"(${MEDIA_ROOT}[^"\\\\]*)`, "g");

/** JSON, or HTML within it, names pictures in quotes. */
function withSigns(text: string): string {
  if (!text.includes(`"${MEDIA_ROOT}`)) return text;
  return text.replace(
    QUOTED_PATH,
    (all, path) => isPicturePath(path) ? `"${ADDRESS_SIGN}${path}` : all,
  );
}
