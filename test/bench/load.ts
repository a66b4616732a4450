import { command } from "../support/server.ts";

/** What was answered with 200, and in what time. */
export interface Load {
  readonly answers: number;
  readonly seconds: number;
}

/** Something that asks as fast as it can, over kept-alive connections, in processes of its own. */
export interface LoadGenerator {
  readonly name: string;
  run(url: string, headers: Record<string, string>): Promise<Load>;
}

const CONNECTIONS = 16;
const SECONDS = 1;

/** `wrk` where it is installed, which needs least of the machine, or else our own. */
export async function createLoad(folder: string): Promise<LoadGenerator> {
  try {
    await new Deno.Command("wrk", { args: ["-v"], stdout: "null", stderr: "null" }).output();
    return { name: "wrk", run: runWrk };
  } catch {
    return { name: "our own", run: (url, headers) => runOwn(url, headers, `${folder}/request`) };
  }
}

async function runWrk(url: string, headers: Record<string, string>): Promise<Load> {
  const fields = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const args = ["-t1", `-c${CONNECTIONS}`, `-d${SECONDS}s`, ...fields, url];
  const { stdout } = await new Deno.Command("wrk", { args }).output();
  const printed = new TextDecoder().decode(stdout);
  const [, answers, seconds] = /(\d+) requests in ([\d.]+)s/.exec(printed) ?? [];
  if (answers === undefined || printed.includes("Non-2xx")) throw new Error(printed);
  return { answers: Number(answers), seconds: Number(seconds) };
}

/** Two processes, so that the server is the slower side. */
async function runOwn(url: string, headers: Record<string, string>, file: string): Promise<Load> {
  const { port, pathname, search } = new URL(url);
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join("");
  Deno.writeTextFileSync(
    file,
    `GET ${pathname}${search} HTTP/1.1\r\nhost: 127.0.0.1\r\n${fields}\r\n`,
  );
  const args = ["test/bench/ask.ts", port, String(CONNECTIONS / 2), String(SECONDS), file];
  const flags = ["--allow-net=127.0.0.1", `--allow-read=${file}`];
  const outputs = await Promise.all(
    [1, 2].map(() => command(["run", ...flags, ...args], {}).output()),
  );
  const loads = outputs.map(({ code, stdout, stderr }): Load => {
    if (code !== 0) throw new Error(new TextDecoder().decode(stderr));
    return JSON.parse(new TextDecoder().decode(stdout));
  });
  return {
    answers: loads.reduce((sum, { answers }) => sum + answers, 0),
    seconds: Math.max(...loads.map(({ seconds }) => seconds)),
  };
}
