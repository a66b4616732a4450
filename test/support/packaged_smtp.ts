import { SMTPServer } from "smtp-server";

/** A mail server from a package, by which letters are held against another program than our own. */
export interface PackagedSmtp extends AsyncDisposable {
  /** `smtp://127.0.0.1:PORT`. */
  readonly url: string;
  /** The letters as they came over the wire. */
  readonly letters: readonly string[];
}

/** Starts it on loopback. */
export async function startPackagedSmtp(): Promise<PackagedSmtp> {
  const letters: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream: AsyncIterable<Uint8Array>, _session: unknown, done: (error?: Error) => void) {
      const decoder = new TextDecoder();
      let text = "";
      const read = async () => {
        for await (const part of stream) text += decoder.decode(part, { stream: true });
        letters.push(text);
        done();
      };
      read().catch(done);
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const { port } = server.server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    letters,
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** The address of the page in a letter, whose lines are quoted-printable or plain (RFC 2045). */
export function linkInLetter(letter: string): string {
  const plain = letter.replaceAll(/=\r?\n/g, "").replaceAll("=3D", "=");
  const [link] = /http:\/\/\S+\/key\/\S+/.exec(plain) ?? [];
  if (link === undefined) throw new Error(`No link: ${letter}`);
  return link;
}
