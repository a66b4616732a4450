import assert from "node:assert/strict";
import { declarations } from "../../build/client_kit/declarations.ts";

/** What programs import from the client, besides the items. */
const OF_THE_CLIENT = [
  ...["BareGroup", "BareName", "CallOptions", "ClientOptions", "ErrorOf", "Group", "GroupOf"],
  ...["NoParameters", "OnePage", "OshibaseClient", "OshibaseError", "RateLimit", "ResponseInfo"],
  ...["StreamOptions", "V1", "WebhookEvent", "Whole", "WrappedGroup", "WrappedName"],
  ...["createClient", "verifyWebhook"],
];

/** The items of answers, and the events of streams and webhooks. */
const OF_ANSWERS = [
  ...[
    "Birthday",
    "BirthdayDetail",
    "Changes",
    "ChatEvent",
    "Deliveries",
    "Delivery",
    "EndedWebhook",
  ],
  ...["Announced", "EventLiveAnnounced", "Video"],
  ...["EventShowMilestone", "EventTicketSale", "Setlist", "SetlistDetail"],
  ...["EventBirthdayToday", "EventContentChanged", "EventList", "EventLiveEnded"],
  ...["EventLiveResumed", "EventLiveStarted", "EventMemberGraduated", "EventMemberJoined"],
  ...["EventNewsPublished", "EventReleaseAdded", "EventShowAdded", "EventShowCancelled"],
  ...[
    "EventShowChanged",
    "EventShowSoon",
    "FeedTokens",
    "GroupEvent",
    "JsonFeed",
    "ListedEvent",
  ],
  ...["Live", "LiveEnd", "LiveEvent", "LogEvent", "LoggedEvent", "Member", "MemberDetail"],
  ...[
    "MonthBirthday",
    "NewFeedToken",
    "NewWebhook",
    "News",
    "NewsDetail",
    "OwnKey",
    "OwnKeyUsage",
    "PagedShow",
  ],
  ...[
    "Recent",
    "Release",
    "RevokedFeedToken",
    "RotatedKey",
    "Schedule",
    "Search",
    "Show",
    "ShowDetail",
  ],
  ...["Webhooks", "ZonedBirthdayList"],
];

const EXPORTED = /^export (?:declare )?(?:interface|type|class|function|const) (\w+)/gm;

Deno.test("the client's declarations export what programs import, and nothing else", () => {
  const text = declarations();
  const exported = [...text.matchAll(EXPORTED)].map(([, name]) => name!);
  assert.deepEqual(
    [...new Set(exported)].sort(),
    [...OF_THE_CLIENT, ...OF_ANSWERS].sort(),
  );
  assert.equal(exported.length, text.match(/^export /gm)?.length);
});
