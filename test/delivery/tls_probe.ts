/** Asks a server of its own over TLS, under its name and under another: prints what came of both. */
import { systemNet } from "../../src/platform/net.ts";

const [folder] = Deno.args;
const cert = Deno.readTextFileSync(`${folder}/cert.pem`);
const key = Deno.readTextFileSync(`${folder}/key.pem`);
const options = { hostname: "127.0.0.1", port: 0, cert, key, onListen() {} };
const server = Deno.serve(options, (request) => new Response(request.headers.get("host")));
for (const name of ["hooks.example", "other.example"]) {
  const url = `https://${name}:${server.addr.port}/`;
  const answer = await systemNet.fetchFrom("127.0.0.1", url).then(
    async (response) => (await response.text()).replace(/:\d+$/, ""),
    () => "refused",
  );
  console.log(answer);
}
Deno.exit();
