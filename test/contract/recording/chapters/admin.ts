import { type RecordedRequest, request } from "../request_line.ts";

const ROOT = [["username", "root"], ["password", "good password"]] as const;

/** What administrators look at and do, in an order in which the one leads to the other. */
export function admin(): RecordedRequest[] {
  const look = (path: string, method = "GET") =>
    request(method, `/api/admin/${path}`, { headers: ROOT });
  const act = (path: string, body: object | string) =>
    request("POST", `/api/admin/${path}`, {
      headers: ROOT,
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  const lists = [
    ...["keys", "tokens", "users", "codes", "audit", "audit/verify", "audit/export", "status"],
    ...["audit?limit=1", "audit?limit=0", "audit?limit=x", "audit/export?after=1&limit=1"],
    ...["keys/{key.id}", "keys/{key.id}/usage", "keys/{key.id}/usage?days=3", "keys/k_nobody"],
    ...["keys/{key.id}/usage?days=0", "keys/nothing/usage", "keys/{key.id}/nothing", "keys/"],
    ...["audit/verify?head=x", "keys?days=1", "backup", "restore", "codes/{code.id}"],
  ];
  const person = { owner: "Tari", email: "tari@fans.example" };
  return [
    ...lists.flatMap((path) => ["GET", "DELETE"].map((method) => look(path, method))),
    ...lists.map((path) => request("GET", `/api/admin/${path}`)),
    request("GET", "/api/admin/keys", {
      headers: [...ROOT, ["accept", "application/vnd.oshibase.outcome+json"]],
    }),
    request("GET", "/api/admin/keys", { headers: [["x-priority-token", "{token}"]] }),
    act("keys", person),
    act("keys", { ...person, plan: "gold" }),
    act("keys", { ...person, group: ["kembang", "nope"] }),
    act("keys", { ...person, group: ["kembang"], ip: ["203.0.113.0/24"], plan: "standard" }),
    act("keys", { ...person, expires: "2026-08-01" }),
    act("keys", { ...person, expires: "yesterday" }),
    act("keys", { ...person, ip: "nonsense" }),
    act("keys", { ...person, send: true }),
    act("keys", { ...person, owner: "" }),
    act("keys", { owner: "Tari" }),
    act("keys", { ...person, nonsense: 1 }),
    act("keys", "{"),
    act("keys", {}),
    act("keys", "[]"),
    ...["allow-ip", "deny-ip"].flatMap((verb) => [
      act(`keys/{open.id}/${verb}`, { ip: "198.51.100.7" }),
      act(`keys/{open.id}/${verb}`, { ip: ["198.51.100.7", "2001:db8::/32"] }),
      act(`keys/{open.id}/${verb}`, { ip: "x" }),
      act(`keys/{open.id}/${verb}`, {}),
    ]),
    act("keys/{open.id}/plan", { plan: "standard" }),
    act("keys/{open.id}/plan", { plan: "gold" }),
    act("keys/{open.id}/extend", { expires: "2027-01-01" }),
    look("keys/{open.id}"),
    act("keys/{narrow.id}/rotate", {}),
    request("GET", "/v1/key", { headers: [["x-api-key", "{narrow}"]] }),
    act("keys/{narrow.id}/revoke", {}),
    act("keys/{narrow.id}/revoke", {}),
    act("keys/{narrow.id}/rotate", {}),
    act("keys/k_nobody/revoke", {}),
    act("tokens", { organization: "Fans 4", name: "Sri", email: "sri@fans.example" }),
    act("tokens", { organization: "FANS 4", name: "Sri", email: "sri@fans.example" }),
    act("tokens", { organization: "Fans 5", name: "Sri", email: "nonsense" }),
    act("tokens", { organization: "Fans 6", name: "Sri" }),
    act("tokens/{token.id}/review", { approve: true }),
    act("tokens/{token.id}/review", { reject: true, reason: "Too late" }),
    act("tokens/{token.id}/regenerate", {}),
    act("tokens/{token.id}/revoke", {}),
    act("tokens/{token.id}/regenerate", {}),
    act("tokens/t_nobody/revoke", {}),
    request("GET", "/api/kembang/members", { headers: [["x-priority-token", "{token}"]] }),
    act("users", { username: "root", password: "another password" }),
    act("users", { username: "x y", password: "another password" }),
    act("users", { username: "sri" }),
    act("users/nobody/remove", {}),
    act("codes", {}),
    act("codes", { uses: 3, email: "tari@fans.example" }),
    act("codes", { uses: 0 }),
    act("codes", { uses: "x" }),
    act("codes/{code.id}/use", {}),
    act("codes/{code}/use", {}),
    act("codes/{usedCode.id}/use", {}),
    act("codes/{boundCode.id}/use", {}),
    act("codes/{boundCode.id}/revoke", {}),
    act("codes/{boundCode.id}/revoke", {}),
    act("codes/nothing/use", {}),
    request("GET", "/api/codes/verify?code={code}"),
    ...lists.slice(0, 12).map((path) => look(path)),
  ];
}

/** The same where `ADMIN_API` is off: looking is allowed. */
export function adminOff(): RecordedRequest[] {
  return ["keys", "tokens", "users", "codes", "audit", "status", "keys/{key.id}/usage"].flatMap(
    (path) =>
      ["GET", "POST", "OPTIONS"].map((method) =>
        request(method, `/api/admin/${path}`, {
          headers: ROOT,
          ...(method === "POST" && { body: "{}" }),
        })
      ),
  );
}
