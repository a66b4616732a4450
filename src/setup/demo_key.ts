import type { CredentialTable } from "../access/records/credential_table.ts";
import type { KeyStore } from "../access/records/key_store.ts";
import { isLive } from "../access/records/key_store.ts";
import { isLoopback } from "../http/loopback.ts";
import type { Catalog } from "../catalog/catalog.ts";

const DAY_MS = 86_400_000;

/**
 * Whether a demo key may be made at all: only for this machine alone. `hostname` is the address that
 * was really bound, whatever was asked for.
 */
export function mayHaveDemoKey(
  { onDeploy, hostname, proxies }: {
    onDeploy: boolean;
    hostname: string;
    proxies: readonly string[];
  },
): boolean {
  return !onDeploy && isLoopback(hostname) && proxies.length === 0;
}

/**
 * Makes a key for trying the service out, where nobody has a key yet. Expired demo keys do not count.
 * Of several processes that start at once one makes it. Returns the secret, or undefined where keys
 * exist. The key opens from then on: `credentials` has it.
 */
export async function makeDemoKey(
  { keys, credentials }: {
    readonly keys: Pick<KeyStore, "issueIf">;
    readonly credentials: Pick<CredentialTable, "refresh">;
  },
  catalog: Catalog,
  now: number,
): Promise<string | undefined> {
  const issued = await keys.issueIf({
    owner: "Demo",
    email: "",
    plan: "standard" in catalog.index.plans
      ? "standard"
      : Object.keys(catalog.index.plans)[0] ?? "",
    groups: [],
    ips: ["127.0.0.0/8", "::1"],
    createdAt: now,
    expiresAt: now + DAY_MS,
    demo: true,
  }, (known) => known.every((key) => key.demo !== undefined && !isLive(key, now)));
  if (issued === undefined) return undefined;
  // The store's watch would tell in a moment; the printed addresses may be asked before.
  await credentials.refresh();
  return issued.secret;
}

/** Addresses to paste, one for each convention that the content has. */
export function demoAddresses(base: string, catalog: Catalog, secret: string): string[] {
  const paths = catalog.groups.flatMap(({ slug, family }) =>
    family === "bare"
      ? [`api/${slug}/members`, `api/${slug}/theater`]
      : [`api/${slug}/schedule?status=upcoming`]
  );
  return [...paths, "v1/birthdays/upcoming?days=30"].map((path) =>
    `${base}${path}${path.includes("?") ? "&" : "?"}apikey=${secret}`
  );
}
