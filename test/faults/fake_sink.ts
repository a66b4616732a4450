import { createHmac, timingSafeEqual } from "node:crypto";
import { Buffer } from "node:buffer";

/** A use as a webhook gets it. */
export interface SunkUse {
  readonly seq: number;
  readonly endpoint: string;
  readonly [field: string]: unknown;
}

/** One post that arrived whole and was signed by the secret. */
export interface SunkMessage {
  readonly id: string;
  readonly uses: readonly SunkUse[];
}

/** A receiver of Standard Webhooks over real HTTP, which checks what it gets as the standard asks. */
export interface FakeSink extends AsyncDisposable {
  readonly url: string;
  /** For AUDIT_SINK_SECRET. */
  readonly secret: string;
  readonly messages: readonly SunkMessage[];
  /** Why posts were refused. */
  readonly faults: readonly string[];
  /** What is answered from now on; 204 at first. */
  answer: number;
}

const KEY = "a sink's own secret, 24 bytes or more";
const TOLERANCE_S = 300;

/** Starts the receiver on a free port of the loopback address. */
export function createFakeSink(): FakeSink {
  const messages: SunkMessage[] = [];
  const faults: string[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    const body = await request.text();
    const fault = faultOf(request.headers, body);
    if (fault !== undefined) {
      faults.push(fault);
      return new Response(fault, { status: 400 });
    }
    if (sink.answer < 300) {
      const { data } = JSON.parse(body);
      messages.push({ id: request.headers.get("webhook-id")!, uses: data.uses });
    }
    return new Response(null, { status: sink.answer });
  });
  const sink: FakeSink = {
    url: `http://127.0.0.1:${server.addr.port}/hook/sink-address-never-in-a-log`,
    secret: `whsec_${btoa(KEY)}`,
    messages,
    faults,
    answer: 204,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
  return sink;
}

function faultOf(headers: Headers, body: string): string | undefined {
  const [id, timestamp, signatures] = ["id", "timestamp", "signature"]
    .map((name) => headers.get(`webhook-${name}`));
  if (!id || !timestamp || !signatures) return "a header is missing";
  if (Math.abs(Date.now() / 1_000 - Number(timestamp)) > TOLERANCE_S) return "it is too old";
  const expected = createHmac("sha256", KEY).update(`${id}.${timestamp}.${body}`).digest();
  const isSigned = signatures.split(" ").some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ""), "base64");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isSigned ? undefined : "the signature is wrong";
}
