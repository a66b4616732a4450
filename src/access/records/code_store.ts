import { crc32 } from "node:zlib";
import type { Random } from "../../platform/random.ts";
import type { Issued } from "./key_store.ts";
import { createRecords, type Records } from "./records.ts";
import type { SecretDeps } from "./secret.ts";

/** A code that its holder can have verified (`/api/codes/verify`). The code itself is not stored. */
export interface CodeRecord {
  /** Names it in commands: `c_` and 12 letters or digits. */
  readonly id: string;
  readonly digest: string;
  /** The last four letters or digits of the code. */
  readonly hint: string;
  /** Verified only together with this address, if there is one. */
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

/** Crockford's base 32: no letter that could be read as another or as a digit. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const RANDOM_LENGTH = 14;

/**
 * Makes a code that a person can type: four times four letters or digits. 14 are random (70 bits),
 * two are their checksum, so that a mistyped code is known as one without asking the store.
 */
function mintCode(random: Random): string {
  const body = Array.from(random.bytes(RANDOM_LENGTH), (byte) => ALPHABET[byte % 32]).join("");
  return (body + checksum(body)).replace(/.{4}(?=.)/g, "$&-");
}

/**
 * Reads a code as people type it: any case, spaces or hyphens anywhere, `O` for `0`, `I` and `L` for
 * `1`. Returns undefined if it cannot be one of ours.
 */
export function readCode(text: string): string | undefined {
  const plain = text.toUpperCase().replace(/[\s-]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");
  const body = plain.slice(0, RANDOM_LENGTH);
  const isOurs = /^[0-9A-HJKMNP-TV-Z]{16}$/.test(plain) && plain.endsWith(checksum(body));
  return isOurs ? plain : undefined;
}

function checksum(text: string): string {
  const rest = crc32(text) & 1023;
  return ALPHABET[rest >> 5]! + ALPHABET[rest & 31]!;
}

/** Codes in the store. */
export interface CodeStore extends Records<CodeRecord> {
  issue(request: Pick<CodeRecord, "email" | "limit" | "createdAt">): Promise<Issued<CodeRecord>>;
  /** The record of a code as somebody typed it: one read, and none for what cannot be a code. */
  findByCode(text: string): Promise<CodeRecord | undefined>;
}

export function createCodeStore(deps: SecretDeps): CodeStore {
  const { secretHash, random } = deps;
  const records = createRecords<CodeRecord>(deps, {
    kind: "code",
    since: ({ createdAt }) => createdAt,
    visible: "hint email limit used createdAt revokedAt forgottenAt",
  });
  return {
    ...records,
    async issue(request) {
      const secret = mintCode(random);
      const digest = secretHash(readCode(secret)!);
      const hint = `…${secret.slice(-4)}`;
      const record: CodeRecord = { id: idOf(digest), digest, hint, ...request, used: 0 };
      if (!await records.add(record)) throw new Error("Cannot issue the code: try again");
      return { record, secret };
    },
    async findByCode(text) {
      const code = readCode(text);
      if (code === undefined) return undefined;
      const digest = secretHash(code);
      const record = await records.find(idOf(digest));
      return record?.digest === digest ? record : undefined;
    },
  };
}

/** The id of a code is made of its digest (71 bits of it), so that a code is found by one read. */
function idOf(digest: string): string {
  return `c_${digest.replace(/[-_]/g, "").slice(0, 12)}`;
}

/** An address as it is compared: its case does not matter. */
export function foldEmail(email: string): string {
  return email.trim().toLowerCase();
}
