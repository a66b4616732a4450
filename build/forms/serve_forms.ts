import { isFile } from "../read/there.ts";
import { say } from "../words/say.ts";

/** A browser remembers by this address which folder it may write to. */
const PORT = 8600;

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  html: "text/html;charset=utf-8",
  js: "text/javascript;charset=utf-8",
  yml: "text/yaml;charset=utf-8",
  txt: "text/plain;charset=utf-8",
};

/**
 * Serves the page of the forms to this machine alone, until the process ends. Sveltia CMS offers to
 * work on a folder where its page comes from the machine itself, and nowhere else.
 */
export async function serveForms(folder: string): Promise<void> {
  const options = { hostname: "127.0.0.1", onListen };
  const answer = (request: Request) => fileAt(folder, request);
  await listen(
    () => Deno.serve({ ...options, port: PORT }, answer),
    () => Deno.serve({ ...options, port: 0 }, answer),
  ).finished;
}

/** Somebody else may have the port. */
function listen(first: () => Deno.HttpServer, second: () => Deno.HttpServer): Deno.HttpServer {
  try {
    return first();
  } catch (error) {
    if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    return second();
  }
}

function onListen({ port }: Deno.NetAddr): void {
  const address = `http://127.0.0.1:${port}/`;
  console.log(say`Open ${address} in Chrome or Edge; Ctrl-C ends it`);
}

/** Files of the folder itself, and none below or beside it. */
function fileAt(folder: string, { url }: Request): Response {
  const name = new URL(url).pathname.slice(1) || "index.html";
  const type = CONTENT_TYPES[name.slice(name.lastIndexOf(".") + 1)];
  const path = `${folder}/${name}`;
  if (!/^[\w.-]+$/.test(name) || type === undefined || !isFile(path)) {
    return new Response(null, { status: 404 });
  }
  const headers = { "content-type": type, "cache-control": "no-store" };
  return new Response(Deno.readFileSync(path), { headers });
}
