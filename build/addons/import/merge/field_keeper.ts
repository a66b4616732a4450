import { isDeepStrictEqual } from "node:util";
import type { EntryFields } from "../../../files/content_file.ts";
import { hashOf, type ImportMemory } from "../memory.ts";
import { isKnown } from "../record/values.ts";
import type { FieldChange, Outcome } from "../report.ts";
import { type FieldRules, fitting, growthOf, knownFields, mergedField } from "./merge_fields.ts";
import type { Growing, RuleScope } from "./rules.ts";

/** Which entry of which file fields belong to. */
interface Entry {
  /** Its path in the group, and for a part of a file what the part is called. */
  readonly entry: string;
  /** Whether the entry is made by this import. */
  readonly isNew: boolean;
}

/** What a file has, what a dump says, and what would become of it. */
interface Difference {
  readonly had: unknown;
  readonly wanted: unknown;
  readonly result: unknown;
}

/**
 * Decides field by field whether the file or the dump is right, remembers what is written and reports what is
 * changed and kept. The file's value stays where an editor may have written it: where it differs from what
 * import last wrote, and where import never wrote it. Else the dump's value is taken, if the dump has changed.
 */
export class FieldKeeper {
  readonly #memory: ImportMemory;
  readonly #prefersTheirs: boolean;
  readonly #outcome: Outcome;

  /** `prefersTheirs`: the dump is right wherever both differ. */
  constructor(memory: ImportMemory, prefersTheirs: boolean, outcome: Outcome) {
    this.#memory = memory;
    this.#prefersTheirs = prefersTheirs;
    this.#outcome = outcome;
  }

  /** The fields to write of an entry that is or becomes a valid one. */
  settle(rules: FieldRules, scope: RuleScope, entry: Entry): EntryFields {
    const taken: Record<string, unknown> = {};
    for (const field of Object.keys(knownFields(scope.wanted))) {
      const { [field]: had } = scope.had;
      const growth = growthOf(rules, field);
      if (growth !== undefined) {
        const result = fitting(rules, field, this.#grow(growth, entry, field, scope), scope);
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
      if (this.decide(entry, field, difference, { isLost })) taken[field] = result;
    }
    return taken;
  }

  /** Whether a dump's value is taken; `isText`: where it adds nothing, the file's text is the dump's. */
  decide(
    { entry, isNew }: Entry,
    field: string,
    { had, wanted, result }: Difference,
    { isText = false, isLost = false } = {},
  ): boolean {
    const [theirs, ours] = [hashOf(wanted), hashOf(had)];
    const memory = isNew ? undefined : this.#memory.field(entry, field);
    const isSame = isDeepStrictEqual(result, had);
    const isOurs = memory === undefined ? !isKnown(had) : memory.ours === ours;
    const kept = isSame || isNew || this.#prefersTheirs
      ? undefined
      : memory === undefined
      ? isKnown(had) ? "new" : undefined
      : memory.theirs === theirs
      ? "edited"
      : isOurs
      ? undefined
      : "both";
    // A value of an editor's that only means the same as the dump's may say more: it stays hers.
    if (isSame ? isText || isNew || theirs === ours || isOurs : kept === undefined) {
      const said = isLost ? "?" : theirs;
      this.#memory.remember(entry, field, { theirs: said, ours: hashOf(result) });
    }
    if (!isSame && !isNew) this.#outcome.fields.push({ entry, field, from: had, to: result, kept });
    return !isSame && kept === undefined;
  }

  /** Items that import has not written before are added; those that an editor removed stay removed. */
  #grow(
    { keyOf, titleOf }: Growing,
    { entry, isNew }: Entry,
    field: string,
    { had, wanted }: RuleScope,
  ): unknown[] | undefined {
    const isFree = isNew || this.#prefersTheirs;
    const known = isFree ? new Set<string>() : this.#memory.items(entry, field);
    const hash = (item: unknown) => hashOf(keyOf(item));
    const items = wanted[field] as readonly unknown[];
    const list = Array.isArray(had[field]) ? [...had[field]] : [];
    const there = new Set(list.map(keyOf));
    const said = new Set(items.map(keyOf));
    const learned: string[] = [];
    for (const item of items) {
      const key = keyOf(item);
      if (!there.has(key)) {
        const place = titleOf === undefined
          ? -1
          : list.findIndex((other) => titleOf(other) === titleOf(item) && !said.has(keyOf(other)));
        const from = list[place];
        const isAnothers = place >= 0 && !isFree && !known.has(hash(from));
        const kept: FieldChange["kept"] = known.has(hash(item))
          ? "edited"
          : isAnothers
          ? known.size === 0 ? "new" : "both"
          : undefined;
        if (!isNew) this.#outcome.fields.push({ entry, field, from, to: item, kept });
        if (kept !== undefined) continue;
        if (place < 0) list.push(item);
        else list[place] = { ...from, ...item as object, title: from.title };
        there.add(key);
      }
      learned.push(hash(item));
    }
    this.#memory.rememberItems(entry, field, learned);
    return list.length === 0 ? undefined : list;
  }

  /** Whether an import made this entry, and somebody removed it since; that is reported. */
  isRemoved(entry: string): boolean {
    const isRemoved = !this.#prefersTheirs && this.#memory.has(entry);
    if (isRemoved) this.#outcome.removedEntries.push(entry);
    return isRemoved;
  }
}
