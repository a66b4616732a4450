import { SMTPServer } from "smtp-server";

/** A letter as it came over the wire, its header lines and its body decoded. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
}

/** A mail server that keeps what it is sent. */
export interface SmtpServer extends AsyncDisposable {
  /** `smtp://127.0.0.1:PORT`. */
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  /** Who logged in: `user:password`. */
  readonly logins: readonly string[];
}

/** Starts one on loopback; recipients that `refuses` names are turned away. */
export async function startSmtpServer(
  refuses: (recipient: string) => boolean = () => false,
): Promise<SmtpServer> {
  const mails: ReceivedMail[] = [];
  const logins: string[] = [];
  const server = new SMTPServer({
    ...{ authOptional: true, allowInsecureAuth: true, disabledCommands: ["STARTTLS"] },
    closeTimeout: 100,
    onAuth({ username, password }, _session, done) {
      logins.push(`${username}:${password}`);
      done(null, { user: username });
    },
    onRcptTo: ({ address }, _session, done) =>
      done(refuses(address) ? new Error("No such mailbox") : null),
    onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
      const from = mailFrom === false ? "" : mailFrom.address;
      textOf(stream).then((letter) => {
        mails.push({ from, to: rcptTo.map(({ address }) => address), ...parseMail(letter) });
        done(null);
      }, done);
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const { port } = server.server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    logins,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function textOf(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const part of stream) text += decoder.decode(part, { stream: true });
  return text.replaceAll("\r\n", "\n");
}

function parseMail(letter: string): Pick<ReceivedMail, "headers" | "text"> {
  const end = letter.indexOf("\n\n");
  const headers = new Map(
    letter.slice(0, end).replace(/\n[ \t]+/g, " ").split("\n").map((line): [string, string] => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const encoding = headers.get("content-transfer-encoding") ?? "";
  return { headers, text: decodeBody(letter.slice(end + 2), encoding) };
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
