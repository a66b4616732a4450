/** One kind of refusal. */
interface ErrorKind {
  readonly status: number;
  /** The body's `type`; undefined if its fields are fixed without one. */
  readonly type: string | undefined;
  readonly message: string;
  /** When it comes and what to do then, for the documents. */
  readonly about: string;
  /** What further fields of the body may say. */
  readonly fields?: Readonly<Record<string, JsonSchema>>;
  /** The headers that every refusal of the kind carries, in lower case. */
  readonly headers?: readonly string[];
}

/** Every refusal the service knows, by its code (RFC 9110, section 15). */
const TABLE = {
  MALFORMED_REQUEST: {
    status: 400,
    type: "MALFORMED_REQUEST",
    message: "Malformed request",
    about:
      "The request cannot be read: a broken % escape, a control character, a body that is no " +
      "JSON object, or one credential with two values.",
  },
  INVALID_PARAMETER: {
    status: 400,
    type: "INVALID_PARAMETER",
    message: "Invalid parameter",
    about: "A parameter is missing, empty or malformed. The hint names it and what it takes.",
    fields: { hint: { type: "string", description: "The parameter, and what it takes." } },
  },
  WEBHOOK_UNVERIFIED: {
    status: 400,
    type: "WEBHOOK_UNVERIFIED",
    message: "The webhook's address could not be verified",
    about:
      "The address is not allowed, its name has no address, or it did not answer within 5 seconds. " +
      "Or its answer is not a 2xx with the challenge in its body (or, from Discord, not a webhook). " +
      "The hint says which.",
    fields: {
      hint: {
        type: "string",
        enum: ["address not allowed", "no answer", "wrong answer"],
        description: "The reason.",
      },
    },
  },
  BARE_INVALID_KEY: {
    status: 403,
    type: undefined,
    message: "Invalid API Key",
    about:
      "The request has no credential for this group. Bare groups answer with these two fields " +
      "only.",
  },
  INVALID_CREDENTIALS: {
    status: 403,
    type: "INVALID_CREDENTIALS",
    message: "Invalid API Key",
    about:
      "The request has no credential, or one that is unknown, revoked, expired or made for other " +
      "groups. If there is none, the hint says where a credential goes.",
    fields: {
      hint: { type: "string", description: "Where a credential goes; only if none came." },
    },
  },
  IP_NOT_WHITELISTED: {
    status: 403,
    type: "IP_NOT_WHITELISTED",
    message: "Your IP address is not whitelisted for this API key",
    about:
      "The key is valid, but not from this address. Add it at /key/manage if you got the key by e-mail; " +
      "otherwise ask the contact in the hint.",
    fields: {
      clientIP: { type: "string", description: "The address that the service sees." },
      hint: { type: "string", description: "Whom to ask." },
    },
  },
  PLAN_UNKNOWN: {
    status: 403,
    type: "PLAN_UNKNOWN",
    message: "This key's plan is not offered any more",
    about:
      "The key is valid, but the service no longer has its plan. The same request is refused each time.",
    fields: { hint: { type: "string", description: "Whom to ask." } },
  },
  KEY_REQUIRED: {
    status: 403,
    type: "KEY_REQUIRED",
    message: "Only an API key will do here",
    about:
      "This endpoint is about a key and what belongs to it; nothing belongs to priority tokens and " +
      "administrators. Send a key, and no other credential.",
  },
  /** The wrapped family answers 403, as its clients expect; the others 429, which clients wait for. */
  USED_UP_WRAPPED: {
    status: 403,
    type: "USAGE_LIMIT_EXCEEDED",
    message: "Usage limit exceeded",
    about: "The key has used all requests of its period. `/v1/key` shows when the next one begins.",
  },
  USED_UP: {
    status: 429,
    type: "USAGE_LIMIT_EXCEEDED",
    message: "Usage limit exceeded",
    about: "The key has used all requests of its period. Wait as long as Retry-After says.",
    headers: ["retry-after"],
  },
  CODE_NOT_FOUND: {
    status: 404,
    type: undefined,
    message: "Code not found",
    about: "There is no such code, or it is bound to another e-mail address than the one given.",
  },
  NOT_FOUND: {
    status: 404,
    type: "NOT_FOUND",
    message: "Not found",
    about: "Nothing has this path or id. Check the spelling; the hint may name a similar path.",
    fields: { hint: { type: "string", description: "A path that is nearly the same." } },
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    type: "METHOD_NOT_ALLOWED",
    message: "Method not allowed",
    about: "The path does not take this method. The Allow header lists those that it takes.",
    headers: ["allow"],
  },
  TIMEOUT: {
    status: 408,
    type: "TIMEOUT",
    message: "The body did not come in time",
    about: "The body was not complete within 5 seconds. Send the request again.",
  },
  CONFLICT: {
    status: 409,
    type: "CONFLICT",
    message: "That cannot be done any more",
    about: "The change does not fit the current state: somebody else may have changed it first.",
  },
  LIMIT_REACHED: {
    status: 409,
    type: "LIMIT_REACHED",
    message: "There are as many as a key may have",
    about:
      "The key has as many of these as it may have, or its last rotation is still open. End one that " +
      "you no longer need, or wait; the hint says how and until when.",
    fields: { hint: { type: "string", description: "How one is ended, or what to wait for." } },
  },
  GONE: {
    status: 410,
    type: "GONE",
    message: "That is not kept any more",
    about:
      "The cursor is older than the log. `/v1/events` goes on from `oldest`; for `/v1/changes` take a " +
      "new cursor and read the content again. A public page answers it for what was removed within 30 " +
      "days.",
    fields: { oldest: { type: "string", description: "The oldest cursor that works." } },
  },
  BODY_TOO_LARGE: {
    status: 413,
    type: "BODY_TOO_LARGE",
    message: "The body is over 4 KiB",
    about: "The body is over 4 KiB. Parameters and credentials are far smaller: send less.",
  },
  URI_TOO_LONG: {
    status: 414,
    type: "URI_TOO_LONG",
    message: "The address is too long",
    about: "Path and query together are over 8,192 characters. Send less.",
  },
  RATE_LIMITED: {
    status: 429,
    type: "RATE_LIMITED",
    message: "Too many requests",
    about:
      "Requests, or failed attempts, come faster than allowed. Wait as long as Retry-After says.",
    headers: ["retry-after"],
  },
  INTERNAL: {
    status: 500,
    type: "INTERNAL",
    message: "Internal error",
    about: "A fault of the service. Report the request_id to its operators.",
    fields: {
      request_id: { type: "string", description: "Names the fault in the operator's log." },
    },
  },
  PLATFORM_UNAVAILABLE: {
    status: 503,
    type: "PLATFORM_UNAVAILABLE",
    message: "The platform cannot be asked at the moment",
    about: "The platform of this broadcast does not answer. With Retry-After, wait that long.",
    fields: { reason: { type: "string", description: "Why it cannot be asked." } },
  },
  TRY_AGAIN: {
    status: 503,
    type: "TRY_AGAIN",
    message: "The store cannot be reached; try again",
    about:
      "The service cannot answer at this moment: the store is unreachable, or this process has " +
      "only just started or is ending. Or a key or process has as many streams as it may, or a " +
      "process follows as many chats. The message says which. Wait as long as Retry-After says.",
    headers: ["retry-after"],
  },
} as const satisfies Readonly<Record<string, ErrorKind>>;

export type ErrorCode = keyof typeof TABLE;

/** Where the documents explain a kind of refusal: under its type, or that of its nearest kin. */
export function helpAnchor(code: ErrorCode): string {
  return code === "BARE_INVALID_KEY"
    ? "INVALID_CREDENTIALS"
    : code === "CODE_NOT_FOUND"
    ? "NOT_FOUND"
    : ERRORS[code].type ?? code;
}

/** All kinds of refusal. */
export const ERRORS: Readonly<Record<ErrorCode, ErrorKind>> = TABLE;

/** A JSON schema (draft 2020-12), as data: nothing validates by it while the service runs. */
export type JsonSchema = Readonly<Record<string, unknown>>;
