/** A store that `write_store.ts` wrote, and what the program of that day said of it. */
export interface Today {
  /** The instant at which it was left, epoch ms. */
  readonly at: number;
  /** Of the administrator `sari`. */
  readonly password: string;
  readonly secrets: Readonly<
    Record<
      "free" | "tiny" | "wide" | "revoked" | "rotated" | "token" | "code" | "feed",
      { readonly id: string; readonly secret: string }
    >
  >;
  /** A webhook of the key `free`. */
  readonly webhook: string;
  /** The build before the last. */
  readonly since: string;
  /** Answers by path. */
  readonly answers: Readonly<Record<string, { readonly status: number; readonly body: unknown }>>;
}

/** What is asked of such a store, with the key `free` and the administrator. */
export function askedPaths(webhook: string, since: string): string[] {
  const admin = ["keys", "tokens", "users", "codes", "audit?limit=1000", "audit/verify"];
  const own = ["key", "key/feeds", "webhooks", `webhooks/${webhook}/deliveries`];
  return [
    ...admin.map((path) => `api/admin/${path}`),
    ...own.map((path) => `v1/${path}`),
    ...["v1/events?limit=1000", `v1/changes?since=${since}`, "api/kota/recent"],
  ];
}
