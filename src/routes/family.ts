import type { Gate } from "../access/gate/gate.ts";
import type { HeaderList } from "../http/fixed_headers.ts";
import type { Envelope } from "./envelope.ts";
import type { RouteTable } from "./route_table.ts";
import type { FamilyName } from "../model/enums.ts";

/** Endpoints that share methods, words for answers and a table. */
export interface FamilyTable {
  readonly name: FamilyName;
  readonly methods: readonly string[];
  readonly envelope: Envelope;
  readonly table: RouteTable;
}

/** A family with the gate that its callers pass. */
export interface Family extends FamilyTable {
  readonly gate: Gate;
  /** The header names that answers add to `Vary` where they depend on a credential. */
  readonly vary: HeaderList;
}

/** The methods that read: a HEAD is a GET without its body (RFC 9110, 9.3.2). */
export const READ = ["GET", "HEAD", "OPTIONS"];

/** POST and PUT are the same read, with credentials or parameters in a JSON body. */
export const READ_WITH_BODY = ["GET", "HEAD", "POST", "PUT", "OPTIONS"];
