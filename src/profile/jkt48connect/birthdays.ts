import type { BirthdayItem } from "../../model/item/birthday.ts";
import type { ProfiledBirthday } from "./items.ts";

/** Adds the names under which programs read a birthday. */
export function addCountdown(birthdays: readonly BirthdayItem[]): ProfiledBirthday[] {
  return birthdays.map((item) => ({
    ...item,
    birthdate: item.date,
    is_birthday_today: item.is_today,
    next_birthday_countdown: { days: item.days_until },
  }));
}
