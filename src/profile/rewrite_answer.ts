import { type Answer, createAnswer, JSON_TYPE } from "../http/answer.ts";
import { HttpError } from "../http/http_error.ts";
import { BARE } from "../routes/families.ts";
import type { RouteContext } from "../routes/route_context.ts";
import type { EditContext, ProfileTable, RouteRule, RouteValues } from "./profile_table.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** What an answer is rewritten by. */
export interface Rewriting {
  readonly alias: string;
  readonly table: ProfileTable;
  readonly rule: RouteRule;
  readonly ctx: RouteContext;
  /** The parameters as they came. */
  readonly values: RouteValues;
}

/** Makes the profile's answer of an endpoint's own. What is no JSON stays. */
export function rewriteAnswer(answer: Answer, rewriting: Rewriting): Answer {
  if (answer.contentType !== JSON_TYPE) return answer;
  const { table, rule, ctx, values } = rewriting;
  let { validUntil } = answer;
  const context: EditContext = {
    ctx,
    values,
    look(id, asked) {
      const found = answerOf(id, ctx, asked);
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

/** The value of a JSON answer. */
export function readAnswer({ body }: Answer): unknown {
  return JSON.parse(decoder.decode(body));
}

function answerOf(id: string, ctx: RouteContext, values: RouteValues): Answer | undefined {
  const route = BARE.table.routes.find((one) => one.id === id);
  if (route === undefined || !("answer" in route)) return undefined;
  try {
    return route.answer(ctx, values);
  } catch (error) {
    if (error instanceof HttpError) return undefined;
    throw error;
  }
}

/** Links to other pages lead below the alias, for other paths answer otherwise. */
function linkOf({ link }: Answer, { alias, rule, ctx, values }: Rewriting): string | undefined {
  if (rule.isWhole?.(values)) return undefined;
  return link?.replaceAll(`</api/${ctx.group.slug}/`, `</api/${alias}/`);
}
