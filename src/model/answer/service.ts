import { z } from "zod";
import { LIVE_TYPES, READINESS_STATES, SOURCE_STATES, STORE_STATES } from "../enums.ts";
import type { ItemOf } from "../item/item_of.ts";
import type { TableName } from "../pack.ts";

const build = z.string().describe("Names the content that is served: equal content, equal build.");
const count = z.int().nonnegative();

/** Whether the process is alive. */
export const healthItem = z.strictObject({ status: z.literal("ok"), build }).describe(
  "Whether the process is alive.",
);

/** Whether requests should be sent to the process. */
export const readinessItem = z.strictObject({
  status: z.enum(READINESS_STATES),
  store: z.enum(STORE_STATES),
  build,
}).describe("Whether requests should be sent to the process.");

/** How a platform answers. */
const source = z.strictObject({
  name: z.enum(LIVE_TYPES),
  state: z.enum(SOURCE_STATES),
  age_ms: z.number().optional().describe("Milliseconds since its last good answer."),
  bytes: count.optional().describe("Bytes of the lists that were read last, decompressed."),
  last_error: z.string().optional().describe(
    "Why it could not be asked last time, or could not be read to its end.",
  ),
  dropped: z.record(z.string(), z.number()).describe("Entries that were left out, by reason."),
  chat: z.literal("unsupported").optional().describe(
    "There where the platform's chats cannot be read: IDN tells them over a socket alone.",
  ),
});

/** How the service and its sources are doing. */
export const statusItem = z.strictObject({
  build,
  started_at: z.string().describe("An instant in UTC."),
  content: z.record(
    z.string(),
    z.strictObject(
      {
        members: count,
        shows: count,
        news: count,
        events: count,
        schedule: count,
        releases: count,
        videocalls: count,
      } satisfies Record<TableName, z.ZodType>,
    ),
  ).describe("How much each group has, by the group's name in addresses."),
  sources: z.array(source),
  store: z.strictObject({ state: z.enum(STORE_STATES) }),
  audit: z.strictObject({
    mode: z.string(),
    backlog: z.number().describe("Uses that are recorded and not yet told."),
  }),
  tzdata: z.string().describe("The edition of the time zone database."),
  deno: z.string().describe("The version of the runtime."),
}).describe("How the service and its sources are doing.");

export type HealthItem = ItemOf<typeof healthItem>;
export type ReadinessItem = ItemOf<typeof readinessItem>;
export type StatusItem = ItemOf<typeof statusItem>;

/** A command's output, as its `--help` describes it. */
export const commandItem = z.unknown().describe("What a command says, as its --help tells.");

const codeStatus = z.strictObject({
  is_active: z.boolean().describe("Whether it was not revoked."),
  usage_count: z.number(),
  usage_limit: z.number(),
  is_used: z.boolean().describe("Whether it was used as often as it may be."),
});

/** The state of a code. */
export const codeItem = z.strictObject({ status: z.literal(true), data: codeStatus }).describe(
  "How a code stands.",
);

export type CodeItem = ItemOf<typeof codeItem>;
export type CodeStatus = ItemOf<typeof codeStatus>;
