import { createProgram } from "../support/program.ts";
const quota = { requests: 1_000_000_000, per: "month", timezone: "Asia/Jakarta" } as const;
const program = await createProgram({ content: "content", now: "2026-07-04T10:00:00Z", plans: { standard: { rate: { per_second: 1_000_000, burst: 1_000_000 }, quota } } });
const app = program.handler ?? program.service.app;
import { Session } from "node:inspector";
const session = new Session(); session.connect();
const post = (m: string, a = {}) => new Promise<any>((ok, no) => session.post(m, a, (e: any, r: any) => e ? no(e) : ok(r)));
const kinds: Record<string, [string, Record<string,string>]> = {
  header: ["http://localhost:8000/api/groupb/members", { "x-api-key": program.key, "accept-encoding": "br, gzip", host: "localhost:8000" }],
  query: [`http://localhost:8000/api/groupa/members?apikey=${program.key}`, { "accept-encoding": "br, gzip", host: "localhost:8000" }],
  wrong: ["http://localhost:8000/api/groupa/members", { "x-api-key": "J-osb_" + "x".repeat(38), "accept-encoding": "br, gzip", host: "localhost:8000" }],
};
const N = Number(Deno.args[1] ?? 100000);
for (const [name, [url, headers]] of Object.entries(kinds)) {
  if (Deno.args[0] && Deno.args[0] !== name) continue;
  const run = async (n: number, f: (r: Request) => unknown) => {
    const t = performance.now();
    for (let i = 0; i < n; i++) {
      const r = await f(new Request(url, { headers }));
      if (i % 5000 === 0) await new Promise((r) => setTimeout(r, 0)), program.clock && await program.clock.advance?.(50);
      void r;
    }
    return (performance.now() - t) / n * 1000;
  };
  await run(20000, (r) => app(r, "127.0.0.1"));
  const base = await run(N, (r) => r.headers.get("x"));
  const res = (await app(new Request(url, { headers }), "127.0.0.1")).status;
  if (Deno.env.get("PROF")) { await post("Profiler.enable"); await post("Profiler.setSamplingInterval", { interval: 100 }); await post("Profiler.start"); }
  const full = await run(N, (r) => app(r, "127.0.0.1"));
  if (Deno.env.get("PROF")) {
    const { profile } = await post("Profiler.stop");
    const self = new Map<string, number>();
    const byId = new Map(profile.nodes.map((n: any) => [n.id, n]));
    let total = 0;
    profile.samples.forEach((id: number, i: number) => { const n: any = byId.get(id); const f = n.callFrame; const k = `${f.functionName} ${f.url.replace("file:///work/main/", "")}:${f.lineNumber}`; const d = profile.timeDeltas[i]; total += d; self.set(k, (self.get(k) ?? 0) + d); });
    for (const [k, d] of [...self].sort((a, b) => b[1] - a[1]).slice(0, 45)) console.log((d / N).toFixed(2), k);
    console.log("total", (total / N).toFixed(2));
  }
  console.log(name, res, (full - base).toFixed(2), "µs");
}
Deno.exit(0);
