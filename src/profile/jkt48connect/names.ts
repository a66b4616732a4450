import { findMember, withoutGroup } from "../../catalog/members.ts";
import type { RouteContext } from "../../routes/route_context.ts";
import type { RouteValues } from "../profile_table.ts";

/** Asks for a member by the name alone where the group's name or alias stands behind it: `Feni JKT48`. */
export function askByName(field: string) {
  return (values: RouteValues, { group, now }: RouteContext): RouteValues => {
    const name = values[field];
    if (typeof name !== "string" || findMember(group, name, now) !== undefined) return values;
    return { ...values, [field]: withoutGroup(group, name) || name };
  };
}
