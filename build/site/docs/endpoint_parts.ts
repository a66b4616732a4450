import { type ErrorCode, ERRORS, helpAnchor } from "../../../src/http/error_table.ts";
import type { Parameter } from "../../../src/http/parameter.ts";
import type { FamilyTable } from "../../../src/routes/family.ts";
import type { AnyRoute } from "../../../src/routes/route.ts";
import { errorsOf } from "../openapi/responses.ts";

/** The heading of an endpoint's section: its path, with the method if it writes. */
export function endpointTitle({ path, method }: AnyRoute): string {
  return method === undefined ? path || "/" : `${method} ${path}`;
}

/** The parameters of an endpoint as a table in Markdown; "" if it has none. */
export function parameterTable(route: AnyRoute): string {
  const rows = Object.entries(route.parameters).map(([name, parameter]) =>
    parameterRow(name, parameter, route)
  );
  if (rows.length === 0) return "";
  return `| Parameter | Takes | Notes |\n| --- | --- | --- |\n${rows.join("\n")}\n\n`;
}

function parameterRow(name: string, parameter: Parameter<unknown>, { path }: AnyRoute): string {
  const { description, required, absent, alias } = parameter;
  const notes = [
    path.includes(`{${name}}`) ? "in the path" : required ? "required" : "optional",
    absent === undefined || required ? undefined : `default \`${String(absent)}\``,
    alias === undefined ? undefined : `also \`${alias}\``,
  ].filter((note) => note !== undefined);
  return `| \`${name}\` | ${description.replaceAll("|", "\\|")} | ${notes.join(", ")} |`;
}

type Endpoints = Pick<FamilyTable, "name" | "table">;

/** The errors that every endpoint of a family may answer with. */
export function commonErrors(family: Endpoints): ReadonlySet<ErrorCode> {
  return family.table.routes.map((route) => errorCodesOf(family, route))
    .reduce((common, codes) => common.intersection(codes));
}

/** The other errors of an endpoint; "" if there is nothing. */
export function ownErrors(
  family: Endpoints,
  route: AnyRoute,
  common: ReadonlySet<ErrorCode>,
): string {
  const own = errorCodesOf(family, route).difference(common);
  return own.size === 0 ? "" : `**Errors.** ${errorList(own)}.\n\n`;
}

/** Their statuses and types, with links to the page of errors. */
export function errorList(codes: ReadonlySet<ErrorCode>): string {
  const sorted = [...codes].sort((one, other) => ERRORS[one].status - ERRORS[other].status);
  const texts = sorted.map((code) => {
    const anchor = helpAnchor(code);
    return `${ERRORS[code].status} [${anchor}](/docs/errors#${anchor})`;
  });
  return [...new Set(texts)].join(", ");
}

function errorCodesOf(family: Endpoints, route: AnyRoute): ReadonlySet<ErrorCode> {
  const { method = "GET" } = route;
  return new Set([...errorsOf({ family: family.name, route, method }).values()].flat());
}
