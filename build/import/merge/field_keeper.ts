import { isDeepStrictEqual } from "node:util";
import type { EntryFields } from "../../files/content_file.ts";
import { hashOf, type WrittenFields } from "../memory.ts";
import { isKnown } from "../record/values.ts";
import type { FieldChange, Outcome } from "../report/outcome.ts";
import { type FieldRules, fitting, growthOf, knownFields, mergedField } from "./merge_fields.ts";
import type { Growing, RuleScope } from "./rules.ts";

/** Which entry of which file fields belong to. */
interface KeptEntry {
  /** Its path in the group, and for a part of a file what the part is called. */
  readonly entry: string;
  /** Whether the entry is made by this import. */
  readonly isNew: boolean;
}

/** What an entry takes of a dump. */
interface Settled {
  /** The fields to write. */
  readonly fields: EntryFields;
  /** Remembers them and reports what is changed and kept; for an entry that is written. */
  readonly commit: () => void;
}

/** What a file has, what a dump says, and what would become of it. */
interface Difference {
  readonly had: unknown;
  readonly wanted: unknown;
  readonly result: unknown;
}

/** Decides field by field whether the file or the dump is right. */
export type FieldKeeper = ReturnType<typeof createFieldKeeper>;

/**
 * The file's value stays where an editor may have written it: where it differs from what import last
 * wrote, and where import never wrote it. Else the dump's value is taken, if the dump has changed.
 */
export function createFieldKeeper({ written, prefersTheirs, outcome }: {
  readonly written: WrittenFields;
  /** Whether the dump is right wherever both differ. */
  readonly prefersTheirs: boolean;
  /** Takes what is changed, kept and removed. */
  readonly outcome: Pick<Outcome, "fields" | "removedEntries">;
}) {
  /** Why the file's value stays; undefined: the dump's is taken. */
  function reasonToKeep({ entry, isNew }: KeptEntry, field: string, { had, wanted }: Difference) {
    const memory = written.field(entry, field);
    if (isNew || prefersTheirs) return undefined;
    if (memory === undefined) return isKnown(had) ? "new" : undefined;
    if (memory.theirs === hashOf(wanted)) return "edited";
    return memory.ours === hashOf(had) ? undefined : "both";
  }

  /**
   * Whether an import may call the file's value its own, where the dump adds nothing to it: where it
   * is the very same, or was the import's own before. A value that only means the same may say more.
   */
  function isOwn({ entry, isNew }: KeptEntry, field: string, { had, wanted }: Difference) {
    const ours = hashOf(had);
    if (isNew || hashOf(wanted) === ours) return true;
    const memory = written.field(entry, field);
    return memory === undefined ? !isKnown(had) : memory.ours === ours;
  }

  /** Whether the dump's value is taken; `commits` remember and report it. */
  function decide(
    kept: KeptEntry,
    field: string,
    difference: Difference,
    { isText = false, isLost = false },
    commits: (() => void)[],
  ): boolean {
    const { entry, isNew } = kept;
    const { had, wanted, result } = difference;
    const isSame = isDeepStrictEqual(result, had);
    const reason = isSame ? undefined : reasonToKeep(kept, field, difference);
    if (isSame ? isText || isOwn(kept, field, difference) : reason === undefined) {
      const theirs = isLost ? "?" : hashOf(wanted);
      commits.push(() => written.remember(entry, field, { theirs, ours: hashOf(result) }));
    }
    if (!isSame && !isNew) {
      commits.push(() =>
        outcome.fields.push({ entry, field, from: had, to: result, kept: reason })
      );
    }
    return !isSame && reason === undefined;
  }

  /** Items that import has not written before are added; those that an editor removed stay removed. */
  function growList(
    { keyOf, titleOf }: Growing,
    { entry, isNew }: KeptEntry,
    field: string,
    { had, wanted }: RuleScope,
    commits: (() => void)[],
  ): unknown[] | undefined {
    const known = isNew || prefersTheirs ? new Set<string>() : written.items(entry, field);
    const hash = (item: unknown) => hashOf(keyOf(item));
    const items = wanted[field] as readonly unknown[];
    const list = Array.isArray(had[field]) ? [...had[field]] : [];
    const there = new Set(list.map(keyOf));
    const said = new Set(items.map(keyOf));
    const learned: string[] = [];
    for (const item of items) {
      const isThere = there.has(keyOf(item));
      const place = titleOf === undefined || isThere
        ? -1
        : list.findIndex((other) => titleOf(other) === titleOf(item) && !said.has(keyOf(other)));
      const from = list[place];
      const isAnothers = place >= 0 && !prefersTheirs && !known.has(hash(from));
      const kept: FieldChange["kept"] = known.has(hash(item))
        ? "edited"
        : isAnothers
        ? known.size === 0 ? "new" : "both"
        : undefined;
      if (!isThere && !isNew) {
        commits.push(() => outcome.fields.push({ entry, field, from, to: item, kept }));
      }
      if (!isThere && kept !== undefined) continue;
      learned.push(hash(item));
      there.add(keyOf(item));
      if (isThere) continue;
      if (place < 0) list.push(item);
      else list[place] = { ...from, ...item as object, title: from.title };
    }
    commits.push(() => written.rememberItems(entry, field, learned));
    return list.length === 0 ? undefined : list;
  }

  return {
    settle(rules: FieldRules, scope: RuleScope, kept: KeptEntry): Settled {
      const commits: (() => void)[] = [];
      const taken: Record<string, unknown> = {};
      for (const field of Object.keys(knownFields(scope.wanted))) {
        const { [field]: had } = scope.had;
        const growth = growthOf(rules, field);
        if (growth !== undefined) {
          const list = growList(growth, kept, field, scope, commits);
          const result = fitting(rules, field, list, scope);
          if (!isDeepStrictEqual(result, had)) taken[field] = result;
          continue;
        }
        let isLost = false;
        const lose: RuleScope["lose"] = (where, lost, ...why) => {
          isLost ||= lost === field;
          scope.lose(where, lost, ...why);
        };
        const result = mergedField(rules, field, { ...scope, lose });
        const difference = { had, wanted: scope.wanted[field], result };
        if (decide(kept, field, difference, { isLost }, commits)) taken[field] = result;
      }
      return { fields: taken, commit: () => commits.forEach((commit) => commit()) };
    },
    /** The same for a text that is no field of the YAML; it is remembered at once. */
    settleText(kept: KeptEntry, field: string, difference: Difference): boolean {
      const commits: (() => void)[] = [];
      const isTaken = decide(kept, field, difference, { isText: true }, commits);
      commits.forEach((commit) => commit());
      return isTaken;
    },
    /** Whether an import made this entry, and somebody removed it since; that is reported. */
    isRemoved(entry: string): boolean {
      const isRemoved = !prefersTheirs && written.has(entry);
      if (isRemoved) outcome.removedEntries.push(entry);
      return isRemoved;
    },
  };
}
