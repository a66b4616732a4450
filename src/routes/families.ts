import { BARE_ENVELOPE, WRAPPED_ENVELOPE } from "./envelope.ts";
import type { AccessRules } from "../access/gate/gate.ts";
import {
  createRouteTable,
  type DataFamilies,
  type Family,
  READ,
  READ_WITH_BODY,
} from "./family.ts";
import { birthday, birthdays, birthdaysOfMonth, ZONED_BIRTHDAYS } from "./resources/birthdays.ts";
import { eventLog, eventStream } from "./resources/event_log.ts";
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
import { event, events, schedule, show, theater } from "./resources/occasions.ts";
import { keyUsage, ownKey, rotatedKey } from "./resources/own_key.ts";
import { VIDEOCALLS } from "./resources/videocall.ts";

/** What is on air and on stage: the same in both families of groups. */
const SHOWN = [
  live,
  ...livePlatforms,
  liveStream,
  recent,
  recentById,
  theater,
  show,
  setlists,
  setlist,
];

/** `/api/<group>/…` of groups that answer with bare arrays. */
const BARE: Family = {
  name: "bare",
  root: "/api/{group}",
  rules: {
    whitelist: "never",
    admins: false,
    refusal: "BARE_INVALID_KEY",
    usedUp: "USED_UP",
  },
  methods: READ,
  envelope: BARE_ENVELOPE,
  table: createRouteTable([
    members,
    memberDetail,
    memberByName,
    ...SHOWN,
    news,
    newsDetail,
    newsById,
    events,
    event,
    birthday,
    ...VIDEOCALLS,
    schedule,
    releases,
  ]),
};

/** `/api/<group>/…` of groups that answer with the wrapper object. */
const WRAPPED: Family = {
  name: "wrapped",
  root: "/api/{group}",
  rules: {
    whitelist: "always",
    admins: true,
    refusal: "INVALID_CREDENTIALS",
    usedUp: "USED_UP_WRAPPED",
  },
  methods: READ_WITH_BODY,
  envelope: WRAPPED_ENVELOPE,
  table: createRouteTable([
    members,
    memberDetail,
    memberSearch,
    schedule,
    news,
    newsById,
    releases,
    birthdays,
    birthdaysOfMonth,
    ...SHOWN,
    events,
    event,
    ...VIDEOCALLS,
  ]),
};

/** What is over all groups takes every credential; a key's whitelist counts if it has one. */
export const V1_RULES: AccessRules = {
  whitelist: "if-any",
  admins: true,
  refusal: "INVALID_CREDENTIALS",
  usedUp: "USED_UP",
};

/** `/v1/…`: birthdays over all groups, by time zone, and one's own key. */
const V1: Family = {
  name: "v1",
  root: "/v1",
  rules: V1_RULES,
  methods: READ_WITH_BODY,
  envelope: BARE_ENVELOPE,
  table: createRouteTable([
    ...ZONED_BIRTHDAYS,
    eventLog,
    eventStream,
    ownKey,
    keyUsage,
    rotatedKey,
  ]),
};

/** The families with the endpoints of the core. */
export const CORE_FAMILIES: DataFamilies = { bare: BARE, wrapped: WRAPPED, v1: V1 };
