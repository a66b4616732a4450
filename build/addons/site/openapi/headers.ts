import type { JsonSchema } from "../../../../src/http/error_table.ts";
import { componentName, type Components } from "./components.ts";
import { EVERY_RESPONSE, IGNORED, REQUEST_ID } from "../../../../src/http/fixed_headers.ts";

const text = (description: string, schema: JsonSchema = {}): JsonSchema => ({
  description,
  schema: { type: "string", ...schema },
});

const fixed = (name: string) => EVERY_RESPONSE.find(([known]) => known === name)![1];

/** Every header that responses carry beyond those of HTTP itself, by name in lower case. */
const HEADERS: Readonly<Record<string, JsonSchema>> = {
  "access-control-allow-origin": text(
    "Pages of every site may read the response.",
    { const: fixed("access-control-allow-origin") },
  ),
  "access-control-expose-headers": text("The headers that pages may read.", {
    const: fixed("access-control-expose-headers"),
  }),
  "x-content-type-options": text("The media type is the one in Content-Type.", {
    const: fixed("x-content-type-options"),
  }),
  "referrer-policy": text("No address is sent on as a referrer.", {
    const: fixed("referrer-policy"),
  }),
  [REQUEST_ID]: text("Names the request, for questions to the operators.", {
    pattern: "^[A-Za-z0-9._-]{1,64}$",
  }),
  [IGNORED]: text(
    "Parameters that were not taken as they came: unknown ones, and a perpage above 100. At most five; what may be a credential is left out.",
    { pattern: "^[A-Za-z0-9_.-]{1,24}(, [A-Za-z0-9_.-]{1,24}){0,4}$" },
  ),
  "strict-transport-security": text("Over https: come back over https."),
  "cache-control": text("Who may keep the response, and how many seconds.", {
    pattern: "^(no-store|(private|public), max-age=\\d+)$",
  }),
  "deno-cdn-cache-control": text("No shared cache keeps it.", { const: "no-store" }),
  "etag": text("Names these bytes, for If-None-Match.", { pattern: '^"[^"]+"$' }),
  "vary": text("The request headers that the response depends on."),
  "content-encoding": text("How the body is compressed, where the client takes that.", {
    enum: ["br", "gzip"],
  }),
  "content-disposition": text("What to call the file.", {
    pattern: '^attachment; filename="[a-z0-9.-]+"$',
  }),
  "repr-digest": text("The SHA-256 digest of the file in its content coding (RFC 9530).", {
    pattern: "^sha-256=:[A-Za-z0-9+/]{43}=:$",
  }),
  "content-security-policy": text("What the page may load and do."),
  "link": text(
    "Other pages of the list: first, prev, next, last (RFC 8288). If the end of the service is announced, the one that goes on: successor-version.",
  ),
  "help": text("Where the documents explain the refusal (RFC 8288).", {
    pattern:
      '^(?:<[^>]+>; rel="successor-version", )?</docs/errors#[A-Z_]+>; rel="help"(?:, <[^>]+>; rel="successor-version")?$',
  }),
  "ratelimit-policy": text("The key's quota: requests, and seconds of its period.", {
    pattern: '^"quota";q=\\d+(;w=\\d+)?$',
  }),
  "ratelimit": text("The remaining requests, and seconds until the quota is whole again.", {
    pattern: '^"quota";r=\\d+;t=\\d+$',
  }),
  "retry-after": text("Seconds to wait.", { pattern: "^\\d+$" }),
  "allow": text("The methods that the path takes."),
  "x-live-sources": text("How fresh each platform's part is.", { pattern: "^[a-z]+;" }),
  "x-accel-buffering": text("Proxies pass events on at once.", { const: "no" }),
  "sunset": text("From when the service may answer no more (RFC 8594)."),
};

/** What every response carries; what has a question mark is not always there. */
const OF_ALL: readonly string[] = [
  ...EVERY_RESPONSE.map(([name]) => name),
  ...[REQUEST_ID, `${IGNORED}?`, "strict-transport-security?"],
  // Both only if the end of the service is announced.
  ...["sunset?", "link?"],
];

/** The headers of a response, linked; of two of one name the last counts. `help` is a `link` too. */
export function linkedHeaders(
  components: Components,
  names: readonly string[],
): Record<string, JsonSchema> {
  return Object.fromEntries(
    [...OF_ALL, ...names].map((name) => {
      const own = name.replace("?", "");
      const header = HEADERS[own]!;
      const link = own === name
        ? components.link("headers", componentName(own, "always"), () => ({
          ...header,
          required: true,
        }))
        : components.link("headers", componentName(own), () => header);
      return [own === "help" ? "link" : own, link];
    }),
  );
}
