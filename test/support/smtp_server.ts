/** A letter as it came over the wire, its header lines and its body decoded. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
}

/** A mail server that keeps what it is sent (RFC 5321, as much of it as a client needs). */
export interface SmtpServer extends AsyncDisposable {
  /** `smtp://127.0.0.1:PORT`. */
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  /** Who logged in: `user:password`. */
  readonly logins: readonly string[];
}

/** Starts one on loopback; recipients that `refuses` names are turned away. */
export function startSmtpServer(refuses: (recipient: string) => boolean = () => false): SmtpServer {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const mails: ReceivedMail[] = [];
  const logins: string[] = [];
  const open = new Set<Deno.Conn>();
  const talks: Promise<void>[] = [];
  const accept = async () => {
    for await (const connection of listener) {
      open.add(connection);
      talks.push(
        talk(connection, { mails, logins, refuses }).finally(() => open.delete(connection)),
      );
    }
  };
  const accepting = accept();
  return {
    url: `smtp://127.0.0.1:${(listener.addr as Deno.NetAddr).port}`,
    mails,
    logins,
    async [Symbol.asyncDispose]() {
      listener.close();
      await accepting.catch(() => {});
      for (const connection of open) connection.close();
      await Promise.allSettled(talks);
    },
  };
}

async function talk(
  connection: Deno.Conn,
  { mails, logins, refuses }: {
    mails: ReceivedMail[];
    logins: string[];
    refuses: (recipient: string) => boolean;
  },
): Promise<void> {
  const encoder = new TextEncoder();
  const say = (line: string) => connection.write(encoder.encode(`${line}\r\n`));
  let from = "";
  let to: string[] = [];
  await say("220 test ESMTP");
  const lines = linesOf(connection);
  for await (const line of lines) {
    const word = line.slice(0, 4).toUpperCase();
    const address = /<([^>]*)>/.exec(line)?.[1] ?? "";
    if (word === "EHLO") await say("250-test\r\n250 AUTH PLAIN");
    else if (word === "AUTH") {
      logins.push(atob(line.slice("AUTH PLAIN ".length)).slice(1).replace("\0", ":"));
      await say("235 Welcome");
    }
    if (word === "MAIL") [from, to] = [address, []];
    else if (word === "RCPT" && refuses(address)) {
      await say("550 No such mailbox");
      continue;
    } else if (word === "RCPT") to.push(address);
    else if (word === "DATA") {
      await say("354 Go on");
      mails.push({ from, to, ...parseMail(await readData(lines)) });
    } else if (word === "QUIT") {
      await say("221 Bye");
      break;
    }
    if (word !== "EHLO" && word !== "AUTH") await say("250 OK");
  }
  try {
    connection.close();
  } catch {
    // The client was first.
  }
}

async function* linesOf(connection: Deno.Conn): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(65_536);
  let rest = "";
  while (true) {
    const length = await connection.read(buffer).catch(() => null);
    if (length === null) return;
    const parts = (rest + decoder.decode(buffer.subarray(0, length), { stream: true })).split(
      "\r\n",
    );
    rest = parts.pop()!;
    yield* parts;
  }
}

async function readData(lines: AsyncGenerator<string>): Promise<string[]> {
  const data: string[] = [];
  while (true) {
    const { value, done } = await lines.next();
    if (done || value === ".") return data;
    data.push(value.replace(/^\.\./, "."));
  }
}

function parseMail(lines: readonly string[]): Pick<ReceivedMail, "headers" | "text"> {
  const end = lines.indexOf("");
  const unfolded = lines.slice(0, end).join("\n").replace(/\n[ \t]+/g, " ").split("\n");
  const headers = new Map(unfolded.map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  }));
  const body = lines.slice(end + 1).join("\n");
  return { headers, text: decodeBody(body, headers.get("content-transfer-encoding") ?? "") };
}

function decodeBody(body: string, encoding: string): string {
  if (encoding === "base64") return new TextDecoder().decode(Uint8Array.fromBase64(body));
  if (encoding !== "quoted-printable") return body;
  const bytes = body.replace(/=\n/g, "").replace(
    /=([0-9A-F]{2})/g,
    (_, hex) => String.fromCharCode(parseInt(hex, 16)),
  );
  return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
}
