import { isDeepStrictEqual } from "node:util";
import { foldText } from "../../../src/model/fold_text.ts";
import type { EntryFields } from "../../files/content_file.ts";
import { hashOf, type WrittenFields } from "../memory.ts";
import type { FieldChange, Outcome } from "../report/outcome.ts";
import { isKnown } from "../record/values.ts";
import { changedFields, type FieldRules, knownFields } from "./merge_fields.ts";
import { addLinks, addTexts, plain, type Rule, type RuleScope } from "./rules.ts";

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

/** Decides field by field whether the file or the dump is right. */
export type FieldKeeper = ReturnType<typeof createFieldKeeper>;

/** What the decision needs. */
interface KeeperOptions {
  readonly written: WrittenFields;
  /** Whether the dump is right wherever both differ. */
  readonly prefersTheirs: boolean;
  /** Takes what is changed, kept and removed. */
  readonly outcome: Pick<Outcome, "fields" | "removedEntries">;
}

/** Lists that grow are remembered by their items: how an item is known, and what it is called. */
const GROWING = new Map<Rule, { keyOf(item: unknown): string; titleOf?(item: unknown): string }>([
  [addTexts, { keyOf: (item) => foldText(String(item)) }],
  [addLinks, {
    keyOf: (item) => `${titleOfLink(item)}\n${linkOf(item).url}`,
    titleOf: titleOfLink,
  }],
]);

/**
 * The file's value stays where an editor may have written it: where it differs from what import last
 * wrote, and where import never wrote it. Else the dump's value is taken, if the dump has changed.
 */
export function createFieldKeeper(options: KeeperOptions) {
  const { written, prefersTheirs, outcome } = options;

  /** Undefined: the dump's value is taken; else why the file's stays. */
  function reasonToKeep(
    { entry, isNew }: KeptEntry,
    field: string,
    theirs: string,
    had: unknown,
  ): FieldChange["kept"] {
    const memory = written.field(entry, field);
    if (isNew || prefersTheirs) return undefined;
    if (memory === undefined) return isEmpty(had) ? undefined : "new";
    if (memory.theirs === theirs) return "edited";
    return memory.ours === hashOf(had) ? undefined : "both";
  }

  /**
   * Whether an import may call the file's value its own, where the dump adds nothing to it: where it
   * is the very same, or was the import's own before. A value that only means the same may say more.
   */
  function isOwn({ entry, isNew }: KeptEntry, field: string, theirs: string, had: unknown) {
    const memory = written.field(entry, field);
    const ours = hashOf(had);
    if (isNew || theirs === ours) return true;
    return memory === undefined ? isEmpty(had) : memory.ours === ours;
  }

  return {
    settle(rules: FieldRules, scope: RuleScope, kept: KeptEntry): Settled {
      const { entry, isNew } = kept;
      const commits: (() => void)[] = [];
      const lost = new Set<string>();
      const lists = growLists(rules, scope, kept, options, commits);
      const changes = changedFields(
        { ...rules, rules: { ...rules.rules, ...lists.rules } },
        {
          ...scope,
          wanted: { ...scope.wanted, ...lists.fields },
          lose: (where, field, reason, value) => {
            lost.add(field);
            scope.lose(where, field, reason, value);
          },
        },
      );
      const taken = new Map<string, unknown>();
      for (const [field, wanted] of Object.entries(knownFields(scope.wanted))) {
        const had = scope.had[field];
        const result = field in changes ? changes[field] : had;
        if (field in lists.fields) {
          if (field in changes) taken.set(field, result);
          continue;
        }
        const hash = hashOf(wanted);
        const theirs = lost.has(field) ? "?" : hash;
        const remember = () => written.remember(entry, field, { theirs, ours: hashOf(result) });
        const isSame = isDeepStrictEqual(result, had);
        const reason = isSame ? undefined : reasonToKeep(kept, field, hash, had);
        if (isSame ? isOwn(kept, field, hash, had) : reason === undefined) commits.push(remember);
        if (reason === undefined && !isSame) taken.set(field, result);
        if (isSame || isNew) continue;
        const change = { entry, field, from: had, to: result, kept: reason };
        commits.push(() => outcome.fields.push(change));
      }
      return {
        fields: Object.fromEntries(taken),
        commit: () => commits.forEach((commit) => commit()),
      };
    },
    /**
     * The same for a text that is no field of the YAML: what the file has, what the dump says, and what the
     * file would have.
     */
    settleText(
      kept: KeptEntry,
      field: string,
      { had, wanted, result }: { had: string; wanted: string; result: string },
    ): boolean {
      const { entry, isNew } = kept;
      const theirs = hashOf(wanted);
      const isSame = result === had;
      const reason = isSame ? undefined : reasonToKeep(kept, field, theirs, had);
      if (reason === undefined) written.remember(entry, field, { theirs, ours: hashOf(result) });
      if (!isSame && !isNew) {
        outcome.fields.push({ entry, field, from: had, to: result, kept: reason });
      }
      return reason === undefined && !isSame;
    },
    /** Whether an import made this entry, and somebody removed it since; that is reported. */
    isRemoved(entry: string): boolean {
      const isRemoved = !prefersTheirs && written.has(entry);
      if (isRemoved) outcome.removedEntries.push(entry);
      return isRemoved;
    },
  };
}

function isEmpty(value: unknown): boolean {
  return !isKnown(value);
}

/** The whole lists that an entry shall have, which are then taken as they are. */
function growLists(
  { rules }: FieldRules,
  { had, wanted }: RuleScope,
  kept: KeptEntry,
  options: KeeperOptions,
  commits: (() => void)[],
) {
  const growing = Object.entries(knownFields(wanted)).filter(([field]) =>
    rules[field] !== undefined && GROWING.has(rules[field]!)
  );
  const fields = growing.map(([field, items]) => {
    const { keyOf, titleOf } = GROWING.get(rules[field]!)!;
    const list = { field, had: listOf(had[field]), wanted: listOf(items), keyOf, titleOf };
    const grown = growList(list, kept, options, commits);
    return [field, grown.length === 0 ? had[field] : grown] as const;
  });
  return {
    fields: Object.fromEntries(fields),
    rules: Object.fromEntries(fields.map(([field]) => [field, plain])),
  };
}

interface GrowingList {
  readonly field: string;
  readonly had: readonly unknown[];
  readonly wanted: readonly unknown[];
  keyOf(item: unknown): string;
  readonly titleOf: ((item: unknown) => string) | undefined;
}

/** Items that import has not written before are added; those that an editor removed stay removed. */
function growList(
  { field, had, wanted, keyOf, titleOf }: GrowingList,
  { entry, isNew }: KeptEntry,
  { written, prefersTheirs, outcome }: KeeperOptions,
  commits: (() => void)[],
): unknown[] {
  const known = isNew || prefersTheirs ? new Set<string>() : written.items(entry, field);
  const hash = (item: unknown) => hashOf(keyOf(item));
  const there = new Set(had.map(keyOf));
  const said = new Set(wanted.map(keyOf));
  const list = [...had];
  const learned: string[] = [];
  const report = (from: unknown, to: unknown, kept?: FieldChange["kept"]) => {
    if (!isNew) commits.push(() => outcome.fields.push({ entry, field, from, to, kept }));
  };
  for (const item of wanted) {
    if (there.has(keyOf(item))) learned.push(hash(item));
    else {
      const place = titleOf === undefined
        ? -1
        : list.findIndex((other) => titleOf(other) === titleOf(item) && !said.has(keyOf(other)));
      const other = list[place];
      const isOwn = prefersTheirs || (place >= 0 && known.has(hash(other)));
      if (known.has(hash(item))) report(other, item, "edited");
      else if (place >= 0 && !isOwn) report(other, item, known.size === 0 ? "new" : "both");
      else {
        if (place < 0) list.push(item);
        else list[place] = { ...other as object, ...item as object, title: linkOf(other).title };
        report(other, item);
        learned.push(hash(item));
        there.add(keyOf(item));
      }
    }
  }
  commits.push(() => written.rememberItems(entry, field, learned));
  return list;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function linkOf(item: unknown): { readonly title: string; readonly url: string } {
  return item as { title: string; url: string };
}

function titleOfLink(item: unknown): string {
  return foldText(String(linkOf(item).title));
}
