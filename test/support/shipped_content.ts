import { checkContent } from "../../build/check/check_content.ts";
import type { GroupContent } from "../../build/check/content.ts";

/** The groups of a content folder. */
export function groupsOf(content: string): readonly GroupContent[] {
  return checkContent(content, () => {})!.groups;
}

/** Copies a folder with all that is in it. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    const [source, target] = [`${from}/${name}`, `${to}/${name}`];
    await (isDirectory ? copyFolder(source, target) : Deno.copyFile(source, target));
  }
}

/** In a group without rooms on SHOWROOM, every other member who has been on IDN is given one. */
export async function giveRooms(content: string): Promise<void> {
  for (const { group, members, slug } of groupsOf(content)) {
    if (group.accounts.showroom ?? members.some(({ file }) => file.room_id)) continue;
    const onAir = members.filter(({ file }) => file.status === "active" && file.idn_username);
    for (const [n, member] of onAir.filter((_, n) => n % 2 === 0).entries()) {
      const path = `${content}/${slug}/members/${member.slug}.yaml`;
      const text = await Deno.readTextFile(path);
      const room = `room_id: ${429_900 + n}\nshowroom_url_key: ${slug}_${
        member.slug.split("-")[0]
      }\n`;
      await Deno.writeTextFile(path, `${text.trimEnd()}\n${room}`);
    }
  }
}
