import { freePort } from "../support/free_port.ts";
import { type Answer, bodyOf } from "./answer.ts";
import { pinProcess } from "./processor.ts";
import type { Target } from "./target.ts";

/** The installed nginx's version, or undefined where there is none. */
export function nginxVersion(): string | undefined {
  try {
    const { stderr } = new Deno.Command("nginx", { args: ["-v"], stdout: "null" }).outputSync();
    return /nginx\/(\S+)/.exec(new TextDecoder().decode(stderr))?.[1];
  } catch {
    return undefined;
  }
}

/**
 * Starts nginx in one process; it asks for the key and sends a file, or what was refused. It keeps
 * no count of what a key used.
 */
export async function startNginx(
  folder: string,
  key: string,
  answer: Answer,
  core: number | undefined,
): Promise<Target> {
  Deno.mkdirSync(folder, { recursive: true });
  const port = freePort();
  Deno.writeFileSync(`${folder}/body`, bodyOf(answer) ?? new Uint8Array());
  Deno.writeTextFileSync(`${folder}/nginx.conf`, configuration(folder, port, key, answer));
  const args = ["-p", folder, "-c", `${folder}/nginx.conf`, "-e", `${folder}/error.log`];
  const child = new Deno.Command("nginx", { args, stdout: "null", stderr: "null" }).spawn();
  const stop = async () => {
    child.kill("SIGTERM");
    await child.status;
  };
  if (!await isListening(port)) {
    await stop();
    throw new Error(`nginx did not start: ${Deno.readTextFileSync(`${folder}/error.log`)}`);
  }
  pinProcess(child.pid, core);
  return { base: `http://127.0.0.1:${port}/`, pid: child.pid, [Symbol.asyncDispose]: stop };
}

function configuration(folder: string, port: number, key: string, answer: Answer): string {
  const { "content-type": type, ...others } = answer.headers;
  const headers = Object.entries({ "last-modified": "", ...others })
    .map(([name, value]) => `add_header ${name} ${quoted(value)} always;`);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`);
  const body = answer.status === 304 ? "" : quoted(new TextDecoder().decode(answer.body));
  const refusal = (status: number) => `return ${status} ${status === answer.status ? body : ""};`;
  return `daemon off; master_process off; pid ${folder}/pid;
events { worker_connections 256; }
http {
  ${temporary.join("\n  ")}
  access_log off; sendfile on; tcp_nopush on; etag off; keepalive_requests 1000000000;
  open_file_cache max=16; default_type ${quoted(type ?? "application/json")};
  map $http_x_api_key $is_known { default 0; ${quoted(key)} 1; }
  server {
    listen 127.0.0.1:${port};
    ${headers.join("\n    ")}
    location / {
      if ($is_known = 0) { ${refusal(403)} }
      ${answer.status === 200 ? `rewrite ^ /body break; root ${folder};` : refusal(answer.status)}
    }
  }
}
`;
}

function quoted(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

async function isListening(port: number): Promise<boolean> {
  for (let attempt = 0; attempt < 200; attempt++) {
    try {
      using _connection = await Deno.connect({ hostname: "127.0.0.1", port });
      return true;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
  return false;
}
