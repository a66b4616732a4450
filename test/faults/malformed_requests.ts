import type { Prng } from "../support/prng.ts";

/** The parts of a request, each of which may be spoilt. */
interface Parts {
  method: string;
  target: string;
  version: string;
  headers: string[];
  body: string;
  end: string;
}

const TARGETS = [
  ...["/api/bunga/members?q=", "/api/bunga/member/", "/api/kebun/birthdays/"],
  ...["/v1/birthdays/today?timezone=", "/v1/events?after=", "/api/admin/keys?search="],
  ...["/api/codes/verify?code=", "/docs/", "/admin/", "/"],
];

const METHODS = ["GET", "HEAD", "POST", "PUT", "OPTIONS", "DELETE", "PATCH"];

/** Each spoils the parts of a request that is whole otherwise; `mark` is in what the caller sent. */
const SPOILERS: Readonly<Record<string, (parts: Parts, prng: Prng, mark: string) => void>> = {
  percent: (parts, { pick }) => {
    parts.target += pick(["%", "%zz", "%f", "%00", "%c3%28", "%ff%fe", "%ed%a0%80", "%2e%2e%2f"]);
  },
  control: (parts, { pick }) => {
    const at = Math.floor(parts.target.length / 2);
    const byte = pick(["\0", "\x01", "\x7f", "\t", " ", "\x0b", "\x1b[31m", "\u0080"]);
    parts.target = parts.target.slice(0, at) + byte + parts.target.slice(at);
  },
  long: (parts, { pick }, mark) => void (parts.target += mark.repeat(pick([100, 1_000, 5_000]))),
  target: (parts, { pick }, mark) => {
    parts.target = pick([
      ...["", "*", "//", "/..", "/../../etc/passwd", "/./././", "\\", "http://", "?", "#", "/#"],
      ...[`http://${mark}/v1/key`, `//${mark}/`, `${mark}:443`, `/;${mark}`, `/?${mark}&&==&`],
    ]);
  },
  method: (parts, { pick }, mark) => {
    parts.method = pick(["", "get", "G T", "G\tT", "CONNECT", "TRACE", "PRI", "(", mark, "é"]);
  },
  version: (parts, { pick }) => {
    parts.version = pick(["", "HTTP", "HTTP/0.9", "HTTP/1.0", "HTTP/1.2", "HTTP/2.0", "HTTP/9.9"]);
  },
  host: (parts, { pick }, mark) => {
    parts.headers = parts.headers.filter((line) => !line.startsWith("Host"));
    const odd = ["", " ", "a b", "[::1", "x:99999", "x:-1", `${mark}@x`, "é", "x/y", "x,y", "\x01"];
    parts.headers.push(...pick([[], [`Host: ${pick(odd)}`], ["Host: x", `Host: ${mark}`]]));
  },
  header: (parts, { pick }, mark) => {
    parts.headers.push(pick([
      ...[mark, ": x", `x y: ${mark}`, `x\0: ${mark}`, `x: a\0${mark}`, `x: ${mark}\x01`],
      ...[` folded ${mark}`, "x:", `é: ${mark}`, `x: \xff${mark}`, "x: \r", "\rx: y"],
    ]));
  },
  headers: (parts, { pick }, mark) => {
    for (let n = pick([50, 101, 300]); n > 0; n--) parts.headers.push(`x-${n}: ${mark}`);
  },
  huge: (parts, { pick }, mark) => {
    parts.headers.push(`x-huge: ${mark.repeat(pick([1_000, 6_000, 40_000]))}`);
  },
  credential: (parts, { pick }, mark) => {
    const name = pick(["x-api-key", "x-priority-token", "username", "password", "authorization"]);
    const values = ["", mark, `Bearer ${mark}`, "Basic ====", "J-osb_", mark.repeat(500), "\xe9"];
    for (let n = pick([1, 2, 20]); n > 0; n--) parts.headers.push(`${name}: ${pick(values)}`);
  },
  conditional: (parts, { pick }, mark) => {
    const name = pick(["If-None-Match", "Accept-Encoding", "Last-Event-ID", "Range", "Expect"]);
    parts.headers.push(
      `${name}: ${pick(["", '"', "*,*", "W/", `"${mark}`, ";q=", "a;q=9", "-1"])}`,
    );
  },
  forwarded: (parts, { pick }, mark) => {
    const name = pick(["X-Forwarded-For", "X-Forwarded-Proto", "X-Request-Id", "Origin"]);
    parts.headers.push(
      `${name}: ${pick(["", mark, "1.2.3.4,,", "::", "[::]:1", ",".repeat(900)])}`,
    );
  },
  length: (parts, { pick }) => {
    const lengths = ["", "5, 6", ..."-1 x 1e9 99999999999999999999 0x10 5000 9 +2".split(" ")];
    for (let n = pick([1, 1, 2]); n > 0; n--) {
      parts.headers.push(`Content-Length: ${pick(lengths)}`);
    }
    parts.body = pick(["", "{}", "{"]);
  },
  chunks: (parts, { pick }, mark) => {
    parts.method = "POST";
    parts.headers.push(`Transfer-Encoding: ${pick(["chunked", "chunked, chunked", "gzip", mark])}`);
    parts.body = pick([
      ...["0\r\n\r\n", "zz\r\n", "-1\r\n\r\n"],
      ...["ffffffffffffffffff\r\n", "5\r\nab", "2;"],
    ]);
  },
  json: (parts, { pick }, mark) => {
    parts.method = pick(["POST", "PUT"]);
    parts.body = pick([
      ...["{", "[]", "null", '"', "{}{}", "\0", '{"a":1e999}', "[".repeat(3_000), "\xff\xfe"],
      ...[`{"apikey":"${mark}"}`, `{"timezone":["${mark}"]}`, `{"__proto__":{"x":"${mark}"}}`],
    ]);
    parts.headers.push("Content-Type: application/json", `Content-Length: ${parts.body.length}`);
  },
  ending: (parts, { pick }) => void (parts.end = pick(["\n", "\r", "\n\r", "\r\n\r\n"])),
};

const KINDS = [...Object.keys(SPOILERS), "cut", "garbage"];

/** Bytes that are not quite a request, with `mark` in them, and which way of going wrong they are. */
export function malformedRequest(prng: Prng, mark: string): { kind: string; bytes: Uint8Array } {
  const { pick, between, happens } = prng;
  const kind = pick(KINDS);
  const parts: Parts = {
    method: pick(METHODS),
    target: pick(TARGETS) + mark,
    version: "HTTP/1.1",
    headers: ["Host: 127.0.0.1", `User-Agent: ${mark}`],
    body: "",
    end: "\r\n",
  };
  SPOILERS[kind]?.(parts, prng, mark);
  if (happens(0.3)) SPOILERS[pick(Object.keys(SPOILERS))]!(parts, prng, mark);
  const { method, target, version, headers, body, end } = parts;
  const text = [[method, target, version].join(" "), ...headers, "", body].join(end);
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  if (kind === "cut") return { kind, bytes: bytes.slice(0, between(0, text.length - 1)) };
  for (let n = kind === "garbage" ? between(1, 12) : 0; n > 0; n--) {
    bytes[between(0, bytes.length - 1)] = between(0, 255);
  }
  return { kind, bytes };
}
