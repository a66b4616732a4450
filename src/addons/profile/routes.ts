import { type Answer, createAnswer, isAnswer, JSON_TYPE } from "../../http/answer.ts";
import { unlessRefused } from "../../http/http_error.ts";
import type { AnswerContext } from "../../routes/answer_context.ts";
import { ownKey } from "../../routes/resources/own_key.ts";
import type { Route } from "../../routes/route.ts";
import { type Edit, isWhole, type RouteValues } from "./edit.ts";
import { RULES } from "./rules.ts";

/** What programs ask about a key: the value of `/v1/key`, which no cache keeps. */
export const KEY_CHECK_ROUTE: Route = {
  ...ownKey,
  fresh: async (context, values) => valueOf(await ownKey.fresh!(context, values) as Answer),
};

/**
 * The endpoints under an alias: those of bare groups, rewritten. Each answer is rewritten once, when it is
 * made; it is then kept, compressed and tagged like any other.
 */
export function profileRoutes(alias: string, bare: readonly Route[]): Route[] {
  return bare.map((route): Route => {
    const id = `${alias}:${route.id}`;
    const { kept, fresh } = route;
    if (kept === undefined) {
      return {
        ...route,
        id,
        async fresh(context, values) {
          const value = await fresh!(context, values);
          if (value instanceof Response) return value;
          if (!isAnswer(value)) return withIds(value);
          return rewrite(value, undefined, context.ctx, values, linkOf(value, context.ctx));
        },
      };
    }
    const { parameters, ask, edit, isPaged = false } = RULES[route.id] ?? {};
    return {
      ...route,
      id,
      parameters: { ...route.parameters, ...parameters },
      kept(ctx, values) {
        const answer = kept(ctx, ask?.(values, ctx) ?? values);
        const link = isPaged && isWhole(values) ? undefined : linkOf(answer, ctx);
        return rewrite(answer, edit, ctx, values, link);
      },
    };
  });

  /** Links to other pages lead below the alias, for other paths answer otherwise. */
  function linkOf({ link }: Answer, { group }: AnswerContext): string | undefined {
    return link?.replaceAll(`</api/${group.slug}/`, `</api/${alias}/`);
  }

  /** Makes the profile's answer of an endpoint's own. What is not JSON stays as it is. */
  function rewrite(
    answer: Answer,
    edit: Edit | undefined,
    ctx: AnswerContext,
    values: RouteValues,
    link: string | undefined,
  ): Answer {
    if (answer.contentType !== JSON_TYPE) return answer;
    let { validUntil } = answer;
    const value = valueOf(answer);
    const edited = edit === undefined ? value : edit(value as never, {
      ctx,
      values,
      answer(id, asked) {
        const route = bare.find((one) => one.id === id);
        const found = unlessRefused(() => route?.kept?.(ctx, asked));
        validUntil = Math.min(validUntil, found?.validUntil ?? Infinity);
        return found && valueOf(found);
      },
    });
    const body = new TextEncoder().encode(JSON.stringify(withIds(edited)));
    return createAnswer(body, { ...answer, validUntil }, {
      ...(link !== undefined && { link }),
      ...(answer.headers !== undefined && { headers: answer.headers }),
    });
  }
}

function valueOf({ body }: Answer): unknown {
  return JSON.parse(new TextDecoder().decode(body));
}

/** Gives every object that has an `id` the same as `_id`, behind its other fields. */
function withIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withIds);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, withIds(field)]);
  if ("id" in value) fields.push(["_id", value.id]);
  return Object.fromEntries(fields);
}
