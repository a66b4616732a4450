import type { Diagnostic, Fix } from "../../build/diagnostic/diagnostic.ts";

/** Applies the fixes of diagnostics to the files themselves; of those that overlap, the first. */
export function mend(diagnostics: readonly Diagnostic[]): void {
  const moves = new Map<string, string>();
  const emptied: string[] = [];
  const edits = new Map<string, (Fix & { span: unknown })[]>();
  for (const { fix, place: { file } } of diagnostics) {
    if (fix === undefined) continue;
    if ("from" in fix) moves.set(fix.from, fix.to);
    else if ("moves" in fix) {
      for (const { from, to } of fix.moves) moves.set(from, to);
      emptied.push(fix.emptied);
    } else if ("span" in fix) edits.set(file, [...edits.get(file) ?? [], fix]);
  }
  for (const [file, fixes] of edits) Deno.writeTextFileSync(file, edited(file, fixes));
  for (const [from, to] of moves) Deno.renameSync(from, to);
  for (const folder of emptied) Deno.removeSync(folder, { recursive: true });
}

function edited(file: string, fixes: readonly Fix[]): string {
  let text = new TextDecoder().decode(Deno.readFileSync(file));
  let rest = text.length;
  const edits = fixes.filter((fix) => "span" in fix)
    .sort((one, other) => other.span.start - one.span.start);
  for (const { span: { start, end }, replacement } of edits) {
    if (end > rest) continue;
    text = text.slice(0, start) + replacement + text.slice(end);
    rest = start;
  }
  return text;
}
