import { FIELD_WORDS } from "../../../words/field_words.ts";

/** Our fields of a kind, each with the further names that other services give it. */
type FieldNames = Readonly<Record<string, string>>;

const PEOPLE_NAMES = "nama_member member_name display_name stage_name 芸名";

/** A name in parts, and how each is read. */
const NAME_PARTS = {
  first_name: "given_name nama_depan name.first name.given",
  last_name: "family_name surname nama_belakang name.last name.family",
  first_name_reading:
    "first_name_kana first_kana given_name_kana first_name_furigana first_name_romaji",
  last_name_reading:
    "last_name_kana last_kana family_name_kana last_name_furigana last_name_romaji",
};

/** What has a date, a title and a line-up. */
const OCCASION = {
  date: "event_date show_date day_date held_on",
  start_at: "starts_at start_date start_datetime datetime scheduled_at date_time",
  time: "start_time starts showtime",
  duration: "run_time duration_minutes",
  end_at: "ends_at end_date end_datetime finishes_at",
  venue: "",
  members: "cast pemain member",
  state: "",
  url: "href website ticket_url permalink",
  tickets: "ticket_types",
  stream: "live_stream",
};

const TITLE = "name heading event_name";

/**
 * What each field is called elsewhere besides the words of all kinds, in any case and with or without `_`, `-` and spaces. The
 * first name that a record has counts; a field of a record within the record counts too
 * (`profile.birthday`, and `birth.date` for `birthdate`). A name that ends with `*` begins a field's
 * name, whose value has to hold a year. One with a dot is a part of a field that is one of these, too.
 */
const OWN_NAMES: Readonly<Record<string, FieldNames>> = {
  members: {
    name: PEOPLE_NAMES,
    ...NAME_PARTS,
    fullname: "real_name complete_name 氏名 本名",
    name_native: "original_name japanese_name name_kanji 漢字",
    name_reading: "name_kana ふりがな フリガナ よみがな",
    nicknames: "nickname nick nama_panggilan called ニックネーム 愛称",
    generation: "batch angkatan 期",
    status: "member_status state",
    category: "",
    is_graduate: "is_graduated graduation.is_graduated graduation.is_graduate " +
      "graduation.graduated graduation.status graduated.status graduated.is_graduated",
    team: "チーム",
    img: "image_url photo_url picture_url profile_picture profile_picture_url " +
      "profile_image profile_image_url profile_photo avatar_url ava_member ava gambar thumbnail 写真",
    img_alt: "image_alt alt_image photo_alt second_photo",
    birth_date: "date_of_birth tgl_lahir born lahir",
    birthday: "birth_day",
    birthplace: "birth_place place_of_birth hometown origin 出身 出身地",
    blood_type: "blood gol_darah 血液型",
    zodiac: "zodiac_sign star_sign horoscope horoskop zodiak 星座",
    height: "height_cm body_height 身長",
    hobby: "hobbies interests 趣味",
    description: "about bio biography summary 紹介",
    jikosokai:
      "jiko jikoshoukai jikoshokai introduction introduction_phrase self_introduction intro catchphrase perkenalan 自己紹介",
    joined:
      "joined_at join_date date_joined joined_date debut debut_date bergabung 加入日 join_details*",
    graduated:
      "graduated_at graduated_date graduation_date graduate_date graduation graduation.date " +
      "graduation.graduated_date graduation.graduated_at graduated.date tanggal_lulus 卒業日",
    history: "career_history 経歴",
    idn_username: "idn idn.username idn_user idn_live idn_live_username",
    room_id: "showroom.room_id showroom_room_id showroom_id sr_room_id",
    showroom_url_key: "showroom showroom.url_key showroom_key showroom_url sr_url_key",
    sr_exists: "has_showroom",
    youtube: "youtube_channel youtube_channel_id youtube_id channel_id",
    socials: "social socmed social_media social_links sns links media_sosial accounts",
    shows_before: "earlier_shows",
    former_slugs: "",
    instagram: "ig ig_url instagram_url instagram_username",
    twitter: "twitter_url twitter_username",
    x: "x_url x_username",
    tiktok: "tiktok_url tiktok_username tik_tok",
    threads: "threads_url threads_username",
    facebook: "fb fb_url facebook_url",
    weibo: "weibo_url",
    url_key: "slug",
    url: "profile_url permalink",
    id: "_id uuid uid member_id guid pk",
    group: "group_name grup",
  },
  theater: {
    id: "_id uuid uid show_id theater_id guid",
    title: TITLE,
    setlist: "setlist_name set_list セットリスト",
    ...OCCASION,
    team: "チーム",
    seitansai: "birthday_celebration birthday_members celebrating 生誕祭",
    graduation: "graduating graduation_members 卒業公演",
    poster: "poster_url image image_url thumbnail img gambar",
    banner: "banner_url",
    former_slugs: "",
    type: "category",
  },
  setlists: {
    name: "title setlist judul",
    name_native: "original_name original_title japanese_name",
    name_reading: "ふりがな",
    songs: "tracks setlist_songs song_list 曲",
    former_slugs: "",
    image: "img image_url cover poster",
  },
  news: {
    id: "_id uuid uid news_id guid",
    title: TITLE,
    date: "posted_at publish_date pub_date",
    published_at: "publishedAt published created_at",
    category: "type section",
    label: "icon",
    image: "img image_url thumbnail thumbnail_url featured_image picture cover",
    url: "href permalink",
    summary: "excerpt description lead",
    former_slugs: "",
    publish_at: "",
    slug: "url_key",
    content: "body html text article isi konten 本文",
  },
  events: {
    id: "_id uuid uid event_id guid",
    title: TITLE,
    type: "category event_type",
    ...OCCASION,
    description: "details desc keterangan note notes",
    former_slugs: "",
    label: "icon",
  },
  birthday: {
    name: `${PEOPLE_NAMES} full_name fullname`,
    ...NAME_PARTS,
    birth_date: "date_of_birth tgl_lahir born lahir",
    date: "",
    birthday: "birth_day",
    url_key: "slug",
    member_id: "",
    id: "_id uuid uid guid",
  },
  videocall: {
    session: "sesi session_name",
    title: "product",
    category: "type",
    code: "product_code kode",
    date: "day_date",
    preparation_start: "preparation prep_start preparation_time",
    start_time: "starts_at jam_mulai time",
    end_time: "ends_at jam_selesai selesai",
    members: "member",
  },
  releases: {
    id: "_id uuid uid release_id guid",
    title: TITLE,
    type: "release_type category",
    number: "no nomor",
    release_date: "released_at tanggal_rilis rilis 発売日",
    cover: "cover_url image image_url img artwork thumbnail jacket",
    tracks: "track_list lagu 収録曲",
    label: "record_label publisher",
    links: "urls streaming stream_links",
    former_slugs: "",
    description: "about notes",
  },
};

/** All further names of the fields of each kind. */
export const FIELD_NAMES: Readonly<Record<string, FieldNames>> = Object.fromEntries(
  Object.entries(OWN_NAMES).map(([kind, fields]) => {
    const all = Object.entries(fields)
      .map(([field, own]) => [field, [FIELD_WORDS[field], own].filter(Boolean).join(" ")]);
    return [kind, Object.fromEntries(all)];
  }),
);

/** What another service keeps about a record, and no visitor asks for. */
const BOOKKEEPING =
  "created_at updated_at deleted_at modified_at last_modified created updated __v _rev _type " +
  "__typename etag checksum";

/** What follows from other fields, or belongs to another kind. */
const DERIVED: Readonly<Record<string, string>> = {
  members: "recent_theater upcoming_theater stats age current_age img_width img_height",
  theater: "is_upcoming member_count total_members status setlist_detail milestones poster_width " +
    "poster_height",
  setlists: "id performed by_member",
  events: "is_upcoming member_count status",
  birthday: "is_today days_until current_age age next_birthday day age_after_birthday " +
    "age_on_next_birthday zodiac generation status img group nickname is_graduate url first_name_reading last_name_reading",
  videocall: "status day total_sessions",
  news: "image_width image_height",
  releases: "total_tracks track_count cover_width cover_height",
};

/** Which field of a kind's files a field becomes a part of. */
const PARTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  members: {
    first_name: "name",
    last_name: "name",
    first_name_reading: "name_reading",
    last_name_reading: "name_reading",
    is_graduate: "status",
    category: "status",
    birthday: "birth_date",
    ...Object.fromEntries(
      "instagram twitter x tiktok threads facebook weibo".split(" ")
        .map((site) => [site, "socials"]),
    ),
  },
  theater: { start_at: "date", end_at: "duration", lineup: "members" },
  news: { published_at: "publish_at" },
  events: { start_at: "date", end_at: "duration", lineup: "members" },
  birthday: {
    first_name: "name",
    last_name: "name",
    birthday: "birth_date",
    date: "birth_date",
  },
};

/** The field of a content file that a field of ours means. */
export function fileField(kind: string, field: string): string {
  return PARTS[kind]?.[field] ?? field;
}

/** A name as it is compared: `birthDate`, `birth_date`, `birth-date` and `Birth Date` are one. */
export function plainKey(name: string): string {
  return name.normalize("NFKC").replace(/[_\-\s.]/g, "").toLowerCase() || name;
}

/** All names of a field in the order in which they count, as {@linkcode plainKey} writes them. */
export function namesOf(kind: string, field: string): readonly string[] {
  const further = FIELD_NAMES[kind]?.[field] ?? "";
  return [field, ...further.split(" ").filter(Boolean)].map(plainKey);
}

/** The field of a kind that has this name, as {@linkcode plainKey} writes it. */
export function fieldCalled(kind: string, key: string): string | undefined {
  return KEYS[kind]?.fields.get(key);
}

/** Whether a kind knows a field by this name, as {@linkcode plainKey} writes it. */
export function isFieldName(kind: string, key: string): boolean {
  return fieldCalled(kind, key) !== undefined || (KEYS[kind]?.derived.has(key) ?? false);
}

/** Whether a kind knows a field by this name as a part of another one. */
export function isPartName(kind: string, key: string): boolean {
  return KEYS[kind]?.parts.has(key) ?? false;
}

/** Whether a field that is not read is no loss: `--map` names it so, or it follows from others. */
export function isLeftAside(kind: string, key: string, map: ReadonlyMap<string, string>): boolean {
  return map.get(key) === "-" || BOOKKEEPING_KEYS.has(key) ||
    (KEYS[kind]?.derived.has(key) ?? false);
}

const BOOKKEEPING_KEYS = new Set(BOOKKEEPING.split(" ").map(plainKey));

/** By kind: the field of each name, of which the first that has it counts; names of parts; what follows. */
const KEYS = Object.fromEntries(
  Object.entries(FIELD_NAMES).map(([kind, fields]) => {
    const named = Object.keys(fields).toReversed()
      .flatMap((field) => namesOf(kind, field).map((name) => [name, field] as const));
    const parts = Object.values(fields).join(" ").split(" ").filter((name) => name.includes("."));
    const derived = DERIVED[kind]?.split(" ") ?? [];
    return [kind, {
      fields: new Map(named),
      parts: new Set(parts.map(plainKey)),
      derived: new Set(derived.map(plainKey)),
    }];
  }),
);

/** The lines of the table that `--help` prints. */
export function fieldNamesTable(): string {
  return Object.entries(FIELD_NAMES).map(([kind, fields]) => {
    const lines = Object.entries(fields).filter(([, names]) => names !== "")
      .map(([field, names]) => `    ${field.padEnd(17)} ${names.split(" ").join(", ")}`);
    return `  ${kind}\n${lines.join("\n")}`;
  }).join("\n");
}
