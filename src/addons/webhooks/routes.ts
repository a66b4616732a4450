import type { Group } from "../../catalog/catalog.ts";
import { invalidParameter } from "../../http/http_error.ts";
import {
  anyText,
  emptyIsAbsent,
  nameList,
  oneOf,
  type Optional,
  optional,
  otherwise,
  required,
} from "../../http/parameter.ts";
import { serviceKey } from "../../core/service_key.ts";
import type { EndedWebhook, NewWebhook } from "../../model/answer/v1.ts";
import type { AnswerContext } from "../../routes/answer_context.ts";
import { EVENT_KINDS_OF_BODY } from "../../routes/resources/event_log.ts";
import { membersNamed } from "../../routes/resources/filters.ts";
import { ownList, ownRoute } from "../../routes/resources/own_key.ts";
import type { OwnWebhooks } from "./own.ts";
import { WEBHOOK_FORMATS } from "./record.ts";

/** What owners do with their webhooks. */
export const OWN_WEBHOOKS = serviceKey<OwnWebhooks>("own webhooks");

const MAX_NAMES = 20;
const MAX_URL = 2_000;
const ROLE = /^[0-9]{17,20}$/;
const MENTION = "the id of a Discord role: 17 to 20 digits, as text";
const MEMBERS = { name: "members", description: "slugs or names of members" };
const ID = required(anyText("the id of one of your webhooks"));

/** Names that are all if there are none: a webhook in the list may be registered again as it is said there. */
function namesOrAll(what: string) {
  return emptyIsAbsent(nameList(`up to ${MAX_NAMES} ${what}`, MAX_NAMES, asWritten));
}

/** What is below `/v1/webhooks`: the webhooks of the caller's key. */
export const WEBHOOK_ROUTES = [
  ownRoute({
    id: "webhooks",
    path: "webhooks",
    summary: "Your key's webhooks, oldest first; costs nothing",
    answers: { one: "webhooks" },
    parameters: {},
    async own(key, { ctx }) {
      return ownList(ctx, await ctx.service(OWN_WEBHOOKS).list(key));
    },
  }),
  ownRoute({
    id: "new-webhook",
    path: "webhooks",
    method: "POST",
    summary: "Registers an address that events are sent to; costs nothing",
    answers: { one: "newWebhook" },
    parameters: {
      url: required(address()),
      types: emptyIsAbsent(EVENT_KINDS_OF_BODY),
      groups: namesOrAll("groups that your key may read"),
      members: namesOrAll(MEMBERS.description),
      format: otherwise(oneOf(...WEBHOOK_FORMATS), "standard"),
      mention: optional(
        MENTION,
        { type: "string", pattern: ROLE.source },
        (text) => ROLE.test(text) ? text : undefined,
      ),
    },
    refuses: ["WEBHOOK_UNVERIFIED", "LIMIT_REACHED", "RATE_LIMITED"],
    async own(key, { ctx }, { types = [], groups = [], members = [], mention, ...values }) {
      if (mention !== undefined && values.format !== "discord") {
        throw invalidParameter("mention", `${MENTION}, where format is discord`);
      }
      const asked = groupsOf(ctx, groups);
      const among = asked.length === 0 ? ctx.groups : asked;
      const { found } = membersNamed(ctx, among, members, MEMBERS);
      return await ctx.service(OWN_WEBHOOKS).register(key, {
        ...values,
        ...(mention !== undefined && { mention }),
        types: types.toSorted(),
        groups: asked.map(({ slug }) => slug),
        members: found.map(({ id }) => id),
      }) satisfies NewWebhook;
    },
  }),
  ownRoute({
    id: "test-webhook",
    path: "webhooks/{id}/test",
    method: "POST",
    summary: "Sends one of your webhooks a test, once, and says how that went; costs nothing",
    answers: { one: "delivery" },
    parameters: { id: ID },
    refuses: ["NOT_FOUND", "RATE_LIMITED"],
    async own(key, { ctx }, { id }) {
      return await ctx.service(OWN_WEBHOOKS).test(key, id);
    },
  }),
  ownRoute({
    id: "webhook-deliveries",
    path: "webhooks/{id}/deliveries",
    summary: "The last 50 attempts for one of your webhooks, latest first; costs nothing",
    answers: { one: "deliveries" },
    parameters: { id: ID },
    refuses: ["NOT_FOUND"],
    async own(key, { ctx }, { id }) {
      return ownList(ctx, await ctx.service(OWN_WEBHOOKS).deliveries(key, id));
    },
  }),
  ownRoute({
    id: "end-webhook",
    path: "webhooks/{id}",
    method: "DELETE",
    summary: "Ends one of your webhooks; costs nothing",
    answers: { one: "endedWebhook" },
    parameters: { id: ID },
    refuses: ["NOT_FOUND"],
    async own(key, { ctx }, { id }) {
      await ctx.service(OWN_WEBHOOKS).remove(key, id);
      return { id } satisfies EndedWebhook;
    },
  }),
];

function address(): Optional<string> {
  const schema = { type: "string", format: "uri", pattern: "^https?://", maxLength: MAX_URL };
  return optional(
    `an address of at most ${MAX_URL} characters that begins with https://, without name and password`,
    schema,
    (text) => isAddress(text) ? text : undefined,
  );
}

/** Plain http is left to `WEBHOOK_ALLOW`: whether it is allowed depends on where the name leads. */
function isAddress(text: string): boolean {
  const url = text.length <= MAX_URL ? URL.parse(text) : null;
  return url !== null && ["https:", "http:"].includes(url.protocol) && url.hostname !== "" &&
    url.username === "" && url.password === "";
}

function asWritten(name: string): string {
  return name.trim();
}

function groupsOf({ catalog, groups }: AnswerContext, names: readonly string[]): Group[] {
  return names.map((name) => {
    const group = catalog.group(name);
    if (group !== undefined && groups.includes(group)) return group;
    throw invalidParameter("groups", "groups that your key may read; one of these is none");
  });
}
