import { PROCESS, WITH_PARENT, WITHOUT_DEMO } from "../../platform/parent.ts";
import { readSettings, type Settings } from "../../platform/settings.ts";
import { StartError } from "../../platform/start_error.ts";
import { NEW_STORE } from "../../store/store_files.ts";
import { oldTzdata } from "../../time/tzdata.ts";
import { PRINT } from "../serve/help.ts";
import { refuseVariables } from "../serve/refused_variables.ts";

/** Swaps in each new build. */
export const FOLLOW = "--follow";

/**
 * Looks at the command's words, at what the runtime's variables would change and at its time zone rules,
 * and reads the settings of a server: from the environment, where `read` is left out.
 *
 * @throws {StartError | SettingsError} naming what keeps it from starting, and the remedy
 */
export function readStartSettings(
  onDeploy: boolean,
  read = () => readSettings((name) => Deno.env.get(name)),
): Settings {
  // On Deno Deploy the runtime's variables are the platform's own.
  if (!onDeploy) refuseVariables((name) => Deno.env.get(name));
  refuseOtherWords(Deno.args, onDeploy);
  // There the runtime is the platform's own, too.
  const old = onDeploy ? undefined : oldTzdata();
  if (old !== undefined) throw new StartError(old);
  return read();
}

/** A word that nobody reads would look as if it had been obeyed. */
function refuseOtherWords(args: readonly string[], onDeploy: boolean): void {
  const known = ["--", FOLLOW, NEW_STORE, PRINT, WITH_PARENT, WITHOUT_DEMO];
  const other = args.filter((word) => !known.includes(word) && !word.startsWith(PROCESS));
  if (onDeploy || other.length === 0) return;
  throw new StartError(
    `Cannot start with "${
      other.join(" ")
    }": expected no word but ${FOLLOW}, ${NEW_STORE} or ${PRINT}; ` +
      "all else is set by variables, see build/site/docs/pages/settings.md",
  );
}
