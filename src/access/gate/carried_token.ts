import type { ParsedRequest } from "../../http/parsed_request.ts";
import { andThen, type MaybeAsync } from "../../http/maybe_async.ts";
import type { CredentialTable } from "../records/credential_table.ts";
import {
  doubledCredential,
  PRIORITY_TOKEN,
  readBearer,
  readCredential,
  readFromHeaders,
} from "./credential_sources.ts";
import type { CarriedToken } from "./token_gate.ts";

/**
 * Finds the priority token of a request: a bearer is one if the table has it, and a key otherwise.
 *
 * @throws {HttpError} `MALFORMED_REQUEST` where headers, or query parameters, name two different ones
 */
export function findCarriedToken(
  credentials: Pick<CredentialTable, "findToken">,
  request: ParsedRequest,
): MaybeAsync<CarriedToken | undefined> {
  const secret = readCredential(request, PRIORITY_TOKEN);
  const bearer = readBearer(request.headers);
  if (bearer === undefined) return find(credentials, secret);
  const header = readFromHeaders(request.headers, PRIORITY_TOKEN);
  return andThen(find(credentials, bearer), (token) => {
    if (token === undefined) return find(credentials, secret);
    if (header !== undefined && header !== bearer) throw doubledCredential();
    return token;
  });
}

function find(
  credentials: Pick<CredentialTable, "findToken">,
  secret: string | undefined,
): MaybeAsync<CarriedToken | undefined> {
  if (secret === undefined) return undefined;
  return andThen(credentials.findToken(secret), (token) => token && { token, secret });
}
