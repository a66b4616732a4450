// What the core and its add-ons give each other, by key.

import { optionalKey, serviceKey } from "./service_key.ts";
import type { Issued, KeyRecord } from "../access/records/key_store.ts";
import type { Meter } from "../access/limits/meter.ts";
import type { Announced } from "./announced.ts";
import type { Live } from "../live/live.ts";
import type { Announcements, LiveSums } from "./live_services.ts";
import type { Pages } from "./pages_service.ts";
import type { SearchGroups } from "./search_service.ts";
import type { Feed } from "../events/feed.ts";
import type { EventStreams } from "../events/streams.ts";
import type { ParsedRequest } from "../http/request.ts";
import type { DataFamilies } from "../routes/family.ts";

/** The families of data. */
export const DATA_FAMILIES = serviceKey<DataFamilies>("families");
/** Who is on air, and who was. */
export const LIVE = serviceKey<Live>("live");
/** What platforms announce. Where it is absent, nothing is. */
export const ANNOUNCEMENTS = optionalKey<Announcements>("announcements");
/** Sums of broadcasts for good. Where it is absent, the records of ended broadcasts are counted. */
export const LIVE_SUMS = optionalKey<LiveSums>("live sums");
/** When items were modified, and which were removed; where nothing announces builds, nothing was. */
export const ANNOUNCED = serviceKey<Announced>("announced");
/** When the end of the service was announced, in epoch ms; undefined if it was not. */
export const SUNSET_ANNOUNCED_AT = optionalKey<() => number | undefined>("sunset announced at");
/** What happened. */
export const EVENT_LOG = serviceKey<Feed>("event log");
/** The streams of what happens. */
export const EVENT_STREAMS = serviceKey<EventStreams>("event streams");
/** Finds items by words. Where it is absent, pages have no search box and nothing is searched. */
export const SEARCH = optionalKey<SearchGroups>("search");
/** Pages for everybody. Where they are absent, browsers get what programs get, and items have none. */
export const PAGES = optionalKey<Pages>("pages");
/** The key that the start has printed, while it is good. Where there is none, nobody provides it. */
export const DEMO_KEY = optionalKey<() => string | undefined>("demo key");
/** What keys have used. */
export const METER = serviceKey<Meter>("meter");
/** Gives a key another secret, as its caller asks for it; rejects with the refusal if it may not. */
export const ROTATE_KEY = serviceKey<RotateKey>("rotate key");

/** Whether people can sign up for a key now; where nobody provides it, they cannot. */
export const SIGNUP_IS_OPEN = optionalKey<() => boolean>("sign-up is open");

type RotateKey = (key: KeyRecord, request: ParsedRequest) => Promise<Issued<KeyRecord>>;
