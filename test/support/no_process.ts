/** The variable under which no test may start a process; {@linkcode refuseProcesses} sees to it. */
export const NO_PROCESS = "STARTS_NO_PROCESS";

/**
 * Makes every command fail to start. The runtime's own refusal, `--deny-run`, would also keep tests from
 * folders in memory.
 */
export function refuseProcesses(): void {
  class Refused {
    constructor(command: string | URL) {
      throw new Error(`Cannot start ${command}: name the file of this test _process_test.ts`);
    }
  }
  Object.assign(Deno, { Command: Refused });
}
