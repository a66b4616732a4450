import { checkContent } from "../check/check_content.ts";
import { demoAccounts, startDemoPlatform } from "../demo_live/demo_platform.ts";
import type { DemoAccount } from "../demo_live/demo_answer.ts";
import { watch } from "../watch.ts";
import { say } from "../words/say.ts";

/** Asked often, so that a newcomer sees something happen. */
const INTERVAL_MS = "2000";

/** What is invented does not belong beside what is recorded of real broadcasts. */
const STORE = ".data/demo_live.kv";

/**
 * Starts the demo platform, prints its address, and returns the variables that lead a server to
 * it. A member who is added to the content takes part from then on.
 */
export function startDemonstration(
  contentFolder: string,
  kvPath: string | undefined,
): Record<string, string> {
  let accounts = readAccounts(contentFolder) ?? [];
  watch(contentFolder, () => accounts = readAccounts(contentFolder) ?? accounts);
  const { url } = startDemoPlatform({ accounts: () => accounts, now: Date.now });
  console.error(
    say`A pretend platform runs at ${url}: ${accounts.length} accounts go live now and then.
      Watch live and live/stream of their groups.`,
  );
  return {
    LIVE: "on",
    IDN_URL: url,
    SHOWROOM_URL: url,
    IDN_API_KEY: "demonstration",
    YOUTUBE_API_KEY: "",
    LIVE_INTERVAL_MS: INTERVAL_MS,
    KV_PATH: kvPath || STORE,
  };
}

/** Undefined while something in the content is wrong: then those who play go on as they are. */
function readAccounts(contentFolder: string): DemoAccount[] | undefined {
  let errors = 0;
  const content = checkContent(
    contentFolder,
    ({ severity }) => void (severity === "error" && errors++),
  );
  return content === undefined || errors > 0 ? undefined : demoAccounts(content);
}
