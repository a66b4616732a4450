/** What came back over a socket; status 0 where the server hung up without a word. */
export interface Reply {
  readonly status: number;
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Longest wait for a reply, in ms; a server that goes on waiting is one that answered nothing. */
const PATIENCE_MS = 5000;

/**
 * Sends bytes as they are and reads until the server closes, so a request asks for
 * `Connection: close`. Text is sent as UTF-8. `half`: the sending side is closed at once.
 */
export async function exchange(
  address: { hostname: string; port: number },
  request: string | Uint8Array,
  { half = false } = {},
): Promise<Reply> {
  const connection = await Deno.connect(address);
  const timer = setTimeout(() => connection.close(), PATIENCE_MS);
  const bytes = typeof request === "string" ? new TextEncoder().encode(request) : request;
  const sending = send(connection, bytes, half);
  const text = await receive(connection);
  await sending;
  clearTimeout(timer);
  try {
    connection.close();
  } catch {
    // The timer has closed it.
  }
  return parse(text);
}

/** A server may answer and hang up before it has read everything. */
async function send(connection: Deno.TcpConn, bytes: Uint8Array, half: boolean): Promise<void> {
  try {
    for (let done = 0; done < bytes.length;) done += await connection.write(bytes.subarray(done));
    if (half) await connection.closeWrite();
  } catch {
    // Whether it answered is what counts.
  }
}

async function receive(connection: Deno.TcpConn): Promise<string> {
  const decoder = new TextDecoder("latin1");
  const buffer = new Uint8Array(65_536);
  let text = "";
  try {
    for (let read = 0; (read = await connection.read(buffer) ?? 0) > 0;) {
      text += decoder.decode(buffer.subarray(0, read));
    }
  } catch {
    // Reset, or closed by the timer: what came before counts.
  }
  return text;
}

function parse(text: string): Reply {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return { status: 0, headers: {}, body: "" };
  const [first = "", ...lines] = text.slice(0, end).split("\r\n");
  const headers = lines.map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  const status = Number(first.split(" ")[1]);
  return { status, headers: Object.fromEntries(headers), body: text.slice(end + 4) };
}
