import { foldText } from "../../model/fold_text.ts";
import type { PersonItem, ShowDetailItem } from "../../model/item/show.ts";
import type { EditContext } from "../profile_table.ts";
import type { ProfiledPerson, ProfiledShow, ProfiledShowDetail } from "./items.ts";
import { asProgramsRead } from "./shows.ts";

/** Adds the list of one show that programs read, with people as objects. */
export function addShows(detail: ShowDetailItem, { ctx }: EditContext): ProfiledShowDetail {
  const show = asProgramsRead(detail, ctx);
  const members = show.lineup.map(wholePerson);
  return { ...show, members, shows: [listedShow(show, members)] };
}

function listedShow(
  show: ReturnType<typeof asProgramsRead<ShowDetailItem>>,
  members: readonly ProfiledPerson[],
): ProfiledShow {
  const { team = "", ...fields } = show;
  const { name, songs } = show.setlist_detail;
  return {
    ...fields,
    setlist: {
      id: foldText(name).replaceAll(" ", "-"),
      title: name || show.title,
      title_alt: "",
      description: "",
      poster: show.poster ?? "",
      banner: show.banner ?? "",
      songs,
    },
    members,
    team: { id: team, img: "" },
  };
}

/** Guests have neither id nor picture nor address. */
function wholePerson({ id = "", name, img = "", url_key = "" }: PersonItem): ProfiledPerson {
  return { id: String(id), name, img, url_key };
}
