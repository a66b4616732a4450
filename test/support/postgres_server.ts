import { freePort } from "./free_port.ts";
import { killIfRunning } from "./kill_if_running.ts";
import { until } from "./until.ts";

/** A Postgres cluster of a test's own: in a temporary folder, on loopback, ended with the test. */
export interface PostgresServer extends AsyncDisposable {
  readonly port: number;
  readonly folder: string;
  /** The address of a database as a store's. */
  url(database: string): string;
  /** Makes an empty database and gives its address. */
  createDatabase(): Promise<string>;
  /** Runs statements as the superuser; what psql prints of them. */
  psql(statements: string, database?: string): Promise<string>;
  /** Runs a script of the shell as the cluster's owner, with `PGDATA` and what programs need to find it. */
  shell(script: string): Promise<string>;
  /** Starts it again, or for the first time. */
  start(): Promise<void>;
  /** Ends it at once, as a crash does, or in order. */
  stop(how?: "crash" | "fast"): Promise<void>;
  /** A standby that follows it; `synchronous`: commits wait for it. */
  standby(name: string): Promise<PostgresServer>;
  /** Makes a standby the primary. */
  promote(): Promise<void>;
}

/** How a cluster is set up. */
export interface PostgresOptions {
  /** Further lines of `postgresql.conf`. */
  readonly settings?: readonly string[];
  /** Files of a certificate and its key for TLS; then the address `host` is served, too. */
  readonly tls?: { readonly certificate: string; readonly key: string; readonly host: string };
  /** Whether commits survive a crash; default: they do, as for anybody else. */
  readonly isDurable?: boolean;
}

/** The user of the store in test clusters, and its password for connections over TLS. */
export const STORE_USER = "oshibase";
export const STORE_PASSWORD = "not:a/secret@all";

/** The folder of Postgres' programs: `POSTGRES_BIN`, or Debian's newest; undefined: there is none. */
export function findPostgres(): string | undefined {
  const given = Deno.env.get("POSTGRES_BIN");
  if (given !== undefined) return given;
  const root = "/usr/lib/postgresql";
  try {
    const versions = [...Deno.readDirSync(root)].map(({ name }) => Number(name))
      .filter((version) => version >= 13).sort((a, b) => b - a);
    return versions.map((version) => `${root}/${version}/bin`)
      .find((path) => Deno.statSync(`${path}/postgres`).isFile);
  } catch {
    return undefined;
  }
}

/** Postgres refuses to run as root: then it is the system's user of that name, else this one. */
async function serverUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (Deno.uid() !== 0) return undefined;
  const passwd = await Deno.readTextFile("/etc/passwd");
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(passwd) ?? [];
  if (uid === undefined) throw new Error("Cannot run Postgres: the system has no user postgres");
  return { uid: Number(uid), gid: Number(gid) };
}

/** Makes a cluster and starts it. */
export async function startPostgres(
  bin: string,
  options: PostgresOptions = {},
): Promise<PostgresServer> {
  const user = await serverUser();
  const folder = await makeFolder(user);
  const run = runner(bin, user);
  await run("initdb", [
    "-D",
    `${folder}/data`,
    ..."-U admin -A trust -E UTF8 --locale=C -N".split(" "),
  ]);
  if (options.tls && user) await Deno.chown(options.tls.key, user.uid, user.gid);
  const server = await openCluster({ bin, user, folder, run, options, port: freePort() });
  await server.start();
  await server.psql(
    `CREATE ROLE ${STORE_USER} LOGIN CREATEDB PASSWORD '${STORE_PASSWORD}';`,
  );
  return server;
}

type Run = (
  program: string,
  args: readonly string[],
  input?: string,
  env?: Record<string, string>,
) => Promise<string>;

function runner(bin: string, user: { uid: number; gid: number } | undefined): Run {
  return async (program, args, input, env = {}) => {
    const process = new Deno.Command(program.startsWith("/") ? program : `${bin}/${program}`, {
      args: [...args],
      env,
      ...user,
      cwd: "/",
      stdin: input === undefined ? "null" : "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    if (input !== undefined) {
      const writer = process.stdin.getWriter();
      await writer.write(new TextEncoder().encode(input));
      await writer.close();
    }
    const { code, stdout, stderr } = await process.output();
    const said = new TextDecoder().decode(stderr);
    if (code !== 0) throw new Error(`${program} ended with ${code}: ${said}`);
    return new TextDecoder().decode(stdout);
  };
}

async function makeFolder(user: { uid: number; gid: number } | undefined): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "oshibase_pg_" });
  if (user !== undefined) await Deno.chown(folder, user.uid, user.gid);
  return folder;
}

interface ClusterDeps {
  readonly bin: string;
  readonly user: { uid: number; gid: number } | undefined;
  readonly folder: string;
  readonly run: Run;
  readonly options: PostgresOptions;
  readonly port: number;
}

async function openCluster(deps: ClusterDeps): Promise<PostgresServer> {
  const { bin, user, folder, run, options, port } = deps;
  const { settings = [], tls, isDurable = true } = options;
  const data = `${folder}/data`;
  const asAdmin = ["-h", folder, "-p", `${port}`, "-U", "admin"];
  let process: Deno.ChildProcess | undefined;
  let databases = 0;
  await Deno.writeTextFile(
    `${data}/postgresql.auto.conf`,
    [
      `port = ${port}`,
      `listen_addresses = '127.0.0.1${tls ? `,${tls.host}` : ""}'`,
      `unix_socket_directories = '${folder}'`,
      "max_connections = 100",
      "shared_buffers = 32MB",
      "max_wal_senders = 4",
      "wal_level = replica",
      "hot_standby = on",
      "fsync = " + (isDurable ? "on" : "off"),
      ...(isDurable ? [] : ["full_page_writes = off"]),
      ...(tls
        ? ["ssl = on", `ssl_cert_file = '${tls.certificate}'`, `ssl_key_file = '${tls.key}'`]
        : []),
      ...settings,
      "",
    ].join("\n"),
    { append: true },
  );
  if (tls) {
    await Deno.writeTextFile(
      `${data}/pg_hba.conf`,
      `local all admin trust\nhost all all 127.0.0.1/32 trust\n` +
        `hostssl all ${STORE_USER} 0.0.0.0/0 scram-sha-256\nhostnossl all all 0.0.0.0/0 trust\n`,
    );
  }

  async function start(): Promise<void> {
    const silent = { stdin: "null", stdout: "null", stderr: "null" } as const;
    const args = ["-D", data];
    process = new Deno.Command(`${bin}/postgres`, { args, ...user, cwd: "/", ...silent }).spawn();
    const answers = () => server.psql("SELECT 1").then(() => true, () => false);
    await until(answers, 30_000);
  }

  async function stop(how: "crash" | "fast" = "fast"): Promise<void> {
    if (process === undefined) return;
    // A fast shutdown ends sessions, an immediate one goes without a checkpoint, as a crash.
    killIfRunning(process, how === "crash" ? "SIGQUIT" : "SIGINT");
    await process.status;
    process = undefined;
  }

  const server: PostgresServer = {
    port,
    folder,
    url: (database) => `postgres://${STORE_USER}@127.0.0.1:${port}/${database}`,
    async createDatabase() {
      const name = `store_${++databases}`;
      await server.psql(`CREATE DATABASE ${name} OWNER ${STORE_USER} TEMPLATE template0`);
      return server.url(name);
    },
    psql: (statements, database = "postgres") =>
      run("psql", [...asAdmin, "-qtA", "-v", "ON_ERROR_STOP=1", database], statements),
    shell: (script) =>
      run("/bin/sh", ["-euc", script], undefined, {
        HOME: folder,
        PATH: `${bin}:/usr/bin:/bin`,
        PGDATA: data,
        PGHOST: folder,
        PGPORT: `${port}`,
        PGUSER: "admin",
      }),
    start,
    stop,
    async standby(name) {
      const own = await makeFolder(user);
      const how = "-X stream -R -c fast".split(" ");
      await run("pg_basebackup", [...asAdmin, "-D", `${own}/data`, ...how]);
      const primary = `host=${folder} port=${port} user=admin application_name=${name}`;
      const follower = await openCluster({
        ...deps,
        folder: own,
        port: freePort(),
        options: { ...options, settings: [...settings, `primary_conninfo = '${primary}'`] },
      });
      await follower.start();
      return follower;
    },
    async promote() {
      await run("pg_ctl", ["-D", data, "promote", "-w"]);
    },
    async [Symbol.asyncDispose]() {
      await stop("crash");
      await Deno.remove(folder, { recursive: true });
    },
  };
  return server;
}

/** An address of this machine that is not loopback: a store there is asked by TLS. */
export function ownAddress(): string {
  const found = Deno.networkInterfaces().find(({ family, address }) =>
    family === "IPv4" && !address.startsWith("127.")
  );
  if (found === undefined) throw new Error("This machine has no address but loopback");
  return found.address;
}
