/**
 * The least that could send an answer: `deno run bare_server.ts <file>`, where the file holds the
 * headers as a JSON object on its first line, and then the body.
 */
const file = Deno.readFileSync(Deno.args[0]!);
const end = file.indexOf(10);
const headers: Record<string, string> = JSON.parse(new TextDecoder().decode(file.subarray(0, end)));
const body = file.slice(end + 1);

Deno.serve({
  hostname: "127.0.0.1",
  port: 0,
  onListen: ({ port }) => console.log(`Listening on http://127.0.0.1:${port}/`),
}, () => new Response(body, { headers }));
