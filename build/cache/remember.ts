/**
 * This room remembers what was made of content that has not changed.
 *
 * @module
 */

import type { Diagnostic, ReportDiagnostic } from "../diagnostic/diagnostic.ts";

/**
 * Makes something of `key`, or gives what was made of it before with the same `deps`. What was
 * reported then is reported again.
 */
export type Remember<V> = (
  key: object,
  deps: readonly unknown[],
  report: ReportDiagnostic,
  make: (report: ReportDiagnostic) => V,
) => V;

interface Made<V> {
  readonly deps: readonly unknown[];
  readonly value: V;
  readonly diagnostics: readonly Diagnostic[];
}

const NOTHING: readonly Diagnostic[] = [];

/** Whether there will be another build in this process: else what is remembered only takes memory. */
let goesOn = false;

/** From here on things are remembered. */
export function startRemembering(): void {
  goesOn = true;
}

/**
 * Remembers for as long as the key itself is there; in a build that is the only one of its process, where
 * that build asks more than once.
 */
export function createRemember<V>(isAskedOften = false): Remember<V> {
  const known = new WeakMap<object, Made<V>>();
  return (key, deps, report, make) => {
    const found = known.get(key);
    const made = found !== undefined && areSame(found.deps, deps) ? found : makeOnce(deps, make);
    if ((goesOn || isAskedOften) && made !== found) known.set(key, made);
    for (const diagnostic of made.diagnostics) report(diagnostic);
    return made.value;
  };
}

function makeOnce<V>(
  deps: readonly unknown[],
  make: (report: ReportDiagnostic) => V,
): Made<V> {
  let diagnostics: Diagnostic[] | undefined;
  const value = make((diagnostic) => void (diagnostics ??= []).push(diagnostic));
  return { deps, value, diagnostics: diagnostics ?? NOTHING };
}

/** Whether two lists have the same things in the same order. */
export function areSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((one, place) => one === others[place]);
}

/** Of what cannot report anything. */
export const REPORTS_NOTHING: ReportDiagnostic = () => {};
