import { NO_RULES, OPEN_GATE } from "../../src/access/gate/gate.ts";
import type { Catalog } from "../../src/catalog/catalog.ts";
import { parseTarget } from "../../src/http/request.ts";
import { type Answers, answerSchema } from "../../src/model/answer/answer_schema.ts";
import type { FamilyName } from "../../src/model/enums.ts";
import { ITEMS, STREAMS } from "../../src/model/item/items.ts";
import { BARE_ENVELOPE } from "../../src/routes/envelope.ts";
import { FAMILIES } from "../../src/core/registry.ts";
import { createRouteTable, type Family, type FamilyTable, READ } from "../../src/routes/family.ts";
import { createCodeRoute, createServiceRoutes } from "../../src/routes/public/service.ts";
import type { Route } from "../../src/routes/route.ts";
import { below, belowApi, createRouter } from "../../src/routes/router.ts";
import type { z } from "zod";

const { bare: BARE, wrapped: WRAPPED, v1: V1 } = FAMILIES;

const codeRoute = createCodeRoute({ verify: () => Promise.reject(new Error("is not asked")) });

/** All endpoints as they are declared, behind no gate. */
const findRoute = createRouter(
  new Map([
    ["", below(openFamily("public", createServiceRoutes(unasked, unasked)), 0)],
    ["v1", below(open(V1), 1)],
    [
      "api",
      belowApi(
        { bare: open(BARE), wrapped: open(WRAPPED) },
        new Map([
          ["admin", openFamily("admin", [])],
          ["codes", openFamily("codes", [codeRoute])],
        ]),
      ),
    ],
  ]),
);

/** What the endpoint behind a request declares to answer with. */
export interface Declared {
  readonly family: FamilyName;
  readonly route: Route;
  /** The schema of a good answer; undefined where it is no JSON. */
  readonly schema: z.ZodType | undefined;
  /** The schemas of its events, where it does. */
  readonly events: Readonly<Record<string, z.ZodType>> | undefined;
}

/** Finds the endpoint of a target; undefined where there is none, or administrators' alone. */
export function declaredAt(
  catalog: Catalog,
  target: string,
  body = "",
  method = "GET",
): Declared | undefined {
  const { url } = new Request(`http://oshibase.test${target}`);
  const found = findRoute(catalog, parseTarget(url), method);
  if (found?.endpoint === undefined) return undefined;
  const { family: { name: family }, endpoint: { answers } } = found;
  const isPage = /[?&](per)?page=/.test(target) || /"(per)?page"/.test(body);
  return {
    family,
    route: found.endpoint,
    schema: schemaOf(answers, family, isPage),
    events: "stream" in answers ? STREAMS[answers.stream] : undefined,
  };
}

function schemaOf(answers: Answers, family: FamilyName, isPage: boolean): z.ZodType | undefined {
  if ("stream" in answers) return undefined;
  if ("document" in answers) return answers.json && ITEMS[answers.json];
  return answerSchema(answers, family, isPage);
}

function open(table: FamilyTable): Family {
  return { ...table, gate: OPEN_GATE, vary: [] };
}

function openFamily(name: FamilyName, routes: readonly Route[]): Family {
  const table = createRouteTable(routes);
  const envelope = BARE_ENVELOPE;
  return open({ name, root: "", methods: READ, envelope, table, rules: NO_RULES, isPartial: true });
}

function unasked(): never {
  throw new Error("Cannot answer: only what is declared is looked at");
}
