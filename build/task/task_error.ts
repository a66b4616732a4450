/**
 * This room runs the tasks of the build alike: help, wrong calls, exit codes, progress.
 *
 * @module
 */

/** A task cannot be done; the message says why, and what to do. */
export class TaskError extends Error {
  override name = "TaskError";
}
