import { type RecordedRequest, request } from "../request_line.ts";

const PATH = "/v1/key/rotate";
const ORIGIN = "https://fan.example";

/** Rotations that are refused, and a key that is bound to a page. */
export function rotation(): RecordedRequest[] {
  const ofKey = (key: string, method: string, path: string, headers: [string, string][] = []) =>
    request(method, path, { headers: [["x-api-key", `{${key}}`], ...headers] });
  const data = ["/api/kembang/members", "/v1/birthdays/today", "/api/melati/members", "/v1/key"];
  return [
    ...["POST", "GET", "HEAD", "DELETE", "PUT", "OPTIONS"].map((method) =>
      ofKey("key", method, PATH)
    ),
    request("POST", PATH, {}),
    request("POST", PATH, { headers: [["x-priority-token", "{token}"]] }),
    ...data.flatMap((path) => [
      ofKey("page", "GET", path),
      ofKey("page", "GET", path, [["origin", ORIGIN]]),
      ofKey("page", "POST", path, [["origin", ORIGIN]]),
      ofKey("page", "GET", path, [["origin", "null"]]),
    ]),
  ];
}
