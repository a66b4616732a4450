import { type CodeStore, createCodeStore } from "../../src/access/records/code_store.ts";
import type { SecretHash } from "../../src/access/records/secret.ts";
import { createMac } from "../../src/toolbox/mac.ts";
import { createKeyStore, type KeyStore } from "../../src/access/records/key_store.ts";
import { createTokenStore, type TokenStore } from "../../src/access/records/token_store.ts";
import { createUserStore, type UserStore } from "../../src/access/records/user_store.ts";
import type { Kv } from "../../src/platform/kv.ts";
import { type Random, systemRandom } from "../../src/platform/random.ts";

/** All credentials in one store, under a pepper of the tests. */
export interface CredentialStores {
  readonly kv: Kv;
  readonly random: Random;
  readonly secretHash: SecretHash;
  readonly keys: KeyStore;
  readonly tokens: TokenStore;
  readonly users: UserStore;
  readonly codes: CodeStore;
}

/** The pepper of all test programs. */
export const PEPPER = "a pepper for tests";

export function createCredentialStores(kv: Kv): CredentialStores {
  const secretHash = createMac(PEPPER);
  const deps = { kv, secretHash, random: systemRandom };
  return {
    ...deps,
    keys: createKeyStore(deps),
    tokens: createTokenStore(deps),
    users: createUserStore(deps),
    codes: createCodeStore(deps),
  };
}

/** A key for anybody. */
export const KEY_REQUEST = {
  owner: "Sari",
  email: "sari@fans.example",
  plan: "standard",
  groups: [],
  ips: [],
  createdAt: 0,
};

/** An application of anybody. */
export const APPLICATION = {
  organization: "Fanbase Satu",
  name: "Budi",
  email: "budi@fans.example",
  appliedAt: 0,
};
