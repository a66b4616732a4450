import assert from "node:assert/strict";
import { createLiveRoster, type LiveRoster } from "../../src/live/records/broadcast.ts";
import { sourcesHeader } from "../../src/live/view/live_view.ts";
import { idnItem, showroomItem, youtubeItem } from "../support/fake_platforms/scene.ts";
import { createLiveHarness, FENI, GITA, GROUP, owner, ROSTER, START } from "./live_harness.ts";

Deno.test("list() gives every entry of every platform the same fields in the same order", async () => {
  const { live, clock, net } = createLiveHarness();
  net.scene.idn = [idnItem("groupa_feni", "hello")];
  net.scene.showroom = [{ lives: [showroomItem(318117, "GROUPA_Gita", 99)] }];
  net.scene.youtube.set("UCgroupa", [youtubeItem("QrCBrhvfsy4", "UCgroupa")]);
  net.scene.youtube.set("UCfeni", []);
  live.start();
  await clock.advance(0);
  const fields = "name img img_alt url_key slug room_id is_graduate is_group chat_room_id " +
    "started_at streaming_url_list type id title viewers group url";
  const entries = live.view.list("groupa");
  assert.equal(entries.length, 3);
  for (const entry of entries) assert.equal(Object.keys(entry).join(" "), fields);
  const [idn] = live.view.list("groupa", "idn");
  assert.equal(idn!.room_id, 317730, "IDN has no room of its own: the member's on SHOWROOM");
  assert.equal(idn!.started_at, "2025-07-03T11:00:00.000Z");
  const [showroom] = live.view.list("groupa", "showroom");
  assert.deepEqual([showroom!.name, showroom!.is_graduate, showroom!.url], ["GITA", true, "gita"]);
  const [youtube] = live.view.list("groupa", "youtube");
  assert.deepEqual([youtube!.name, youtube!.is_group, youtube!.url], ["Group A", true, ""]);
  assert.equal(live.view.memberOnAir("groupa", "groupa_gita"), "gita");
  await live.stop();
});

Deno.test("list() takes an unknown start for the instant of the first poll", async () => {
  const { live, clock, net } = createLiveHarness();
  net.scene.showroom = [{
    lives: [showroomItem(318117, "GROUPA_Gita", 99, { started_at: 0 })],
  }];
  live.start();
  await clock.advance(300_000);
  assert.equal(live.view.list("groupa")[0]!.started_at, new Date(START).toISOString());
  await live.stop();
});

Deno.test("list() is the same array until the revision changes, also when the roster does", async () => {
  let roster: LiveRoster = ROSTER;
  const { live, clock, net } = createLiveHarness({ roster: () => roster });
  net.scene.idn = [idnItem("groupa_feni", "hello")];
  live.start();
  await clock.advance(0);
  const [list, revision] = [live.view.list("groupa"), live.view.revision()];
  assert.equal(live.view.list("groupa"), list);
  roster = createLiveRoster([{ ...FENI, name: "Feni F." }, GITA, GROUP]);
  assert.notEqual(live.view.revision(), revision);
  assert.equal(live.view.list("groupa")[0]!.name, "Feni F.");
  await live.stop();
});

Deno.test("list() shows one broadcast in each group that has the account", async () => {
  const shared = owner({ group: "groupb", slug: "feni-b", idn: ["groupa_feni"] });
  const roster = createLiveRoster([FENI, shared]);
  const { live, clock, net } = createLiveHarness({ roster: () => roster });
  net.scene.idn = [idnItem("groupa_feni", "hello")];
  live.start();
  await clock.advance(0);
  assert.deepEqual(
    ["groupa", "groupb"].map((group) => live.view.list(group)[0]!.url),
    ["feni", "feni-b"],
  );
  await live.stop();
});

Deno.test("sources() counts what was dropped from the last answer, and sourcesHeader() abbreviates it", async () => {
  const { live, clock, net } = createLiveHarness({ settings: { youtubeApiKey: undefined } });
  net.scene.idn = [{ broken: true }];
  net.scene.showroom = [{ lives: [showroomItem(317730, "SOMEONE_ELSE", 1)] }];
  live.start();
  await clock.advance(3_000);
  const [idn, showroom, youtube] = live.view.sources();
  const dropped = { malformed: 1 };
  const { bytes, ...rest } = idn!;
  assert.deepEqual(rest, { name: "idn", state: "ok", age_ms: 3_000, dropped, chat: "unsupported" });
  const answered = { data: { searchLivestream: { next_cursor: null, result: net.scene.idn } } };
  assert.equal(bytes, JSON.stringify(answered).length);
  assert.deepEqual(showroom!.dropped, { wrong_room: 1 });
  assert.deepEqual(youtube, { name: "youtube", state: "off", dropped: {} });
  assert.equal(
    sourcesHeader(live.view.sources()),
    "idn;state=ok;age=3, showroom;state=ok;age=3, youtube;state=off",
  );
  await live.stop();
});
