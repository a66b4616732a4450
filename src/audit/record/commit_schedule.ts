/** The setting AUDIT. */
export type AuditMode = "strict" | "relaxed";

/** The recorder's state between two commits. */
export type CommitPhase = "idle" | "scheduled" | "committing";

/** What decides when the next commit begins. */
export interface CommitState {
  readonly mode: AuditMode;
  readonly phase: CommitPhase;
  readonly closing: boolean;
  /** Uses that no answer waits for. */
  readonly buffered: number;
  /** When the commits so far would have begun, had each kept its distance; epoch ms. */
  readonly spacedUntil: number;
}

/** The distance between the starts of two commits, in ms: busy tokens share them. */
const COMMIT_SPACING_MS = { strict: 8, relaxed: 100 } as const;

/** Commits that may follow one another without distance, so that a quiet token waits for nothing. */
const BURST = 8;

/** Decides in how many ms the next commit begins; null: it is on its way already. */
export function decideCommit(state: CommitState, now: number): number | null {
  if (state.phase !== "idle") return null;
  if (state.closing) return 0;
  const spacing = COMMIT_SPACING_MS[state.mode];
  if (state.mode === "relaxed") return spacing;
  const earliest = state.buffered > 0
    ? state.spacedUntil
    : state.spacedUntil - (BURST - 1) * spacing;
  // Never longer than the spacing: the machine's clock may have been set back.
  return Math.max(0, Math.min(earliest - now, spacing));
}

/** The state's `spacedUntil` once a commit has begun at `now`. */
export function spacedAfter({ mode, spacedUntil }: CommitState, now: number): number {
  return Math.max(spacedUntil, now) + COMMIT_SPACING_MS[mode];
}
