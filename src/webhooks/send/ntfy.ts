import { shownText } from "../../delivery/escape.ts";
import { jsonField } from "../../delivery/post.ts";
import type { EventKind, LoggedEvent } from "../../events/event.ts";
import type { OutboundRequest } from "../../platform/outbound_fetch.ts";
import { type NtfyAddress, readNtfyAddress } from "../records/webhook_record.ts";
import { eventText, isOfBroadcast, type TextFormat } from "../words/event_text.ts";
import { type SpokenGroup, wordsFor } from "../words/words.ts";
import {
  askForProof,
  challengeText,
  exchange,
  type FormatClient,
  JSON_HEADERS,
  toPosted,
} from "./post_event.ts";

/**
 * A message as ntfy takes it in JSON (its documentation, "Publish as JSON"). Of the whole, ntfy takes 8 KiB,
 * and of `message` 4 KiB: what is longer becomes a file.
 */
interface NtfyMessage {
  readonly topic: string;
  readonly title: string;
  readonly message: string;
  readonly tags: readonly string[];
  /** From 1, the least, to 5; 3 is usual. */
  readonly priority: number;
  /** What is opened when somebody taps on it. */
  readonly click?: string;
}

const MAX_TITLE = 200;
/** Bytes of UTF-8. */
const MAX_MESSAGE = 2_000;
const MAX_CLICK = 1_000;
/** It makes a sound and shows itself. */
const HIGH = 4;
const USUAL = 3;
/** It makes no sound. */
const LOW = 2;

/** The signs before a title, as ntfy names them, and how loud a message is. */
const SIGNS: Readonly<Record<EventKind, readonly [tag: string, priority: number]>> = {
  "live.started": ["red_circle", HIGH],
  "live.resumed": ["red_circle", LOW],
  "live.ended": ["white_circle", LOW],
  "live.announced": ["calendar", USUAL],
  "show.added": ["sparkles", USUAL],
  "show.changed": ["pencil2", USUAL],
  "show.cancelled": ["x", HIGH],
  "show.soon": ["alarm_clock", HIGH],
  "show.milestone": ["tada", USUAL],
  "ticket.sale": ["tickets", HIGH],
  "service.sunset": ["warning", HIGH],
  "news.published": ["newspaper", USUAL],
  "release.added": ["cd", USUAL],
  "member.joined": ["wave", USUAL],
  "member.graduated": ["mortar_board", USUAL],
  "birthday.today": ["birthday", USUAL],
  "content.changed": ["memo", LOW],
};

/** ntfy shows texts as they are, and no instant in the reader's zone. */
const FORMAT: TextFormat = {
  text: shownText,
  instant(at, group) {
    const { locale } = wordsFor(group);
    return new Intl.DateTimeFormat(locale, {
      weekday: "long",
      day: "numeric",
      month: "long",
      year: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
      timeZoneName: "short",
      timeZone: group.timezone,
    }).format(at);
  },
};

/** The format `ntfy`: messages of a topic. */
export const ntfyFormat: FormatClient = {
  /** ntfy answers with the message that it published: another server does not. */
  async verify({ outbound, random }, { url }, group) {
    const address = readNtfyAddress(url);
    if (address === undefined) return "address not allowed";
    const challenge = challengeText({ random });
    const request = ownMessage(address, group, `${wordsFor(group).verification} ${challenge}`);
    return await askForProof(outbound, request, ({ text }) => {
      const message = jsonField(text, "message");
      return typeof message === "string" && message.includes(challenge);
    });
  },
  testRequest({ target }, group) {
    return ownMessage(readNtfyAddress(target.url)!, group, wordsFor(group).test);
  },
  async post({ outbound, clock, groupOf }, { target }, event, signal) {
    const address = readNtfyAddress(target.url);
    if (address === undefined) return toPosted("address not allowed", clock);
    const request = ntfyRequest(address, messageOf(event, groupOf(event.group)));
    return toPosted(await exchange(outbound, { ...request, signal }), clock);
  },
};

/** The request that publishes a text of this program's own. */
function ownMessage(address: NtfyAddress, site: SpokenGroup, text: string): OutboundRequest {
  const message = { title: shownText(site.name, MAX_TITLE), message: text };
  return ntfyRequest(address, { ...message, tags: ["bell"], priority: USUAL });
}

/** The texts are in the body alone: headers take no line breaks, and not all letters. */
function ntfyRequest(
  { root, topic }: NtfyAddress,
  message: Omit<NtfyMessage, "topic">,
): OutboundRequest {
  const body: NtfyMessage = { topic, ...message };
  return { url: root, method: "POST", headers: JSON_HEADERS, body: JSON.stringify(body) };
}

function messageOf(event: LoggedEvent, group: SpokenGroup): Omit<NtfyMessage, "topic"> {
  const { headline, title, lines, url } = eventText(event, group, FORMAT);
  // A newer program may have logged a type that this one does not know.
  const [tag, priority] = SIGNS[event.type] ?? ["bell", USUAL];
  const click = url === undefined ? undefined : new URL(url).href;
  return {
    title: shownText(isOfBroadcast(event) ? title : `${headline}: ${title}`, MAX_TITLE),
    message: [cutBytes(lines.join("\n")), shownText(group.name, MAX_TITLE)]
      .filter(Boolean).join("\n"),
    tags: [tag],
    priority,
    ...(click !== undefined && click.length <= MAX_CLICK && { click }),
  };
}

const encoder = new TextEncoder();

/** At most {@linkcode MAX_MESSAGE} bytes of a text, cut between characters. */
function cutBytes(text: string): string {
  if (encoder.encode(text).length <= MAX_MESSAGE) return text;
  const { read } = encoder.encodeInto(text, new Uint8Array(MAX_MESSAGE - 3));
  return `${text.slice(0, read)}…`;
}
