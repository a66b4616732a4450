import type { Endpoint } from "./opening.ts";

/** What is asked, and the endpoints that it has. */
interface App {
  readonly laws: { readonly endpoints: readonly Endpoint[] };
  // deno-lint-ignore no-explicit-any
  json(path: string): Promise<any>;
}

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);

/** Paths of every endpoint of every group and of `/v1`, with every item that has an address of its own. */
export async function everyPath(app: App): Promise<string[]> {
  const groups = Map.groupBy(app.laws.endpoints, ({ group }) => group);
  const ofGroups = await Promise.all([...groups].map(async ([group, endpoints]) => {
    if (group === undefined) return [];
    const paths = endpoints[0]!.family === "bare" ? barePaths : wrappedPaths;
    return [
      ...await sharedPaths(app, `/api/${group}`, endpoints),
      ...await paths(app, `/api/${group}`),
    ];
  }));
  return [...ofGroups.flat(), ...await zonedPaths(app)];
}

async function barePaths(app: App, root: string): Promise<string[]> {
  const ofMembers = await idsOf(app, `${root}/members`);
  const ofNews = await idsOf(app, `${root}/news`);
  return [
    `${root}/schedule?status=today`,
    ...ofMembers.flatMap((id) => [`${root}/member-detail?url=${id}`, `${root}/member/${id}`]),
    ...ofNews.map((id) => `${root}/news-detail?id=${id}`),
  ];
}

function wrappedPaths(_app: App, root: string): string[] {
  return [
    `${root}/member/a`,
    ...["upcoming", "today", "past"].map((status) => `${root}/schedule?status=${status}`),
    ...MONTHS.map((month) => `${root}/birthdays/${month}`),
  ];
}

/** Everything that content alone answers and that needs no parameter, and what both families have. */
async function sharedPaths(
  app: App,
  root: string,
  endpoints: readonly Endpoint[],
): Promise<string[]> {
  const plain = endpoints.filter(({ route }) =>
    route.kept !== undefined && route.dependency === undefined && !route.path.includes("{") &&
    Object.values(route.parameters).every(({ required }) => !required)
  ).map(({ route }) => route.path);
  const pages = ["theater?perpage=100", "news?perpage=100"];
  const details = await Promise.all(["theater", "events", "news"].map(async (list) => {
    const ids = await idsOf(app, `${root}/${list}`);
    return ids.map((id) => `${list}/${id}`);
  }));
  return [...plain, ...pages, ...details.flat()].map((path) => `${root}/${path}`);
}

async function zonedPaths(app: App): Promise<string[]> {
  const { data } = await app.json("/v1/birthdays/upcoming?days=366");
  return [
    ...["today", "upcoming", "upcoming?days=366"].map((path) => `/v1/birthdays/${path}`),
    "/v1/birthdays",
    ...MONTHS.map((month) => `/v1/birthdays?month=${month}`),
    ...data.map(({ member_id }: { member_id: string }) => `/v1/birthdays/${member_id}`),
  ];
}

/** The ids in a list of either family. */
async function idsOf(app: App, path: string): Promise<string[]> {
  const answer = await app.json(path);
  const items: { id: string }[] = Array.isArray(answer) ? answer : answer.data;
  return items.map(({ id }) => encodeURIComponent(id));
}
