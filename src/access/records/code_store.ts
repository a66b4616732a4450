import type { SecretHash } from "./secret_hash.ts";
import type { Issued } from "./key_store.ts";
import type { Kv } from "../../platform/kv.ts";
import type { Random } from "../../platform/random.ts";
import { createHashedStore, type HashedStore } from "./hashed_store.ts";
import { mintCode, readCode } from "./code_text.ts";
import { mintId } from "./secret.ts";

/** What is asked for when a code is issued. */
export type CodeRequest = Pick<CodeRecord, "email" | "limit" | "createdAt">;

/** Codes in the store. */
export interface CodeStore extends HashedStore<CodeRecord> {
  issue(request: CodeRequest): Promise<Issued<CodeRecord>>;
  /** All codes, oldest first. */
  list(): Promise<CodeRecord[]>;
  /** The record of a code as somebody typed it: one read, and none for what cannot be a code. */
  findByCode(text: string): Promise<CodeRecord | undefined>;
}

export function createCodeStore(
  { kv, secretHash, random }: { kv: Kv; secretHash: SecretHash; random: Random },
): CodeStore {
  const store = createHashedStore<CodeRecord>(kv, "code");
  return {
    ...store,
    async issue(request) {
      const secret = mintCode(random);
      const record: CodeRecord = {
        id: mintId("c", random),
        digest: secretHash(readCode(secret)!),
        hint: `…${secret.slice(-4)}`,
        ...request,
        used: 0,
      };
      if (!await store.add(record)) {
        throw new Error("Cannot issue the code: the store holds it already");
      }
      return { record, secret };
    },
    list: async () =>
      (await store.list()).sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)),
    async findByCode(text) {
      const code = readCode(text);
      return code === undefined ? undefined : await store.findByDigest(secretHash(code));
    },
  };
}

/** A code that its holder can have verified (`/api/codes/verify`). The code itself is not stored. */
export interface CodeRecord {
  /** Names it in commands: `c_` and 12 letters or digits. */
  readonly id: string;
  readonly digest: string;
  /** The last four letters or digits of the code. */
  readonly hint: string;
  /** Verified only together with this address, where there is one. */
  readonly email?: string;
  /** How often it may be used, and has been. */
  readonly limit: number;
  readonly used: number;
  /** Epoch ms. */
  readonly createdAt: number;
  readonly revokedAt?: number;
  /** When what says who the person is was emptied. */
  readonly forgottenAt?: number;
}

/** Whether every use is spent. */
export function isUsedUp({ used, limit }: CodeRecord): boolean {
  return used >= limit;
}
