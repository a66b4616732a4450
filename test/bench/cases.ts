import type { Generated } from "./site.ts";

/** One request that is sent over and over. */
export interface BenchCase {
  /** What `deno task bench <name>` takes. */
  readonly name: string;
  readonly path: string;
  readonly credential: "key" | "unknown key" | "token";
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number;
  /** Asks with the entity tag of the answer, so that 304 comes back. */
  readonly revalidates: boolean;
  /** In a whole run Hono and nginx are measured here too; elsewhere only where the case is named. */
  readonly hasOthers: boolean;
}

const DEFAULTS = {
  credential: "key",
  headers: { "accept-encoding": "identity" },
  status: 200,
  revalidates: false,
  hasOthers: false,
} as const;

/** The cases, with the paths of a generated site. */
export function benchCases({ slug, nickname }: Generated): BenchCase[] {
  const sized = [
    { name: "300B", path: `v1/birthdays/${slug}`, hasOthers: true },
    { name: "2KB", path: `api/group1/member-detail?url=${slug}` },
    { name: "10KB", path: "api/group1/theater?page=1&perpage=15" },
    { name: "30KB", path: "api/group1/events", hasOthers: true },
    { name: "190KB", path: "api/group1/members", hasOthers: true },
    { name: "1.9MB", path: "api/group1/theater" },
  ];
  const members = "api/group1/members";
  const cases: (Partial<BenchCase> & Pick<BenchCase, "name" | "path">)[] = [
    ...sized,
    ...sized.map((sizedCase) => inBrotli(sizedCase)),
    { name: "304", path: members, status: 304, revalidates: true, hasOthers: true },
    { name: "page", path: "api/group1/theater?page=2&perpage=10", hasOthers: true },
    { name: "birthdays", path: "v1/birthdays/upcoming?days=30" },
    { name: "search", path: `api/group2/member/${nickname}` },
    { name: "403", path: members, status: 403, credential: "unknown key", hasOthers: true },
    { name: "404", path: "api/group1/nothing", status: 404 },
    { name: "token", path: `v1/birthdays/${slug}`, credential: "token" },
  ];
  return cases.map((benchCase) => ({ ...DEFAULTS, ...benchCase }));
}

function inBrotli({ name, path }: Pick<BenchCase, "name" | "path">) {
  const hasOthers = ["30KB", "190KB"].includes(name);
  return { name: `${name}-br`, path, headers: { "accept-encoding": "br" }, hasOthers };
}

/** The names of all cases, for the command line. */
export const CASE_NAMES: readonly string[] = benchCases({ slug: "", nickname: "" })
  .map(({ name }) => name);
