import type { BodyReader } from "../http/body.ts";
import { HttpError } from "../http/http_error.ts";
import { CREDENTIAL_PARAMETERS, type JsonBody } from "../http/request.ts";
import type { RoutedRequest } from "./request_context.ts";

/** Why a request has no body. */
interface UnreadBody {
  readonly refusal: HttpError;
  /** Whether the refusal needs no credentials; else it is charged as an answer is. */
  readonly isBeforeGate: boolean;
}

/**
 * How long to wait for a body if the credentials in headers and query fail, in ms. A body mostly comes
 * in one go with its head, and may hold a valid credential of another kind.
 */
const REFUSED_WAIT_MS = 200;

/**
 * Checks the credentials before a body, then reads it into the request. A malformed body is refused
 * whatever the credentials are, also if the store cannot tell yet.
 *
 * @throws {HttpError} of those credentials, if the body brings no other
 */
export async function readBody(
  { bodies }: { readonly bodies: BodyReader },
  context: RoutedRequest,
): Promise<UnreadBody | undefined> {
  const { rawRequest, matched: { family: { gate }, access } } = context;
  const early = await orRefusal(gate.identify(context, access, true));
  const isRefused = early instanceof HttpError;
  const waitMs = isRefused ? REFUSED_WAIT_MS : undefined;
  const body = await orRefusal(bodies.read(rawRequest, waitMs));
  if (isRefused && (body instanceof HttpError ? isMissing(body) : !holdsCredential(body))) {
    throw early;
  }
  if (body instanceof HttpError) {
    const isKnown = !isRefused && early.kind !== "anyone";
    return { refusal: body, isBeforeGate: !isKnown || body.code !== "TIMEOUT" };
  }
  context.body = body;
  return undefined;
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
