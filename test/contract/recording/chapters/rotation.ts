import { type RecordedRequest, request } from "../request_line.ts";

const PATH = "/v1/key/rotate";

/** Rotations that are refused. */
export function rotation(): RecordedRequest[] {
  return [
    ...["POST", "GET", "HEAD", "DELETE", "PUT", "OPTIONS"].map((method) =>
      request(method, PATH, { headers: [["x-api-key", "{key}"]] })
    ),
    request("POST", PATH, {}),
    request("POST", PATH, { headers: [["x-priority-token", "{token}"]] }),
  ];
}
