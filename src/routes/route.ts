import type { Catalog, Group } from "../catalog/catalog.ts";
import type { Answer } from "../http/answer.ts";
import type { Parameters, Values } from "../http/parameter.ts";

/** What an endpoint answers from: content, the groups the caller may read, the instant. */
export interface Scene {
  readonly catalog: Catalog;
  /** The groups the caller may read; of a group's own endpoint, just that group. */
  readonly groups: readonly Group[];
  /** The instant to answer for, in epoch ms. */
  readonly now: number;
}

/** One endpoint of a family. */
export interface Route<P extends Parameters = Parameters> {
  /** Names the endpoint in documents, in the audit record and in the cache. */
  readonly id: string;
  /** Below the family's root; at most one `{parameter}`, as the last segment. */
  readonly path: string;
  readonly summary: string;
  readonly parameters: P;
  /**
   * A pure function of content, parameters and instant.
   *
   * @throws {Refusal} `NOT_FOUND`, or `INVALID_PARAMETER` where parameters do not go together
   */
  answer(scene: Scene, values: Values<P>): Answer;
}

/** Declares an endpoint; its handler sees its own parameters' types. */
export function route<const P extends Parameters>(declared: Route<P>): Route {
  return declared as unknown as Route;
}

/** The one group of a group's endpoint. */
export function groupOf(scene: Scene): Group {
  const [group] = scene.groups;
  if (group === undefined) throw new TypeError("Cannot answer: the endpoint belongs to no group");
  return group;
}
