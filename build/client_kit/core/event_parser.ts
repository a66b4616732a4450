/**
 * What a stream says: an event, a place in the stream (the id of a block without data), or how long to
 * wait before the client connects again, in ms.
 */
export type StreamPart =
  | { readonly id: string; readonly event: string; readonly data: string }
  | { readonly id: string }
  | { readonly retry: number };

/** Creates a parser of server-sent events that takes their text in pieces (HTML standard, 9.2.6). */
export function createEventParser(lastEventId: string): (piece: string) => StreamPart[] {
  let rest = "";
  let id = lastEventId;
  let event = "";
  let data: string[] = [];

  function* readLine(line: string): Generator<StreamPart> {
    if (line === "") {
      if (data.length > 0) yield { id, event: event || "message", data: data.join("\n") };
      else yield { id };
      event = "";
      data = [];
    }
    const [, name, value = ""] = /^([^:]*)(?:: ?([^]*))?$/.exec(line)!;
    if (name === "id" && !value.includes("\0")) id = value;
    else if (name === "event") event = value;
    else if (name === "data") data.push(value);
    else if (name === "retry" && /^\d+$/.test(value)) yield { retry: Number(value) };
  }

  return (piece) => {
    // A carriage return at the end may be the first half of a line's end.
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop()!;
    return lines.flatMap((line) => [...readLine(line)]);
  };
}
