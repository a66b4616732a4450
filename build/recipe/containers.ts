import {
  endSeconds,
  openSettings,
  pathWithin,
  type Recipe,
  type RecipeContext,
  secretNames,
  storeAddress,
} from "./recipe.ts";
import { TaskError } from "../task/task_error.ts";
import { phrase, say } from "../words/say.ts";
import { caddyfile } from "./proxies.ts";

/** The port and the folders of the image. */
const IN_IMAGE = {
  HOST: "0.0.0.0",
  PORT: "8000",
  CONTENT_DIR: "content",
  OUT_DIR: "build/out",
};

/** An image of the service, content included. */
export const container: Recipe = {
  description: phrase`builds an image with the content in it: Dockerfile`,
  render(context) {
    const { deno, settings } = context;
    const secrets = secretNames(context, "KEY_PEPPER").join(", ");
    return `# Save this as Dockerfile, and ".git", ".data" and "build/out" as three lines of .dockerignore.
#   docker build -t oshibase .
#   docker run -d --init --name oshibase -p 127.0.0.1:8000:8000 -v oshibase:/data \\
#     --env-file secrets --stop-timeout ${endSeconds(settings)} --ulimit nofile=65536 \\
#     --cap-drop ALL --security-opt no-new-privileges oshibase
# Lines NAME=value of the file secrets: ${secrets}. KEY_PEPPER is needed: openssl rand -hex 32
#   docker exec oshibase deno task admin key issue --owner … --email … --plan standard
FROM denoland/deno:${deno} AS build
WORKDIR /app
${programSteps(context)}COPY ${contentFolder(context)} content
RUN deno task --quiet bundle /server

FROM denoland/deno:${deno}
WORKDIR /app
COPY --from=build /server .
RUN install -d -o deno -g deno -m 700 /data
USER deno
# What is compiled of the program is kept in the image: without it, a start takes twice as long and more.
RUN deno task --quiet serve --help >/dev/null
${imageEnvironment(context)}
EXPOSE 8000
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \\
  CMD ["deno", "eval", "Deno.exit((await fetch('http://127.0.0.1:8000/healthz')).ok ? 0 : 1)"]
CMD ["deno", "task", "--quiet", "serve"]
`;
  },
};

/** The program is in the repository, or `engine.ts` fetches it. */
function programSteps({ isService }: RecipeContext): string {
  return isService
    ? `RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates git
COPY deno.json engine.ts ./
`
    : `COPY LICENSE deno.json deno.lock ./
COPY build build
COPY src src
`;
}

/** A store with an address stays where it is. */
function imageEnvironment(context: RecipeContext): string {
  const own = {
    ...IN_IMAGE,
    KV_PATH: storeAddress(context.settings) ?? "/data/oshibase.kv",
  };
  const pairs = openSettings(context, own).map(([name, value]) =>
    `${name}=${JSON.stringify(value)}`
  );
  return `ENV ${pairs.join(" \\\n  ")}`;
}

function contentFolder({ settings: { CONTENT_DIR }, folder }: RecipeContext): string {
  const path = pathWithin(folder, CONTENT_DIR);
  if (path) return path;
  throw new TaskError(
    say`Cannot use CONTENT_DIR in an image: it is no folder within ${folder}, from which the image is built; put the content there`,
  );
}

const CADDY = "caddy:2.11.7-alpine";
const POSTGRES = "postgres:17.7-bookworm";
/** Where the containers find certificates, and how the servers find the database by them. */
const CERTIFICATES = "/certificates";
const STORE = `postgres://oshibase@postgres/oshibase?sslrootcert=${CERTIFICATES}/authority.pem`;
/** A network of the containers' own, in which the proxy's address is known. */
const SUBNET = "10.89.47.0/24";
const PROXY = "10.89.47.2";

/** A proxy that ends https, two servers, and the store that they share. */
export const compose: Recipe = {
  description:
    phrase`runs two servers behind Caddy on one Postgres: compose.yaml, with the Dockerfile`,
  render(context) {
    const { settings, host } = context;
    const servers = ["oshibase-1", "oshibase-2"];
    const proxy = caddyfile(host, servers.map((name) => `${name}:8000`));
    return `# Save this as compose.yaml beside the Dockerfile, whose recipe is "container", and write into .env:
#   KEY_PEPPER=… and PGPASSWORD=… (each: openssl rand -hex 32)
#   docker compose up -d --build
# The first start makes certificates for Postgres: servers ask it by TLS alone. A copy of the store,
# and the way back into an empty database while the servers are stopped:
#   docker compose exec -T postgres pg_dump -U oshibase -Fc -n oshibase oshibase > store.dump
#   docker compose exec -T postgres pg_restore -U oshibase -d oshibase --clean --if-exists < store.dump
# A new version, with no request lost: build it, then put one server after the other in its place.
#   docker compose build && for n in 1 2; do docker compose up -d --no-deps --wait oshibase-$n; done
#   docker compose exec oshibase-1 deno task admin key issue --owner … --email … --plan standard
x-oshibase: &oshibase
  build: .
  image: oshibase
  restart: unless-stopped
  init: true
  depends_on:
    postgres: { condition: service_healthy }
  environment:
${serverEnvironment(context)}
  stop_grace_period: ${endSeconds(settings)}s
  ulimits: { nofile: 65536 }
  cap_drop: [ALL]
  security_opt: ["no-new-privileges:true"]
  volumes: ["certificates:${CERTIFICATES}:ro"]
  networks: [inner]

services:
  oshibase-1: *oshibase
  oshibase-2: *oshibase

  postgres:
    image: ${POSTGRES}
    restart: unless-stopped
    depends_on:
      certificates: { condition: service_completed_successfully }
    command:
      - postgres
      - -cssl=on
      - -cssl_cert_file=${CERTIFICATES}/server.pem
      - -cssl_key_file=${CERTIFICATES}/server.key
    environment:
      POSTGRES_USER: oshibase
      POSTGRES_DB: oshibase
      POSTGRES_PASSWORD: \${PGPASSWORD:?}
    healthcheck:
      test: ["CMD", "pg_isready", "--quiet", "--username=oshibase", "--host=127.0.0.1"]
      interval: 2s
      retries: 30
    # Postgres ends its sessions at once by SIGINT, its image's own signal, and writes all it has.
    stop_grace_period: 60s
    shm_size: 128mb
    volumes: ["store:/var/lib/postgresql/data", "certificates:${CERTIFICATES}:ro"]
    networks: [inner]

  certificates:
    image: ${POSTGRES}
    network_mode: none
    entrypoint: ["/bin/sh", "-euc"]
    command:
      - |
        cd ${CERTIFICATES}
        if [ -e server.pem ]; then exit 0; fi
        make="openssl req -x509 -newkey rsa:2048 -nodes -days 3650"
        $$make -subj /CN=oshibase -keyout authority.key -out authority.pem
        $$make -subj /CN=postgres -CA authority.pem -CAkey authority.key -addext subjectAltName=DNS:postgres \\
          -addext basicConstraints=CA:FALSE -keyout server.key -out draft.pem
        rm authority.key
        chown postgres server.key
        chmod 600 server.key
        mv draft.pem server.pem
    volumes: ["certificates:${CERTIFICATES}"]

  caddy:
    image: ${CADDY}
    restart: unless-stopped
    depends_on: [oshibase-1, oshibase-2]
    ports: ["80:80", "443:443", "443:443/udp"]
    configs: [{ source: caddyfile, target: /etc/caddy/Caddyfile }]
    volumes: ["caddy:/data"]
    networks:
      inner: { ipv4_address: ${PROXY} }

networks:
  inner:
    ipam: { config: [{ subnet: ${SUBNET} }] }

volumes:
  store:
  certificates:
  caddy:

configs:
  caddyfile:
    content: |
${indented(proxy, 6)}
`;
  },
};

function serverEnvironment(context: RecipeContext): string {
  const own = {
    ...IN_IMAGE,
    KV_PATH: STORE,
    TRUSTED_PROXIES: PROXY,
  };
  const open = openSettings(context, own)
    .map(([name, value]) => `    ${name}: ${JSON.stringify(value.replaceAll("$", "$$$$"))}`);
  const secrets = secretNames(context, "KEY_PEPPER", "PGPASSWORD")
    .map((name) => `    ${name}: \${${name}:?}`);
  return [...open, ...secrets].join("\n");
}

function indented(text: string, blanks: number): string {
  return text.trimEnd().split("\n").map((line) => line && " ".repeat(blanks) + line).join("\n");
}
