import type { AddOn } from "../../core/addon.ts";
import { CALENDARS } from "./calendars.ts";

/** Shows, events, birthdays and announced broadcasts as calendars, opened as feeds are. */
export const calendars: AddOn = {
  name: "calendars",
  needs: ["feeds"],
  routes: { group: CALENDARS },
};
