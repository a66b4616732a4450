import { command } from "../../support/server.ts";

/** What it costs to put a use of a token on record, at so many a second. */
export interface AuditGrowth {
  readonly perSecond: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly commitsPer1000: number;
}

const LINE = /^strict, (\d+) uses\/s: median (\S+) ms, p99 (\S+) ms, .*; (\d+) commits/gm;

/** Measures the record of priority tokens, by the program that measures it alone. */
export async function measureAudit(): Promise<AuditGrowth[]> {
  const args = ["run", "--allow-all", "test/faults/audit_measure.ts"];
  const { code, stdout, stderr } = await command(args, {}).output();
  if (code !== 0) throw new Error(new TextDecoder().decode(stderr));
  return [...new TextDecoder().decode(stdout).matchAll(LINE)].map((line) => {
    const [perSecond, medianMs, p99Ms, commitsPer1000] = line.slice(1).map(Number);
    return {
      perSecond: perSecond!,
      medianMs: medianMs!,
      p99Ms: p99Ms!,
      commitsPer1000: commitsPer1000!,
    };
  });
}
