import { z } from "zod";
import { isUpstreamList, upstreamNumber } from "./upstream_values.ts";

/** Checks an id, which must be there, as a number or as digits. */
export const upstreamId = z.unknown().transform(upstreamNumber).pipe(z.int().positive());

/** Checks a list, but not its entries. */
export const upstreamList = z.custom<readonly unknown[]>(isUpstreamList);
