import { DatabaseSync } from "node:sqlite";
import type { RunningServer } from "../support/server.ts";
import { buildContent } from "../support/server.ts";
import type { ServerFixture } from "../support/server_fixture.ts";
import { until } from "../support/until.ts";
import { isReady, type Load, pause } from "./load.ts";
import type { SmallDisk } from "./small_disk.ts";

/** Two servers under load: one stays from the beginning to the end, the other comes and goes. */
export interface Soak {
  readonly fixture: ServerFixture;
  readonly load: Load;
  readonly disk: SmallDisk | undefined;
  readonly steady: RunningServer;
  /** The present one of those that come and go; a trouble may put another in its place. */
  victim: RunningServer;
  start(): Promise<RunningServer>;
  /** How often the content was changed. */
  swaps: number;
}

/** What befalls servers, and when, in epoch ms. */
export interface Trouble {
  readonly name: TroubleName;
  readonly from: number;
  readonly to: number;
}

export type TroubleName = "kill" | "end" | "stall" | "lock" | "full disk" | "swap";

/** Each resolves when it is over. */
export const TROUBLES: Readonly<Record<TroubleName, (soak: Soak) => Promise<void>>> = {
  async kill(soak) {
    soak.victim.process.kill("SIGKILL");
    soak.load.aim(soak.steady.base);
    await soak.victim.process.status;
    await replaceVictim(soak);
  },
  async end(soak) {
    soak.victim.process.kill("SIGTERM");
    await until(async () => !(await isReady(soak.victim)));
    soak.load.aim(soak.steady.base);
    await soak.victim.process.status;
    await replaceVictim(soak);
  },
  /** A machine that is moved, or a disk that hangs: the process does nothing for a while. */
  async stall({ victim }) {
    victim.process.kill("SIGSTOP");
    await pause(2_000);
    victim.process.kill("SIGCONT");
  },
  /** Another program holds the store's lock. */
  async lock({ fixture }) {
    const lock = new DatabaseSync(fixture.env["KV_PATH"]!);
    await until(() => {
      try {
        lock.exec("BEGIN IMMEDIATE");
        return true;
      } catch {
        return false;
      }
    });
    await pause(3_000);
    lock.exec("ROLLBACK");
    lock.close();
  },
  async "full disk"({ disk }) {
    disk?.fill();
    await pause(4_000);
    disk?.free();
  },
  async swap(soak) {
    const { env } = soak.fixture;
    const member = `${env["CONTENT_DIR"]}/bunga/members/ayu.yaml`;
    const text = (await Deno.readTextFile(member)).replace(/^hobby: .*\n/m, "");
    await Deno.writeTextFile(member, `${text}hobby: Hobi ${++soak.swaps}\n`);
    const { code, stderr } = await buildContent({ ...env });
    if (code !== 0) throw new Error(new TextDecoder().decode(stderr));
  },
};

async function replaceVictim(soak: Soak): Promise<void> {
  soak.victim = await soak.start();
  soak.load.aim(soak.steady.base, soak.victim.base);
}
