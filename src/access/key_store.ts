import { type Kv, type KvEntry, listAll } from "../platform/kv.ts";
import type { Random } from "../platform/random.ts";
import type { Digest } from "./digest.ts";
import type { KeyRecord } from "./key_record.ts";
import { hintOf, mintSecret } from "./secret.ts";

/** Set by every change of a credential; whoever keeps them in memory looks at its version. */
export const REVISION = ["revision"] as const;

const BY_DIGEST = ["key"] as const;
const BY_ID = ["key_id"] as const;

/** What is asked for when a key is issued. */
export type KeyRequest = Omit<KeyRecord, "id" | "digest" | "hint" | "revokedAt">;

/** Keys in the store: `["key", digest]` holds the record, `["key_id", id]` its digest. */
export interface KeyStore {
  /** Makes a key. The secret is in the result and nowhere else. */
  issue(request: KeyRequest): Promise<{ record: KeyRecord; secret: string }>;
  /** All keys, oldest first, revoked and expired ones too. */
  list(): Promise<KeyRecord[]>;
  find(id: string): Promise<KeyRecord | undefined>;
  findByDigest(digest: string): Promise<KeyRecord | undefined>;
  /** Changes a key by compare-and-set; undefined where there is none. */
  update(id: string, change: (key: KeyRecord) => KeyRecord): Promise<KeyRecord | undefined>;
}

export function createKeyStore(
  { kv, digest, random }: { kv: Kv; digest: Digest; random: Random },
): KeyStore {
  const entryOf = async (id: string): Promise<KvEntry<KeyRecord> | undefined> => {
    const pointer = await kv.get<string>([...BY_ID, id]);
    return pointer.value === null
      ? undefined
      : await kv.get<KeyRecord>([...BY_DIGEST, pointer.value]);
  };
  return {
    async issue(request) {
      const secret = mintSecret("J", random);
      const id = `k_${mintSecret("J", random).slice(6, 18)}`;
      const record: KeyRecord = { id, digest: digest(secret), hint: hintOf(secret), ...request };
      const key = [...BY_DIGEST, record.digest];
      const done = await kv.commit([{ key, version: null }], [
        { set: key, value: record },
        { set: [...BY_ID, id], value: record.digest },
        { set: REVISION, value: id },
      ]);
      if (done === null) throw new Error("Cannot issue the key: the store holds it already");
      return { record, secret };
    },
    async list() {
      const records: KeyRecord[] = [];
      for await (const { value } of listAll<KeyRecord>(kv, BY_DIGEST)) {
        if (value) records.push(value);
      }
      return records.sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
    },
    find: async (id) => (await entryOf(id))?.value ?? undefined,
    findByDigest: async (wanted) =>
      (await kv.get<KeyRecord>([...BY_DIGEST, wanted])).value ?? undefined,
    async update(id, change) {
      while (true) {
        const entry = await entryOf(id);
        if (!entry?.value) return undefined;
        const record = change(entry.value);
        const done = await kv.commit([{ key: entry.key, version: entry.version }], [
          { set: entry.key, value: record },
          { set: REVISION, value: id },
        ]);
        if (done !== null) return record;
      }
    },
  };
}
