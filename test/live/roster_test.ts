import assert from "node:assert/strict";
import { createLiveRoster } from "../../src/live/roster.ts";
import { FENI, GITA, GROUP, MIA, owner } from "./live_harness.ts";

const idn = (urlKey: string) => ({ type: "idn" as const, urlKey, roomId: 0 });

Deno.test("createLiveRoster() finds an account in any case", () => {
  const roster = createLiveRoster([FENI, GITA]);
  assert.deepEqual(roster.ownersOf(idn("GroupA_FENI")), [FENI]);
  assert.deepEqual(roster.ownersOf(idn("nobody")), []);
});

Deno.test("createLiveRoster() gives an account that two groups share to both", () => {
  const both = owner({ group: "groupb", slug: "feni-b", idn: ["groupa_feni"] });
  const again = owner({ slug: "feni-double", idn: ["groupa_feni"] });
  const roster = createLiveRoster([FENI, again, both]);
  assert.deepEqual(roster.ownersOf(idn("groupa_feni")), [FENI, both]);
});

Deno.test("createLiveRoster() matches a room by both of its keys", () => {
  const roster = createLiveRoster([FENI, GITA, MIA]);
  assert.equal(roster.matchRoom(317730, "groupa_feni"), "ours");
  assert.equal(roster.matchRoom(317730, "GROUPB_Mia"), "wrong_room");
  assert.equal(roster.matchRoom(400001, "GROUPA_Feni"), "wrong_room");
  assert.equal(roster.matchRoom(318117, "whatever"), "ours");
  assert.equal(roster.matchRoom(1, "STRANGER"), "stranger");
});

Deno.test("createLiveRoster() names every channel once", () => {
  const twice = owner({ group: "groupb", slug: "x", youtube: ["UCfeni", "UCx"] });
  assert.deepEqual(createLiveRoster([FENI, GROUP, twice]).channels, ["UCfeni", "UCgroupa", "UCx"]);
});
