import { type Answer, createAnswer, isAnswer, JSON_TYPE } from "../../http/answer.ts";
import { unlessRefused } from "../../http/http_error.ts";
import type { Parameters } from "../../http/parameter.ts";
import { ownKey } from "../../routes/resources/own_key.ts";
import type { Route } from "../../routes/route.ts";
import type { AnswerContext } from "../../routes/answer_context.ts";

/** How a profile differs from the endpoints of bare groups: what it reads, and what it answers. */
export interface ProfileTable {
  /** Paths below the alias, and the endpoints that they mean. */
  readonly paths: Readonly<Record<string, string>>;
  /** Paths below `/api` itself, while one group alone has the profile: they are that group's. */
  readonly withoutGroup: readonly string[];
  /** Endpoints behind which a `&` begins the parameters, as a `?` does. */
  readonly ampersandAfter: readonly string[];
  /** Other names of parameters, and their own. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Parameters that are left out, with these others, if they have this value. */
  readonly leftOut: readonly LeftOut[];
  /** Endpoints whose paths bare groups may not have. */
  readonly routes: readonly Route[];
  /** What is different at an endpoint, by its id. */
  readonly rules: Readonly<Record<string, RouteRule>>;
  /** The last change of every answer. */
  readonly finish: (value: unknown) => unknown;
}

/** A value of a parameter that says no more than its absence. */
interface LeftOut {
  readonly name: string;
  readonly value: string;
  readonly others: readonly string[];
}

/** The values of an endpoint's parameters, as its readers made them. */
export type RouteValues = Readonly<Record<string, unknown>>;

interface RouteRule {
  readonly parameters?: Parameters;
  readonly ask?: (values: RouteValues, ctx: AnswerContext) => RouteValues;
  /** The answer, made of the endpoint's own. */
  readonly edit?: (value: never, context: EditContext) => unknown;
  /** Whether these values ask for something that other pages do not belong to. */
  readonly isWhole?: (values: RouteValues) => boolean;
}

/** What an edit may use besides the answer. */
export interface EditContext {
  readonly ctx: AnswerContext;
  /** As they came. */
  readonly values: RouteValues;
  /** Another endpoint's answer; undefined if it refuses. What is made of it holds no longer. */
  answer(id: string, values: RouteValues): unknown;
}

/**
 * The endpoints under an alias: those of bare groups, rewritten, and the profile's own. Each answer is
 * rewritten once, when it is made; it is then kept, compressed and tagged like any other.
 */
export function profileRoutes(
  alias: string,
  table: ProfileTable,
  bare: readonly Route[],
): Route[] {
  const own = table.routes.filter(({ path }) => bare.every((route) => route.path !== path));
  return [...bare, ...own].map((route): Route => {
    const id = `${alias}:${route.id}`;
    const { kept, fresh } = route;
    if (kept === undefined) {
      return { ...route, id, fresh: rewriteFresh(fresh!, alias, table, bare) };
    }
    const rule = table.rules[route.id] ?? {};
    return {
      ...route,
      id,
      parameters: { ...route.parameters, ...rule.parameters },
      kept(ctx, values) {
        const answer = kept(ctx, rule.ask?.(values, ctx) ?? values);
        return rewriteAnswer(answer, { alias, table, rule, ctx, values, bare });
      },
    };
  });
}

function rewriteFresh(
  fresh: NonNullable<Route["fresh"]>,
  alias: string,
  table: ProfileTable,
  bare: readonly Route[],
): NonNullable<Route["fresh"]> {
  return async (context, values) => {
    const value = await fresh(context, values);
    if (value instanceof Response) return value;
    if (!isAnswer(value)) return table.finish(value);
    return rewriteAnswer(value, { alias, table, rule: {}, ctx: context.ctx, values, bare });
  };
}

/** What programs ask about a key: the value of `/v1/key`, which no cache keeps. */
export const KEY_CHECK_ROUTE: Route = {
  ...ownKey,
  fresh: async (context, values) => readAnswer(await ownKey.fresh!(context, values) as Answer),
};

const encoder = new TextEncoder();
const decoder = new TextDecoder();

interface Rewriting {
  readonly alias: string;
  readonly table: ProfileTable;
  readonly rule: RouteRule;
  readonly ctx: AnswerContext;
  /** The parameters as they came. */
  readonly values: RouteValues;
  /** The endpoints of bare groups. */
  readonly bare: readonly Route[];
}

/** Makes the profile's answer of an endpoint's own. What is not JSON stays as it is. */
function rewriteAnswer(answer: Answer, rewriting: Rewriting): Answer {
  if (answer.contentType !== JSON_TYPE) return answer;
  const { table, rule, ctx, values, bare } = rewriting;
  let { validUntil } = answer;
  const context: EditContext = {
    ctx,
    values,
    answer(id, asked) {
      const found = answerOf(bare, id, ctx, asked);
      validUntil = Math.min(validUntil, found?.validUntil ?? Infinity);
      return found && readAnswer(found);
    },
  };
  const value = readAnswer(answer);
  const edited = table.finish(rule.edit === undefined ? value : rule.edit(value as never, context));
  const link = linkOf(answer, rewriting);
  return createAnswer(encoder.encode(JSON.stringify(edited)), { ...answer, validUntil }, {
    ...(link !== undefined && { link }),
    ...(answer.headers !== undefined && { headers: answer.headers }),
  });
}

function readAnswer({ body }: Answer): unknown {
  return JSON.parse(decoder.decode(body));
}

function answerOf(
  bare: readonly Route[],
  id: string,
  ctx: AnswerContext,
  values: RouteValues,
): Answer | undefined {
  const route = bare.find((one) => one.id === id);
  return unlessRefused(() => route?.kept?.(ctx, values));
}

/** Links to other pages lead below the alias, for other paths answer otherwise. */
function linkOf({ link }: Answer, { alias, rule, ctx, values }: Rewriting): string | undefined {
  if (rule.isWhole?.(values)) return undefined;
  return link?.replaceAll(`</api/${ctx.group.slug}/`, `</api/${alias}/`);
}
