/**
 * This room reads packs again, to compare them and to show what is in them.
 *
 * @module
 */

import { ADDRESS_SIGN, type Phases, type Span } from "../../src/model/pack.ts";
import { readPack } from "../../src/model/pack_file.ts";
import type { Unnamed } from "../../src/model/pack_index.ts";
import { TaskError } from "../task/task_error.ts";

/** A pack that is compared or shown. */
export interface OpenedPack {
  readonly index: Unnamed;
  text(span: Span): string;
  json<T>(span: Span): T;
}

/** The bytes are no pack that this program reads. */
export class UnreadablePackError extends TaskError {
  override name = "UnreadablePackError";
}

/**
 * Opens the bytes of a pack; `name` is what messages call it.
 *
 * @throws {UnreadablePackError} where they are none of this version
 */
export function openComparedPack(file: Uint8Array, name: string): OpenedPack {
  try {
    const { index, bodies } = readPack(file);
    return openedPack(index, bodies);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new UnreadablePackError(`${name}: ${error.message}`);
  }
}

/** Opens what was rendered just now. */
export function openedPack(index: Unnamed, bodies: Uint8Array): OpenedPack {
  const decoder = new TextDecoder();
  const text = ([offset, length]: Span) =>
    decoder.decode(bodies.subarray(offset, offset + length)).replaceAll(ADDRESS_SIGN, "");
  return { index, text, json: (span) => JSON.parse(text(span)) };
}
/** One text of an item, from an instant (epoch ms) on; undefined: it is not there. */
interface Phase {
  readonly from: number;
  readonly text: string | undefined;
}

/** The texts of an item that hold at `now` (epoch ms) or later. */
export function phasesFrom({ text }: OpenedPack, phases: Phases, now: number): Phase[] {
  const all: Phase[] = [];
  for (let at = 0; at < phases.length; at += 3) {
    const from = at === 0 ? -Infinity : phases[at - 1]!;
    if (from <= now) all.length = 0;
    const length = phases[at + 1]!;
    const body = length === 0 ? undefined : text([phases[at]!, length]);
    all.push({ from: from <= now ? -Infinity : from, text: body });
  }
  return all;
}
