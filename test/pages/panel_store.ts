import { counterKey } from "../../src/platform/store_keys.ts";
import { EMPTY_COUNTER } from "../../src/quota/counter.ts";
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

/** Fills a store with so many keys, 30 days of their use, and tokens in each state; the ids of the keys. */
export async function fillStore(stores: Store, keyCount: number): Promise<readonly string[]> {
  const now = Date.now();
  const keyIds: string[] = [];
  for (let n = 0; n < keyCount; n++) {
    const { record } = await stores.keys.issue({
      owner: OWNERS[n % OWNERS.length]! + (n < OWNERS.length ? "" : ` ${n}`),
      email: `owner-${n}@fans.example`,
      plan: PLANS[n % PLANS.length]!,
      groups: [],
      ips: ["127.0.0.1", "2001:db8:1234:5678:9abc:def0:1234:5678", "198.51.100.0/24"],
      createdAt: now - (keyCount - n) * DAY_MS,
    });
    keyIds.push(record.id);
    await addUse(stores, record.id, n, now);
  }
  await stores.keys.update(keyIds[2]!, (key) => ({ ...key, revokedAt: now }));
  await addTokens(stores, now);
  return keyIds;
}

/** Of a quota of days, each day is a period; the first key has used all of its last one. */
async function addUse({ kv }: Store, account: string, n: number, now: number) {
  const isDaily = n % PLANS.length < 2;
  const counters = new Map<string, Record<string, number>>();
  for (let place = 0; place < 30; place++) {
    const day = new Date(now - (29 - place) * DAY_MS + 7 * 3_600_000).toISOString().slice(0, 10);
    const period = isDaily ? day : day.slice(0, 7);
    const used = n === 0 && place === 29 ? 5_000 : Math.round(500 * (1 + Math.sin(place / 4)));
    counters.set(period, { ...counters.get(period), [day]: used });
  }
  const writes = [...counters].map(([period, days]) => {
    const taken = Object.values(days).reduce((sum, used) => sum + used, 0);
    return { set: counterKey(account, period), value: { ...EMPTY_COUNTER, taken, days } };
  });
  await kv.commit([], writes);
}

async function addTokens({ tokens }: Store, now: number): Promise<void> {
  const ids: string[] = [];
  for (const [place, organization] of ["Fanbase Satu", ...OWNERS.slice(1)].entries()) {
    const { record } = await tokens.apply({
      organization,
      name: `Budi ${place}`,
      email: `budi-${place}@fans.example`,
      appliedAt: now - (10 - place) * DAY_MS,
    });
    ids.push(record.id);
  }
  const reviewedAt = now;
  await tokens.issue(ids[1]!, (token) => ({ ...token, state: "approved", reviewedAt }));
  const reason = "The organization is not known at the address that it gave.";
  await tokens.update(ids[2]!, (token) => ({ ...token, state: "rejected", reviewedAt, reason }));
}
