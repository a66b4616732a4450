/** Whether a connection may go on: it was let in again, may be asked again soon, or may not. */
export type Renewal = "renewed" | "later" | "refused";

/** One connection to `live/stream`. */
export interface LiveStreamRequest {
  readonly group: string;
  /** The header `Last-Event-ID` as it came, or null. */
  readonly lastEventId: string | null;
  /**
   * Called every five minutes, for what the connection costs and whether its key is still good.
   * "refused" ends the stream; "later" asks again with the next keep-alive. Default: it goes on.
   */
  readonly renew?: () => Renewal | Promise<Renewal>;
}

/** A client with so much unread is let go; it comes back and resumes. The bytes are shared. */
export const MAX_UNREAD_BYTES = 256 * 1024;

/** One open stream. */
export interface StreamListener {
  readonly group: string;
  /** Whole intervals between keep-alives that it has lived through. */
  pings: number;
  isGone(): boolean;
  /** Whether the client has read everything. */
  isIdle(): boolean;
  /** Sends a chunk, or ends the stream where too much is unread. */
  send(chunk: Uint8Array): void;
  /** Asks whether the stream may go on. Never rejects. */
  renew(): Promise<Renewal>;
  /** Closes the stream, and leaves. */
  end(): void;
  /** Leaves a stream that the client has cancelled. */
  leave(): void;
}

/** What {@linkcode createStreamListener} needs. */
export interface StreamListenerDeps {
  readonly request: LiveStreamRequest;
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
  /** Called once, when the stream is over. */
  readonly onGone: (listener: StreamListener) => void;
}

export function createStreamListener(deps: StreamListenerDeps): StreamListener {
  const { request, controller, onGone } = deps;
  let gone = false;
  const listener: StreamListener = {
    group: request.group,
    pings: 0,
    isGone: () => gone,
    isIdle: () => (controller.desiredSize ?? 0) === MAX_UNREAD_BYTES,
    send,
    renew,
    end,
    leave,
  };
  return listener;

  function send(chunk: Uint8Array): void {
    try {
      if ((controller.desiredSize ?? 0) <= 0) return end();
      controller.enqueue(chunk);
    } catch {
      leave(); // The client has cancelled meanwhile.
    }
  }

  /** A check that fails lets nobody go on. */
  async function renew(): Promise<Renewal> {
    try {
      return await request.renew?.() ?? "renewed";
    } catch {
      return "refused";
    }
  }

  function end(): void {
    leave();
    try {
      controller.close();
    } catch {
      // It was closed already.
    }
  }

  function leave(): void {
    if (gone) return;
    gone = true;
    onGone(listener);
  }
}
