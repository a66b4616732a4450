import assert from "node:assert/strict";
import { processesOf } from "../support/running_processes.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { killIfRunning } from "../support/kill_if_running.ts";
import { until } from "../support/until.ts";

/** `deno task dev -- --demo-live` on content of the test's own. */
export interface Demonstration extends AsyncDisposable {
  readonly content: string;
  readonly process: Deno.ChildProcess;
  readonly printed: { out: string; err: string };
  /** `http://127.0.0.1:PORT/` */
  base(): string;
  key(): string;
  // deno-lint-ignore no-explicit-any
  json(path: string): Promise<any>;
  /** How many processes there are that know this folder. */
  processes(): number;
}

/** Starts it with a group that has no members yet, and waits until it serves. */
export async function startDemonstration(): Promise<Demonstration> {
  const folder = await temporaryFolder();
  const content = `${folder.path}/content`;
  await Deno.mkdir(`${content}/kota/members`, { recursive: true });
  await Deno.writeTextFile(`${content}/site.yaml`, SITE);
  await Deno.writeTextFile(`${content}/plans.yaml`, PLANS);
  await Deno.writeTextFile(`${content}/kota/group.yaml`, "name: Kota\nfamily: bare\n");
  const env = {
    PORT: "0",
    CONTENT_DIR: content,
    OUT_DIR: `${folder.path}/out`,
    KV_PATH: `${folder.path}/data/store.kv`,
  };
  const process = new Deno.Command(Deno.execPath(), {
    args: ["task", "dev", "--", "--demo-live"],
    env: { ...env, NO_COLOR: "1" },
    stdout: "piped",
    stderr: "piped",
    // A process group of its own, as a terminal gives to what it runs.
    detached: true,
  }).spawn();
  const printed = { out: "", err: "" };
  const reading = [
    collect(process.stdout, (text) => printed.out += text),
    collect(process.stderr, (text) => printed.err += text),
  ];
  const base = () => /^Listening on (\S+)$/m.exec(printed.out)?.[1] ?? "";
  const key = () => /apikey=([\w-]+)/.exec(printed.out)?.[1] ?? "";
  await until(() => base() !== "" && key() !== "");
  return {
    ...{ content, process, printed, base, key },
    async json(path) {
      const response = await fetch(`${base()}${path}`, { headers: { "x-api-key": key() } });
      assert.equal(response.status, 200, path);
      return await response.json();
    },
    processes: () => processesOf(folder.path).length,
    async [Symbol.asyncDispose]() {
      killIfRunning(process, "SIGTERM");
      await process.status;
      await Promise.all(reading);
      await folder[Symbol.asyncDispose]();
    },
  };
}

const SITE = "title: Demo\ncontact: a@oshibase.example\nbase_url: https://api.oshibase.example\n";
const PLANS = "standard: { rate: unlimited, quota: unlimited }\n";

async function collect(stream: ReadableStream<Uint8Array>, add: (text: string) => void) {
  const decoder = new TextDecoder();
  for await (const bytes of stream) add(decoder.decode(bytes, { stream: true }));
}
