import { CommandError } from "./command.ts";

/** Nothing goes by that name. A secret that was taken for an id is not repeated. */
export function missing(noun: string, name: string): CommandError {
  const shown = /^[JP]-|-osb_/.test(name) ? "by its secret" : `"${name}"`;
  return new CommandError(
    `Cannot find the ${noun} ${shown}; "${noun} list" shows all there are`,
    "missing",
  );
}
