import assert from "node:assert/strict";
import { demoBroadcast } from "../../build/demo/broadcasts.ts";
import { type Demonstration, startDemonstration } from "./demonstration.ts";
import { bodyOf, connectStream } from "../support/stream_client.ts";
import { until } from "../support/until.ts";

/** How long the first one is on air at first, and at last, in ms. */
const FIRST_TRY_MS = 6_000;
const LAST_TRY_MS = 48_000;

/**
 * A user name that is on air from now for `forMs`, or is not, and is the other from half as long
 * afterwards, for as long again and 10 s.
 */
function nameThat(isOnAir: boolean, now: number, forMs: number): string {
  const at = (name: string, ms: number) => demoBroadcast(`idn ${name}`, 2, now + ms) !== null;
  for (let n = 0;; n++) {
    const name = `kota_${isOnAir ? "goes" : "comes"}_${n}`;
    const holds = [-5_000, 0, forMs].every((ms) => at(name, ms) === isOnAir) &&
      [1.5 * forMs, 2.5 * forMs + 10_000].every((ms) => at(name, ms) !== isOnAir);
    if (holds) return name;
  }
}

/**
 * Lets one member be on air and another come when she goes; returns their user names. On a busy machine
 * it tries again with more time, as long as the first has not been seen on air.
 */
async function play({ content }: Demonstration, onAir: () => Promise<string>) {
  const write = (name: string, user: string) =>
    Deno.writeTextFile(
      `${content}/kota/members/${name.toLowerCase()}.yaml`,
      `name: ${name}\nidn_username: ${user}\n`,
    );
  for (let forMs = FIRST_TRY_MS;; forMs *= 2) {
    const now = Date.now();
    const names = { goes: nameThat(true, now, forMs), comes: nameThat(false, now, forMs) };
    await write("Ani", names.goes);
    await write("Budi", names.comes);
    while (Date.now() < now + forMs) {
      if (await onAir() === "Ani") return names;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    assert.ok(forMs < LAST_TRY_MS, "who is added to the content does not go on air");
  }
}

Deno.test("dev --demo-live: broadcasts come and go, a broken file changes nothing, a good one is swapped in", async () => {
  await using demo = await startDemonstration();
  assert.match(demo.printed.err, /A pretend platform runs at http:\/\/127\.0\.0\.1:\d+/);
  const watches = () => demo.printed.err.match(/^Watching /gm)?.length ?? 0;
  await until(() => watches() > 0);
  assert.equal(watches(), 1, demo.printed.err);
  const build = async () => (await demo.json("healthz")).build;
  const empty = await build();

  // Whoever is added to the content plays along.
  const onAir = async () =>
    (await demo.json("api/kota/live")).map(({ name }: { name: string }) => name).join();
  const { comes } = await play(demo, onAir);
  const good = await build();
  assert.notEqual(good, empty);

  const citra = `${demo.content}/kota/members/citra.yaml`;
  await Deno.writeTextFile(citra, "name: [");
  await until(() => demo.printed.err.includes("Nothing was written"));
  assert.match(demo.printed.err, /members\/citra\.yaml/);
  assert.equal(await build(), good);

  await until(async () => await onAir() === "Budi");
  const [recent] = await demo.json("api/kota/recent");
  assert.equal(recent.member.name, "Ani");
  const [entry] = await demo.json("api/kota/live/idn");
  assert.equal(entry.url_key, comes);

  await Deno.writeTextFile(citra, "name: Citra\n");
  await until(async () => await build() !== good);
  assert.equal((await demo.json("api/kota/member/citra")).name, "Citra");
});

Deno.test.each(["SIGINT", "SIGTERM"] as const)(
  "dev ends on %s, says so, and ends its streams whole",
  async (signal) => {
    await using demo = await startDemonstration();
    assert.equal(demo.processes(), 1);
    const client = await connectStream(demo.base(), "/api/kota/live/stream", {
      "x-api-key": demo.key(),
    });
    await client.until("event: snapshot");
    // A terminal's Ctrl-C reaches everything that belongs to it; a signal by number just one process.
    if (signal === "SIGINT") Deno.kill(-demo.process.pid, signal);
    else demo.process.kill(signal);
    const heard = await client.ended();
    client.close();
    assert.match(heard, /\r\n0\r\n\r\n$/, "the last chunk says that it is the last");
    assert.match(bodyOf(heard), /event: snapshot/);
    assert.equal((await demo.process.status).code, 0);
    await until(() => demo.processes() === 0);
    assert.equal(demo.printed.err.match(/Stopped by SIG/g)?.length, 1, demo.printed.err);
    assert.doesNotMatch(demo.printed.err, /error|Uncaught/i);
  },
);

Deno.test("dev ends when deno task is killed, and leaves the port", async () => {
  await using demo = await startDemonstration();
  const port = Number(new URL(demo.base()).port);
  demo.process.kill("SIGKILL");
  await until(() => demo.processes() === 0);
  Deno.listen({ hostname: "127.0.0.1", port }).close();
});
