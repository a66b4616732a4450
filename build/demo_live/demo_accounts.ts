import type { CheckedContent } from "../check/content.ts";
import type { DemoAccount } from "./demo_answer.ts";

/**
 * The accounts that can be on air: those of everybody who has one and of the groups. Graduates stay
 * away.
 */
export function demoAccounts({ groups }: CheckedContent): DemoAccount[] {
  return groups.flatMap(({ group, members }) => {
    const { idn, showroom } = group.accounts;
    const own = {
      name: group.name,
      img: group.image ?? "",
      ...(idn && { idn }),
      ...(showroom && { showroom: { roomId: showroom.room_id, urlKey: showroom.url_key } }),
    };
    const active = members.filter(({ file }) => file.status !== "graduated" && !file.graduated);
    return [
      own,
      ...active.map(({ file }) => ({
        name: file.name,
        img: file.img ?? "",
        ...(file.idn_username && { idn: file.idn_username }),
        ...(file.room_id && file.showroom_url_key && {
          showroom: { roomId: file.room_id, urlKey: file.showroom_url_key },
        }),
      })),
    ];
  }).filter((account) => account.idn !== undefined || account.showroom !== undefined);
}
