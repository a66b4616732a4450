import { z } from "zod";
import { READINESS_STATES, SOURCE_STATES, STORE_ENGINES, STORE_STATES } from "../enums.ts";
import { LIVE_TYPES } from "../platforms.ts";
import { flag, type ItemOf, number, optionalNumber, optionalText, text } from "../item/item_of.ts";
import type { TableName } from "../pack.ts";

const build = text("Names the content that is served: equal content, equal build.");
const count = z.int().nonnegative();

/** Of which commit the content is. */
export const revision = {
  commit: optionalText(
    "The commit of the content's repository from which it was built last; absent if no repository has it.",
  ),
  dirty: z.boolean().optional().describe(
    "Whether the content that was built differs from that commit; absent without one.",
  ),
};

export const healthItem = z.strictObject({
  status: z.literal("ok").describe("Always `ok`: the process answers."),
  build,
}).describe(
  "Whether the process is alive.",
);

export const readinessItem = z.strictObject({
  status: z.enum(READINESS_STATES).describe(
    "`ok`: send requests here; `loading`: keys and tokens have not been read from the store yet, or an add-on is not open; `draining`: the process is ending. All but `ok` come with status 503.",
  ),
  store: z.enum(STORE_STATES).describe("Whether the store answers."),
  build,
}).describe("Whether requests should be sent to the process.");

const source = z.strictObject({
  name: z.enum(LIVE_TYPES).describe("The platform."),
  state: z.enum(SOURCE_STATES).describe(
    "`ok`: it answers; `stale`: the last attempt failed or was incomplete, or the last good answer is old; `down`: it does not answer; `off`: it is not asked.",
  ),
  age_ms: optionalNumber("Milliseconds since its last good answer; absent if there was none."),
  bytes: count.optional().describe(
    "Bytes of the lists that were read last, decompressed; absent if none was read.",
  ),
  last_error: optionalText(
    "Why it could not be asked last time, or could not be read to its end; absent if it could.",
  ),
  dropped: z.record(z.string(), z.number()).describe("Entries that were left out, by reason."),
  chat: z.literal("unsupported").optional().describe(
    "Present only for IDN, if the service does not know its chat rooms, so that chats cannot be read.",
  ),
});

export const statusItem = z.strictObject({
  build,
  ...revision,
  started_at: text("When the process started, in UTC."),
  content: z.record(
    z.string(),
    z.strictObject(
      {
        members: count.describe("How many members it has."),
        shows: count.describe("How many shows it has."),
        news: count.describe("How many articles it has."),
        events: count.describe("How many events it has."),
        schedule: count.describe("How many entries its schedule has."),
        releases: count.describe("How many records it has."),
        videocalls: count.describe("On how many days it has video calls."),
      } satisfies Record<TableName, z.ZodType>,
    ),
  ).describe(
    "How much of each group is published, by the group's name in addresses.",
  ),
  sources: z.array(source).describe("The platforms that are asked who is live."),
  store: z.strictObject({
    state: z.enum(STORE_STATES).describe("Whether the store answers."),
    engine: z.enum(STORE_ENGINES).describe(
      "What keeps the store: a `file` of one machine, a `postgres` database, a KV Connect server (`denokv`), or Deno Deploy's own (`deploy`).",
    ),
  }).describe("The store of keys, quotas and records."),
  audit: z.strictObject({
    backlog: number("Uses that this process has in memory and that are not on record yet."),
  }).describe("The record of priority use."),
  deno: text("The version of the runtime."),
}).describe("How the service and its sources are doing.");

export type HealthItem = ItemOf<typeof healthItem>;
export type ReadinessItem = ItemOf<typeof readinessItem>;
export type StatusItem = ItemOf<typeof statusItem>;

/** A command's output, as its `--help` describes it. */
export const commandItem = z.unknown().describe("What a command prints, as its --help describes.");

const codeStatus = z.strictObject({
  is_active: flag("Whether it was not revoked."),
  usage_count: number("How often it was used."),
  usage_limit: number("How often it may be used."),
  is_used: flag("Whether it was used as often as it may be."),
});

export const codeItem = z.strictObject({
  status: z.literal(true).describe("Always true: a code that is not found is a 404."),
  data: codeStatus.describe("The code's state."),
}).describe(
  "The state of a code.",
);

export type CodeItem = ItemOf<typeof codeItem>;
export type CodeStatus = ItemOf<typeof codeStatus>;
