import assert from "node:assert/strict";
import { createFakeNet, hang, status } from "../../../build/demo/net.ts";
import { createBusyNet, emptyScene, NOW, ON_AIR, PLATFORMS } from "../../support/live_program.ts";
import { createManualClock } from "../../support/manual_clock.ts";
import { createProgram } from "../../support/program.ts";
import { callTool } from "./assistant_program.ts";

const { YOUTUBE_API_KEY: _, ...WITHOUT_YOUTUBE } = PLATFORMS;
const BROKEN = status(500);
const UNKNOWN = "Who is on air is not known.";

Deno.test("live says that nobody is on air of the platforms alone that said so", async (t) => {
  for (
    const { name, env = PLATFORMS, fails = [], how = BROKEN, said, unknown = [] } of [
      { name: "all answer", said: "No member is on air." },
      {
        name: "one is not asked",
        env: WITHOUT_YOUTUBE,
        said: "No member is on air on IDN Live or SHOWROOM. YouTube is not asked.",
        unknown: ["YouTube"],
      },
      {
        name: "one is down",
        fails: ["showroom"],
        said: "No member is on air on IDN Live or YouTube. SHOWROOM cannot be asked at the moment.",
        unknown: ["SHOWROOM"],
      },
      {
        name: "all are down",
        fails: ["idn", "showroom", "youtube"],
        said: `${UNKNOWN} IDN Live, SHOWROOM and YouTube cannot be asked at the moment.`,
        unknown: ["IDN Live", "SHOWROOM", "YouTube"],
      },
      {
        name: "no answer has come yet",
        env: WITHOUT_YOUTUBE,
        fails: ["idn", "showroom"],
        how: hang,
        said: `${UNKNOWN} IDN Live and SHOWROOM have not answered yet. YouTube is not asked.`,
        unknown: ["IDN Live", "SHOWROOM", "YouTube"],
      },
      {
        name: "live is off",
        env: { LIVE: "off" },
        said: "No platform is asked who is on air.",
        unknown: ["IDN Live", "SHOWROOM", "YouTube"],
      },
    ] as const
  ) {
    await t.step(name, async () => {
      const net = createFakeNet();
      emptyScene(net.scene);
      for (const platform of fails) net.fail(platform, how);
      await using program = await openProgram(net, env);
      const calling = callTool(program, "live");
      // It waits a second for platforms that do not answer.
      for (let ms = 0; ms < 2_000; ms += 100) await program.pass(100);
      const { text, data } = await calling;
      assert.match(text, /^At [^ ]+ \([^ ]+\): /);
      assert.equal(text.slice(text.indexOf("): ") + 3), said);
      assert.deepEqual([data.on_air, data.not_known], [0, unknown]);
    });
  }
});

Deno.test("live follows a platform that fails, is down, and answers again", async () => {
  const net = createBusyNet({ empty: true });
  net.fail("showroom", BROKEN);
  await using program = await openProgram(net, PLATFORMS);
  const says = async (said: string) => {
    const { text } = await callTool(program, "live");
    assert.ok(text.split("\n")[0]!.endsWith(said), text);
  };
  const nobody = ": No member is on air on IDN Live or YouTube.";
  await program.pass(5_000);
  await says(`${nobody} SHOWROOM cannot be asked at the moment.`);
  net.fail("showroom", undefined);
  await program.pass(120_000);
  await says(": No member is on air.");
  net.fail("showroom", BROKEN);
  await program.pass(60_000);
  await says(`${nobody} What SHOWROOM answered last is old or not whole.`);
});

Deno.test("live names beside those on air the platform that cannot be asked", async () => {
  const net = createBusyNet();
  net.fail("showroom", BROKEN);
  await using program = await openProgram(net, WITHOUT_YOUTUBE);
  await program.pass(5_000);
  const { text } = await callTool(program, "live", { group: "kota" });
  assert.match(text, /^\d on air at .*\. SHOWROOM cannot be asked at the moment\.$/m);
  assert.doesNotMatch(text, /No member|YouTube is not asked/);
});

/** The groups of {@linkcode ON_AIR}, with a clock that passes while somebody asks. */
async function openProgram(
  net: ReturnType<typeof createFakeNet>,
  env: Readonly<Record<string, string>>,
) {
  const clock = createManualClock(NOW);
  net.scene.youtube.set("UCbukitResmi_00000000001", []);
  const program = await createProgram({ content: ON_AIR, clock, net, env: { LIVE: "on", ...env } });
  const { live } = program.service;
  live.start();
  await clock.advance(0);
  return Object.assign(program, {
    async pass(ms: number) {
      for (let left = ms; left > 0; left -= 1_000) {
        live.noteRequest();
        await clock.advance(Math.min(left, 1_000));
      }
    },
  });
}
