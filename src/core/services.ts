/**
 * This room says what the core and its add-ons have to do with each other.
 *
 * @module
 */

import { optionalKey, serviceKey } from "./service_key.ts";
import type { Issued, KeyRecord } from "../access/records/key_store.ts";
import type { Meter } from "../access/limits/meter.ts";
import type { ChangeFeed } from "../change_feed/change_feed.ts";
import type { Announced } from "../change_feed/announcer.ts";
import type { LiveServices } from "./open_live.ts";
import type { SearchGroups } from "./search_service.ts";
import type { Feed } from "../events/feed.ts";
import type { EventStreams } from "../events/streams.ts";
import type { ParsedRequest } from "../http/request.ts";
import type { DataFamilies } from "../routes/family.ts";
import type { ReadAttempts } from "./webhook_service.ts";

/** The families of data. */
export const DATA_FAMILIES = serviceKey<DataFamilies>("families");
/** Who is on air, and who was. */
export const LIVE = serviceKey<LiveServices>("live");
/** When items were announced. */
export const ANNOUNCED = serviceKey<Announced>("announced");
/** When the end of the service was announced, in epoch ms; undefined if it was not. */
export const SUNSET_ANNOUNCED_AT = optionalKey<() => number | undefined>("sunset announced at");
/** What happened. */
export const EVENT_LOG = serviceKey<Feed>("event log");
/** The streams of what happens. */
export const EVENT_STREAMS = serviceKey<EventStreams>("event streams");
/** What changed over the last builds. */
export const CHANGES = serviceKey<ChangeFeed>("changes");
/** Finds items by words. Where it is absent, pages have no search box and nothing is searched. */
export const SEARCH = optionalKey<SearchGroups>("search");
/** What keys have used. */
export const METER = serviceKey<Meter>("meter");
/** What was attempted for webhooks. Where it is absent, nobody has webhooks. */
export const WEBHOOK_ATTEMPTS = optionalKey<ReadAttempts>("webhook attempts");
/** Gives a key another secret, as its caller asks for it; rejects with the refusal if it may not. */
export const ROTATE_KEY = serviceKey<RotateKey>("rotate key");

export type RotateKey = (key: KeyRecord, request: ParsedRequest) => Promise<Issued<KeyRecord>>;
