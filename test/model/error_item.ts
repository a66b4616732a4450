import { z } from "zod";

/** Why a request was refused. */
export const errorItem = z.strictObject({
  status: z.literal(false),
  message: z.string().min(1),
  clientIP: z.string().optional().describe("The address that is not on the key's list."),
  type: z.string().optional().describe("Names the kind of refusal."),
  hint: z.string().optional().describe("What to change."),
  oldest: z.string().optional().describe("The earliest place to go on from."),
  reason: z.string().optional().describe("Why a platform cannot be asked."),
  request_id: z.string().optional().describe("Names the fault in the operator's log."),
}).describe("Why a request was refused.");
