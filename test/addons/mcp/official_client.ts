import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

/** The ways in which the official client finds the era of a server. */
export const MODES = ["legacy", "auto", { pin: "2026-07-28" }] as const;

/** The official client, connected; `headers` are sent with each request. */
export async function connectClient(
  address: string,
  mode: (typeof MODES)[number],
  headers: Record<string, string> = {},
): Promise<Client & AsyncDisposable> {
  const client = new Client(
    { name: "oshibase-test", version: "1.0.0" },
    { versionNegotiation: { mode } },
  );
  const transport = new StreamableHTTPClientTransport(new URL(address), {
    requestInit: { headers },
  });
  await client.connect(transport);
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}
