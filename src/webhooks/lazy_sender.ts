import { errorMessage } from "../platform/log.ts";
import type { OutboundFetch } from "../platform/outbound_fetch.ts";
import { lazily } from "../toolbox/lazily.ts";
import type { AttemptOutcome } from "./records/attempts.ts";
import type { EventSender, EventSenderDeps } from "./send/event_sender.ts";
import type { PostEvent, PostEventDeps } from "./send/post_event.ts";

/** What the sender is loaded and works with. */
export interface LazySenderDeps extends Omit<EventSenderDeps, "postEvent"> {
  readonly outbound: OutboundFetch;
  readonly groupOf: PostEventDeps["groupOf"];
  /** Called with what came of each attempt to tell an event. */
  readonly onAttempt?: (outcome: AttemptOutcome) => void;
}

/** Creates a sender that is loaded with the first webhook: most services have none. */
export function createLazySender(deps: LazySenderDeps): EventSender {
  let sender: EventSender | undefined;
  let hasClosed = false;

  async function wake(): Promise<void> {
    if (hasClosed || (sender === undefined && deps.webhooks().size === 0)) return;
    const modules = await loadModules();
    if (hasClosed) return;
    sender ??= createSender(deps, modules);
    sender.wake();
  }

  return {
    wake: () =>
      void wake().catch((error) =>
        deps.log.warn("Cannot load the sender of webhooks", { error: errorMessage(error) })
      ),
    async close() {
      hasClosed = true;
      await sender?.close();
    },
  };
}

const loadEventSender = lazily(() => import("./send/event_sender.ts"));
const loadPostEvent = lazily(() => import("./send/post_event.ts"));
const loadPostDiscord = lazily(() => import("./discord/post_discord.ts"));
const loadPostNtfy = lazily(() => import("./ntfy/post_ntfy.ts"));

async function loadModules() {
  return { ...await loadEventSender(), ...await loadPostEvent() };
}

function createSender(
  deps: LazySenderDeps,
  { createEventSender, createPostEvent }: Awaited<ReturnType<typeof loadModules>>,
): EventSender {
  const post = postAsAsked(deps, createPostEvent(deps));
  const postEvent: PostEvent = async (...event) => {
    const posted = await post(...event);
    deps.onAttempt?.(posted.outcome);
    return posted;
  };
  return createEventSender({ ...deps, postEvent });
}

/** Posts in the format that the webhook was registered with. */
function postAsAsked(deps: LazySenderDeps, postSigned: PostEvent): PostEvent {
  return async (webhook, event, signal) => {
    const { format } = webhook.record;
    if (format === "standard") return await postSigned(webhook, event, signal);
    if (format === "ntfy") {
      const { postNtfy } = await loadPostNtfy();
      return await postNtfy(deps, webhook, event, signal);
    }
    const { postDiscord } = await loadPostDiscord();
    return await postDiscord(deps, webhook, event, signal);
  };
}
