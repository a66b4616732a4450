import assert from "node:assert/strict";
import { findTzdata, oldTzdata, tzdataInForce } from "../../src/time/tzdata.ts";

/** Releases that have the same rules as a later one. */
const SAME_RULES: Record<string, string> = {
  "2022a": "before 2022b",
  "2022b": "2022c",
  "2023a": "2023c",
};

const [head = "", ...lines] = Deno.readTextFileSync("test/fixtures/tzdata_offsets.txt")
  .trim().split("\n").filter((line) => !line.startsWith("//"));
const releases = head.split(" ").slice(2);
const offsets = new Map(lines.map((line) => {
  const [zone, instant, ...texts] = line.split(" ");
  return [`${zone} ${instant}`, texts] as const;
}));

for (const [column, release] of releases.entries()) {
  const named = SAME_RULES[release] ?? release;
  Deno.test(`the rules of release ${release} are told as ${named}`, () => {
    const found = findTzdata((zone, instant) => offsets.get(`${zone} ${instant}`)![column]!);
    assert.equal(found, named);
  });

  Deno.test(`the rules of release ${release} are ${release < "2024a" ? "refused" : "taken"}`, () => {
    const refusal = oldTzdata((zone, instant) => offsets.get(`${zone} ${instant}`)![column]!);
    if (release >= "2024a") return assert.equal(refusal, undefined);
    assert.ok(refusal!.includes(`they are those of ${named}, `), refusal);
    assert.match(refusal!, / need 2024a or newer\. Install a newer Deno/);
  });
}

Deno.test("a release that corrects the history of what it is known by is taken", () => {
  const corrected = (known: string) =>
    oldTzdata((zone, instant) =>
      zone === known ? "+00:17" : offsets.get(`${zone} ${instant}`)!.at(-1)!
    );
  for (const zone of ["America/Santiago", "Asia/Almaty", "Africa/Cairo"]) {
    assert.equal(corrected(zone), undefined);
  }
});

Deno.test("the release in force is told by what Temporal and Intl both do", () => {
  const byIntl = findTzdata((zone, instant) => {
    const format = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" });
    const parts = format.formatToParts(Date.parse(instant));
    return parts.find(({ type }) => type === "timeZoneName")!.value.slice("GMT".length) || "+00:00";
  });
  assert.equal(tzdataInForce(), byIntl);
  assert.match(tzdataInForce(), /^20\d\d[a-z]$/);
});
