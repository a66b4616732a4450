/**
 * This room runs the tasks of the build alike: help, wrong calls, exit codes, progress.
 *
 * @module
 */

/** Exit codes of every task; a task may have further ones, from 3 on. */
export const [DONE, FAILED, WRONG_CALL] = [0, 1, 2] as const;

/** A task cannot be done; the message says why, and what to do. */
export class TaskError extends Error {
  override name = "TaskError";

  constructor(message: string, readonly exitCode: number = FAILED) {
    super(message);
  }
}
