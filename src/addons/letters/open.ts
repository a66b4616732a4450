/**
 * This room writes to the owners of keys: before their key or the service ends, and when their key has a new
 * secret.
 *
 * @module
 */

import type { KeyRecord } from "../../access/records/key_store.ts";
import type { Entry } from "../../audit/entries.ts";
import type { Opened } from "../../core/addon.ts";
import type { Core } from "../../core/core.ts";
import type { Endpoint } from "../../delivery/endpoint.ts";
import type { PostEntry } from "../../delivery/post_log.ts";
import { createLoop } from "../../store/loop.ts";
import { type BackOff, backOffMs } from "../../toolbox/back_off.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../toolbox/durations.ts";
import {
  type Due,
  expiryOccasion,
  isWritable,
  type Occasion,
  rotationDue,
  sunsetOccasion,
} from "./occasion.ts";
import { letterAbout } from "./words.ts";

const ABOUT = "letter";
const GATHER_MS = 100;
/** How long it is remembered that a letter was written, after its occasion has passed. */
const REMEMBERED_MS = 40 * DAY_MS;
/** A mail server has several steps, and each may be slow. */
const TIMEOUT_MS = 2 * MINUTE_MS;
const RETRY: BackOff = { firstMs: MINUTE_MS, maxMs: HOUR_MS };
/** So many attempts take 3 days. */
const MAX_ATTEMPTS = 77;

/**
 * Opens the letters to owners, where there is a mail server. About every 30 s each process looks for what
 * gives rise to one, and appends it to the log of what people are written, once over all processes; the
 * outbox sends it. Rotations by owners it finds in the audit.
 */
export function openLetters(core: Core): Opened {
  if (core.settings.SMTP_URL === undefined) return {};
  const { platform: { clock, log }, access: { credentials }, audit, post, index } = core;
  /** Letters that are known to be in the log, so that the store is not asked. */
  const written = new Set<string>();
  const away = "The store is unreachable, and letters to owners wait";
  const loop = createLoop(core.platform, { gatherMs: GATHER_MS, away }, async () => {
    const now = clock.now();
    // An owner of several keys gets one letter of the end: about the oldest that works.
    const keys = [...credentials.isLoaded ? credentials.keys.all() : []]
      .filter((key) => isWritable(key, now))
      .sort((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1));
    for (const key of keys) await write(key, expiryOccasion(key, now));
    const { sunset } = index().site;
    const end = sunset && sunsetOccasion(sunset);
    if (end === undefined || end.endsAt <= now) return null;
    for (const [first] of Map.groupBy(keys, ({ email }) => email.toLowerCase()).values()) {
      await write(first!, end);
    }
    return null;
  });

  async function write(key: KeyRecord, occasion: Occasion | undefined): Promise<void> {
    const name = `${ABOUT} ${key.id} ${occasion?.name}`;
    if (occasion === undefined || written.has(name)) return;
    const entry = { about: ABOUT, subject: key.id, data: occasion };
    if (await post.once(name, entry, occasion.endsAt + REMEMBERED_MS)) {
      log.info("An owner is written to", { key: key.id, occasion: occasion.name });
    }
    written.add(name);
  }

  void credentials.loaded.then(loop.wake);
  const endpoints = [
    letterEndpoint<PostEntry>(core, {
      id: "letters",
      source: post.source,
      dueOf: ({ about, subject, data }) =>
        about === ABOUT ? { keyId: subject, occasion: data as Occasion } : undefined,
    }),
    letterEndpoint<Entry>(core, {
      id: "letters rotation",
      // A token is used many times a second: who rotates a key wakes the outbox.
      source: { ...audit.source, watch: () => () => {} },
      dueOf: rotationDue,
    }),
  ];
  return {
    // Without the keys nobody knows whom to write to.
    endpoints: () => credentials.isLoaded ? endpoints : [],
    onContent: loop.wake,
    wake: loop.wake,
    close: loop.close,
  };
}

/** A log that tells of letters, and how. */
interface LetterLog<T> extends Pick<Endpoint<T>, "id" | "source"> {
  dueOf(entry: T): Due | undefined;
}

/** Mails what a log has to the owner as the record is now; to nobody if there is no reason any more. */
function letterEndpoint<T>(core: Core, { id, source, dueOf }: LetterLog<T>): Endpoint<T> {
  const { platform: { clock, log }, access: { credentials }, baseUrl, mailer } = core;

  function waitMs(failures: number): number | undefined {
    return failures < MAX_ATTEMPTS ? backOffMs(RETRY, failures - 1) : undefined;
  }

  return {
    id,
    source,
    timeoutMs: TIMEOUT_MS,
    subjectOf(entry) {
      const due = dueOf(entry);
      return due && due.occasion.endsAt > clock.now() ? due.keyId : undefined;
    },
    waitMs,
    async send([one], attempt) {
      const { keyId, occasion } = dueOf(one!.value)!;
      const key = credentials.keys.byId(keyId);
      // Another process may have made the key just now.
      if (key === undefined) return { kind: "later", reason: "the key is not known yet" };
      const service = { site: core.site(), manageAddress: `${baseUrl()}/key/manage` };
      const mail = isWritable(key, clock.now()) && letterAbout(occasion, key, service);
      if (!mail) return { kind: "refused", reason: "there is no reason for it any more" };
      const delivery = await mailer.send(mail);
      const { state } = delivery;
      if (state === "sent") return { kind: "sent" };
      const isFinal = state === "failed" && delivery.isFinal === true;
      const isLast = isFinal || waitMs(attempt) === undefined;
      if (attempt === 1 || isLast) {
        const words = isLast
          ? "A letter to an owner was not sent"
          : "Cannot send a letter to an owner, trying again";
        log.warn(words, { key: keyId, occasion: occasion.name, state });
      }
      // The letters of other owners do not wait for a mailbox that is not there.
      return { kind: isFinal ? "refused" : "later", reason: state };
    },
  };
}
