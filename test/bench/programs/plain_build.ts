/**
 * What builds are divided by: a plain script that reads each file of a content folder, parses it with
 * `yaml`, holds it against its schema and renders its Markdown. It keeps what it made, writes nothing
 * and explains no mistake. Usage: `plain_build.ts <content folder>`
 */
import markdownIt from "markdown-it";
import { parse } from "yaml";
import type { z } from "zod";
import {
  eventFile,
  setlistsFile,
  showFile,
  videocallFile,
} from "../../../build/schema/content/occasions.ts";
import { groupFile } from "../../../build/schema/content/group.ts";
import { memberFile } from "../../../build/schema/content/member.ts";
import { newsFile, releaseFile } from "../../../build/schema/content/publications.ts";
import { plansFile, siteFile } from "../../../build/schema/content/site.ts";

const FILES: Readonly<Record<string, z.ZodType>> = {
  "site.yaml": siteFile,
  "plans.yaml": plansFile,
  "group.yaml": groupFile,
  "setlists.yaml": setlistsFile,
};

const FOLDERS: Readonly<Record<string, z.ZodType>> = {
  members: memberFile,
  shows: showFile,
  news: newsFile,
  events: eventFile,
  releases: releaseFile,
  videocalls: videocallFile,
};

const markdown = markdownIt({ html: true, linkify: true });
const made: unknown[] = [];

readFolder(Deno.args[0]!);
console.log(made.length);

function readFolder(folder: string, schema?: z.ZodType): void {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) readFolder(path, FOLDERS[name]);
    else readText(Deno.readTextFileSync(path), (schema ?? FILES[name])!);
  }
}

function readText(text: string, schema: z.ZodType): void {
  const [, yaml = text, body] = /^---\n([^]*?)\n---\n([^]*)$/.exec(text) ?? [];
  made.push(schema.parse(parse(yaml)), body && markdown.render(body));
}
