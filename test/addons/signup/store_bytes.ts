import { Buffer } from "node:buffer";
import { type Kv, type KvKey, listAll } from "../../../src/platform/kv.ts";
import { bytesOf } from "../../forget/traces.ts";

/** All keys and values of a store below a prefix, as bytes. */
export async function storeBytes(kv: Kv, prefix: KvKey = []): Promise<Uint8Array> {
  const entries = await Array.fromAsync(listAll(kv, prefix));
  return Buffer.concat(entries.flatMap(({ key, value }) => [bytesOf([...key]), bytesOf(value)]));
}
