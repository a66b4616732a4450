import { freePort } from "../support/free_port.ts";
import { killIfRunning } from "../support/kill_if_running.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { until } from "../support/until.ts";

/** A proxy that listens on loopback, over plain http. */
export interface RunningProxy extends AsyncDisposable {
  /** `http://127.0.0.1:PORT/`. */
  readonly base: string;
}

const RECIPE = "build/addons/site/docs/recipes/nginx.conf";

/** Whether nginx is installed. */
export const HAS_NGINX = runs("nginx", "-v");

/** Runs nginx by the file to copy, before servers on these ports; only certificate and bounds are others. */
export async function startNginx(ports: readonly string[]): Promise<RunningProxy> {
  const folder = await temporaryFolder();
  const { path } = folder;
  const port = freePort();
  const recipe = (await Deno.readTextFile(RECIPE))
    // The whole load comes from one address.
    .replace("limit_conn oshibase 100;", "limit_conn oshibase 10000;")
    .replace(
      /^ *server 127.*\n/m,
      (line) => ports.map((own) => line.replace("127.0.0.1:8000", `127.0.0.1:${own}`)).join(""),
    )
    .replace("listen 443 ssl;", `listen 127.0.0.1:${port};`)
    .replace("listen 80;", `listen 127.0.0.1:${freePort()};`)
    .replaceAll(/^ *ssl_certificate.*\n/gm, "");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((kind) => `${kind}_temp_path ${path}/${kind};`).join(" ");
  await Deno.writeTextFile(`${path}/oshibase.conf`, recipe);
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
  const connect = () => Deno.connect({ hostname: "127.0.0.1", port });
  await until(() => connect().then((one) => (one.close(), true), () => false), 20_000);
  return {
    base: `http://127.0.0.1:${port}/`,
    async [Symbol.asyncDispose]() {
      killIfRunning(process, "SIGTERM");
      await process.status;
      await folder[Symbol.asyncDispose]();
    },
  };
}

function runs(program: string, ...args: string[]): boolean {
  try {
    return new Deno.Command(program, { args, stdout: "null", stderr: "null" }).outputSync().success;
  } catch {
    return false;
  }
}
