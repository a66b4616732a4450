import { isOperatorsOwn } from "./guarded_net.ts";
import type { DirectNet } from "../platform/net.ts";
import type { AddressList } from "../address/ip_range_list.ts";
import type { Clock } from "../platform/clock.ts";
import type { OutboundFetch } from "../platform/outbound_fetch.ts";
import type { Random } from "../platform/random.ts";
import { ownMessage } from "./send/ntfy.ts";
import {
  readNtfyAddress,
  type WebhookFormat,
  type WebhookTarget,
} from "./records/webhook_record.ts";
import { exchange, headersFor, USER_AGENT, type WebhookMessage } from "./send/post_event.ts";
import { type SpokenGroup, wordsFor } from "./words/words.ts";

/** Why an address is not taken: three words and no more, so that nothing is learned of a network. */
export type Unverified = "address not allowed" | "no answer" | "wrong answer";

/** What verification works with. */
export interface VerifyDeps {
  readonly net: DirectNet;
  readonly allowed: AddressList;
  readonly clock: Clock;
  readonly random: Random;
  /** The guarded client, which waits 5 s. */
  readonly outbound: OutboundFetch;
}

/** A Discord webhook's own address. */
const DISCORD =
  /^https:\/\/(?:(?:ptb|canary)\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/\d+\//;

/** Asks an address whether it is to be told; undefined: it is. */
export async function verify(
  deps: VerifyDeps,
  format: WebhookFormat,
  target: WebhookTarget,
  group: SpokenGroup,
): Promise<Unverified | undefined> {
  // A name that nothing resolves is refused as one that leads to a private network.
  const isOwn = await isOperatorsOwn(deps, target.url).catch(() => false);
  if (format === "standard") return await challenge(deps, target, isOwn);
  if (format === "ntfy") return await publishChallenge(deps, target, group);
  return isOwn || DISCORD.test(target.url)
    ? await lookAtDiscord(deps, target.url)
    : "address not allowed";
}

/** The answer has to hold the challenge: an address that answers anything to anybody is not asked for. */
async function challenge(
  { outbound, clock, random }: VerifyDeps,
  target: WebhookTarget,
  isOwn: boolean,
): Promise<Unverified | undefined> {
  const text = random.bytes(18).toBase64({ alphabet: "base64url" });
  const now = clock.now();
  const message: WebhookMessage = {
    type: "webhook.verify",
    timestamp: new Date(now).toISOString(),
    data: { challenge: text },
  };
  const body = JSON.stringify(message);
  const headers = headersFor(target, `verify_${text.slice(0, 12)}`, body, now);
  const request = { url: target.url, method: "POST", headers, body, onHead: () => true } as const;
  const answer = await exchange(outbound, request);
  if (typeof answer === "string") return answer;
  const isWell = answer.status >= 200 && answer.status < 300;
  return isWell && (isOwn || answer.text.includes(text)) ? undefined : "wrong answer";
}

/** ntfy answers with the message that it published: another server does not. */
async function publishChallenge(
  { outbound, random }: VerifyDeps,
  { url }: WebhookTarget,
  group: SpokenGroup,
): Promise<Unverified | undefined> {
  const address = readNtfyAddress(url);
  if (address === undefined) return "address not allowed";
  const text = random.bytes(18).toBase64({ alphabet: "base64url" });
  const request = ownMessage(address, group, `${wordsFor(group).verification} ${text}`);
  const answer = await exchange(outbound, { ...request, onHead: () => true });
  if (typeof answer === "string") return answer;
  const isWell = answer.status >= 200 && answer.status < 300;
  return isWell && messageIn(answer.text).includes(text) ? undefined : "wrong answer";
}

function messageIn(answer: string): string {
  try {
    const { message } = JSON.parse(answer);
    return typeof message === "string" ? message : "";
  } catch {
    return "";
  }
}

/** Discord answers GET with the webhook (Discord's documents, "Webhook resource"). */
async function lookAtDiscord(
  { outbound }: VerifyDeps,
  url: string,
): Promise<Unverified | undefined> {
  const headers = { "user-agent": USER_AGENT };
  const answer = await exchange(outbound, { url, headers, onHead: () => true });
  if (typeof answer === "string") return answer;
  return answer.status === 200 && isWebhookObject(answer.text) ? undefined : "wrong answer";
}

function isWebhookObject(text: string): boolean {
  try {
    const { id, type } = JSON.parse(text);
    return typeof id === "string" && typeof type === "number";
  } catch {
    return false;
  }
}
