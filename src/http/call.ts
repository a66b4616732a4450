import type { JsonBody } from "./body.ts";
import type { Query } from "./query.ts";
import type { Target } from "./target.ts";

/** A request as the rest of the program sees it: parsed once, trusted in nothing. */
export interface Call {
  readonly method: string;
  readonly headers: Headers;
  readonly target: Target;
  readonly query: Query;
  /** The fields of a JSON body (POST and PUT), empty where there is none. */
  readonly body: JsonBody;
  /** The client's address, or "unknown". */
  readonly address: string;
  /** Whether the client itself came over https. */
  readonly isSecure: boolean;
}
