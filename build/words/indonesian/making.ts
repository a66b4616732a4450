/** What is said where files are made. */
export const MAKING: Readonly<Record<string, string>> = {
  "Cannot use {0}: expected one of {1}{2}":
    "{0} tidak bisa dipakai: seharusnya salah satu dari {1}{2}",
  "Cannot read the day {0}": "Tanggal {0} tidak bisa dibaca",
  ": write it as 2026-07-04, year first": ": tulis sebagai 2026-07-04, tahun lebih dulu",
  ": the calendar has no such day; write one as 2026-07-04, year first":
    ": tidak ada di kalender; tulis sebagai 2026-07-04, tahun lebih dulu",
  "Cannot use the hour {0}: this kind has none; leave it out of the name":
    "Jam {0} tidak bisa dipakai: jenis ini tidak punya jam; hapus dari namanya",
  'Cannot read the hour {0}: write the day, the hour at which it begins and the name, such as "2026-07-04 19:00 Jendela Pagi"':
    'Jam {0} tidak bisa dibaca: tulis tanggal, jam mulai, lalu nama, misalnya "2026-07-04 19:00 Jendela Pagi"',
  'There is no group "{0}" in {1}: make it with deno task new group {2}{3}':
    'Tidak ada grup "{0}" di {1}: buat dengan deno task new group {2}{3}',
  'Cannot make a file name of "{0}": add its address in small Latin letters, such as --address maeda-atsuko':
    'Nama berkas tidak bisa dibuat dari "{0}": tambahkan alamatnya dengan huruf Latin kecil, misalnya --address maeda-atsuko',
  "{0} is there already: choose another name, or edit it":
    "{0} sudah ada: pilih nama lain, atau sunting yang ada",
  'Cannot use the address "{0}": another member or the service has it; give her another one, such as --address {1}-{2}':
    'Alamat "{0}" tidak bisa dipakai: sudah dipakai anggota lain atau layanan; beri alamat lain, misalnya --address {1}-{2}',
  "To use a field, take away the # that touches it.":
    "Untuk memakai sebuah isian, hapus # yang menempel padanya.",
  "Write the article here, in Markdown. This line is not shown.":
    "Tulis artikelnya di sini, dengan Markdown. Baris ini tidak ditampilkan.",
  "bare or wrapped": "bare atau wrapped",
  "a time zone such as Asia/Tokyo": "zona waktu seperti Asia/Tokyo",
  "a language such as id, en or ja": "bahasa seperti id, en, atau ja",
  "feb28 or mar1": "feb28 atau mar1",
  'Cannot make "{0}": expected one of {1}{2}':
    '"{0}" tidak bisa dibuat: seharusnya salah satu dari {1}{2}',
  "Expected a kind, a group and a name": "Sebut jenis, grup, dan nama",
  'Cannot use {0} with "{1}": {2}': '{0} tidak bisa dipakai untuk "{1}": {2}',
  "what the service is called": "nama layanannya",
  "a licence such as CC0-1.0": "lisensi seperti CC0-1.0",
  "the address of a repository": "alamat sebuah repositori",
  "it is for a service": "itu untuk service",
  "Expected the folder of the new repository: deno task new service <folder>":
    "Sebut folder repositori yang baru: deno task new service <folder>",
  "engine.ts names a folder of this machine: write an address there that others can fetch from.":
    "engine.ts menyebut folder di komputer ini: tulis di sana alamat yang bisa dijangkau orang lain.",
  "site.yaml is there already, with a title and a licence of its own: leave out --title and --licence, or edit it":
    "site.yaml sudah ada, dengan judul dan lisensinya sendiri: jangan sebut --title dan --licence, atau sunting berkas itu",
  "{0} is there already: choose an empty folder, or one that holds content alone":
    "{0} sudah ada: pilih folder yang kosong, atau yang hanya berisi content",
  "Cannot name the engine: this folder is no clone of its repository. Clone it with git, or name an address with --engine":
    "Mesinnya tidak bisa disebut: folder ini bukan klona repositorinya. Ambil dengan git clone, atau sebut alamat dengan --engine",
  "Made {0}: the data of {1}, under {2}. Next:":
    "{0} dibuat: data {1}, dengan lisensi {2}. Selanjutnya:",
  "README.md there has the rest: editing, running, upgrades.":
    "README.md di sana memuat sisanya: menyunting, menjalankan, memperbarui.",
  "Expected one commit": "Sebut satu commit",
  'Cannot use the commit "{0}": expected 40 digits, as git rev-parse prints them':
    'Commit "{0}" tidak bisa dipakai: seharusnya 40 digit, seperti yang ditampilkan git rev-parse',
  "Cannot use --force without a commit: name it":
    "--force tidak bisa dipakai tanpa commit: sebut commit itu",
  "Cannot upgrade: this is no repository with engine.ts, which deno task new service makes":
    "Tidak bisa diperbarui: ini bukan repositori dengan engine.ts, yang dibuat deno task new service",
  "Cannot upgrade: {0} has no line with ENGINE, an address, # and a commit of 40 digits":
    "Tidak bisa diperbarui: {0} tidak punya baris ENGINE dengan alamat, # dan commit 40 digit",
  "The engine is at {0} already": "Mesinnya sudah di {0}",
  "Cannot fetch the commit {0}: the line of the engine stays as it is":
    "Commit {0} tidak bisa diambil: baris mesinnya tetap",
  "The content has errors with the engine {0}: the line stays as it is. Correct them, and run this again; or deno task upgrade {1} --force":
    "Isinya salah menurut mesin {0}: barisnya tetap. Betulkan, lalu jalankan ini lagi; atau deno task upgrade {1} --force",
  "The engine is at {0} now. Back: deno task upgrade {1}":
    "Mesinnya sekarang di {0}. Kembali: deno task upgrade {1}",
  "Cannot ask {0} which branch has the commit {1}":
    "Tidak bisa menanyakan kepada {0} cabang mana yang memuat commit {1}",
  "No branch of {0} has the commit {1}: it may be of a pull request or a fork, which nobody has taken":
    "Tidak ada cabang {0} yang memuat commit {1}: commit itu mungkin dari pull request atau fork yang belum diterima siapa pun",
  "The commit {0} is on {1}": "Commit {0} ada di {1}",
  "Cannot find the latest commit of {0}: the lines above say why":
    "Commit terbaru {0} tidak ditemukan: baris di atas menyebut sebabnya",
  "What changes:": "Yang berubah:",
  "What is not in that engine:": "Yang tidak ada di mesin itu:",
  "The changelog says nothing between the two.":
    "Changelog tidak menyebut apa pun di antara keduanya.",
  "it is an option of groups": "itu pilihan untuk grup",
  "it is for members, setlists, shows, news, events and releases":
    "itu untuk anggota, setlist, pertunjukan, artikel, acara, dan rilisan",
  "small letters, digits and hyphens": "huruf kecil, angka, dan tanda hubung",
  "Cannot use {0}: expected {1} behind it": "{0} tidak bisa dipakai: setelahnya harus ada {1}",
  "Cannot make an address of {0}: write one in small Latin letters":
    "Alamat tidak bisa dibuat dari {0}: tulis alamat dengan huruf Latin kecil",
  "Cannot use the address {0}: expected small letters, digits and hyphens, such as aufa-zafirah":
    "Alamat {0} tidak bisa dipakai: seharusnya huruf kecil, angka, dan tanda hubung, misalnya aufa-zafirah",
  '{0}/{1} has a setlist "{2}" already: choose another name, or edit it':
    '{0}/{1} sudah punya setlist "{2}": pilih nama lain, atau sunting yang ada',
  "owner/name, as on GitHub": "pemilik/nama, seperti di GitHub",
  "the name of a branch": "nama cabang",
  "an address that starts with https://": "alamat yang diawali https://",
  "Expected one folder, found {0}": "Sebut satu folder saja; yang tertulis {0}",
  'Cannot use the folder "{0}": expected one below the repository\'s root, such as forms':
    'Folder "{0}" tidak bisa dipakai: seharusnya folder di bawah akar repositori, misalnya forms',
  "Cannot find {0}: write forms by deno task editor":
    "{0} tidak ada: buat formulir dengan deno task editor",
  "Cannot find {0} on this machine: run deno task editor where it can be fetched":
    "{0} tidak ada di komputer ini: jalankan deno task editor di tempat yang bisa mengambilnya",
  "Open {0} in Chrome or Edge; Ctrl-C ends it":
    "Buka {0} di Chrome atau Edge; Ctrl-C mengakhirinya",
  "There is no page in {0}: run deno task editor {1}":
    "Tidak ada halaman di {0}: jalankan deno task editor {1}",
  "There is no group to make forms for: make one with deno task new group <group>":
    "Belum ada grup untuk dibuatkan formulir: buat dulu dengan deno task new group <grup>",
  "Cannot find the repository on GitHub: name it with --repo owner/name":
    "Repositori di GitHub tidak ditemukan: sebut dengan --repo pemilik/nama",
  "Expected a group, a kind and a file; found {0} words":
    "Sebut grup, jenis, dan berkas; yang tertulis {0} kata",
  'Cannot import "{0}": expected one of {1}{2}':
    '"{0}" tidak bisa diimpor: seharusnya salah satu dari {1}{2}',
  'Cannot use --dates: expected dmy, mdy or ymd, got "{0}"':
    '--dates salah: seharusnya dmy, mdy, atau ymd, yang tertulis "{0}"',
  'Cannot use --map: expected theirs=ours, got "{0}"':
    '--map salah: seharusnya milik mereka=milik kita, yang tertulis "{0}"',
  'Cannot map "{0}" to "{1}": expected - or one of {2}{3}':
    '"{0}" tidak bisa dipasangkan dengan "{1}": seharusnya - atau salah satu dari {2}{3}',
  "there is no such file": "berkas itu tidak ada",
  "the command may read the project's folder alone; give the dump on standard input, with - for its name":
    "perintah ini hanya boleh membaca folder proyek; berikan datanya lewat standard input, dengan - sebagai namanya",
  "it is a folder; name a file in it": "itu folder; sebut berkas di dalamnya",
  "Cannot use {0}: expected {1}": "{0} tidak bisa dipakai: seharusnya {1}",
};
