import { type RecordedRequest, request } from "../request_line.ts";

const PATH = "/v1/key/feeds";

/** Feed tokens of keys: made, ended, and asked for by whom they are not for. */
export function feedTokens(): RecordedRequest[] {
  const as = (header: string, secret: string, method: string, path = PATH) =>
    request(method, path, { headers: [[header, secret]] });
  const ofKey = (key: string, method: string, path = PATH) =>
    as("x-api-key", `{${key}}`, method, path);
  const methods = ["GET", "HEAD", "POST", "DELETE", "PUT", "OPTIONS"];
  return [
    ...["open", "narrow", "abroad", "tiny", "full", "expired", "revoked", "replaced"].flatMap((
      key,
    ) => ["GET", "POST", "GET"].map((method) => ofKey(key, method))),
    ...methods.map((method) => ofKey("narrow", method)),
    ...methods.map((method) => ofKey("narrow", method, `${PATH}/f_nobody`)),
    ofKey("key", "DELETE"),
    ofKey("narrow", "DELETE"),
    ofKey("narrow", "DELETE"),
    ofKey("narrow", "GET"),
    ...["GET", "POST", "DELETE"].flatMap((method) => {
      const path = method === "DELETE" ? `${PATH}/f_nobody` : PATH;
      return [
        request(method, path, {}),
        as("x-priority-token", "{token}", method, path),
        as("x-priority-token", "{feed}", method, path),
        as("authorization", "Bearer {feed}", method, path),
        request(method, `${path}?feed={feed}`, {}),
        request(method, path, { headers: [["username", "root"], ["password", "good password"]] }),
      ];
    }),
    request("POST", PATH, { body: '{"apikey":"{key}"}' }),
    request("POST", PATH, { body: '{"feed":"{feed}"}' }),
  ];
}
