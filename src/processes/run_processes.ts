import { createStderrLog } from "../platform/log.ts";
import { untilInputEnds, WITH_PARENT } from "../platform/parent.ts";
import type { Settings } from "../platform/settings.ts";
import {
  describeCommandLine,
  directCommandLine,
  NAMED_HOSTS,
  PRINT,
} from "../compose/serve/command_line.ts";
import { keepAwake } from "../compose/serve/listen.ts";
import { createSupervisor } from "./supervisor.ts";

/**
 * Runs `PROCESSES` servers on one port until a signal ends them, which each gets as it came. Resolves
 * with the exit code: 0 after a signal, 1 where all died within 10 s, and what the first one ended
 * with where nothing could be served from the beginning.
 *
 * @throws {StartError} where the port cannot be had
 */
export async function runProcesses(settings: Settings, words: readonly string[]): Promise<number> {
  if (words.includes(PRINT)) {
    const others = words.filter((word) => word !== PRINT && word !== NAMED_HOSTS);
    console.log(directCommandLine(settings, Deno.execPath(), others));
    console.error(describeCommandLine(settings));
    return 0;
  }
  const supervisor = createSupervisor(settings, words, createStderrLog(settings.LOG));
  Deno.addSignalListener("SIGTERM", () => supervisor.end("SIGTERM"));
  Deno.addSignalListener("SIGINT", () => supervisor.end("SIGINT"));
  if (words.includes(WITH_PARENT)) untilInputEnds().finally(() => supervisor.end("SIGINT"));
  return await keepAwake(() => supervisor.run());
}
