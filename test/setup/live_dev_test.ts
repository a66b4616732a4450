import assert from "node:assert/strict";
import { demoBroadcast } from "../../build/demo_live/demo_schedule.ts";
import { startDemonstration } from "../support/demonstration.ts";
import { until } from "../support/server.ts";
import { bodyOf, connectStream } from "../support/stream_client.ts";

/** A user name that is on air `fromMs` after an instant, or is not, and is the other `toMs` after it. */
function nameThat(isOnAir: boolean, now: number, fromMs: number, toMs: number): string {
  const at = (name: string, ms: number) => demoBroadcast(`idn ${name}`, 2, now + ms) !== null;
  for (let n = 0;; n++) {
    const name = `kota_${isOnAir ? "goes" : "comes"}_${n}`;
    const holds = [-5_000, 0, fromMs].every((ms) => at(name, ms) === isOnAir) &&
      [toMs, toMs + 15_000].every((ms) => at(name, ms) !== isOnAir);
    if (holds) return name;
  }
}

Deno.test("dev --demo-live: broadcasts come and go, a broken file changes nothing, a good one is swapped in", async () => {
  await using demo = await startDemonstration();
  assert.match(demo.printed.err, /A platform plays at http:\/\/127\.0\.0\.1:\d+/);
  const build = async () => (await demo.json("healthz")).build;
  const empty = await build();

  // Whoever is added to the content plays along.
  const now = Date.now();
  const [goes, comes] = [nameThat(true, now, 6_000, 9_000), nameThat(false, now, 6_000, 9_000)];
  const file = (name: string) => `${demo.content}/kota/members/${name}.yaml`;
  await Deno.writeTextFile(file("ani"), `name: Ani\nidn_username: ${goes}\n`);
  await Deno.writeTextFile(file("budi"), `name: Budi\nidn_username: ${comes}\n`);
  const onAir = async () =>
    (await demo.json("api/kota/live")).map(({ name }: { name: string }) => name).join();
  await until(async () => await onAir() === "Ani");
  const good = await build();
  assert.notEqual(good, empty);

  await Deno.writeTextFile(file("citra"), "name: [");
  await until(() => demo.printed.err.includes("Nothing was written"));
  assert.match(demo.printed.err, /members\/citra\.yaml/);
  assert.equal(await build(), good);

  await until(async () => await onAir() === "Budi", 30_000);
  const [recent] = await demo.json("api/kota/recent");
  assert.equal(recent.member.name, "Ani");
  const [entry] = await demo.json("api/kota/live/idn");
  const chat = await demo.json(`api/kota/chat-stream?username=${comes}&slug=${entry.slug}`);
  assert.equal(chat.stream_info.title, entry.title);

  await Deno.writeTextFile(file("citra"), "name: Citra\n");
  await until(async () => await build() !== good);
  assert.equal((await demo.json("api/kota/member/citra")).name, "Citra");
});

Deno.test.each(["SIGINT", "SIGTERM"] as const)(
  "dev ends with its processes on %s, and the server ends its streams whole",
  async (signal) => {
    await using demo = await startDemonstration();
    assert.ok(demo.processes() >= 3, `${demo.processes()} processes`);
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
    assert.doesNotMatch(demo.printed.err, /error|Uncaught/i);
  },
);

Deno.test.each(["deno task", "build/dev/main.ts"] as const)(
  "server and builder end when %s is killed, and leave the port",
  async (killed) => {
    await using demo = await startDemonstration();
    const port = Number(new URL(demo.base()).port);
    const parent = killed === "deno task" ? demo.process.pid : demo.processOf(killed);
    Deno.kill(parent, "SIGKILL");
    await until(() => demo.processes() === 0);
    Deno.listen({ hostname: "127.0.0.1", port }).close();
  },
);
