import { tzdataInForce } from "../time/tzdata.ts";

/** The versions of the runtime in `/status`. */
export interface Versions {
  readonly deno: string;
  /** The release of the time zone rules; found out when it is first read. */
  readonly tzdata: string;
}

/** The versions of the runtime that this is. */
export const RUNTIME_VERSIONS: Versions = {
  deno: Deno.version.deno,
  get tzdata() {
    return tzdataInForce();
  },
};
