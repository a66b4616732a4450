import type { Chain, Head } from "./chain.ts";
import { type ChunkLine, followChunk, type OpenChunk } from "./chunk.ts";
import { forgottenBy } from "../entries/admin_entry.ts";
import type { EntryKind, People } from "../entries/entry.ts";
import { entriesOf, lineKind, type StoredChunk, subjectOf } from "./read_record.ts";

/** Places named at most: a record that is broken everywhere need not be listed entry by entry. */
const MAX_NAMED = 100;

/** One place where the record is not what was written. */
export interface Discrepancy {
  readonly seq: number;
  /** What is there; left out if nothing is, or if its kind is unknown. */
  readonly kind?: EntryKind;
  /** What is wrong there, in plain words. */
  readonly message: string;
}

/** A head that the record must contain, and who knows of it. */
export interface KnownHead extends Head {
  /** As in "… was told of entries up to 41": "the chat". */
  readonly by: string;
}

/** Follows the chain from `start` on; after a flaw it goes on from what is stored there. */
export function createWalk(chain: Chain, start: Head, witnesses: readonly KnownHead[]) {
  const flaws: Discrepancy[] = [];
  const ahead = witnesses.filter(({ seq }) => seq > start.seq).sort((a, b) => a.seq - b.seq);
  let { seq, link } = start;
  const counts = { use: 0, admin: 0 };
  let forgottenEntries = 0;
  const forgotten = new Set<string>();
  /** Where values were deleted: that they were forgotten may be said later. */
  const deleted: { readonly subject: string; readonly seq: number; readonly kind: EntryKind }[] =
    [];

  function flaw(at: number, message: string, kind?: EntryKind): void {
    if (flaws.length < MAX_NAMED) flaws.push({ seq: at, message, ...(kind && { kind }) });
  }

  /** `valueOf`: what is beside the chunk of each subject; undefined: it was deleted. */
  function follow(
    { place, chunk }: StoredChunk,
    valueOf: (subject: string) => Uint8Array | undefined,
  ): void {
    if (chunk === null) {
      return flaw(typeof place === "number" ? place : seq + 1, "this part cannot be read");
    }
    if (place !== chunk.first || followChunk(chunk, { seq, link }, chain) === null) {
      inspectHeader(chunk, place);
    } else link = chunk.headerLink;
    for (const line of chunk.lines) inspectLine(line);
    if (chunk.count > chunk.lines.length) {
      flaw(seq + 1, `${chunk.count - chunk.lines.length} entries are missing here`);
    }
    if (chunk.count < chunk.lines.length) flaw(seq, "entries were added here");
    inspectPeople(chunk, valueOf);
  }

  /** Checks what is beside a chunk against the commitments in its first line. */
  function inspectPeople(
    chunk: OpenChunk,
    valueOf: (subject: string) => Uint8Array | undefined,
  ): void {
    const gone = new Set<string>();
    for (const [subject, commitment] of chunk.people) {
      const value = valueOf(subject);
      if (value === undefined) gone.add(subject);
      else if (chain.commitment(subject, chunk.first, value) !== commitment) {
        flaw(chunk.first, `the name, e-mail and address of ${subject} from here on were changed`);
      }
    }
    if (gone.size === 0 && !chunk.lines.some(({ text }) => isPlaceless(text))) return;
    for (const entry of entriesOf(chunk, allBut(gone))) {
      const { seq, forgotten } = entry.kind === "use" ? entry.use : entry.act;
      const subject = subjectOf(entry);
      if (forgotten) forgottenEntries++;
      if (gone.delete(subject)) deleted.push({ subject, seq, kind: entry.kind });
    }
  }

  function inspectHeader(chunk: OpenChunk, place: string | number): void {
    const { first } = chunk;
    if (place !== first) flaw(first, `this part was moved to where entry ${place} should begin`);
    else if (first > seq + 1) flaw(seq + 1, missing(seq + 1, first - 1));
    else if (first <= seq) flaw(first, behind(seq));
    else if (chunk.previous !== link) flaw(first, "it does not follow from what stands before it");
    else if (chain.link(link, chunk.headerText) !== chunk.headerLink) {
      flaw(first, "the first line of this part was changed");
    }
    seq = first - 1;
    link = chunk.headerLink;
  }

  function inspectLine({ seq: at, link: stored, linked, text }: ChunkLine): void {
    const kind = lineKind(text);
    counts[kind]++;
    if (kind === "admin") forgottenBy(text).forEach((subject) => forgotten.add(subject));
    const here = entryName({ seq: at, kind });
    if (at > seq + 1) flaw(seq + 1, `${missing(seq + 1, at - 1)}: ${here} stands here`);
    else if (at <= seq) flaw(at, behind(seq), kind);
    else if (chain.link(link, linked) !== stored) flaw(at, "it was edited", kind);
    seq = at;
    link = stored;
    for (; (ahead[0]?.seq ?? Infinity) <= seq; ahead.shift()) compare(ahead[0]!);
  }

  function compare(witness: KnownHead): void {
    if (witness.seq < seq) flaw(witness.seq, `it is missing, and ${witness.by} was told of it`);
    else if (witness.link !== link) flaw(seq, `it is not what ${witness.by} was told of`);
  }

  /** What was found, once all chunks are through; `forgotten`: entries that name no one any more, or never did. */
  function end() {
    const last = ahead.at(-1);
    if (last !== undefined) {
      flaw(seq + 1, `the end is cut off: ${last.by} was told of entries up to ${last.seq}`);
    }
    for (const { subject, seq, kind } of deleted) {
      if (!forgotten.has(subject)) {
        flaw(seq, `who it is about was deleted, and not forgotten`, kind);
      }
    }
    const { use: uses, admin } = counts;
    return { uses, admin, forgotten: forgottenEntries, head: { seq, link }, flaws };
  }

  return { chunk: follow, end };
}

/** Whether a line names nobody: the person was forgotten before it was written. */
function isPlaceless(text: string): boolean {
  return text.endsWith(",null]") || text.endsWith(',"place":null}');
}

/** As if everything lay beside a chunk but what some subjects had there. */
function allBut(gone: Iterable<string>): People {
  const missing = new Set(gone);
  return {
    fieldsOf: (subject) => missing.has(subject) ? undefined : ["", "", ""],
    isForgotten: () => false,
  };
}

function missing(from: number, to: number): string {
  return from === to ? `entry ${from} is missing` : `entries ${from} to ${to} are missing`;
}

function behind(seq: number): string {
  return `it follows entry ${seq}, so it was moved or copied`;
}

/** What an entry is called: `use 3`, `admin entry 4`, or `entry 5` if its kind is unknown. */
export function entryName({ seq, kind }: Pick<Discrepancy, "seq" | "kind">): string {
  if (kind === undefined) return `entry ${seq}`;
  return kind === "admin" ? `admin entry ${seq}` : `use ${seq}`;
}
