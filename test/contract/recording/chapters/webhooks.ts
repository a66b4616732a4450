import type { DirectNet } from "../../../support/opening.ts";
import { type RecordedRequest, request } from "../request_line.ts";

const PATH = "/v1/webhooks";

/** Webhooks of keys: registered, refused, tried, ended, and asked for by whom they are not for. */
export function webhooks(): RecordedRequest[] {
  const ofKey = (method: string, path = PATH, body?: unknown) =>
    request(method, path, {
      headers: [["x-api-key", "{key}"]],
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const own = `${PATH}/{webhook}`;
  return [
    ofKey("GET"),
    ofKey("POST", PATH, { url: "https://good.example/hook", types: ["live.started"] }),
    ofKey("GET"),
    ofKey("HEAD"),
    ofKey("POST", `${own}/test`),
    ofKey("GET", `${own}/deliveries`),
    ofKey("GET", own),
    ...REFUSED.map((body) => ofKey("POST", PATH, body)),
    ...["GET", "POST", "DELETE", "PUT", "OPTIONS"].flatMap((method) =>
      [PATH, `${PATH}/w_nobody`, `${PATH}/w_nobody/test`, `${PATH}/w_nobody/deliveries`].flatMap((
        path,
      ) => [
        ofKey(method, path),
        request(method, path, {}),
        request(method, path, { headers: [["x-priority-token", "{token}"]] }),
      ])
    ),
    ofKey("DELETE", own),
    ofKey("DELETE", own),
    ofKey("GET"),
  ];
}

const REFUSED = [
  {},
  { url: "good.example" },
  { url: "https://me:word@good.example/" },
  { url: "https://private.example/" },
  { url: "https://silent.example/" },
  { url: "https://wrong.example/", groups: ["melati"] },
  { url: "https://good.example/", format: "discord" },
  { url: "https://good.example/", format: "ntfy" },
  { url: "https://good.example/hook", mention: "123456789012345678" },
  { url: "https://good.example/hook", format: "discord", mention: "everyone" },
  { url: "https://good.example/", groups: ["nowhere"] },
  { url: "https://good.example/", members: ["nobody"] },
  { url: "https://good.example/", types: ["live.paused"] },
];

/** The addresses that the chapter names. */
export const WEBHOOK_ADDRESSES: DirectNet = {
  resolve: (name) => Promise.resolve([name === "private.example" ? "10.0.0.7" : "93.184.215.14"]),
  fetchFrom(_address, url, init = {}) {
    const { hostname } = new URL(url);
    if (hostname === "silent.example") return Promise.reject(new Error("Nobody there"));
    if (hostname === "wrong.example") return Promise.resolve(new Response("hello"));
    return Promise.resolve(new Response(String(init.body)));
  },
};
