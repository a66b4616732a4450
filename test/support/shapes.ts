import assert from "node:assert/strict";
import { z } from "zod";

const message = z.string().min(1);

/** The wrapper object (SPEC 2.7). */
export function wrapped(item: z.ZodType) {
  return z.strictObject({
    success: z.literal(true),
    total: z.number(),
    data: z.array(item),
    message,
  });
}

const counts = {
  page: z.number(),
  perpage: z.number(),
  total_count: z.number(),
  total_pages: z.number(),
};

/** A page of a wrapped list. */
export function wrappedPage(item: z.ZodType) {
  return z.strictObject({ ...wrapped(item).shape, ...counts });
}

/** A page of a bare list, held under the list's name. */
export function barePage(name: string, item: z.ZodType) {
  return z.strictObject({ [name]: z.array(item), ...counts });
}

/** A list of the `/v1` family. */
export function zonedList(item: z.ZodType) {
  return z.strictObject({
    timezone: z.string(),
    date: z.string(),
    total: z.number(),
    data: z.array(item),
  });
}

const statistics = z.strictObject({
  total_sessions: z.number(),
  upcoming_sessions: z.number(),
  preparation_sessions: z.number(),
  ongoing_sessions: z.number(),
  finished_sessions: z.number(),
});

const available_dates = z.array(
  z.strictObject({ date: z.string(), day: z.string(), total_sessions: z.number() }),
);

function sessionDay(session: z.ZodType) {
  return z.strictObject({ date: z.string(), day: z.string(), sessions: z.array(session) });
}

/** `videocall` of bare groups. */
export function videocalls(session: z.ZodType) {
  return z.strictObject({
    success: z.literal(true),
    timezone: z.string(),
    current_time: z.string(),
    total: z.number(),
    statistics,
    available_dates,
    data: z.array(sessionDay(session)),
  });
}

/** `videocall` of wrapped groups. */
export function wrappedVideocalls(session: z.ZodType) {
  return z.strictObject({
    ...wrapped(sessionDay(session)).shape,
    timezone: z.string(),
    current_time: z.string(),
    total_sessions: z.number(),
    statistics,
    available_dates,
  });
}

/** `videocall/today` of wrapped groups. */
export function wrappedVideocallsToday(session: z.ZodType) {
  return z.strictObject({
    ...wrapped(session).shape,
    timezone: z.string(),
    current_time: z.string(),
    date: z.string(),
    day: z.string(),
  });
}

/** `videocall/today`. */
export function videocallsToday(session: z.ZodType) {
  return z.strictObject({
    success: z.literal(true),
    timezone: z.string(),
    current_time: z.string(),
    date: z.string(),
    day: z.string(),
    total_sessions: z.number(),
    sessions: z.array(session),
  });
}

/**
 * Holds a value against a schema, field order included: a strict schema gives back exactly the fields
 * that came, in the order in which it names them.
 */
export function assertShape(schema: z.ZodType, value: unknown, what: string): void {
  const { success, data, error } = schema.safeParse(value);
  assert.ok(success, `${what}: ${error}`);
  assert.equal(JSON.stringify(value), JSON.stringify(data), `${what}: the fields' order`);
}
