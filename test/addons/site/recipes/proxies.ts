import { temporaryFolder } from "../../../support/temporary.ts";
import { freePort } from "../../../support/free_port.ts";
import { killIfRunning } from "../../../support/kill_if_running.ts";
import { until } from "../../../support/until.ts";

/** A proxy that listens on loopback, over plain http. */
export interface RunningProxy extends AsyncDisposable {
  /** `http://127.0.0.1:PORT/`. */
  readonly base: string;
}

/** The programs, where they are installed: `nginx`, and Caddy by `CADDY_BIN`. */
export const NGINX = runs("nginx", "-v") ? "nginx" : undefined;
export const CADDY = Deno.env.get("CADDY_BIN") || undefined;

/** Runs nginx by what its recipe prints; only the certificate and the ports are others. */
export async function startNginx(recipe: string): Promise<RunningProxy> {
  const folder = await temporaryFolder();
  const { path } = folder;
  const port = freePort();
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((kind) => `${kind}_temp_path ${path}/${kind};`).join(" ");
  await Deno.writeTextFile(`${path}/oshibase.conf`, onLoopback(recipe, port));
  await Deno.writeTextFile(
    `${path}/nginx.conf`,
    `daemon off; pid ${path}/pid; error_log ${path}/error.log; worker_processes 1;
events { worker_connections 1024; }
http { ${temporary} access_log off; include ${path}/oshibase.conf; }
`,
  );
  const args = ["-p", path, "-c", `${path}/nginx.conf`, "-e", `${path}/error.log`];
  const checked = await new Deno.Command("nginx", { args: [...args, "-t"] }).output();
  if (!checked.success) throw new Error(new TextDecoder().decode(checked.stderr));
  const process = new Deno.Command("nginx", { args, stdout: "null", stderr: "null" }).spawn();
  return await listening(process, port, folder);
}

/** The server block for https becomes one for plain http on a port of loopback. */
function onLoopback(recipe: string, port: number): string {
  return recipe
    .replace("listen 443 ssl;", `listen 127.0.0.1:${port};`)
    .replace("listen 80;", `listen 127.0.0.1:${freePort()};`)
    .replaceAll(/^ *ssl_certificate.*\n/gm, "");
}

/** Runs Caddy by what its recipe prints; only the address is another one. */
export async function startCaddy(recipe: string, host: string): Promise<RunningProxy> {
  const folder = await temporaryFolder();
  const port = freePort();
  const config = recipe
    .replace("{\n\tservers", "{\n\tadmin off\n\tauto_https off\n\tservers")
    .replace(`${host} {`, `http://127.0.0.1:${port} {\n\tbind 127.0.0.1`);
  await Deno.writeTextFile(`${folder.path}/Caddyfile`, config);
  const args = ["run", "--adapter", "caddyfile", "--config", `${folder.path}/Caddyfile`];
  const env = { HOME: folder.path, XDG_DATA_HOME: folder.path, XDG_CONFIG_HOME: folder.path };
  const process = new Deno.Command(CADDY!, { args, env, stdout: "null", stderr: "null" }).spawn();
  return await listening(process, port, folder);
}

async function listening(
  process: Deno.ChildProcess,
  port: number,
  folder: AsyncDisposable,
): Promise<RunningProxy> {
  const proxy = {
    base: `http://127.0.0.1:${port}/`,
    async [Symbol.asyncDispose]() {
      killIfRunning(process, "SIGTERM");
      await process.status;
      await folder[Symbol.asyncDispose]();
    },
  };
  await until(async () => {
    try {
      (await Deno.connect({ hostname: "127.0.0.1", port })).close();
      return true;
    } catch {
      return false;
    }
  }, 20_000);
  return proxy;
}

function runs(program: string, ...args: string[]): boolean {
  try {
    return new Deno.Command(program, { args, stdout: "null", stderr: "null" }).outputSync().success;
  } catch {
    return false;
  }
}
