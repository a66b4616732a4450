import assert from "node:assert/strict";

const PROBE = new URL("tls_probe.ts", import.meta.url).pathname;

/** The certificate is for `hooks.example`, until 2036, by an authority of the test's own. */
const TLS = new URL("../fixtures/tls", import.meta.url).pathname;

Deno.test("a pinned connection is made under the URL's name, and to no server with another's certificate", async () => {
  const printed = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--allow-env", "src/compose/permissions.ts", "serve"],
  }).output();
  // As the server may, but for what it reads.
  const permissions = new TextDecoder().decode(printed.stdout).trim().split(" ")
    .filter((flag) => /^--allow-(env|sys|net)/.test(flag));
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-prompt", ...permissions, "--allow-read", PROBE, TLS],
    env: { NODE_EXTRA_CA_CERTS: `${TLS}/ca.pem` },
  }).output();
  assert.deepEqual(new TextDecoder().decode(stdout).trim().split("\n"), [
    "hooks.example",
    "refused",
  ]);
});
