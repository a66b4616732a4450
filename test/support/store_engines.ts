import { findPostgres, startPostgres } from "./postgres_server.ts";
import { ignoredWithout } from "./ignored_without.ts";
import { temporaryFolder } from "./temporary.ts";

/** An empty store of a test's own, which several processes may open by its path or address. */
interface EmptyStore extends AsyncDisposable {
  readonly path: string;
}

/** An engine that keeps stores of several processes. */
interface SharedEngine {
  readonly name: string;
  /** Whether it is missing here. */
  readonly ignore: boolean;
  open(): Promise<EmptyStore>;
}

const postgres = findPostgres();

/** What holds of stores that processes share holds on each of these. */
export const SHARED_ENGINES: readonly SharedEngine[] = [
  { name: "a KV file", ignore: false, open: openFile },
  {
    name: "Postgres",
    ignore: ignoredWithout("postgres", postgres !== undefined),
    open: () => openPostgres(postgres!),
  },
];

/** Registers a test for each engine: what it says holds on all of them. */
export function testOnEngines(name: string, fn: (path: string) => Promise<void>): void {
  for (const { name: engine, ignore, open } of SHARED_ENGINES) {
    Deno.test({
      name: `${name}, on ${engine}`,
      ignore,
      fn: async () => {
        await using store = await open();
        await fn(store.path);
      },
    });
  }
}

async function openFile(): Promise<EmptyStore> {
  const folder = await temporaryFolder();
  return {
    path: `${folder.path}/store.kv`,
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

async function openPostgres(bin: string): Promise<EmptyStore> {
  const server = await startPostgres(bin, { isDurable: false });
  const path = await server.createDatabase();
  return { path, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}
