import type { Catalog, Group } from "../../../catalog/catalog.ts";
import { listPresent, spanAt } from "../../../catalog/phases.ts";
import { DATASET_KINDS, type DatasetKind } from "../../../model/dataset.ts";
import type { Phases, Span } from "../../../model/pack.ts";

/** What a dataset is asked for. */
export interface DatasetOptions {
  /** Undefined: all. */
  readonly kind: DatasetKind | undefined;
  /** Epoch ms. */
  readonly now: number;
}

/** The items of a group that are there at an instant, and until when (epoch ms) that holds. */
export interface Dataset {
  readonly items: readonly DatasetItem[];
  readonly validUntil: number;
}

/** An item as the lists of its kind have it: JSON without its closing brace, in pieces. */
export interface DatasetItem {
  readonly kind: DatasetKind;
  readonly pieces: readonly Uint8Array[];
}

/** Collects the items of a dataset, kind by kind, each in the order of its list. */
export function collectDataset(
  { pack }: Catalog,
  group: Group,
  { kind, now }: DatasetOptions,
): Dataset {
  const listings = kindsOf(kind).map((kind) => ({
    kind,
    ...listPresent(rowsOf(group, kind), now),
  }));
  return {
    items: listings.flatMap(({ kind, rows }) =>
      rows.map(({ open, extra }) => ({
        kind,
        pieces: [
          pack.bytes(spanAt(open, now)!),
          ...(extra === undefined ? [] : [pack.bytes(extra)]),
        ],
      }))
    ),
    validUntil: Math.min(...listings.map(({ validUntil }) => validUntil)),
  };
}

/** How many items a dataset has. */
export function countDataset(group: Group, { kind, now }: DatasetOptions): number {
  return kindsOf(kind).reduce(
    (count, kind) => count + listPresent(rowsOf(group, kind), now).rows.length,
    0,
  );
}

function kindsOf(kind: DatasetKind | undefined): readonly DatasetKind[] {
  return kind === undefined ? DATASET_KINDS : [kind];
}

/** An item's texts, and what its fullest list has behind them. */
interface DatasetRow {
  readonly open: Phases;
  readonly extra?: Span;
}

function rowsOf(group: Group, kind: DatasetKind): readonly DatasetRow[] {
  switch (kind) {
    case "member":
      return group.table("members");
    case "show":
      return group.table("shows");
    case "news":
      return group.table("news");
    case "event":
      return group.table("events");
    case "release":
      return group.table("releases");
    case "setlist":
      return group.setlists.map((open) => ({ open }));
    case "videocall":
      return group.table("videocalls").flatMap(({ sessions }) => sessions);
  }
}
