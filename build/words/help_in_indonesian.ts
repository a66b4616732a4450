import type { Language } from "./say.ts";

/** What `--help` prints, by language. */
export type HelpTexts = Readonly<Record<Language, string>>;

/** A help in both languages; one that is not translated stays as it is. */
export function helpTexts(task: string, english: string): HelpTexts {
  return { en: english, id: HELP_IN_INDONESIAN[task] ?? english };
}

/** The help of tasks that editors use, by the word behind `deno task`. */
export const HELP_IN_INDONESIAN: Readonly<Record<string, string>> = {
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
  --fix             melakukan yang diusulkan pesan bila hanya ada satu jawaban, menyebut apa yang
                    diubah, dan memeriksa lagi sampai tidak ada yang berubah; bita lain tetap. Tidak
                    ada keterangan yang dibuang; mana yang benar dari dua yang bertentangan, dan siapa
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

  deno task doctor [path…] [--format=text|json] [--all] [--strict] [--language=id|en]

  path…             hanya berkas dan folder ini yang disebut
  --format=text     untuk orang (begitu pula tanpa --format)
  --format=json     satu nilai JSON: {content, errors, total, data: [{kind, group, file, line,
                    column, name, graduated, message}]}; kind adalah birth_date, img, members, time,
                    twice, atau guest
  --all             menyebut juga anggota yang sudah lulus; tanpa ini mereka hanya dihitung
  --strict          kode keluar 3 bila ada yang kurang
  --language=id|en  bahasa pesannya; tanpa ini bahasa terminal (LC_ALL, LC_MESSAGES, LANG)

Yang dicari: anggota tanpa tanggal lahir atau foto, pertunjukan 14 hari ke depan tanpa line-up atau
jam, anggota bertanggal lahir sama dengan nama lengkap atau panggilan yang sama, dan nama tamu yang
mirip nama anggota. Draf tidak disebut. Kesalahan disebut deno task check. Tidak ada yang ditulis.

Kode keluar
  0   sudah disebut apa yang kurang, atau bahwa tidak ada
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
  0   sudah disebut apa yang berubah, atau bahwa tidak ada
  1   isi dengan kesalahan, atau sesuatu yang tidak bisa dibaca
  2   panggilan yang salah, atau base yang tidak ada`,
  new: `Membuat berkas isi untuk dilengkapi, dan menyebut di mana berkas itu.

  deno task new <jenis> <grup> <nama> [--like <berkas>] [--address <alamat>]
  deno task new site [<judul>]
  deno task new --from-issue <berkas>

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

Pilihan boleh ditulis di mana saja, dengan = atau spasi sebelum nilainya. Tanpa tanggal di depan atau
di belakang nama, tanggalnya hari ini. Berkas yang sudah ada tidak pernah ditimpa.

Kode keluar: 0 dibuat; 1 tidak bisa dibuat, dan tidak ada yang ditulis; 2 panggilan yang salah.`,
};
