import { createRecorder } from "../../src/audit/recorder.ts";
import type { TokenUse } from "../../src/audit/entries.ts";
import { openUseLog } from "../../src/audit/use_log.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { counterKey } from "../../src/platform/store_keys.ts";
import { EMPTY_COUNTER } from "../../src/quota/counter.ts";
import { createQuietLog } from "../support/quiet_log.ts";
import type { Store } from "../../src/store/store.ts";

const DAY_MS = 86_400_000;

/** Names that find the narrow places of a page. */
const OWNERS = [
  "Sari",
  "小鳥遊 さくら子・櫻坂ノ宮 千代姫ファンクラブ",
  "Nawangsekarwulan Kusumaningrumwidyastuti Brajadiningrat Sosrokartono",
  "กานต์ธิดา วงศ์สุวรรณรัตน์กุล",
  `<b onmouseover="alert(1)">Budi</b> & "friends"`,
];
const PLANS = ["standard", "priority", "developer", "enterprise"];

/** The ids of what {@linkcode fillStore} has made. */
export interface FilledStore {
  readonly keyIds: readonly string[];
  readonly applicationId: string;
  readonly tokenId: string;
}

/** Fills a store with so many keys, 30 days of their use, tokens, applications and uses of tokens. */
export async function fillStore(stores: Store, keyCount: number): Promise<FilledStore> {
  const now = Date.now();
  const keyIds: string[] = [];
  for (let n = 0; n < keyCount; n++) {
    const { record } = await stores.keys.issue({
      owner: OWNERS[n % OWNERS.length]! + (n < OWNERS.length ? "" : ` ${n}`),
      email: `owner-${n}@fans.example`,
      plan: PLANS[n % PLANS.length]!,
      groups: [],
      ips: ["127.0.0.1"],
      createdAt: now - (keyCount - n) * DAY_MS,
    });
    keyIds.push(record.id);
    await addUse(stores, record.id, n, now);
  }
  if (keyIds.length > 2) {
    await stores.keys.update(keyIds[2]!, (key) => ({ ...key, revokedAt: now }));
  }
  const [applicationId, tokenId] = await addTokens(stores, now);
  await addToFirst(stores, keyIds[0]!, now);
  return { keyIds, applicationId: applicationId!, tokenId: tokenId! };
}

/** Gives a key much of everything that a key may have. */
async function addToFirst({ keys }: Store, id: string, now: number) {
  await keys.update(id, (key) => ({
    ...key,
    ips: ["127.0.0.1", "2001:db8:1234:5678:9abc:def0:1234:5678", "198.51.100.0/24", "10.0.0.0/8"],
    expiresAt: now + 300 * DAY_MS,
  }));
}

/** Of a quota of days, each day is a period. */
async function addUse({ kv }: Store, account: string, n: number, now: number) {
  const isDaily = n % PLANS.length < 2;
  const limit = [5_000, 50_000, 1_000_000, 20_000_000][n % PLANS.length]!;
  const days = Array.from({ length: 30 }, (_, at) => now - (29 - at) * DAY_MS);
  const counters = new Map<string, Record<string, number>>();
  for (const [place, at] of days.entries()) {
    const day = new Date(at + 7 * 3_600_000).toISOString().slice(0, 10);
    const period = isDaily ? day : day.slice(0, 7);
    const wave = 1 + Math.sin((place + 3 * n) / 4);
    const used = n === 0 && place === 29 ? limit : Math.round((limit / (isDaily ? 3 : 90)) * wave);
    counters.set(period, { ...counters.get(period), [day]: used });
  }
  const writes = [...counters].map(([period, days]) => {
    const taken = Object.values(days).reduce((sum, used) => sum + used, 0);
    return { set: counterKey(account, period), value: { ...EMPTY_COUNTER, taken, days } };
  });
  await kv.commit([], writes);
}

async function addTokens(stores: Store, now: number): Promise<string[]> {
  const ids: string[] = [];
  for (const [place, organization] of ["Fanbase Satu", ...OWNERS.slice(1)].entries()) {
    const { record } = await stores.tokens.apply({
      organization,
      name: `Budi ${place}`,
      email: `budi-${place}@fans.example`,
      appliedAt: now - (10 - place) * DAY_MS,
    });
    ids.push(record.id);
  }
  const change = <T>(token: T) => ({ ...token, state: "approved" as const, reviewedAt: now });
  const issued = await stores.tokens.issue(ids[1]!, change);
  await stores.tokens.update(ids[2]!, (token) => ({
    ...token,
    state: "rejected" as const,
    reviewedAt: now,
    reason: "The organization is not known at the address that it gave.",
  }));
  await recordUses(stores, issued!.record, now);
  return ids;
}

async function recordUses(
  { kv }: Store,
  { id, name, email }: { id: string; name: string; email: string },
  now: number,
): Promise<void> {
  const deps = { kv, clock: systemClock, random: systemRandom, log: createQuietLog() };
  const recorder = createRecorder({ ...deps, uses: openUseLog({ ...deps, auditDays: 90 }) });
  // The system clock's own timers let a process end: one that does not holds it while uses are written.
  const hold = setInterval(() => {}, 1_000);
  for (let n = 0; n < 40; n++) {
    const use: TokenUse = {
      at: now - (40 - n) * 60_000,
      token_id: id,
      ...{ name, email, ip: "203.0.113.7", method: "GET" },
      route: "",
      endpoint: n % 3 === 0 ? "/api/groupb/members" : "/api/groupa/theater/{id}",
      status: n % 7 === 0 ? 404 : 200,
    };
    await recorder.record(use);
  }
  await recorder.close();
  clearInterval(hold);
}
