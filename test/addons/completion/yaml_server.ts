/** Its packages are pinned beside this file, and fetched where this test is run. */
const LANGUAGE_SERVER = "npm:yaml-language-server@2.0.0";
const LOCK = new URL("deno.lock", import.meta.url).pathname;

/** A message of JSON-RPC 2.0. */
interface RpcMessage {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
}

/** What an editor is offered at a place: the text it would write. */
export interface Offered {
  readonly label: string;
  readonly documentation?: unknown;
}

/**
 * The YAML language server, as an editor runs it: a process that is spoken to over its standard
 * input and output (Language Server Protocol 3.17, base protocol).
 */
export async function startYamlServer(
  folder: string,
  settings: Record<string, unknown>,
): Promise<YamlServer> {
  const process = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "--quiet", "--allow-all", "--no-config", `--lock=${LOCK}`, "--frozen"],
      ...[LANGUAGE_SERVER, "--stdio"],
    ],
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const server = new YamlServer(process, settings);
  const rootUri = `file://${folder}`;
  await server.ask("initialize", {
    processId: null,
    rootUri,
    workspaceFolders: [{ uri: rootUri, name: "content" }],
    capabilities: {
      workspace: { configuration: true },
      textDocument: { completion: { completionItem: { snippetSupport: true } } },
    },
  });
  await server.tell("initialized", {});
  await server.tell("workspace/didChangeConfiguration", { settings });
  await server.configured;
  return server;
}

/** A question that takes longer has no answer. */
const MAX_WAIT_MS = 20_000;

/** A running server; it ends with the block that uses it. */
export class YamlServer implements AsyncDisposable {
  readonly #process: Deno.ChildProcess;
  readonly #settings: Record<string, unknown>;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  readonly #reading: Promise<void>;
  readonly #configured = Promise.withResolvers<void>();
  /** Fulfilled when the server has been given its settings. */
  readonly configured = this.#configured.promise;
  #lastId = 0;

  constructor(process: Deno.ChildProcess, settings: Record<string, unknown>) {
    this.#process = process;
    this.#settings = settings;
    this.#writer = process.stdin.getWriter();
    this.#reading = this.#read();
  }

  /** What it offers at the bar in the text of a file, which need not be on disk. */
  async complete(uri: string, text: string): Promise<Offered[]> {
    const [before = "", behind = ""] = text.split("|");
    const lines = before.split("\n");
    const position = { line: lines.length - 1, character: lines.at(-1)!.length };
    const document = { uri, languageId: "yaml", version: 1, text: before + behind };
    await this.tell("textDocument/didOpen", { textDocument: document });
    const found = await this.ask("textDocument/completion", { textDocument: { uri }, position });
    await this.tell("textDocument/didClose", { textDocument: { uri } });
    return (found as { items: Offered[] }).items;
  }

  async ask(method: string, params: unknown): Promise<unknown> {
    const id = ++this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#waiting.set(id, resolve);
    const late = setTimeout(() => reject(new Error(`${method} is not answered`)), MAX_WAIT_MS);
    await this.#send({ id, method, params });
    return await promise.finally(() => clearTimeout(late));
  }

  tell(method: string, params: unknown): Promise<void> {
    return this.#send({ method, params });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.ask("shutdown", null);
    await this.tell("exit", null);
    await this.#writer.close().catch(() => {});
    await this.#reading;
    await this.#process.status;
  }

  /** One write, so that an answer to the server does not fall between the parts of a question. */
  async #send(message: RpcMessage): Promise<void> {
    const encoder = new TextEncoder();
    const body = encoder.encode(JSON.stringify({ jsonrpc: "2.0", ...message }));
    const head = encoder.encode(`Content-Length: ${body.length}\r\n\r\n`);
    await this.#writer.write(joined(head, body));
  }

  async #read(): Promise<void> {
    let rest = new Uint8Array();
    for await (const chunk of this.#process.stdout) {
      rest = joined(rest, chunk);
      for (let part = firstMessage(rest); part !== undefined; part = firstMessage(rest)) {
        rest = rest.subarray(part.end);
        await this.#take(JSON.parse(part.text));
      }
    }
  }

  /** The server asks for settings; it is given those of the section that it names. */
  async #take(message: RpcMessage): Promise<void> {
    if (message.method === undefined) return this.#waiting.get(message.id!)?.(message.result);
    if (message.id === undefined) return;
    const { items = [] } = (message.params ?? {}) as { items?: { section?: string }[] };
    const result = message.method === "workspace/configuration"
      ? items.map(({ section }) => this.#settings[section ?? ""] ?? null)
      : null;
    await this.#send({ id: message.id, result });
    if (message.method === "workspace/configuration") this.#configured.resolve();
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(one.length + other.length);
  whole.set(one);
  whole.set(other, one.length);
  return whole;
}

function firstMessage(bytes: Uint8Array): { text: string; end: number } | undefined {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 200));
  const match = /Content-Length: (\d+)\r\n(?:[^\r]+\r\n)*\r\n/.exec(head);
  if (match === null) return undefined;
  const start = match.index + match[0].length;
  const end = start + Number(match[1]);
  if (bytes.length < end) return undefined;
  return { text: new TextDecoder().decode(bytes.subarray(start, end)), end };
}
