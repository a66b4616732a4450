import assert from "node:assert/strict";
import { keptEnvironment } from "./kept_environment.ts";
import { modules } from "../structure/modules.ts";

const kept = (variables: Record<string, string>) => keptEnvironment((name) => variables[name]);

Deno.test("a child keeps programs, caches, certificates and the registry, and no setting", () => {
  const needed = {
    PATH: "/bin",
    DENO_DIR: "/cache",
    NODE_EXTRA_CA_CERTS: "/ca.pem",
    SSL_CERT_FILE: "/ca.pem",
    SSL_CERT_DIR: "/certs",
    DENO_CERT: "/ca.pem",
    DENO_TLS_CA_STORE: "system",
    NPM_CONFIG_REGISTRY: "https://registry.example",
    npm_config_registry: "https://registry.example",
  };
  assert.deepEqual(kept({ ...needed, PORT: "1", KEY_PEPPER: "secret", HOME: "" }), needed);
});

Deno.test("a child keeps the proxy, and reaches this machine without it", () => {
  const { NO_PROXY, no_proxy, ...rest } = kept({
    HTTPS_PROXY: "http://proxy.example",
    http_proxy: "http://proxy.example",
    NO_PROXY: "intranet.example",
  });
  assert.deepEqual(rest, {
    HTTPS_PROXY: "http://proxy.example",
    http_proxy: "http://proxy.example",
  });
  assert.equal(NO_PROXY, "intranet.example,127.0.0.1,localhost,::1,[::1]");
  assert.equal(no_proxy, NO_PROXY);
  assert.deepEqual(kept({ NO_PROXY: "intranet.example" }), {});
});

Deno.test("a process that starts with a cleared environment keeps what all of them keep", () => {
  const clearing = modules("test").filter(({ text }) => /^\s*clearEnv: true/m.test(text));
  assert.ok(clearing.length > 0);
  for (const { path, text } of clearing) assert.match(text, /keptEnvironment\(\)/, path);
});
