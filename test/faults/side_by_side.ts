/**
 * Registers tests that wait more than they work: all of them begin when the first one does, each is
 * reported under its own name. Each has to clean up after itself, since nobody can look on.
 */
export function sideBySide(tests: Readonly<Record<string, () => Promise<void>>>): void {
  let runs: Map<string, Promise<unknown>> | undefined;
  const begin = () =>
    new Map(
      Object.entries(tests).map(([name, test]) => [name, test().then(() => undefined, asFailure)]),
    );
  for (const name of Object.keys(tests)) {
    Deno.test({
      name,
      sanitizeOps: false,
      sanitizeResources: false,
      async fn() {
        runs ??= begin();
        const failure = await runs.get(name);
        if (failure !== undefined) throw failure;
      },
    });
  }
}

function asFailure(error: unknown): unknown {
  return error ?? new Error("A test failed without a reason");
}
