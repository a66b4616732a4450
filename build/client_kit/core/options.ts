/** What is left of a key's quota. */
export interface RateLimit {
  /** Requests in a period. */
  readonly limit: number | undefined;
  /** Requests that are left. */
  readonly remaining: number | undefined;
  /** Until the next period begins, in seconds. */
  readonly resetSeconds: number | undefined;
}

/** What the headers of a response say of it. */
export interface ResponseInfo {
  /** The HTTP status; 304: the answer is the one that was kept. */
  readonly status: number;
  /** `X-Request-Id`: name it when you report a fault. */
  readonly requestId: string | undefined;
  /** `RateLimit` and `RateLimit-Policy`; undefined if the caller has no quota. */
  readonly rateLimit: RateLimit | undefined;
  /** The address of the service that answered, without a slash at the end. */
  readonly server: string;
  /** The end of that service; undefined if it announces none. */
  readonly sunset: AnnouncedEnd | undefined;
}

/** The end of a service, as it announces it. */
export interface AnnouncedEnd {
  /** When it ends. */
  readonly on: Date;
  /** The address of the service that goes on; the client never asks it by itself. */
  readonly successor: string | undefined;
}

/** A service, or a mirror of one, and its own credential. */
export interface ServerOptions {
  /** Where it is: `https://api.example.org`. */
  readonly url: string;
  /** A key of this service, `J-osb_…`; no other service gets it. */
  readonly key?: string | undefined;
  /** A priority token of this service, `P-osb_…`; it goes before a key. */
  readonly token?: string | undefined;
}

/** Which service a client asks: one, or several that have the same content. */
export type ClientOptions =
  & ClientSettings
  & (
    | {
      /** Where the service is: `https://api.example.org`. */
      readonly baseUrl: string;
      /** A key, `J-osb_…`. */
      readonly key?: string | undefined;
      /** A priority token, `P-osb_…`; it goes before a key. */
      readonly token?: string | undefined;
      readonly servers?: undefined;
    }
    | {
      /**
       * Mirrors. Reads go to the one that answered last; to the next if the connection is lost, or if it answers
       * 502, 503 or 504. Refusals (4xx) are thrown, and what writes is sent to one server alone.
       */
      readonly servers: readonly ServerOptions[];
      readonly baseUrl?: undefined;
      readonly key?: undefined;
      readonly token?: undefined;
    }
  );

/** How a client asks. */
export interface ClientSettings {
  /**
   * How long a call may wait, all in all, where the service says when to come back (429, and 503 with
   * `Retry-After`), in seconds; 0: such an answer is thrown at once. Default: 60.
   */
  readonly maxWaitSeconds?: number | undefined;
  /**
   * How much is kept of answers that have an ETag, in characters; 0: nothing. What was asked for
   * longest ago goes first. Default: 4,000,000.
   */
  readonly maxKeptCharacters?: number | undefined;
  /** Called with each response, before its body is read: also refusals, and those of attempts that are repeated. */
  readonly onResponse?: ((info: ResponseInfo) => void) | undefined;
  /** Used instead of the runtime's own. */
  readonly fetch?: typeof fetch | undefined;
}

/** How one call is made. */
export interface CallOptions {
  /** Ends the call, which then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each response to this call, after the client's own `onResponse`. */
  readonly onResponse?: ((info: ResponseInfo) => void) | undefined;
}

/** How a stream is followed. */
export interface StreamOptions extends CallOptions {
  /** The id of the last event that was seen, or a `cursor` of the log: what came after it is sent first. */
  readonly lastEventId?: string | undefined;
}

/** What an endpoint without parameters takes. */
export type NoParameters = Readonly<Record<string, never>>;

/** A list that comes whole. */
export interface Whole {
  page?: undefined;
  perpage?: undefined;
}

/** A page of a list; at most 100 items a page. */
export type OnePage =
  | { page: number; perpage?: number | undefined }
  | { page?: number | undefined; perpage: number };
