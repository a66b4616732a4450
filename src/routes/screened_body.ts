import type { Door } from "../access/gate/access_request.ts";
import type { Gate, Screening } from "../access/gate/gate.ts";
import type { BodyReader, JsonBody } from "../http/body.ts";
import type { Call } from "../http/call.ts";
import { Refusal } from "../http/refusal.ts";
import { CREDENTIAL_PARAMETERS } from "../http/url.ts";

/** A body, or why there is none, and what the credentials before it came to. */
export interface ScreenedBody {
  readonly body: JsonBody | Refusal;
  readonly screening: Screening;
}

/**
 * How long a body is waited for whose headers and query hold credentials that open nothing, in ms. A
 * body mostly comes in one go with its head, and a credential of another kind in it may open.
 */
const REFUSED_WAIT_MS = 200;

/**
 * Looks at the credentials before a body, then reads it.
 *
 * @throws {Refusal} of those credentials, where the body brings no other
 */
export async function readScreenedBody(
  { gate, bodies }: { gate: Gate; bodies: BodyReader },
  request: Request,
  call: Call,
  door: Door,
): Promise<ScreenedBody> {
  const screening = await gate.screen(call, door);
  if (!(screening instanceof Refusal)) {
    return { screening, body: await refusalOr(bodies.read(request)) };
  }
  const body = await refusalOr(bodies.read(request, REFUSED_WAIT_MS));
  if (body instanceof Refusal ? isMissing(body) : !holdsCredential(body)) throw screening;
  return { screening, body };
}

async function refusalOr(body: Promise<JsonBody>): Promise<JsonBody | Refusal> {
  try {
    return await body;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

function isMissing({ code }: Refusal): boolean {
  return code === "TIMEOUT" || code === "TRY_AGAIN";
}

function holdsCredential(body: JsonBody): boolean {
  return CREDENTIAL_PARAMETERS.some((name) => Object.hasOwn(body, name));
}
