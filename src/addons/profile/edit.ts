import type { AnswerContext } from "../../routes/answer_context.ts";

/** The values of an endpoint's parameters, as its readers made them. */
export type RouteValues = Readonly<Record<string, unknown>>;

/** What an edit may use besides the answer. */
export interface EditContext {
  readonly ctx: AnswerContext;
  /** As they came. */
  readonly values: RouteValues;
  /** Another endpoint's answer; undefined if it refuses. What is made of it holds no longer. */
  answer(id: string, values: RouteValues): unknown;
}

/** Makes the answer of the endpoint's own. */
export type Edit = (value: never, context: EditContext) => unknown;

/** Whether no page of a list is asked for. */
export function isWhole({ page, perpage }: RouteValues): boolean {
  return page === undefined && perpage === undefined;
}
