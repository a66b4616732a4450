/** What a child process needs of this machine: its programs and caches, and its way to the registry. */
const KEPT = [
  ...["PATH", "HOME", "TMPDIR", "DENO_DIR"],
  ...["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR", "DENO_CERT", "DENO_TLS_CA_STORE"],
  ...eitherCase("NPM_CONFIG_REGISTRY"),
];

const PROXIES = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"].flatMap(eitherCase);

/** Servers that play platforms and receivers are there, and no proxy reaches them. */
const LOOPBACK = "127.0.0.1,localhost,::1,[::1]";

/**
 * The variables of this machine that child processes keep where everything else is cleared: a test
 * must not depend on the settings of the shell it is started from, and packages are installed behind
 * a proxy and with certificates of its own as well.
 */
export function keptEnvironment(
  variable: (name: string) => string | undefined = Deno.env.get,
): Record<string, string> {
  const kept = [...KEPT, ...PROXIES].flatMap((name): [string, string][] => {
    const value = variable(name);
    return value ? [[name, value]] : [];
  });
  if (!kept.some(([name]) => PROXIES.includes(name))) return Object.fromEntries(kept);
  const named = eitherCase("NO_PROXY");
  const direct = [...named.map(variable), LOOPBACK].filter((hosts) => hosts).join(",");
  return Object.fromEntries([...kept, ...named.map((name) => [name, direct])]);
}

function eitherCase(name: string): string[] {
  return [name, name.toLowerCase()];
}
