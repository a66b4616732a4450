import type { AccessRequest } from "../access/gate/access_request.ts";
import type { Gate } from "../access/gate/gate.ts";
import type { Screening } from "../access/gate/screen.ts";
import type { BodyReader, JsonBody } from "../http/body.ts";
import type { ParsedRequest } from "../http/parsed_request.ts";
import { HttpError } from "../http/http_error.ts";
import { CREDENTIAL_PARAMETERS } from "../http/url.ts";

/** A body, or why there is none, and what the credentials before it came to. */
export interface ScreenedBody {
  readonly body: JsonBody | HttpError;
  readonly screening: Screening;
}

/**
 * How long a body is waited for whose headers and query hold credentials that open nothing, in ms. A
 * body mostly comes in one go with its head, and a credential of another kind in it may open.
 */
const REFUSED_WAIT_MS = 200;

/**
 * Looks at the credentials before a body, then reads it. A body that is malformed is so whatever the
 * credentials are, also where the store cannot tell yet.
 *
 * @throws {HttpError} of those credentials, where the body brings no other
 */
export async function readScreenedBody(
  { gate, bodies }: { gate: Gate; bodies: BodyReader },
  rawRequest: Request,
  request: ParsedRequest,
  access: AccessRequest,
): Promise<ScreenedBody> {
  const screening = await orRefusal(gate.screen(request, access));
  if (!(screening instanceof HttpError)) {
    return { screening, body: await orRefusal(bodies.read(rawRequest)) };
  }
  const body = await orRefusal(bodies.read(rawRequest, REFUSED_WAIT_MS));
  if (body instanceof HttpError ? isMissing(body) : !holdsCredential(body)) throw screening;
  return { screening, body };
}

async function orRefusal<T>(work: T | Promise<T>): Promise<T | HttpError> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof HttpError) return error;
    throw error;
  }
}

function isMissing({ code }: HttpError): boolean {
  return code === "TIMEOUT" || code === "TRY_AGAIN";
}

function holdsCredential(body: JsonBody): boolean {
  return CREDENTIAL_PARAMETERS.some((name) => Object.hasOwn(body, name));
}
