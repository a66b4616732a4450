import { demoAccounts, startDemoPlatform } from "../demo/demonstration.ts";
import type { Compiled } from "../compile.ts";

/** Asked often, so that a newcomer sees something happen. */
const INTERVAL_MS = "2000";

/** What is invented does not belong beside what is recorded of real broadcasts. */
const STORE = ".data/demo_live.kv";

/** A platform on which the members of the content go live by themselves. */
interface DemoLive {
  readonly url: string;
  /** The variables that lead a server to it. */
  readonly variables: Readonly<Record<string, string>>;
  /** How many accounts take part. */
  count(): number;
  /** Has those take part who are in the content, if there is no error in it. */
  follow(compiled: Compiled): void;
}

/** Starts it on loopback; `store`: KV_PATH, if it is set. */
export async function startDemoLive(store: string | undefined): Promise<DemoLive> {
  let accounts: ReturnType<typeof demoAccounts> = [];
  const { url, chatUrl } = await startDemoPlatform({ accounts: () => accounts, now: Date.now });
  return {
    url,
    variables: {
      LIVE: "on",
      IDN_URL: url,
      SHOWROOM_URL: url,
      IDN_API_KEY: "demonstration",
      IDN_CHAT_URL: chatUrl,
      YOUTUBE_URL: url,
      YOUTUBE_FEED_URL: `${url}/feeds/videos.xml`,
      YOUTUBE_API_KEY: "demonstration",
      LIVE_INTERVAL_MS: INTERVAL_MS,
      KV_PATH: store || STORE,
    },
    count: () => accounts.length,
    follow({ content, pack }) {
      if (pack !== undefined) accounts = demoAccounts(content);
    },
  };
}
