/**
 * A process over a KV file: serves the first build, and on a line of input swaps in the second. Prints
 * a line when it has looked at the store: when the show `one` was modified. `--die` kills it before the
 * head of its second announcement is written.
 */
import { systemClock } from "../../../src/platform/clock.ts";
import type { Kv } from "../../../src/platform/kv.ts";
import { openKv } from "../../support/open_kv.ts";
import { fakeBuild, startAnnouncing } from "./fake_build.ts";

const [path, ...words] = Deno.args;
const shows = (title: string) =>
  Object.fromEntries(Array.from({ length: 500 }, (_, n) => [n === 0 ? "one" : `s${n}`, title + n]));

let swaps = false;
const kv = await openKv(path);
const dying: Kv = {
  ...kv,
  commit(checks, writes) {
    const isHead = checks.some(({ key }) => key.join() === "changes,head");
    if (swaps && isHead && words.includes("--die")) Deno.kill(Deno.pid, "SIGKILL");
    return kv.commit(checks, writes);
  },
};
const first = fakeBuild("a", "2026-06-01", shows("A"));
const process = await startAnnouncing({ kv: dying, clock: systemClock }, first);
const print = () => console.log(process.modifiedAt("bunga", "show", "one"));
await process.ready();
print();
await Deno.stdin.read(new Uint8Array(10));
swaps = true;
await process.swap(fakeBuild("b", "2026-06-02", shows("B")));
await process.ready();
print();
await process.stop();
kv.close();
