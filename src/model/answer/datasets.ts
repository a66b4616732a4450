import { z } from "zod";
import { ITEM_KINDS } from "../enums.ts";
import { type ItemOf, optionalText, text } from "../item/item_of.ts";
import { revision } from "./service.ts";

const file = z.strictObject({
  path: text("Its path and query; a key opens it."),
  bytes: z.int().nonnegative().describe("How long it is, without a content coding."),
  sha256: text(
    "The SHA-256 digest of these bytes, in hexadecimal digits: what `Repr-Digest` says without a content coding.",
  ),
  kinds: z.array(z.enum(ITEM_KINDS)).describe("The kinds of items in it."),
});

export const datasetsItem = z.strictObject({
  build: text("Names the content that is served: equal content, equal build."),
  ...revision,
  licence: optionalText(
    "On what terms the data may be used: an SPDX id, an address or a name; absent if the operators do not say it.",
  ),
  attribution: optionalText(
    "How to name the source of the data; absent if the operators do not say it.",
  ),
  valid_until: optionalText(
    "The next instant at which something is published and a file changes, in UTC; absent if none is known.",
  ),
  groups: z.array(z.strictObject({
    group: text("The group's name in addresses."),
    files: z.array(file).describe(
      "All items as lines of JSON, and a table of each kind that it has.",
    ),
  })).describe(
    "The groups that the credential opens; without one those that have public pages.",
  ),
}).describe("The files of all datasets, and what they are made of.");

export type DatasetsItem = ItemOf<typeof datasetsItem>;
