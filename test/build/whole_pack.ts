import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { openPack, type Pack } from "../../src/catalog/pack.ts";
import type { Phases, Span, TableName } from "../../src/model/pack.ts";

/** Fails where the bytes are not one whole pack: its name is made of all of them. */
export function assertWhole(bytes: Uint8Array): Pack {
  const pack = openPack(bytes);
  const { format: _, build, ...index } = pack.index;
  const bodies = bytes.subarray(
    12 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(8, true),
  );
  assert.equal(bodies.length, index.size);
  const sha256 = createHash("sha256").update(JSON.stringify(index)).update(bodies);
  assert.equal(build, sha256.digest("hex").slice(0, 12));
  return pack;
}

/** Fails where anything in the pack is not the JSON it is taken for. */
export function assertReadable(pack: Pack): void {
  for (const { tables } of pack.index.groups) {
    const table = (name: TableName) => pack.json<Record<string, unknown>[]>(tables[name]);
    for (const name of Object.keys(tables) as TableName[]) {
      const rows = name === "videocalls"
        ? table(name).flatMap(({ sessions }) => sessions as Record<string, unknown>[])
        : table(name);
      for (const row of rows) assertRow(pack, row);
    }
  }
}

function assertRow(pack: Pack, row: Record<string, unknown>): void {
  const further = ["extra", "more", "songs"].filter((name) => name in row).map((name) =>
    row[name] as Span
  );
  for (const span of spansOf(row["open"] as Phases)) parse(pack, [span, ...further]);
  if ("detail" in row) { for (const span of spansOf(row["detail"] as Phases)) parse(pack, [span]); }
  if ("reference" in row) pack.json(row["reference"] as Span);
}

function parse(pack: Pack, spans: readonly Span[]): void {
  const text = spans.map((span) => new TextDecoder().decode(pack.bytes(span))).join("");
  assert.equal(typeof JSON.parse(`${text}}`), "object");
}

/** The spans of all phases; their instants have to rise. */
function spansOf(phases: Phases): Span[] {
  const spans: Span[] = [];
  for (let at = 0; at < phases.length; at += 3) {
    if (at > 3) assert.ok(phases[at - 1]! >= phases[at - 4]!);
    if (phases[at + 1] !== 0) spans.push([phases[at]!, phases[at + 1]!]);
  }
  assert.ok(spans.length > 0);
  return spans;
}
