/** What a field is called in Indonesian, and elsewhere; a file or a dump has only some of them. */
const FIELD_WORDS: Readonly<Record<string, string>> = {
  name: "nama 名前",
  fullname: "nama_lengkap full_name",
  nicknames: "panggilan",
  generation: "generasi gen",
  birth_date: "tanggal_lahir dob 誕生日 生年月日",
  birthplace: "tempat_lahir",
  blood_type: "golongan_darah",
  height: "tinggi tinggi_badan",
  hobby: "hobi",
  team: "tim",
  img: "foto photo picture image avatar",
  title: "judul headline タイトル 題名",
  date: "tanggal 日付",
  time: "waktu jam 時間 開演",
  venue: "tempat lokasi location place 会場",
  duration: "durasi lama length runtime",
  members: "anggota lineup line_up performers 出演",
  image: "gambar",
  category: "kategori categories",
  description: "deskripsi",
  summary: "ringkasan",
  url: "tautan link",
  songs: "lagu",
  tracks: "tracklist songs",
  release_date: "released date",
  start_time: "start mulai",
  end_time: "end",
  name_native: "native_name kanji nama_asli",
  name_reading: "reading furigana kana romaji yomi cara_baca",
  history: "career karier riwayat",
  from: "since sejak dari",
  to: "until sampai hingga",
  role: "position jabatan peran",
  original_title: "original judul_asli",
  center: "centre",
  price: "harga cost biaya",
  tickets: "tiket ticketing",
  sale_from: "dijual mulai_dijual sale_start sale_date on_sale sale 発売日",
  stream: "siaran streaming livestream",
  total: "jumlah",
  count: "kali berapa_kali",
  by_setlist: "per_setlist",
  as_of: "sampai_tanggal",
  shows_before: "pertunjukan_sebelumnya",
  shows_complete: "pertunjukan_lengkap",
  show_duration: "lama_pertunjukan",
  unit: "singers penyanyi members",
  cover: "sampul",
  type: "jenis tipe",
  sessions: "sesi",
  guests: "tamu",
};

/** What is a field of other kinds, too, so that only a file that has no such field means another one. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  title: "name",
  name: "title",
  start_date: "date",
  tanggal_mulai: "date",
  birthday: "birth_date",
  birthdate: "birth_date",
  theater: "venue",
  teater: "venue",
  category: "type",
  idn: "idn_username",
  showroom: "showroom_url_key",
};

const FIELDS = new Map([
  ...Object.entries(FIELD_WORDS)
    .flatMap(([field, words]) => words.split(" ").map((word) => [word, field] as const)),
  ...Object.entries(ELSEWHERE),
]);

/** The field that is meant by a word of the table, in small letters with `_` between its parts. */
export function fieldMeant(word: string): string | undefined {
  return FIELDS.get(word);
}

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

const BIRTH = {
  birth_date: "date_of_birth tgl_lahir born lahir",
  birthday: "birth_day",
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
  lineup: "",
  state: "",
  status: "",
  url: "href website ticket_url permalink",
  tickets: "ticket_types",
  stream: "live_stream",
};

const TITLE = "name heading event_name";

/**
 * What dumps call the fields of each kind that import takes, besides the words of all kinds: in any case, with or
 * without `_`, `-` and spaces. The first name that a record has counts; a field of a record within the record counts
 * too (`profile.birthday`, and `birth.date` for `birthdate`). One with a dot is a part of a field that has a name, too.
 */
const KIND_WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  members: {
    name: PEOPLE_NAMES,
    ...NAME_PARTS,
    fullname: "real_name complete_name 氏名 本名",
    name_native: "original_name japanese_name name_kanji 漢字",
    name_reading: "name_kana ふりがな フリガナ よみがな",
    nicknames: "nickname nick nama_panggilan called ニックネーム 愛称",
    generation: "batch angkatan 期",
    status: "member_status state",
    is_graduate: "is_graduated graduation.is_graduated graduation.is_graduate " +
      "graduation.graduated graduation.status graduated.status graduated.is_graduated",
    team: "チーム",
    img: "image_url photo_url picture_url profile_picture profile_picture_url " +
      "profile_image profile_image_url profile_photo avatar_url ava_member ava gambar thumbnail 写真",
    img_alt: "image_alt alt_image photo_alt second_photo",
    ...BIRTH,
    birthplace: "birth_place place_of_birth hometown origin 出身 出身地",
    blood_type: "blood gol_darah 血液型",
    zodiac: "zodiac_sign star_sign horoscope horoskop zodiak 星座",
    height: "height_cm body_height 身長",
    hobby: "hobbies interests 趣味",
    description: "about bio biography summary 紹介",
    jikosokai: "jiko jikoshoukai jikoshokai introduction introduction_phrase self_introduction " +
      "intro catchphrase perkenalan 自己紹介",
    joined: "joined_at join_date date_joined joined_date debut debut_date bergabung 加入日",
    graduated: "graduated_at graduated_date graduation_date graduate_date graduation " +
      "graduation.date graduation.graduated_date graduation.graduated_at graduated.date " +
      "tanggal_lulus 卒業日",
    history: "career_history 経歴",
    idn_username: "idn idn.username idn_user idn_live idn_live_username",
    room_id: "showroom.room_id showroom_room_id showroom_id sr_room_id",
    showroom_url_key: "showroom showroom.url_key showroom_key showroom_url sr_url_key",
    sr_exists: "has_showroom",
    youtube: "youtube_channel youtube_channel_id youtube_id channel_id",
    socials: "social socmed social_media social_links sns links media_sosial accounts",
    instagram: "ig ig_url instagram_url instagram_username",
    twitter: "twitter_url twitter_username",
    x: "x_url x_username",
    tiktok: "tiktok_url tiktok_username tik_tok",
    threads: "threads_url threads_username",
    facebook: "fb fb_url facebook_url",
    weibo: "weibo_url",
    shows_before: "earlier_shows",
    former_slugs: "",
    url_key: "slug",
    url: "profile_url permalink",
    id: "_id uuid uid member_id guid pk",
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
    category: "section",
    label: "icon",
    image: "img image_url thumbnail thumbnail_url featured_image picture cover",
    url: "href permalink",
    summary: "excerpt description lead",
    former_slugs: "",
    publish_at: "",
    slug: "url_key",
    content: "body html text article isi konten 本文",
    content_text: "",
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
    ...BIRTH,
    date: "",
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
    lineup: "",
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

/** Whether a word means a field beside a title, in any case; other words that mean fields are parts of titles. */
export function isTitleField(word: string): boolean {
  const field = word.toLowerCase();
  const fields = ["title", "name", "date", "time", "venue", "draft", "publish_at"];
  return fields.includes(field) || fields.includes(FIELDS.get(field) ?? "");
}

/** All further names of the fields of each kind. */
export const DUMP_FIELDS: typeof KIND_WORDS = Object.fromEntries(
  Object.entries(KIND_WORDS).map(([kind, fields]) => {
    const all = Object.entries(fields)
      .map(([field, own]) => [field, [FIELD_WORDS[field], own].filter(Boolean).join(" ")]);
    return [kind, Object.fromEntries(all)];
  }),
);

/** What another service keeps about a record, and no visitor asks for. */
export const BOOKKEEPING =
  "created_at updated_at deleted_at modified_at last_modified created updated created_time __v _rev _links " +
  "__typename etag checksum";

/** What follows from other fields of a dump, or belongs to another kind. */
export const DERIVED: Readonly<Record<string, string>> = {
  members:
    "group group_name recent_theater upcoming_theater stats age current_age img_width img_height",
  theater: "is_upcoming member_count total_members milestones poster_width poster_height",
  setlists: "id performed by_member",
  events: "is_upcoming member_count",
  birthday: "is_today days_until current_age age next_birthday day age_after_birthday " +
    "age_on_next_birthday zodiac generation status img group nickname is_graduate url " +
    "first_name_reading last_name_reading",
  videocall: "status day total_sessions",
  news: "image_width image_height",
  releases: "total_tracks track_count cover_width cover_height",
};
