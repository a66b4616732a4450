/** One server-sent event. */
export interface HeardEvent {
  readonly id: number;
  readonly event: string;
  // deno-lint-ignore no-explicit-any
  readonly data: any;
}

/** A client of an event stream that keeps what it hears. */
export interface Listener {
  /** Everything so far, as it came. */
  text(): string;
  /** Whether the server has ended the stream. */
  closed(): boolean;
  /** Goes away, as a client that closes its connection. */
  cancel(): Promise<void>;
}

/** Listens to the body of an answer. */
export function listen(response: Response): Listener {
  const reader = response.body!.pipeThrough(new TextDecoderStream() as never)
    .getReader() as ReadableStreamDefaultReader<string>;
  let text = "";
  let closed = false;
  const read = async () => {
    for (let got = await reader.read(); !got.done; got = await reader.read()) text += got.value;
    closed = true;
  };
  read().catch(() => closed = true);
  return { text: () => text, closed: () => closed, cancel: () => reader.cancel() };
}

/** Reads `text/event-stream` as a browser does (HTML standard, 9.2.6): comments are no events. */
export function eventsOf(text: string): HeardEvent[] {
  const whole = text.slice(0, text.lastIndexOf("\n\n") + 2);
  return whole.split("\n\n").flatMap((block) => {
    const fields = new Map(
      block.split("\n").map((line) => {
        const colon = line.indexOf(":");
        return [line.slice(0, colon), line.slice(colon + 1).trimStart()];
      }),
    );
    const data = fields.get("data");
    if (data === undefined) return [];
    const id = Number(fields.get("id"));
    return { id, event: fields.get("event") ?? "message", data: JSON.parse(data) };
  });
}

/** Each event in a few words: `3 started idn-hello`, `1 snapshot idn-a,idn-b`. */
export function namesOf(text: string): string[] {
  return eventsOf(text).map(({ id, event, data }) => {
    const ids = Array.isArray(data) ? data.map((entry) => entry.id) : data.id;
    return `${id} ${event} ${ids}`;
  });
}
