import { type RecordedRequest, request } from "../request_line.ts";

/** What changed, asked for by keys and others, with cursors that are and are none. */
export function contentChanges(): RecordedRequest[] {
  const queries = [
    ...["", "?since=", "?since=nobody", "?since=0123456789ab", "?since=0123456789ab.1"],
    "?since=0123456789ab.9999999999999999",
  ];
  const as = (header: string, secret: string) =>
    queries.map((query) => request("GET", `/v1/changes${query}`, { headers: [[header, secret]] }));
  return [
    ...as("x-api-key", "{narrow}"),
    ...as("x-priority-token", "{token}"),
    ...as("x-priority-token", "{feed}"),
    request("HEAD", "/v1/changes", { headers: [["x-api-key", "{narrow}"]] }),
    request("GET", "/v1/changes", {}),
  ];
}
