import { caddyfile } from "./caddy.ts";
import { endSeconds, openSettings, secretNames } from "./deployment.ts";
import type { Recipe, RecipeContext } from "./recipe.ts";
import { phrase } from "../words/say.ts";

const CADDY = "caddy:2.11.7-alpine";
const DENOKV = "ghcr.io/denoland/denokv:0.14.0";
/** A network of the containers' own, in which the proxy's address is known. */
const SUBNET = "10.89.47.0/24";
const PROXY = "10.89.47.2";

/** A proxy that ends https, two servers, and the store that they share. */
export const compose: Recipe = {
  description:
    phrase`runs two servers behind Caddy on one store: compose.yaml, with the Dockerfile`,
  render(context) {
    const { settings, host } = context;
    const servers = ["oshibase-1", "oshibase-2"];
    const proxy = caddyfile(host, servers.map((name) => `${name}:8000`));
    return `# Save this as compose.yaml beside the Dockerfile, whose recipe is "container", and write into .env:
#   KEY_PEPPER=… and DENO_KV_ACCESS_TOKEN=… (each: openssl rand -hex 32)
#   docker compose up -d --build
# A new version, with no request lost: build it, then put one server after the other in its place.
#   docker compose build && for n in 1 2; do docker compose up -d --no-deps --wait oshibase-$n; done
#   docker compose exec oshibase-1 deno task admin key issue --owner … --email … --plan standard
x-oshibase: &oshibase
  build: .
  image: oshibase
  restart: unless-stopped
  init: true
  depends_on: [denokv]
  environment:
${environment(context)}
  stop_grace_period: ${endSeconds(settings)}s
  ulimits: { nofile: 65536 }
  cap_drop: [ALL]
  security_opt: ["no-new-privileges:true"]
  networks: [inner]

services:
  oshibase-1: *oshibase
  oshibase-2: *oshibase

  denokv:
    image: ${DENOKV}
    restart: unless-stopped
    init: true
    command: ["--sqlite-path", "/data/oshibase.sqlite", "serve", "--addr", "0.0.0.0:4512"]
    environment:
      DENO_KV_ACCESS_TOKEN: \${DENO_KV_ACCESS_TOKEN:?}
    volumes: ["store:/data"]
    networks: [inner]

  caddy:
    image: ${CADDY}
    restart: unless-stopped
    depends_on: [oshibase-1, oshibase-2]
    ports: ["80:80", "443:443", "443:443/udp"]
    configs: [{ source: caddyfile, target: /etc/caddy/Caddyfile }]
    volumes: ["certificates:/data"]
    networks:
      inner: { ipv4_address: ${PROXY} }

networks:
  inner:
    ipam: { config: [{ subnet: ${SUBNET} }] }

volumes:
  store:
  certificates:

configs:
  caddyfile:
    content: |
${indented(proxy, 6)}
`;
  },
};

function environment(context: RecipeContext): string {
  const own = {
    HOST: "0.0.0.0",
    PORT: "8000",
    CONTENT_DIR: "content",
    OUT_DIR: "build/out",
    KV_PATH: "http://denokv:4512",
    TRUSTED_PROXIES: PROXY,
  };
  const open = openSettings(context, own)
    .map(([name, value]) => `    ${name}: ${JSON.stringify(value.replaceAll("$", "$$$$"))}`);
  const secrets = secretNames(context, "KEY_PEPPER", "DENO_KV_ACCESS_TOKEN")
    .map((name) => `    ${name}: \${${name}:?}`);
  return [...open, ...secrets].join("\n");
}

function indented(text: string, blanks: number): string {
  return text.trimEnd().split("\n").map((line) => line && " ".repeat(blanks) + line).join("\n");
}
