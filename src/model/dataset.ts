/** The fields of each kind of item in a dataset, in their order: the columns of a table. */
export const DATASET_FIELDS = {
  member: [
    ...["name", "img", "generation", "status", "is_graduate", "id", "url_key", "url", "nicknames"],
    ...["img_alt", "group", "team", "socials", "room_id", "sr_exists", "idn_username"],
    ...["showroom_url_key", "birthplace", "height", "hobby"],
  ],
  show: [
    ...["title", "setlist", "date", "time", "venue", "members", "is_upcoming", "id", "start_at"],
    ...["state", "member_count", "team", "poster", "banner", "url", "end_at", "seitansai"],
    "graduation",
  ],
  news: [
    ...["title", "content", "date", "image", "url", "id", "slug", "category", "label"],
    "published_at",
  ],
  event: [
    ...["id", "title", "date", "venue", "description", "label", "url", "members", "type"],
    ...["is_upcoming", "state", "end_at"],
  ],
  release: [
    ...["id", "title", "type", "number", "release_date", "cover", "tracks", "label", "links"],
    "description",
  ],
  setlist: ["id", "name", "songs", "image"],
  videocall: [
    ...["session", "title", "category", "date", "preparation_start", "start_time", "end_time"],
    ...["members", "status"],
  ],
} as const;

export type DatasetKind = keyof typeof DATASET_FIELDS;

/** The kinds of items that a dataset holds, in their order. */
export const DATASET_KINDS = Object.keys(DATASET_FIELDS) as DatasetKind[];
