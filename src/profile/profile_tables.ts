import type { ProfileName } from "../model/enums.ts";
import { JKT48CONNECT } from "./jkt48connect/table.ts";
import type { ProfileTable } from "./profile_table.ts";

/** The profiles, by name. */
export const PROFILE_TABLES: Readonly<Record<ProfileName, ProfileTable>> = {
  jkt48connect: JKT48CONNECT,
};
