import { type Answer, isAnswer } from "../http/answer.ts";
import { BARE } from "../routes/families.ts";
import { ownKey } from "../routes/resources/own_route.ts";
import type { AnyRoute, CachedRoute, UncachedRoute } from "../routes/route.ts";
import { uncachedRoute } from "../routes/route.ts";
import type { ProfileTable, RouteRule } from "./profile_table.ts";
import { readAnswer, rewriteAnswer } from "./rewrite_answer.ts";

/** What stands between an alias and the id of an endpoint. */
const BETWEEN = ":";

/** The id of the endpoint that was rewritten. */
export function plainIdOf({ id }: AnyRoute): string {
  return id.slice(id.indexOf(BETWEEN) + 1);
}

/**
 * The endpoints under an alias: those of bare groups, rewritten, and the profile's own. Each answer is
 * rewritten once, when it is made; it is then kept, compressed and tagged like any other.
 */
export function profileRoutes(alias: string, table: ProfileTable): AnyRoute[] {
  return [...BARE.table.routes, ...table.routes].map((route) => {
    const rule = table.rules[route.id] ?? {};
    const id = `${alias}${BETWEEN}${route.id}`;
    if ("open" in route) return { ...route, id };
    return "handler" in route
      ? rewriteUncached({ ...route, id }, alias, table)
      : { ...rewriteCached(route, alias, table, rule), id };
  });
}

function rewriteCached(
  route: CachedRoute,
  alias: string,
  table: ProfileTable,
  rule: RouteRule,
): CachedRoute {
  return {
    ...route,
    parameters: { ...route.parameters, ...rule.parameters },
    answer(ctx, values) {
      const answer = route.answer(ctx, rule.ask?.(values, ctx) ?? values);
      return rewriteAnswer(answer, { alias, table, rule, ctx, values });
    },
  };
}

function rewriteUncached(route: UncachedRoute, alias: string, table: ProfileTable): UncachedRoute {
  return {
    ...route,
    async handler(context, values) {
      const value = await route.handler(context, values);
      if (!isAnswer(value)) return table.finish(value);
      return rewriteAnswer(value, { alias, table, rule: {}, ctx: context.ctx, values });
    },
  };
}

/** What programs ask about a key: what `/v1/key` says, which no cache keeps. */
export const KEY_CHECK_ROUTE = uncachedRoute({
  ...ownKey as UncachedRoute,
  handler: async (context, values) =>
    readAnswer(await (ownKey as UncachedRoute).handler(context, values) as Answer),
});
