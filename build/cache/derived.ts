/**
 * This room remembers what was made of content that has not changed.
 *
 * @module
 */

import type { Diagnostic, ReportDiagnostic } from "../diagnostic/diagnostic.ts";
import { type Language, spokenLanguage } from "../words/say.ts";

/** Makes something of a subject and inputs, and of nothing else; what it reports comes last. */
type Make<Subject, Inputs extends unknown[], Made> = (subject: Subject, ...inputs: Inputs) => Made;

type WithoutReport<Inputs extends unknown[]> = Inputs extends [...infer Rest, ReportDiagnostic]
  ? Rest
  : Inputs;

/** What was made, what of, and what was reported of it, in which language. */
interface Derived {
  readonly inputs: readonly unknown[];
  readonly made: unknown;
  readonly diagnostics: readonly Diagnostic[];
  readonly language: Language;
}

/** What each function has made last of each subject, for as long as that is there. */
const tables = new WeakMap<object, WeakMap<object, Derived>>();

let isRemembering = false;

/**
 * What `make` makes of a subject, such as a file or a list of files, and of inputs: the same object again,
 * with the same reports, as long as the subject and each of the inputs are the same. `make` is named by
 * itself, so it is a function of a module; it looks at nothing but what it is given.
 */
export function derived<Subject extends object, Inputs extends unknown[], Made>(
  subject: Subject,
  inputs: Readonly<WithoutReport<Inputs>>,
  make: Make<Subject, Inputs, Made>,
  report: ReportDiagnostic = () => {},
): Made {
  const makeOf = make as Make<Subject, unknown[], Made>;
  if (!isRemembering) return makeOf(subject, ...inputs, report);
  const table = tables.get(make) ?? new WeakMap<object, Derived>();
  tables.set(make, table);
  const before = table.get(subject);
  const isSame = before?.language === spokenLanguage() && areSame(before.inputs, inputs);
  const known = isSame ? before : deriveOnce(subject, inputs, makeOf);
  if (known !== before) table.set(subject, known);
  for (const diagnostic of known.diagnostics) report(diagnostic);
  return known.made as Made;
}

/** What is derived of a list by a rule for each of its entries. */
export function each<Entry, Inputs extends unknown[]>(
  rule: (entry: Entry, ...inputs: Inputs) => void,
): (entries: readonly Entry[], ...inputs: Inputs) => void {
  return (entries, ...inputs) => entries.forEach((entry) => rule(entry, ...inputs));
}

const NOTHING: readonly Diagnostic[] = [];

function deriveOnce<Subject>(
  subject: Subject,
  inputs: readonly unknown[],
  make: Make<Subject, unknown[], unknown>,
): Derived {
  let diagnostics: Diagnostic[] | undefined;
  const made = make(subject, ...inputs, (one: Diagnostic) => void (diagnostics ??= []).push(one));
  return { inputs, made, diagnostics: diagnostics ?? NOTHING, language: spokenLanguage() };
}

/** The last lists of each owner, by their names. */
const lists = new WeakMap<object, Map<string, readonly unknown[]>>();

/** The list that `owner` had by a name before, if all in it is the same: much is derived of lists. */
export function sameList<Item>(
  owner: object,
  name: string,
  list: readonly Item[],
  areEqual: (one: Item, other: Item) => boolean = Object.is,
): readonly Item[] {
  if (!isRemembering) return list;
  const known = lists.get(owner) ?? new Map<string, readonly unknown[]>();
  lists.set(owner, known);
  const before = known.get(name) as readonly Item[] | undefined;
  const isSame = before?.length === list.length &&
    before.every((one, place) => one === list[place] || areEqual(one, list[place]!));
  if (isSame) return before;
  known.set(name, list);
  return list;
}

/**
 * Makes what is asked for several times in any build, the only one of a process too: again as soon as the
 * subject is asked about with another input, such as a zone.
 */
export function once<Subject extends object, Made, Input = void>(
  make: (subject: Subject, input: Input) => Made,
): (subject: Subject, input: Input) => Made {
  const known = new WeakMap<Subject, { readonly input: Input; readonly made: Made }>();
  return (subject, input) => {
    const found = known.get(subject);
    if (found !== undefined && found.input === input) return found.made;
    const made = make(subject, input);
    known.set(subject, { input, made });
    return made;
  };
}

/** Does something, and remembers what is derived meanwhile: a build that is the only one need not. */
export function remembering<T>(isLasting: boolean, act: () => T): T {
  const before = isRemembering;
  isRemembering = isLasting;
  try {
    return act();
  } finally {
    isRemembering = before;
  }
}

/** Whether two lists have the same things in the same order. */
export function areSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((one, place) => one === others[place]);
}
