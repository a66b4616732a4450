import assert from "node:assert/strict";
import { type GroupGlance, groupSection } from "../../src/page/group_glance.ts";

function glance(onAir: number, href: string | undefined): GroupGlance {
  return {
    name: "Bunga",
    lang: "id",
    picture: undefined,
    href,
    members: 20,
    onAir: Array.from({ length: onAir }, (_, n) => ({
      name: `Anggota ${n}`,
      title: "Halo",
      platform: "idn",
      picture: "",
      url: `https://idn.example/${n}`,
      since: "2026-07-01T05:00:00Z",
      sinceWords: "12:00 WIB",
    })),
    onAirWords: "",
    week: [],
    birthdays: [],
    headlines: [],
    subscriptions: undefined,
    embeds: undefined,
  };
}

Deno.test("the front page shows twelve broadcasts of a group, and leads to the others", () => {
  for (const [onAir, shown, others] of [[12, 12, 0], [13, 12, 1], [40, 12, 28]] as const) {
    const { text } = groupSection(glance(onAir, "/groups/bunga"));
    assert.equal(text.split("https://idn.example/").length - 1, shown);
    assert.equal(/>(\d+) more on air<\/a>/.exec(text)?.[1] ?? "0", String(others));
  }
});

Deno.test("the front page shows every broadcast of a group without a page of its own", () => {
  const { text } = groupSection(glance(40, undefined));
  assert.equal(text.split("https://idn.example/").length - 1, 40);
  assert.doesNotMatch(text, /more on air/);
});
