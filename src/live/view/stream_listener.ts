/** Whether a connection may go on: it was let in again, may be asked again soon, or may not. */
export type Renewal = "renewed" | "later" | "refused";

/** How a connection goes on. */
export interface StreamRenewal {
  /**
   * Called every five minutes, for what the connection costs and whether its key is still good.
   * "refused" ends the stream; "later" asks again with the next keep-alive. Default: it goes on.
   */
  readonly renew?: () => Renewal | Promise<Renewal>;
  /** Called every two seconds, and soon after credentials change: whether they still open the stream. Default: they do. */
  readonly mayStay?: () => boolean | Promise<boolean>;
  /** Called once, when the stream is over. */
  readonly onGone?: () => void;
}

/** A client with so much unread is let go; it comes back and resumes. The bytes are shared. */
export const MAX_UNREAD_BYTES = 256 * 1024;

/** One open stream. */
export interface StreamListener {
  /** Whole intervals between keep-alives that it has lived through. */
  pings: number;
  isGone(): boolean;
  /** Whether the client has read everything. */
  isIdle(): boolean;
  /** Sends a chunk, or ends the stream where too much is unread. */
  send(chunk: Uint8Array): void;
  /** Asks whether the stream may go on. Never rejects. */
  renew(): Promise<Renewal>;
  /** Ends the stream where the credential does not open it any more. */
  check(): void | Promise<void>;
  /** Closes the stream, and leaves. */
  end(): void;
  /** Leaves a stream that the client has cancelled. */
  leave(): void;
}

/** What {@linkcode createStreamListener} needs. */
export interface StreamListenerDeps {
  readonly request: StreamRenewal;
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
  /** Called once, when the stream is over. */
  readonly onGone: (listener: StreamListener) => void;
}

export function createStreamListener(deps: StreamListenerDeps): StreamListener {
  const { request, controller, onGone } = deps;
  let gone = false;
  const listener: StreamListener = {
    pings: 0,
    isGone: () => gone,
    isIdle: () => (controller.desiredSize ?? 0) === MAX_UNREAD_BYTES,
    send,
    renew,
    check,
    end,
    leave,
  };
  return listener;

  function send(chunk: Uint8Array): void {
    if (gone) return;
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

  function check(): void | Promise<void> {
    const stays = request.mayStay?.() ?? true;
    if (stays === false) end();
    else if (stays !== true) {
      return stays.then((stays) => {
        if (!stays) end();
      }, () => {});
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
