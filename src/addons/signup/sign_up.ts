import { isLive, type KeyRecord, type SignedUp } from "../../access/records/key_store.ts";
import { OverlapError, type Rotated } from "../../access/records/rotation.ts";
import { foldOwnEmail } from "../../access/records/owner_email.ts";
import type { Meter } from "../../access/limits/meter.ts";
import type { Mail, Mailer } from "../../mail/mail.ts";
import { type KvEntry, type KvWrite, setUntil } from "../../platform/kv.ts";
import { signupEmailKey, usedLinkKey } from "../../platform/credential_keys.ts";
import { HOUR_MS } from "../../toolbox/durations.ts";
import type { LetterCounts } from "./letter_counts.ts";
import { ownerLetter } from "./letters.ts";
import { LINK_MS, type Links, type OpenedLink, type SignupRequest } from "./links.ts";
import { openPlans } from "../../model/plans.ts";
import { type OwnerDeps, rotateOnRecord, storeOfOwner } from "../../admin/owner/owner.ts";

/** What sign-up and management work with. */
export interface SignupDeps extends OwnerDeps {
  readonly meter: Meter;
  readonly mailer: Mailer;
  readonly links: Links;
  readonly letters: LetterCounts;
  /** Notes what became of a request, for metrics and alerts. */
  readonly note: (
    event: "asked" | "too_many" | "letter_sent" | "letter_failed" | "key_made",
  ) => void;
  /** Has a letter sent that no answer waits for: its time shows nothing either. */
  later(work: Promise<void>): void;
}

/** What becomes of somebody who asks for a letter: nothing that depends on whether the e-mail is known. */
type AskOutcome = "sent" | "tooMany";

/** Makes the letter to the owner of a key, or to whom no key belongs; undefined: none is sent. */
type MakeLetter = (key: KeyRecord | undefined) => Promise<Mail | undefined>;

/**
 * Has a letter sent to somebody who signs up, if no bound is against it. A new e-mail gets a link that makes
 * the key; that of a key which was never used one that replaces it; that of any other key a link to manage
 * it. Letters about a key go to the address that it was made with.
 */
export async function askForKey(
  deps: SignupDeps,
  request: SignupRequest,
  address: string,
): Promise<AskOutcome> {
  return await askForLetter(deps, request.email, address, async (key) => {
    const { site } = deps.index();
    const { hint = "", email = request.email } = key ?? {};
    const to = { email, language: request.language };
    if (key !== undefined && !isLive(key, deps.commandDeps.clock.now())) {
      return ownerLetter("ended", site, to, { hint });
    }
    if (key !== undefined && !await isUnused(deps, key)) {
      return ownerLetter("manage", site, to, { hint, link: manageLink(deps, key) });
    }
    return ownerLetter("signup", site, to, { link: linkOf(deps, { ...request, email }) });
  });
}

/** Has a letter sent that opens the management of the key of an e-mail, if it has one. */
export async function askToManage(
  deps: SignupDeps,
  email: string,
  address: string,
): Promise<AskOutcome> {
  return await askForLetter(deps, email, address, async (key) => {
    if (key === undefined || !isLive(key, deps.commandDeps.clock.now())) return undefined;
    const { email, hint, language = "en" } = key;
    const facts = { hint, link: manageLink(deps, key) };
    return await ownerLetter("manage", deps.index().site, { email, language }, facts);
  });
}

async function askForLetter(
  deps: SignupDeps,
  email: string,
  address: string,
  letterFor: MakeLetter,
): Promise<AskOutcome> {
  const folded = foldOwnEmail(email)!;
  const verdict = await deps.letters.take(folded, address);
  deps.note(verdict === "send" ? "asked" : "too_many");
  if (verdict === "network") return "tooMany";
  if (verdict === "send") deps.later(send(deps, folded, letterFor));
  return "sent";
}

async function send(deps: SignupDeps, folded: string, letterFor: MakeLetter): Promise<void> {
  const { store, mailer, commandDeps: { log }, note } = deps;
  try {
    const { value } = await store.kv.get<SignedUp>(signupEmailKey(emailDigest(deps, folded)));
    const found = value?.id === undefined ? undefined : await store.keys.find(value.id);
    const mail = await letterFor(found?.forgottenAt === undefined ? found : undefined);
    if (mail === undefined) return;
    const { state } = await mailer.send(mail);
    note(state === "sent" ? "letter_sent" : "letter_failed");
    if (state !== "sent") log.warn("A letter of sign-up was not sent", { state });
  } catch {
    note("letter_failed");
    log.warn("A letter of sign-up was not sent", { state: "the store is unreachable" });
  }
}

function emailDigest({ store: { secretHash } }: Pick<SignupDeps, "store">, folded: string): string {
  return secretHash(`signup e-mail\n${folded}`);
}

function linkOf({ links, baseUrl }: SignupDeps, request: SignupRequest): string {
  return `${baseUrl()}/key/confirm#${links.make("signup", request)}`;
}

function manageLink({ links, baseUrl }: SignupDeps, { id }: KeyRecord): string {
  return `${baseUrl()}/key/manage#${links.make("manage", { key: id })}`;
}

/** Whether a key was never used. Of a plan that counts nothing it cannot be known. */
async function isUnused({ meter, commandDeps: { clock } }: SignupDeps, key: KeyRecord) {
  if (key.account !== undefined) return false;
  const days = Math.ceil((clock.now() - key.createdAt) / (24 * HOUR_MS)) + 2;
  if (days > 400 || await meter.quotaStatus(key) === undefined) return false;
  return (await meter.usage(key, days)).every(({ used }) => used === 0);
}

/** What comes of the button behind a link: the key with its secret, or why there is none. */
type ConfirmOutcome =
  | { readonly outcome: "made"; readonly record: KeyRecord; readonly secret: string }
  | { readonly outcome: "used" | "known" | "closed" };

const ATTEMPTS = 50;

/** Makes the key of a link, once: key, link and e-mail are one commit. */
export async function confirmSignup(
  deps: SignupDeps,
  { content, digest }: OpenedLink<"signup">,
  address: string,
): Promise<ConfirmOutcome> {
  const plan = openPlans(deps.index()).find(({ name }) => name === content.plan);
  if (plan === undefined) return { outcome: "closed" };
  const store = storeOfOwner(deps, address, "key signup");
  const { clock } = deps.commandDeps;
  const signup = emailDigest(deps, foldOwnEmail(content.email)!);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const entries = await deps.store.kv.getMany<unknown>([
      usedLinkKey(digest),
      signupEmailKey(signup),
    ]);
    const [used, email] = entries as [KvEntry, KvEntry<SignedUp>];
    if (used.version !== null) return { outcome: "used" };
    const before = email.value?.id === undefined
      ? undefined
      : await store.keys.find(email.value.id);
    const issued = store.keys.make({
      owner: content.name,
      email: content.email,
      plan: plan.name,
      groups: plan.groups,
      ips: content.ips,
      createdAt: clock.now(),
      signup,
      language: content.language,
      ...(content.note !== "" && { note: content.note }),
      ...(email.value !== null && before === undefined && { account: email.value.account }),
    });
    const checks = entries.map(({ key, version }) => ({ key, version }));
    const writes = (id: string, account: string): KvWrite[] => [
      setUntil(used.key, {}, clock.now() + 2 * LINK_MS, clock.now()),
      { set: email.key, value: { id, account } satisfies SignedUp },
    ];
    const { record, secret } = issued;
    if (before === undefined || before.forgottenAt !== undefined) {
      const own = before === undefined
        ? record
        : { ...record, account: before.account ?? before.id };
      if (!await store.keys.add(own, { checks, writes: writes(own.id, own.account ?? own.id) })) {
        continue;
      }
      return await made(deps, own, secret);
    }
    // Another spelling may be another person's mailbox: its link replaces nothing.
    const isSame = before.email === content.email;
    if (!isSame || !isLive(before, clock.now()) || !await isUnused(deps, before)) {
      return { outcome: "known" };
    }
    // The answer that showed it was lost: the key stays, and gets another secret.
    const feedGeneration = (before.feedGeneration ?? 0) + 1;
    const replaced = { ...record, id: before.id, feedGeneration };
    const done = await store.keys.update(before.id, () => replaced, async () => {
      const now = await deps.store.kv.getMany(checks.map(({ key }) => key));
      if (now.some(({ version }, index) => version !== checks[index]!.version)) throw STALE;
      return { checks, writes: writes(before.id, before.id) };
    }).catch((error) => {
      if (error !== STALE) throw error;
      return undefined;
    });
    if (done !== undefined) return await made(deps, replaced, secret);
  }
  throw new Error("Cannot make the key: others change the same e-mail all the time");
}

/** Something of this sign-up has changed since it was read. */
const STALE = new Error("The sign-up is another by now");

async function made(deps: SignupDeps, record: KeyRecord, secret: string): Promise<ConfirmOutcome> {
  deps.note("key_made");
  // The page that shows it is not sent before it works.
  await learn(deps);
  return { outcome: "made", record, secret };
}

/**
 * Gives a key another secret at the wish of its owner; undefined if it has ended, "open" while the former
 * secret of an earlier rotation goes on.
 */
export async function rotateByOwner(
  deps: SignupDeps,
  id: string,
  { isNow, address }: { isNow: boolean; address: string },
): Promise<Rotated | "open" | undefined> {
  try {
    const rotated = await rotateOnRecord(deps, id, address, isNow);
    await learn(deps);
    if (rotated !== undefined) deps.rotated();
    return rotated;
  } catch (error) {
    if (error instanceof OverlapError) return "open";
    throw error;
  }
}

/** Every server learns it in a moment, this one at once. */
export async function learn(deps: SignupDeps): Promise<void> {
  deps.commandDeps.recorded?.();
  await deps.credentials.refresh();
}
