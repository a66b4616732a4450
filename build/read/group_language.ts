import { isSpeakingOfGroups, speakingIn } from "../words/say.ts";

/** What a group has that does not say it. */
const USUAL = "id";

/**
 * Does something whose messages are of the group in a folder: in its language, where that is chosen. The
 * file is asked itself, since what is wrong with it is said in that language, too.
 */
export function speakingOf<T>(folder: string, act: () => T): T {
  return isSpeakingOfGroups() ? speakingIn(languageIn(folder), act) : act();
}

function languageIn(folder: string): string {
  try {
    const path = `${folder}/group.yaml`;
    const text = Deno.lstatSync(path).isFile ? Deno.readTextFileSync(path) : "";
    return /^language:[ \t]*["']?([A-Za-z-]+)/m.exec(text)?.[1] ?? USUAL;
  } catch {
    return USUAL;
  }
}
