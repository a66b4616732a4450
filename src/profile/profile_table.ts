import type { Parameters } from "../http/parameter.ts";
import type { RouteContext } from "../routes/route_context.ts";
import type { CachedRoute } from "../routes/route.ts";

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
  /** Parameters that are left out, with these others, where they have this value. */
  readonly leftOut: readonly LeftOut[];
  /** Endpoints that bare groups do not have. */
  readonly routes: readonly CachedRoute[];
  /** What is different at an endpoint, by its id. */
  readonly rules: Readonly<Record<string, RouteRule>>;
  /** The last change of every answer. */
  readonly finish: (value: unknown) => unknown;
}

/** A value of a parameter that says no more than its absence. */
export interface LeftOut {
  readonly name: string;
  readonly value: string;
  readonly others: readonly string[];
}

/** The values of an endpoint's parameters, as its readers made them. */
export type RouteValues = Readonly<Record<string, unknown>>;

/** What is different at one endpoint. */
export interface RouteRule {
  /** Parameters that are read otherwise. */
  readonly parameters?: Parameters;
  /** The values that the endpoint is asked with. */
  readonly ask?: (values: RouteValues, ctx: RouteContext) => RouteValues;
  /** The answer, made of the endpoint's own. */
  readonly edit?: (value: never, context: EditContext) => unknown;
  /** Whether these values ask for something that other pages do not belong to. */
  readonly isWhole?: (values: RouteValues) => boolean;
}

/** What an edit may look at besides the answer. */
export interface EditContext {
  readonly ctx: RouteContext;
  /** As they came. */
  readonly values: RouteValues;
  /** Another endpoint's answer; undefined where it refuses. What is made of it holds no longer. */
  look(id: string, values: RouteValues): unknown;
}
