import {
  type HashedRecord,
  type HashedStore,
  type RecordExtras,
  SLICE,
} from "../../../access/records/hashed_store.ts";
import type { Store } from "../../../store/store.ts";
import { PEOPLE_APART_FORMAT, readFormat } from "../../../store/format.ts";
import { deleteOfKey, emptyCode, emptyKey, emptyToken, freeOrganization } from "./forget.ts";

/**
 * Empties keys, tokens and codes that were revoked, and applications that were turned down, before
 * `before` (epoch ms): nothing brings them back, and nobody needs to know whose they were. How many they
 * were; several processes may do it at once.
 */
export async function emptyRevoked(store: Store, before: number, now: number): Promise<number> {
  const { kv, keys, tokens, codes } = store;
  if (await readFormat(kv) < PEOPLE_APART_FORMAT) return 0;
  const emptiedKeys = await emptyAll(
    keys,
    ({ revokedAt }) => revokedAt,
    before,
    (key) => emptyKey(key, now),
  );
  for (const { id } of emptiedKeys) await deleteOfKey(store, id);
  const endOf = (token: Parameters<typeof emptyToken>[0]) =>
    token.state === "rejected" ? token.reviewedAt : token.revokedAt;
  const emptiedTokens = await emptyAll(
    tokens,
    endOf,
    before,
    (token) => emptyToken(token, now),
    (token) => freeOrganization(kv, token),
  );
  const emptiedCodes = await emptyAll(
    codes,
    ({ revokedAt }) => revokedAt,
    before,
    (code) => emptyCode(code, now),
  );
  return [emptiedKeys, emptiedTokens, emptiedCodes].flat().length;
}

type Emptied = HashedRecord & { readonly forgottenAt?: number };

async function emptyAll<R extends Emptied>(
  records: Pick<HashedStore<R>, "slice" | "update">,
  endOf: (record: R) => number | undefined,
  before: number,
  empty: (record: R) => R,
  besides?: RecordExtras<R>,
): Promise<R[]> {
  const emptied: R[] = [];
  const isOver = (record: R) => (endOf(record) ?? Infinity) < before;
  let last: string | undefined;
  do {
    const slice = await records.slice(last);
    for (const { record } of slice) {
      if (record.forgottenAt !== undefined || !isOver(record)) continue;
      await records.update(record.id, empty, besides);
      emptied.push(record);
    }
    last = slice.length === SLICE ? slice.at(-1)!.record.digest : undefined;
  } while (last !== undefined);
  return emptied;
}
