/**
 * How the chat treats those who connect: `ok`; `mute` says nothing; `unreachable` refuses connections;
 * `hanging` does not answer them; `refusing` opens no channel; `taken` has every nickname.
 */
export type ChatMode = "ok" | "mute" | "unreachable" | "hanging" | "refusing" | "taken";

/** What a fan's program writes besides. */
interface Said {
  readonly user?: object;
  readonly chat?: object;
  readonly timestamp?: unknown;
}

/** A client that is connected. */
export interface ChatClient {
  /** Takes what the client sends. */
  receive(text: string): void;
  /** The client is gone. */
  leave(): void;
}

interface Connected {
  nickname: string;
  channel: string;
  readonly send: (text: string) => void;
  readonly end: () => void;
}

/** IDN's chat, as those who read it describe it: IRC, in messages of a WebSocket. */
export type FakeChat = ReturnType<typeof createFakeChat>;

/** Creates a chat whose rooms are empty. */
export function createFakeChat() {
  const clients = new Set<Connected>();
  let said = 0;
  const chat = {
    mode: "ok" as ChatMode,
    /** Connections so far. */
    connections: 0,
    /** All lines that clients have sent, in order. */
    lines: [] as string[],
    /** The channels in which somebody is, one for each client. */
    channels: (): string[] =>
      [...clients].map(({ channel }) => channel).filter((one) => one !== "").sort(),
    /** How many are connected. */
    clients: (): number => clients.size,
    /** Sends a message of a fan to a room. */
    say(room: string, message: string, more: Said = {}): void {
      chat.raw(room, `${lineOf(room, message, more)}\r\n`);
    },
    /** Sends all in a room a message of the socket as it is. */
    raw(room: string, text: string): void {
      for (const one of clients) if (one.channel === `#${room}`) one.send(text);
    },
    /** Ends all connections. */
    cut(): void {
      for (const one of [...clients]) {
        clients.delete(one);
        one.end();
      }
    },
    /** Lets a client in; `send` sends it a message of the socket, `end` ends its connection. */
    connect(send: (text: string) => void, end: () => void): ChatClient {
      const one: Connected = { nickname: "", channel: "", send, end };
      clients.add(one);
      chat.connections++;
      return {
        receive: (text) => text.split("\r\n").filter((line) => line !== "").forEach(take),
        leave: () => void clients.delete(one),
      };

      function take(line: string): void {
        chat.lines.push(line);
        const [command, word = ""] = line.split(" ");
        if (chat.mode === "mute") return;
        if (command === "NICK" && chat.mode === "taken") {
          return send(`:irc.example 433 * ${word} :Nickname is already in use\r\n`);
        }
        if (command === "NICK") one.nickname = word;
        if (command === "USER" && one.nickname !== "") {
          // Several lines in one message.
          send(`:irc.example NOTICE * :Hello\r\n:irc.example 001 ${one.nickname} :Welcome\r\n`);
        }
        if (command === "JOIN") join(word);
      }

      function join(channel: string): void {
        if (chat.mode === "refusing") {
          return send(`:irc.example 403 ${one.nickname} ${channel} :No such channel\r\n`);
        }
        one.channel = channel;
        send(`:${one.nickname}!u@host JOIN ${channel}\r\n`);
      }
    },
    /** The line of a message of a fan. */
    lineOf,
  };
  return chat;

  function lineOf(
    room: string,
    message: string,
    { user, chat, ...more }: Said = {},
  ): string {
    const fan = { name: "Fan", username: "fan", avatar_url: "https://cdn.idn.example/fan.png" };
    const value = {
      user: { ...fan, color_code: "#fff", level_tier: 1, ...user },
      chat: { id: `m${++said}`, message, ...chat },
      ...more,
    };
    return `:fan!u@host PRIVMSG #${room} :${JSON.stringify(value)}`;
  }
}

/** A chat on a port of loopback, over real WebSockets. */
interface FakeChatServer extends AsyncDisposable {
  readonly chat: FakeChat;
  /** For `IDN_CHAT_URL`. */
  readonly url: string;
}

/** Starts it on a free port. */
export function startFakeChat(): FakeChatServer {
  const chat = createFakeChat();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => {
      if (request.headers.get("upgrade") !== "websocket") {
        return new Response(null, { status: 426 });
      }
      if (chat.mode === "unreachable") return new Response(null, { status: 503 });
      if (chat.mode === "hanging") return new Promise<Response>(() => {});
      const { socket, response } = Deno.upgradeWebSocket(request, { idleTimeout: 0 });
      let client: ChatClient | undefined;
      socket.onopen = () => {
        client = chat.connect(
          (text) => socket.readyState === WebSocket.OPEN && socket.send(text),
          () => socket.close(),
        );
      };
      socket.onmessage = ({ data }) => client?.receive(String(data));
      socket.onclose = () => client?.leave();
      socket.onerror = () => client?.leave();
      return response;
    },
  );
  return {
    chat,
    url: `ws://127.0.0.1:${server.addr.port}/`,
    async [Symbol.asyncDispose]() {
      chat.cut();
      await server.shutdown();
    },
  };
}
