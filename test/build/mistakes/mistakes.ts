import { ARTICLE_MARKS } from "./article_marks.ts";
import { BROKEN_TEXT } from "./broken_text.ts";
import { CAREERS_AND_SONGS } from "./careers_and_songs.ts";
import { COPIED_FILES } from "./copied_files.ts";
import { DAYS_AND_HOURS } from "./days_and_hours.ts";
import { EASILY_MISSED } from "./easily_missed.ts";
import { HARDLY_MEANT } from "./hardly_meant.ts";
import { HARDLY_TRUE } from "./hardly_true.ts";
import { LEFT_OVER } from "./left_over.ts";
import { MANY_WORDS } from "./many_words.ts";
import { MEANT_FOR_ANOTHER } from "./meant_for_another.ts";
import { MISTYPED_VALUES } from "./mistyped_values.ts";
import { ODD_CHARACTERS } from "./odd_characters.ts";
import { NAMES_AND_PROFILES } from "./names_and_profiles.ts";
import { ONE_SLIP } from "./one_slip.ts";
import { OF_OTHER_PLACES } from "./of_other_places.ts";
import { OTHER_PROGRAMS } from "./other_programs.ts";
import { PASTED_TEXT } from "./pasted_text.ts";
import { LOST_FACTS } from "./lost_facts.ts";
import { SALES_AND_COUNTS } from "./sales_and_counts.ts";
import { SLIPS_OF_A_DESK } from "./slips_of_a_desk.ts";
import { SPELT_OTHERWISE } from "./spelt_otherwise.ts";
import { STRANGERS } from "./strangers.ts";
import { WRONG_FIELDS } from "./wrong_fields.ts";
import { WRONG_FILES } from "./wrong_files.ts";
import { WRONG_VALUES } from "./wrong_values.ts";

/** All mistakes that are explained, and mended where they have one answer. */
export const MISTAKES = [
  ...WRONG_VALUES,
  ...BROKEN_TEXT,
  ...WRONG_FILES,
  ...HARDLY_MEANT,
  ...MANY_WORDS,
  ...PASTED_TEXT,
  ...COPIED_FILES,
  ...MISTYPED_VALUES,
  ...ODD_CHARACTERS,
  ...SPELT_OTHERWISE,
  ...LEFT_OVER,
  ...HARDLY_TRUE,
  ...ARTICLE_MARKS,
  ...LOST_FACTS,
  ...SLIPS_OF_A_DESK,
  ...MEANT_FOR_ANOTHER,
  ...ONE_SLIP,
  ...DAYS_AND_HOURS,
  ...WRONG_FIELDS,
  ...NAMES_AND_PROFILES,
  ...OTHER_PROGRAMS,
  ...CAREERS_AND_SONGS,
  ...SALES_AND_COUNTS,
  ...OF_OTHER_PLACES,
  ...EASILY_MISSED,
  ...STRANGERS,
];
