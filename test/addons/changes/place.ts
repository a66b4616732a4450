import { LOGGED_EVENTS } from "../../../src/model/item/logged_event.ts";
import type { Kv } from "../../../src/platform/kv.ts";
import { type TreeFiles, writeTree } from "../../build/content_tree.ts";
import { createManualClock, type ManualClock, settle } from "../../support/manual_clock.ts";
import { createMemoryKv } from "../../support/memory_kv.ts";
import { createProgram, type Program } from "../../support/program.ts";
import { assertShape } from "../../support/shapes.ts";
import { temporaryFolder } from "../../support/temporary.ts";

/** Processes that share a store and a clock, each with the content that it was last given. */
export interface Place extends AsyncDisposable {
  readonly clock: ManualClock;
  readonly programs: readonly Program[];
  /** Starts another process, which sees the store through its own `kv`. */
  start(kv?: Kv): Promise<Program>;
  /** Builds other files now; all processes serve them at once. */
  rebuild(changed: TreeFiles): Promise<void>;
  /** The events of the log as callers read them, by a query. */
  // deno-lint-ignore no-explicit-any
  told(query?: string): Promise<any[]>;
}

export async function createPlace(
  first: TreeFiles,
  now: number,
): Promise<Place> {
  const folder = await temporaryFolder();
  const clock = createManualClock(now);
  const store = createMemoryKv(clock);
  const programs: Program[] = [];
  const lines: Kv[] = [];
  let [files, builds, path] = [first, 0, ""];
  const write = () => writeTree(path = `${folder.path}/build-${++builds}`, files);
  write();
  return {
    ...{ clock, programs },
    async start(kv: Kv = store) {
      const program = await createProgram({ content: path, clock, kv });
      programs.push(program);
      lines.push(kv);
      await program.service.announcer.sync();
      return program;
    },
    async rebuild(changed) {
      files = { ...files, ...changed };
      write();
      await clock.advance(1000);
      for (const program of programs) await program.swap(path, clock.now());
      await Promise.all(programs.map(({ service }) => service.announcer.sync()));
    },
    async told(query = "") {
      const program = programs.at(-1)!;
      await program.service.events.sync();
      await settle();
      const { data } = await program.json(`/v1/events?limit=1000${query}`);
      for (const event of data) {
        assertShape(LOGGED_EVENTS[event.type as keyof typeof LOGGED_EVENTS], event, event.type);
      }
      return data;
    },
    async [Symbol.asyncDispose]() {
      // A process that has crashed would never end.
      for (const [n, program] of programs.entries()) {
        const kv = lines[n]!;
        if (!("crashed" in kv && kv.crashed)) await program[Symbol.asyncDispose]();
      }
      await folder[Symbol.asyncDispose]();
    },
  };
}
