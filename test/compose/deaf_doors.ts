import type { Store } from "../../src/store/store.ts";
import { createCredentials, type Credentials } from "../../src/access/records/credential_table.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { createQuietLog } from "../support/quiet_log.ts";
import { storeOf } from "../support/issue.ts";

/** Credentials over a store whose watch tells nothing, under a clock that stands still. */
export function createDeafDoors(): Store & { readonly credentials: Credentials } {
  const clock = createManualClock(0);
  const stores = storeOf({ ...createMemoryKv(clock), watch: () => () => {} });
  const credentials = createCredentials({
    ...stores,
    clock,
    log: createQuietLog(),
    pollMs: 2_000,
  });
  return { ...stores, credentials };
}
