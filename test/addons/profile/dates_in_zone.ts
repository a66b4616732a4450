import assert from "node:assert/strict";

/** Zones of the machines on which programs run: ahead of UTC and behind it, with summer time. */
export const MACHINE_ZONES = [
  "Asia/Jakarta",
  "UTC",
  "America/Los_Angeles",
  "Pacific/Kiritimati",
] as const;

/** What a program makes of a date: the instant (epoch ms), and hour and minute on its own clock. */
export interface ReadDate {
  readonly epochMs: number;
  /** `HH:MM` in the zone of the machine. */
  readonly clock: string;
}

const PROGRAM = `
const dates = JSON.parse(await new Response(Deno.stdin.readable).text());
const two = (number) => String(number).padStart(2, "0");
console.log(JSON.stringify(dates.map((text) => {
  const date = new Date(text);
  return { epochMs: date.getTime(), clock: two(date.getHours()) + ":" + two(date.getMinutes()) };
})));`;

/** Reads dates by `new Date` in a process whose machine is in this zone. */
export async function readInZone(zone: string, dates: readonly string[]): Promise<ReadDate[]> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["eval", "--quiet", PROGRAM],
    env: { TZ: zone },
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(JSON.stringify(dates)));
  await writer.close();
  const { code, stdout } = await child.output();
  assert.equal(code, 0);
  return JSON.parse(new TextDecoder().decode(stdout));
}
