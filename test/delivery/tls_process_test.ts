import assert from "node:assert/strict";
import { permissionsOf } from "../support/server.ts";

const PROBE = new URL("tls_probe.ts", import.meta.url).pathname;

/** The certificate is for `hooks.example`, until 2036, by an authority of the test's own. */
const TLS = new URL("../fixtures/tls", import.meta.url).pathname;

Deno.test("a pinned connection is made under the URL's name, and to no server with another's certificate", async () => {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-prompt", ...permissionsOf("serve"), PROBE, TLS],
    env: { NODE_EXTRA_CA_CERTS: `${TLS}/ca.pem` },
  }).output();
  assert.deepEqual(new TextDecoder().decode(stdout).trim().split("\n"), [
    "hooks.example",
    "refused",
  ]);
});
