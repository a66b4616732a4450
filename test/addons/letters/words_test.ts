import assert from "node:assert/strict";
import type { KeyRecord } from "../../../src/access/records/key_store.ts";
import { type Occasion, sunsetOccasion } from "../../../src/addons/letters/occasion.ts";
import { letterAbout } from "../../../src/addons/letters/words.ts";

const SITE = {
  title: "Serambi",
  contact: "help@serambi.example",
  base_url: "https://serambi.example",
  sunset: { on: "2026-09-01", successor: "https://next.example" },
};
const SERVICE = { site: SITE, manageAddress: `${SITE.base_url}/key/manage` };
const endsAt = Date.parse("2026-07-05T00:00:00Z");
const OCCASIONS: readonly Occasion[] = [
  { kind: "quota", name: "quota 80 2026-07-04", percent: 80, limit: 5000, endsAt },
  { kind: "quota", name: "quota 100 2026-07-04", percent: 100, limit: 5000, endsAt },
  { kind: "expiry", name: "expiry 7 2026-07-05", days: 7, endsAt },
  { kind: "expiry", name: "expiry 1 2026-07-05", days: 1, endsAt },
  { kind: "rotation", name: "rotation 2026-07-05", at: endsAt, endsAt },
  sunsetOccasion(SITE.sunset),
];

Deno.test("every letter to an owner is in English or Indonesian, plain, and names the service", () => {
  for (const language of ["en", "id"] as const) {
    const key: KeyRecord = {
      ...{ id: "k_1", digest: "", hint: "J-…abcd", owner: "Sari", email: "sari@fans.example" },
      ...{ plan: "fan", groups: [], ips: [], createdAt: 0, language },
    };
    const letters = OCCASIONS.map((occasion) => letterAbout(occasion, key, SERVICE)!);
    for (const { to, subject, text, secret } of letters) {
      assert.deepEqual([to, secret], ["sari@fans.example", ""]);
      assert.match(text, language === "id" ? /^Halo/ : /^Hello/, subject);
      assert.match(subject, /Serambi/);
      assert.match(text, /\n\nSerambi\nhelp@serambi\.example\n$/);
      assert.match(text, /k_1/);
      assert.equal(/\b(Anda|kunci)\b/.test(text), language === "id", text);
      assert.doesNotMatch(subject, /[\r\n]/);
    }
    assert.equal(new Set(letters.map(({ id }) => id)).size, OCCASIONS.length);
  }
});
