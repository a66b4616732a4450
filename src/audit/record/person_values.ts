import { Buffer } from "node:buffer";
import { getAll, type Kv } from "../../platform/kv.ts";
import { FORGOTTEN_REVISION, forgottenKey, personKey } from "../../platform/store_keys.ts";
import type { NewEntry, People } from "../entries/people.ts";

/** Bytes of the salt with which every value begins. */
export const SALT_BYTES = 16;

/** A person's fields of all entries of a chunk about one subject: a salt, then a JSON array. */
export interface PersonValue {
  readonly subject: string;
  readonly bytes: Uint8Array;
}

/** How a store of format 3 holds the persons of entries. */
export interface Apart {
  /** Random bytes that make a commitment tell nothing. */
  salt(): Uint8Array;
  isForgotten(subject: string): boolean;
}

/** The persons beside a chunk. */
export interface ChunkPeople {
  /** The number of the chunk's first entry. */
  readonly first: number;
  /** Whose fields are beside it, each with the commitment to them. */
  readonly people: readonly (readonly [subject: string, commitment: string])[];
}

/** Takes what says who a person is out of entries: their lines, and one value for each subject. */
export function packPeople(
  entries: readonly NewEntry[],
  { salt, isForgotten }: Apart,
): { texts: string[]; people: PersonValue[] } {
  const places = new Map<string, Map<string, number>>();
  const texts = entries.map(({ subject, fields, rest }) => {
    if (subject === null || isForgotten(subject)) return rest(null);
    const own = places.get(subject) ?? new Map<string, number>();
    if (own.size === 0) places.set(subject, own);
    const place = own.get(fields) ?? own.size;
    own.set(fields, place);
    return rest(place);
  });
  const people = [...places].map(([subject, own]) => ({
    subject,
    bytes: new Uint8Array(Buffer.concat([salt(), Buffer.from(`[${[...own.keys()].join(",")}]`)])),
  }));
  return { texts, people };
}

/** What lies beside some chunks, as far as it is there. */
export interface PeopleBeside {
  /** The value of a subject beside the chunk that begins with `first`; undefined: it was deleted. */
  valueOf(subject: string, first: number): Uint8Array | undefined;
  /** For the lines of the chunk that begins with `first`. */
  beside(first: number): People;
}

/** Reads what lies beside chunks, and, where anybody was, who was forgotten of `subjects`. */
export async function readPeople(
  kv: Kv,
  chunks: readonly ChunkPeople[],
  subjects: () => Iterable<string> = () => [],
): Promise<PeopleBeside> {
  const wanted = chunks.flatMap(({ first, people }) =>
    people.map(([subject]) => ({ subject, first }))
  );
  const keys = wanted.map(({ subject, first }) => personKey(subject, first));
  const [revision, ...found] = await getAll<unknown>(kv, [FORGOTTEN_REVISION, ...keys]);
  const values = new Map<string, Uint8Array>();
  found.forEach(({ value }, index) => {
    const { subject, first } = wanted[index]!;
    if (value instanceof Uint8Array) values.set(`${first} ${subject}`, value);
  });
  const forgotten = revision!.version === null ? NONE : await readForgotten(kv, subjects());
  const valueOf = (subject: string, first: number) => values.get(`${first} ${subject}`);
  const isForgotten = (subject: string) => forgotten.has(subject);
  return {
    valueOf,
    beside(first) {
      const opened = new Map<string, unknown>();
      return {
        isForgotten,
        fieldsOf(subject, place) {
          if (!opened.has(subject)) opened.set(subject, openValue(valueOf(subject, first)));
          const fields = opened.get(subject);
          return Array.isArray(fields) ? fields[place] : undefined;
        },
      };
    },
  };
}

const NONE: ReadonlySet<string> = new Set();

/** Those of some subjects that were forgotten. */
export async function readForgotten(
  kv: Pick<Kv, "getMany">,
  subjects: Iterable<string>,
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(subjects)];
  const marks = await getAll(kv, ids.map(forgottenKey));
  return new Set(ids.filter((_, index) => marks[index]!.version !== null));
}

function openValue(bytes: Uint8Array | undefined): unknown {
  try {
    return bytes && JSON.parse(new TextDecoder().decode(bytes.subarray(SALT_BYTES)));
  } catch {
    return undefined;
  }
}
