import { type Language, speaking } from "./say.ts";

/** What `--help` prints, by language. */
export type HelpTexts = Readonly<Record<Language, string>>;

/**
 * The help of a task in both languages. `values` is what the program fills in, for `{0}` and so on: in
 * both languages alike, or a phrase of the table for each line.
 */
export function helpTexts(
  task: keyof typeof HELP_IN_INDONESIAN,
  english: string,
  ...values: readonly (() => string)[]
): HelpTexts {
  const filled = (language: Language, text: string) =>
    text.replace(/\{(\d)\}/g, (_, at) => speaking(language, values[Number(at)]!));
  return {
    get en() {
      return filled("en", english);
    },
    get id() {
      return filled("id", HELP_IN_INDONESIAN[task]);
    },
  };
}

/** The help of tasks that editors use, by the word behind `deno task`. */
export const HELP_IN_INDONESIAN = {
  check: `Mencari kesalahan di folder isi, CONTENT_DIR (content). Kesalahan disebut lebih dulu.

  deno task check [path…] [--format=text|github|json] [--fix[=preview]] [--language=id|en]

  path…             hanya berkas dan folder ini yang disebut; nama di dalamnya dicari di semua isi
  --format=text     untuk orang, di standard error (begitu pula tanpa --format)
  --format=github   untuk GitHub Actions: sepuluh masalah pertama sebagai anotasi, semuanya di
                    ringkasan langkahnya (GITHUB_STEP_SUMMARY)
  --format=json     satu nilai JSON: {content, errors, warnings, problems: [{severity, file, line,
                    column, message, fix, also: [{file, line, column, fix}]}]}; also adalah tempat
                    lain dari masalah yang sama; dengan --fix juga fixed: [{file, line, column,
                    before, after}] atau [{from, to}]. Sebuah fix adalah {start, end, replacement}
                    dalam satuan UTF-16, {from, to}, atau {moves: [{from, to}], emptied: folder}
  --fix             hanya mengubah bentuk: huruf besar dan kecil, lebar, tanda hubung, spasi, tanda
                    kutip, tanda di antara anggota, tanggal dan jam, kata dari satu daftar tetap. Ia
                    menyebut apa yang diubah, dan memeriksa lagi sampai tidak ada yang berubah; byte
                    lain tetap. Ejaan tidak ditebak, keterangan tidak dibuang; mana yang benar dari dua yang bertentangan, dan siapa
                    yang dimaksud sebuah nama, tetap terserah Anda; untuk satu kekeliruan paling
                    banyak 3 berkas diubah
  --fix=preview     menyebut yang akan diubah --fix, dan tidak mengubah apa-apa; dengan --format=json
                    di would_fix, berbentuk seperti fixed
  --language=id|en  bahasa pesannya; tanpa ini bahasa terminal (LC_ALL, LC_MESSAGES, LANG)

Tanpa --fix tidak ada isi yang ditulis.

Kode keluar
  0   tidak ada kesalahan; mungkin ada peringatan
  1   ada kesalahan, atau folder atau berkas yang tidak bisa dibaca atau ditulis
  2   panggilan yang salah, atau path yang tidak ada di folder isi`,
  doctor: `Menyebut yang kurang di folder isi, CONTENT_DIR (content), bukan yang salah.

  deno task doctor [path…] [--format=text|json] [--issues] [--all] [--strict] [--language=id|en]

  path…             hanya berkas dan folder ini yang disebut
  --format=text     untuk orang (begitu pula tanpa --format)
  --format=json     satu nilai JSON: {content, errors, total, data: [{kind, group, file, line,
                    column, name, graduated, message}]}; kind adalah birth_date, img, name_reading,
                    members, time, twice, guest, atau unused
  --issues          mencetak yang kurang sebagai issue siap pakai: satu untuk setiap jenis di setiap
                    grup, dengan daftar berkasnya; dengan --format=json satu baris JSON untuk
                    masing-masing: {title, body, labels, group, kind, files}
  --all             menyebut juga anggota yang sudah lulus; tanpa ini mereka hanya dihitung
  --strict          kode keluar 3 bila ada yang kurang
  --language=id|en  bahasa pesannya; tanpa ini bahasa terminal (LC_ALL, LC_MESSAGES, LANG)

Yang dicari: anggota tanpa tanggal lahir atau foto, pertunjukan 14 hari ke depan tanpa line-up atau
jam, anggota bertanggal lahir sama dengan nama lengkap atau panggilan yang sama, dan nama tamu yang
mirip nama anggota. Draf tidak disebut. Kesalahan disebut deno task check. Tidak ada yang ditulis.

Untuk membuat issue-nya di GitHub, dengan gh dan jq; judulnya tetap sama, jadi menjalankannya lagi hanya
membuat yang belum terbuka:

  gh label create content --force
  deno task --quiet doctor --issues --format=json | while read -r issue; do
    title="$(jq -r .title <<< "$issue")"
    gh issue list --label content --limit 500 --json title --jq '.[].title' | grep -Fxq "$title" ||
      jq -r .body <<< "$issue" | gh issue create --title "$title" --label content --body-file -
  done

Kode keluar
  0   selesai, ada yang kurang atau tidak
  1   isi punya kesalahan, jadi sebagian tidak bisa dilihat, atau tidak bisa dibaca
  2   panggilan yang salah, atau path yang tidak ada di folder isi
  3   dengan --strict: ada yang kurang`,
  diff: `Menyebut jawaban yang berubah dengan folder isi, CONTENT_DIR (content).

  deno task diff [base] [--format=text|markdown|json] [--language=id|en]

  base               pembandingnya: folder isi, paket, folder yang berisi paket, atau revisi git dari
                     folder isi, misalnya main atau HEAD~1; tanpa base, yang sedang disajikan: paket
                     di OUT_DIR (build/out)
  --format=text      untuk orang (begitu pula tanpa --format)
  --format=markdown  komentar untuk pull request, paling besar 60 KiB; yang belum terbit tidak
                     disebut, karena orang lain membacanya
  --format=json      satu nilai JSON: {base, total, data: [{group, kind, id, change, fields,
                     former_id, follows, title, words, before, after}]}; follows: hanya ikut berubah
                     karena yang lain
  --language=id|en   bahasa pesannya; tanpa ini bahasa terminal (LC_ALL, LC_MESSAGES, LANG)

Teks dan JSON juga menyebut yang terbit nanti: keduanya untuk komputer ini. Draf tidak ada di jawaban.

Kode keluar
  0   selesai, ada jawaban yang berubah atau tidak
  1   isi dengan kesalahan, atau sesuatu yang tidak bisa dibaca
  2   panggilan yang salah, atau base yang tidak ada`,
  new: `Membuat berkas isi untuk dilengkapi, dan menyebut di mana berkas itu.

  deno task new <jenis> <grup> <nama> [--like <berkas>] [--address <alamat>]
  deno task new site [<judul>]
  deno task new --from-issue <berkas>
  deno task new service <folder> [--group <grup>] [--title <judul>]

  deno task new site "Nama Layanan"                        site.yaml, plans.yaml, dan skema
  deno task new group groupc "Nama Grup" --family wrapped
  deno task new member groupa "Nadindra Pramesti"
  deno task new setlist groupa "Jendela Pagi"
  deno task new show groupa "2026-07-04 Jendela Pagi"      nama setlist, atau judul
  deno task new news groupa "2026-07-04 Jadwal Agustus"
  deno task new event groupa "2026-07-04 Jabat Tangan"
  deno task new release groupb "Second Light"
  deno task new videocall groupa 2026-07-04

  --like <berkas>   menyalin berkas sejenis, beserta komentarnya, dengan nama baru; id, alamat lama,
                    dan akun tidak ikut. Bila namanya hanya tanggal, judulnya tetap:
                    deno task new show groupa 2026-08-01 --like content/groupa/shows/….yaml
  --address         nama berkas di belakang tanggalnya, bila namanya tidak memakai huruf Latin:
                    deno task new member groupb "前田 敦子" --address maeda-atsuko
  --from-issue <berkas>
                    membuat yang diisi orang di GitHub (deno task editor --issues), dari berkas
                    dengan teks issue itu
  --family          bare atau wrapped: bentuk jawaban grup (bare bila tidak disebut)
  --timezone        zona waktu grup (Asia/Jakarta)
  --language        bahasa untuk urutan namanya (id)
  --leap-day        kapan yang lahir 29 Februari merayakan: feb28 atau mar1 (feb28)

  deno task new service ../hanabi --title "Hanabi"

membuat repositori sendiri untuk data sebuah grup: isi dengan satu grup untuk dilengkapi, engine.ts
yang menjalankan program ini pada commit ini, pemeriksaan pull request, formulir, berkas kontainer. Juga
  --group           alamat grupnya; nama foldernya bila tidak disebut
  --licence         syarat pemakaian datanya: id SPDX atau alamat (CC0-1.0)
  --repo            owner/name, seperti di GitHub, untuk tombol Deno Deploy
  --engine          dari mana git mengambil program ini (origin klona ini)

Pilihan boleh ditulis di mana saja, dengan = atau spasi sebelum nilainya. Tanggal boleh ditulis
"4 Juli 2026", dengan jam di belakangnya. Tanpa tanggal di depan atau di belakang
nama, tanggalnya hari ini. Berkas yang sudah ada tidak pernah ditimpa.

Kode keluar: 0 dibuat; 1 tidak bisa dibuat, dan tidak ada yang ditulis; 2 panggilan yang salah.`,
  upgrade: `Mengganti mesin repositori ini: baris ENGINE di engine.ts.

  deno task upgrade [commit] [--force] [--language=id|en]

  commit            commit di repositori mesin, 40 digit; tanpa ini yang terbaru di cabang utamanya.
                    Yang lebih lama berarti kembali
  --force           mengganti barisnya walaupun isinya salah menurut commit itu, yang harus disebut
  --language=id|en  bahasa pesannya; tanpa ini bahasa terminal (LC_ALL, LC_MESSAGES, LANG)

Isinya diperiksa dengan mesin baru, lalu yang disebut changelog di antara keduanya ditampilkan, lalu
barisnya diganti. Bila ada kesalahan, barisnya tetap. Commit engine.ts, atau buat pull request; server
memakai mesin baru sejak dijalankan lagi.

Kode keluar
  0   barisnya diganti, atau memang sudah menyebut commit itu
  1   ada kesalahan di isi, atau commit itu tidak bisa diambil; barisnya tetap
  2   panggilan yang salah`,
  build: `Menyusun folder isi, CONTENT_DIR (content).

  deno task build [--language=id|en]

  --language=id|en  bahasa pesannya; tanpa ini bahasa terminal (LC_ALL, LC_MESSAGES, LANG)

Hasilnya ditulis ke OUT_DIR (build/out). Selama ada kesalahan tidak ada yang ditulis; peringatan tidak
menghalangi. deno task check mencari kesalahan tanpa menyusun: deno task check --help.

Kode keluar
  0   selesai disusun; mungkin ada peringatan
  1   ada kesalahan, atau folder yang tidak bisa dibaca atau ditulis
  2   panggilan yang salah`,
  dev:
    `Menyajikan folder isi, CONTENT_DIR (content), selama Anda menulis: setiap kali Anda menyimpan,
isinya disusun lagi, dan bila tidak ada kesalahan langsung dipakai.

  deno task dev                  dengan platform siaran yang disebut lingkungan
  deno task dev -- --demo-live   dengan platform peraga: siaran datang dan pergi sendiri

Buka / di peramban komputer ini untuk melihat folder itu sebagai situs: kalender sebulan, anggota, dan
artikel, masing-masing dengan berkas dan peringatannya, dan di paling atas kesalahan simpanan terakhir.
Halamannya mengikuti setiap simpanan, dan menampilkan draf juga.

Ini hanya untuk komputer ini: yang dijawab hanya localhost, 127.0.0.1, [::1], dan nama di base_url dalam
site.yaml, dan draf tampil tanpa kunci. Biarkan HOST tetap 127.0.0.1, dan jangan taruh proxy di depannya.

Pesan tentang sebuah grup memakai bahasa grup itu (language di group.yaml), pesan lain bahasa terminal
(LC_ALL, LC_MESSAGES, LANG).`,
  schema: `Menulis berkas yang membuat editor teks bisa melengkapi isian saat Anda mengetik.

  deno task schema [--check] [--language=id|en]

  <content>/schema/*.json          isian setiap jenis berkas, dan kegunaannya
  <content>/schema/names/*.json    nama di setiap grup: anggota, panggilan, tamu, setlist, tim,
                                   generasi, tempat, kategori
  .vscode/settings.json            skema mana untuk berkas mana; setelan lain tetap
  .vscode/extensions.json          ekstensi yang melengkapi YAML

.vscode ada di akar repositori yang memuat isi. Jalankan setelah clone, karena git tidak menyimpan
nama-nama itu (<content>/schema/.gitignore); new dan dev juga menulisnya. Jalankan lagi setelah ada grup
baru atau versi baru program ini, lalu commit hasilnya. Nama-nama itu hanya usulan: berkas boleh menyebut
nama lain, dan daftar nama yang sudah lama tidak mengganggu.

  --check           tidak menulis apa-apa, dan menyebut berkas yang tidak cocok lagi; nama tidak dilihat
  --language=id|en  bahasa pesannya; tanpa ini bahasa terminal (LC_ALL, LC_MESSAGES, LANG)

Kode keluar
  0   ditulis, atau, dengan --check, semuanya cocok
  1   tidak bisa ditulis, atau, dengan --check, ada berkas yang tidak cocok
  2   panggilan yang salah`,
  editor: `Menulis formulir, supaya isi bisa disunting di peramban.

  {0}

.pages.yml selalu ditulis ke akar repositori: formulir untuk Pages CMS, yang bisa dibuka siapa pun di
app.pagescms.org. Bila disebut sebuah folder, misalnya forms, di folder itu ditulis juga sebuah halaman
untuk diterbitkan dengan GitHub Pages: Sveltia CMS, dalam satu skrip di samping halamannya, dan
formulirnya. Layanan ini sendiri tidak menyajikan keduanya.

  --repo owner/name    repositorinya di GitHub (tanpa ini: origin dari clone)
  --branch name        cabang yang diubah penyunting (tanpa ini: cabang utama repositori)
  --sign-in address    server tempat penyunting masuk dengan GitHub; tanpa ini setiap penyunting membawa
                       token akses
  --review             setiap simpanan menjadi pull request, yang diterbitkan orang yang punya akses
  --issues             menulis juga formulir issue GitHub, dan workflow yang menjadikan sebuah issue pull
                       request setelah pengelola memberinya label
  --again              menulis sekali lagi yang ditulis panggilan terakhir, setelah skema berubah
  --check              tidak menulis apa-apa, dan menyebut berkas yang tidak cocok lagi dengan skema
  --serve              menyajikan halaman yang sudah ditulis di sebuah alamat komputer ini, tempat
                       penyunting bekerja pada clone mereka, tanpa akun dan tanpa token
  --language=id|en     bahasa pesannya; tanpa ini bahasa terminal (LC_ALL, LC_MESSAGES, LANG). Bahasa
                       formulirnya menurut grup

Formulir dibuat dari skema isi dan grup-grupnya. Jalankan lagi setelah ada grup baru atau versi baru
program ini, lalu commit hasilnya.

Kode keluar
  0   ditulis, atau, dengan --check, semuanya cocok atau tidak ada formulir yang dipakai
  1   tidak bisa ditulis, atau, dengan --check, ada berkas yang tidak cocok
  2   panggilan yang salah`,
  recipe: `Mencetak sebuah berkas, yang dilengkapi dari setelan lingkungan ini.

  deno task recipe <nama> [--language=id|en]

{0}

  --language=id|en  bahasa pesannya; tanpa ini bahasa terminal (LC_ALL, LC_MESSAGES, LANG)

Tidak ada yang ditulis ke berkas; simpan sendiri hasilnya:
deno task recipe workflow > .github/workflows/content.yml
Setelan yang berlaku saat dijalankan ikut di dalam berkasnya; dari setelan rahasia hanya namanya.

Kode keluar
  0   berkasnya dicetak
  1   ada setelan yang salah, atau tidak berarti di dalam berkas itu
  2   panggilan yang salah`,
  export:
    `Menyusun isi, lalu menulis semua datanya ke sebuah folder: berkas tanpa server dan tanpa kunci.

  deno task export <folder> [--language=id|en]

  dataset.json        asal berkas-berkas itu: build, commit, lisensi, dan digest masing-masing
  <grup>.ndjson       semua isi sebuah grup, satu baris JSON untuk masing-masing
  <grup>-<jenis>.csv  satu jenis sebagai tabel
  oshibase.sqlite     semua grup, satu tabel untuk setiap jenis; skemanya menjelaskan setiap kolom
  media/              gambar, dengan path seperti yang disebut isinya
  settings/           site.yaml, plans.yaml, dan setiap group.yaml, seperti tertulis

Byte ketiga yang pertama sama dengan /v1/dataset dan berkas-berkasnya. Draf dan yang belum terbit tidak
ikut. Alamat diawali base_url dari site.yaml, atau BASE_URL bila ada.

  --language=id|en    bahasa pesannya; tanpa ini bahasa terminal (LC_ALL, LC_MESSAGES, LANG)

Kode keluar
  0   datanya ada di folder itu
  1   isi punya kesalahan, atau folder itu tidak bisa ditulis atau tidak kosong
  2   panggilan yang salah`,
  import: `Mengambil alih data dari layanan lain.

  deno task import <grup> <jenis> <berkas> [pilihan]

  grup    folder di bawah content; dibuat bila belum ada
  jenis   {0}
  berkas  JSON seperti jawaban layanan itu: daftar, daftar di dalam objek, objek dengan satu kunci
          untuk setiap data, atau satu data saja; satu baris JSON untuk setiap data (NDJSON), seperti
          yang ditulis deno task export; atau CSV; - membaca standard input

  --dry-run               tidak menulis apa-apa, dan menyebut apa yang akan terjadi dengan berkas
                          dan isian
  --map theirs=ours       isian mereka adalah isian kita; boleh beberapa kali; theirs=- sengaja tidak
                          memakainya; profile.likes=hobby mengambil isian di dalam isian
  --dates=dmy|mdy|ymd     urutan tanggal yang bisa berarti beberapa hari, misalnya 03/04/2006
  --pictures=<folder>     menyalin gambar yang disebut data itu dari sana ke pictures grup, tanpa
                          tempat dan kamera
  --strict                tidak menulis apa-apa bila ada yang akan hilang
  --theirs                memakai nilai dari data itu di mana pun berbeda dari berkas
  --language=id|en        bahasa pesannya; tanpa ini bahasa terminal (LC_ALL, LC_MESSAGES, LANG)

Data digabungkan ke berkas yang sudah ada: menurut id, lalu menurut nama bila nama itu hanya satu di kedua
pihak. Komentar dan urutan tetap, dan yang tidak ada di data itu tidak pernah dihapus. Nama di line-up
dicari di antara anggota grup, jadi impor members lebih dulu. Data yang sama untuk kedua kalinya tidak
mengubah berkas apa pun.

Impor kedua hanya mengubah yang berubah di data itu sejak impor pertama. Yang sejak itu diubah atau
dihapus penyunting tetap begitu, begitu pula yang tidak pernah ditulis impor: laporan menyebutnya sebagai
"tetap", dengan berkas, isian, nilai di berkas, dan nilai di data itu. Untuk itu
content/<grup>/import.sums menyimpan hash setiap isian yang ditulis impor: commit bersama isinya.

Tanggal boleh berupa hari (2026-07-04, 20260704), waktu lengkap (dibaca di zona waktu grup), detik atau
milidetik epoch, angka (26/08/2006, 26.8.2006), atau ditulis dalam bahasa Indonesia, Melayu, Inggris, dan
Jepang (Sabtu, 26 Januari 2025; March 10, 2025; 2006年8月26日). Grup baru berzona Asia/Jakarta: bila
bukan itu, buat dulu dengan deno task new group <grup> dan isi timezone-nya.

Laporannya diakhiri tabel: isian mereka, isian kita, di berapa data terisi, di berapa data hilang, dan
tiga contoh yang hilang, masing-masing dengan nomor datanya. Id mereka milik anggota
yang mana diingat di content/<grup>/import.yaml: commit bersama isinya.

Kode keluar
  0   selesai; yang tidak jelas disebut beserta datanya
  1   data atau isi tidak bisa dibaca; tidak ada yang ditulis
  2   panggilan yang salah, atau ada tanggal yang bisa berarti beberapa hari tanpa --dates; tidak ada
      yang ditulis
  3   dengan --strict: ada yang akan hilang; tidak ada yang ditulis

Isian dikenali dari nama-nama ini, dengan huruf besar atau kecil, dengan atau tanpa _ dan -:

{1}`,
} as const;
