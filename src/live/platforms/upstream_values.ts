import { Buffer } from "node:buffer";
import type { StreamUrl } from "../../model/item/live.ts";

const DIGITS = /^\d{1,15}(\.\d+)?$/;

/** A number as platforms send it, digits in a text included; 0 if it is neither. */
export function upstreamNumber(value: unknown): number {
  const number = typeof value === "string" && DIGITS.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : 0;
}

/** A count, as of viewers: a whole number from 0 on; 0 for anything else. */
export function upstreamCount(value: unknown): number {
  return Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, Math.trunc(upstreamNumber(value))));
}

/** In bytes. Addresses with signatures and tokens are long; the log of events takes some of them in an entry. */
const MAX_URL_BYTES = 2_000;

/**
 * The address as it is when it is https, carries no user name and has at most 2,000 bytes; else "".
 * Clients receive no other URLs.
 */
export function httpsAddress(value: unknown): string {
  if (typeof value !== "string" || isTooLong(value)) return "";
  if (!/^https:\/\/[^\s"<>\\\p{Cc}\p{Cs}]+$/u.test(value) || !URL.canParse(value)) return "";
  const { username, password } = new URL(value);
  return username === "" && password === "" ? value : "";
}

/** The reason for which an address is left out; undefined if it is not. */
export function addressFault(value: unknown): "too_long" | "not_https" | undefined {
  if (httpsAddress(value) !== "") return undefined;
  return typeof value === "string" && isTooLong(value) ? "too_long" : "not_https";
}

function isTooLong(address: string): boolean {
  return Buffer.byteLength(address) > MAX_URL_BYTES;
}

/** A line of text from outside: no control characters, at most `longest` UTF-16 units. */
export function sanitizeText(value: unknown, longest = 300): string {
  if (typeof value !== "string") return "";
  // deno-lint-ignore no-control-regex
  return value.replace(/[\u0000-\u001f\u007f]+/g, " ").trim().slice(0, longest).toWellFormed();
}

/** A text of several lines from outside: no control characters but tabs and line ends. */
export function sanitizeLines(value: unknown, longest: number): string {
  if (typeof value !== "string") return "";
  // deno-lint-ignore no-control-regex
  return value.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]+/g, "")
    .slice(0, longest).toWellFormed();
}

/** An ISO 8601 instant as the platform writes it; "" for anything else. */
export function instantText(value: unknown): string {
  const isInstant = typeof value === "string" &&
    /^\d{4}-\d\d-\d\dT[\d:.]{5,18}(Z|[+-]\d\d:\d\d)$/.test(value) && parseTimestamp(value) !== null;
  return isInstant ? value : "";
}

/** 1 January 2010: no platform is older, so that an earlier instant is a mistake. */
const MIN_EPOCH_MS = 1_262_304_000_000;

/** 10^11 seconds are the year 5138, 10^11 ms are 1973; the same again between ms and µs. */
const MIN_AS_MS = 1e11;
const MIN_AS_US = 1e14;

/**
 * Reads a platform's timestamp, whose unit follows from its magnitude: seconds, milliseconds or
 * microseconds since the epoch (as number or digits), or ISO 8601.
 *
 * Returns epoch ms; null if there is no instant, or none that can be right.
 */
export function parseTimestamp(value: unknown): number | null {
  const epochMs = typeof value === "number" ? fromNumber(value) : fromText(value);
  return Number.isFinite(epochMs) && epochMs >= MIN_EPOCH_MS ? Math.trunc(epochMs) : null;
}

function fromText(value: unknown): number {
  if (typeof value !== "string") return NaN;
  return /^\d+(\.\d+)?$/.test(value) ? fromNumber(Number(value)) : Date.parse(value);
}

function fromNumber(value: number): number {
  if (value < MIN_AS_MS) return value * 1000;
  if (value < MIN_AS_US) return value;
  // Above the largest instant of ECMAScript there is no unit left to try.
  return value < 1e17 ? value / 1000 : NaN;
}

const MAX_ENTRIES = 50_000;

/** Whether this is a list, whose entries are checked one by one: most belong to strangers. */
export function isUpstreamList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length <= MAX_ENTRIES;
}

/** The fields of an object; none of anything else. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? value as Record<string, unknown> : {};
}

const MAX_STREAMS = 8;

/** Ranks streams from 1, of the largest `weight`, dropping repeated addresses and all but https. */
export function rankStreams(
  streams: readonly { label: unknown; weight: number; url: unknown }[],
): StreamUrl[] {
  const best = streams.toSorted((a, b) => b.weight - a.weight);
  const urls = new Set<string>();
  const ranked: StreamUrl[] = [];
  for (const { label, url: raw } of best) {
    const url = httpsAddress(raw);
    if (url === "" || urls.has(url) || ranked.length === MAX_STREAMS) continue;
    urls.add(url);
    ranked.push({ label: sanitizeText(label, 60), quality: ranked.length + 1, url });
  }
  return ranked;
}
