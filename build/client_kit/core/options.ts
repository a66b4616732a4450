/** How a client asks. */
export interface ClientOptions {
  /** Where the service is: `https://api.example.org`. */
  readonly baseUrl: string;
  /** A key, `J-osb_…`. */
  readonly key?: string | undefined;
  /** A priority token, `P-osb_…`; it goes before a key. */
  readonly token?: string | undefined;
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
  /** Stands in for the runtime's own. */
  readonly fetch?: typeof fetch | undefined;
}

/** How one call is made. */
export interface CallOptions {
  /** Ends the call, which then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** How a stream is followed. */
export interface StreamOptions extends CallOptions {
  /** The id of the last event that was seen: what came after it is told first, where it is known. */
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
