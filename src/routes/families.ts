import { BARE_ENVELOPE, WRAPPED_ENVELOPE } from "./envelope.ts";
import { createRouteTable, type FamilyTable, READ, READ_WITH_BODY } from "./family.ts";
import { liveStats, upcoming, videos } from "./resources/around_live.ts";
import {
  birthday,
  birthdayOfMember,
  birthdays,
  birthdaysInMonth,
  birthdaysOfMonth,
  birthdaysToday,
  birthdaysUpcoming,
} from "./resources/birthdays.ts";
import {
  birthdaysCalendar,
  eventsCalendar,
  scheduleCalendar,
  theaterCalendar,
} from "./resources/calendars.ts";
import { csvDataset, datasets, ndjsonDataset } from "./resources/dataset.ts";
import { changes, eventLog, eventStream } from "./resources/event_log.ts";
import { chatEvents, chatStream } from "./resources/chat.ts";
import { live, livePlatforms, liveStream, recent, recentById } from "./resources/live.ts";
import { memberByName, memberDetail, members, memberSearch } from "./resources/members.ts";
import {
  news,
  newsById,
  newsDetail,
  releases,
  setlist,
  setlists,
} from "./resources/publications.ts";
import { newsAtomFeed, newsJsonFeed, videosAtomFeed, videosJsonFeed } from "./resources/feeds.ts";
import { event, events, schedule, show, theater } from "./resources/occasions.ts";
import {
  feedTokens,
  keyUsage,
  newFeedToken,
  ownKey,
  revokedFeedToken,
  rotatedKey,
} from "./resources/own_key.ts";
import { searchAll } from "./resources/search.ts";
import { videocall, videocallToday } from "./resources/videocall.ts";
import {
  endedWebhook,
  newWebhook,
  webhookDeliveries,
  webhookList,
  webhookTest,
} from "./resources/webhooks.ts";

/** The calendars and feeds of every group. */
const feeds = [
  theaterCalendar,
  eventsCalendar,
  birthdaysCalendar,
  scheduleCalendar,
  newsAtomFeed,
  newsJsonFeed,
  videosAtomFeed,
  videosJsonFeed,
];

/** `/api/<group>/…` of groups that answer with bare arrays. */
export const BARE: FamilyTable = {
  name: "bare",
  methods: READ,
  envelope: BARE_ENVELOPE,
  table: createRouteTable([
    members,
    memberDetail,
    memberByName,
    live,
    ...livePlatforms,
    liveStream,
    upcoming,
    liveStats,
    recent,
    recentById,
    videos,
    theater,
    show,
    setlists,
    setlist,
    news,
    newsDetail,
    newsById,
    events,
    event,
    birthday,
    videocall,
    videocallToday,
    chatStream,
    chatEvents,
    schedule,
    releases,
    ...feeds,
  ]),
};

/** `/api/<group>/…` of groups that answer with the wrapper object. */
export const WRAPPED: FamilyTable = {
  name: "wrapped",
  methods: READ_WITH_BODY,
  envelope: WRAPPED_ENVELOPE,
  table: createRouteTable([
    members,
    memberSearch,
    schedule,
    news,
    newsById,
    releases,
    birthdays,
    birthdaysOfMonth,
    live,
    ...livePlatforms,
    liveStream,
    upcoming,
    liveStats,
    recent,
    recentById,
    videos,
    theater,
    show,
    setlists,
    setlist,
    events,
    event,
    videocall,
    videocallToday,
    chatStream,
    chatEvents,
    ...feeds,
  ]),
};

/** `/v1/…`: birthdays over all groups, by time zone, and one's own key. */
export const V1: FamilyTable = {
  name: "v1",
  methods: READ_WITH_BODY,
  envelope: BARE_ENVELOPE,
  table: createRouteTable([
    birthdaysToday,
    birthdaysUpcoming,
    birthdaysInMonth,
    birthdayOfMember,
    eventLog,
    eventStream,
    changes,
    searchAll,
    datasets,
    ndjsonDataset,
    csvDataset,
    ownKey,
    keyUsage,
    rotatedKey,
    feedTokens,
    newFeedToken,
    revokedFeedToken,
    webhookList,
    newWebhook,
    webhookTest,
    webhookDeliveries,
    endedWebhook,
  ]),
};
