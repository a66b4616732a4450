import { z } from "zod";

const DIGITS = /^\d{1,15}(\.\d+)?$/;

/** A number as platforms send it, digits in a text included; 0 where it is neither. */
export function upstreamNumber(value: unknown): number {
  const number = typeof value === "string" && DIGITS.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : 0;
}

/** A count, as of viewers: a whole number from 0 on, which is what anything else is taken for. */
export function upstreamCount(value: unknown): number {
  return Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, Math.trunc(upstreamNumber(value))));
}

/** Checks a number that tells who or what it is: it must be there, as number or as digits. */
export const upstreamId = z.unknown().transform(upstreamNumber).pipe(z.int().positive());
