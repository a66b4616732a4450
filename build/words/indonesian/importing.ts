/** What is said where the data of another service is taken over. */
export const IMPORTING: Readonly<Record<string, string>> = {
  "are these all shows that the group has ever had? Then write shows_complete: true in group.yaml, so that milestones of members are known":
    "apakah ini semua pertunjukan yang pernah digelar grup? Bila ya, tulis shows_complete: true di group.yaml, supaya pencapaian anggota diketahui",
  "it has no address that starts with https://": "tidak ada alamat yang diawali https://",
  '{0}: "{1}" is {2}': '{0}: "{1}" berarti {2}',
  "Cannot tell the day of {0}: its parts may be in any order; choose one of these":
    "Tidak jelas tanggal mana yang dimaksud {0}: urutannya bisa lebih dari satu; pilih salah satu",
  "day first": "hari lebih dulu",
  "month first": "bulan lebih dulu",
  "year first": "tahun lebih dulu",
  "a quote is opened and not closed": "ada tanda kutip yang dibuka tetapi tidak ditutup",
  "Cannot read it: it looks like CSV, and {0}":
    "Data ini tidak bisa dibaca: kelihatannya CSV, tetapi {0}",
  "Cannot read it as JSON: {0}": "Data ini tidak bisa dibaca sebagai JSON: {0}",
  "Cannot import it: it is an error answer and no data{0}":
    "Data ini tidak bisa diimpor: ini jawaban kesalahan, bukan data{0}",
  "Cannot import it: expected a list of {0}, or an object that holds one in {1}; found {2}":
    "Data ini tidak bisa diimpor: seharusnya daftar {0}, atau objek yang memuat daftar itu di {1}; yang ada {2}",
  "Cannot import it as {0}:": "Data ini tidak bisa diimpor sebagai {0}:",
  "expected fields, found {0}": "seharusnya isian, yang ada {0}",
  "expected some text in {0}, found {1}": "seharusnya ada teks di {0}, yang ada {1}",
  "record {0}: {1}": "data ke-{0}: {1}",
  "no fields at all": "objek tanpa isian",
  "the field {0}": "isian {0}",
  "the fields {0}": "isian {0}",
  "news": "artikel",
  "birthdays": "ulang tahun",
  'there was no group "{0}": it is a new one of the {1} family, in {2}{3}':
    'grup "{0}" belum ada, jadi dibuat baru: keluarga {1}, zona {2}{3}',
  "it is passed over: {0}": "dilewati: {0}",
  'the list "{0}" with {1} records was not read: give it in a file of its own':
    'daftar "{0}" dengan {1} data tidak dibaca: berikan di berkasnya sendiri',
  "(record)": "(data)",
  "the list was not read": "daftar ini tidak dibaca",
  'its type "event" may be {0}: it is taken as offair':
    'jenisnya "event" bisa berarti {0}: dicatat sebagai offair',
  'it is passed over: its type is "theater"; import such records as theater':
    'dilewati: jenisnya "theater"; impor data seperti ini sebagai theater',
  'it is passed over: its type is "{0}"; import such records as events':
    'dilewati: jenisnya "{0}"; impor data seperti ini sebagai events',
  'no setlist is called "{0}"': 'tidak ada setlist bernama "{0}"',
  "there are no setlists, so its songs are unknown: import them too":
    "belum ada setlist, jadi lagunya tidak diketahui: impor setlists juga",
  "its date has to be known": "tanggalnya harus diketahui",
  "expected a title and an address": "seharusnya judul dan alamat",
  'she goes into {0}, although the record says "{1}"':
    'dia dimasukkan ke {0}, padahal datanya menyebut "{1}"',
  "it is not within a day of the beginning": "selisihnya dengan jam mulai lebih dari sehari",
  "a track has no title": "ada lagu tanpa judul",
  "a song has no title": "ada lagu setlist tanpa judul",
  "expected total, a whole number, by_setlist and as_of":
    "seharusnya total, angka bulat, by_setlist, dan as_of",
  "expected a day, and a team, a role or a generation":
    "seharusnya ada hari, serta tim, peran, atau generasi",
  'it is not UTF-8; save it again as "CSV UTF-8", or convert it first: iconv -f WINDOWS-1252 -t UTF-8':
    'bukan UTF-8; simpan lagi sebagai "CSV UTF-8", atau ubah dulu: iconv -f WINDOWS-1252 -t UTF-8',
  'Cannot use --set: expected field=value, got "{0}"':
    'Tidak bisa memakai --set: seharusnya isian=nilai, yang ada "{0}"',
  'Cannot set "{0}": expected one of {1}{2}':
    'Tidak bisa mengisi "{0}": seharusnya salah satu dari {1}{2}',
  "standard input": "standard input",
  "Something would be lost, and --strict is given. Nothing was written":
    "Ada yang akan hilang, jadi dengan --strict tidak ada yang ditulis",
  "Nothing was written": "Tidak ada yang ditulis",
  "Which of their ids is which member, for deno task import. The service does not read it.":
    "Id mereka milik anggota yang mana, untuk deno task import. Layanan tidak membacanya.",
  "What deno task import last wrote of each field, so that what editors change since stays.":
    "Yang terakhir ditulis deno task import di setiap isian, supaya perubahan penyunting tetap ada.",
  "One line for each entry; the service does not read it. If two branches differ, the lines of both are kept.":
    "Satu baris untuk setiap isi; layanan tidak membacanya. Bila dua cabang berbeda, baris keduanya dipertahankan.",
  "it is taken as right where it differs from an earlier record of the same: {0}":
    "berbeda dari data sebelumnya tentang hal yang sama, dan data ini yang dipakai: {0}",
  "a later record of the same says something else":
    "data berikutnya tentang hal yang sama menyebut yang lain",
  "several files or records have this name; give it an id":
    "ada beberapa berkas atau data dengan nama ini; beri id",
  "nobody has this name": "tidak ada anggota dengan nama ini",
  'her address is "{0}": somebody else has "{1}"':
    'alamatnya menjadi "{0}": "{1}" sudah dipakai yang lain',
  "expected a name, or an id of somebody imported":
    "seharusnya nama, atau id anggota yang sudah diimpor",
  'no member is called "{0}"; the name stays as a guest{1}':
    'tidak ada anggota bernama "{0}"; nama itu tetap sebagai tamu{1}',
  'cannot tell whom "{0}" means: she is left out; write {1}':
    'tidak jelas siapa yang dimaksud "{0}": dia tidak dimasukkan; tulis {1}',
  "several have this name": "ada beberapa anggota dengan nama ini",
  "it has the name and birth date of record {0}: take one out if both are one person":
    "nama dan tanggal lahirnya sama dengan data ke-{0}: hapus salah satu kalau keduanya satu orang",
  "content files have no such field; --map gives it one":
    "berkas isi tidak punya isian ini; pasangkan dengan --map",
  'is "{0}" meant? It does not read so; --map gives it a field':
    'maksudnya "{0}"? Nilainya tidak terbaca sebagai itu; --map bisa memberinya isian lain',
  'is "{0}" meant? It has {1} already': 'maksudnya "{0}"? Isian itu sudah diisi dari {1}',
  "something": "sebuah nilai",
  "an address": "alamat",
  "a whole number above 0": "bilangan bulat di atas 0",
  'a time such as "19:00"': 'jam seperti "19:00"',
  "a list of texts": "daftar teks",
  "a date such as 2026-07-04, 26/08/2006, 26 Januari 2025 or an instant":
    "tanggal seperti 2026-07-04, 26/08/2006, 26 Januari 2025, atau waktu lengkap dengan zonanya",
  ", kept": ", tetap",
  ", kept: both have changed since the last import":
    ", tetap: keduanya berubah sejak impor terakhir",
  ", kept: no import has written it": ", tetap: bukan tulisan impor",
  "Changed:": "Diubah:",
  "Would change:": "Yang akan diubah:",
  "Kept as the files say it; --theirs takes the dump's values:":
    "Tetap seperti di berkas; --theirs memakai nilai dari data itu:",
  "(nothing)": "(kosong)",
  "their field": "isian mereka",
  "another field of the record says otherwise": "isian lain di data ini menyatakan sebaliknya",
  "it could not be read": "tidak bisa dibaca",
  "expected one of {0}": "seharusnya salah satu dari {0}",
  "Cannot use {0}: it is a link, and nothing behind links is read; put there what it leads to":
    "{0} tidak bisa dipakai: ini tautan, dan apa pun di balik tautan tidak dibaca; taruh berkas aslinya di sana",
  "the picture {0} cannot be used: it is a link; put there what it leads to":
    "gambar {0} tidak bisa dipakai: ini tautan; taruh berkas aslinya di sana",
  "our field": "isian kita",
  "filled": "terisi",
  "lost": "hilang",
  "lost for example": "contoh yang hilang",
  "(not needed)": "(tidak perlu)",
  "(none)": "(tidak ada)",
  "{0}; {1} made, {2} changed, {3} {4}": "{0}; {1} dibuat, {2} diubah, {3} {4}",
  "left as it was": "tetap",
  "left as they were": "tetap",
  "Imported {0} into {1}: {2}": "{0} diimpor ke {1}: {2}",
  "Would import {0} into {1}: {2}": "{0} akan diimpor ke {1}: {2}",
  "Nothing is lost": "Tidak ada yang hilang",
  "1 value lost": "1 nilai hilang",
  "{0} values lost": "{0} nilai hilang",
  "Removed since an import made it, and not made again; --theirs makes it again:":
    "Dihapus sejak dibuat impor, dan tidak dibuat lagi; --theirs membuatnya lagi:",
  "In the folder, and no longer in the dump:": "Ada di folder, tetapi tidak lagi di data itu:",
  "1 record": "1 data",
  "{0} records": "{0} data",
  "1 file": "1 berkas",
  '{0}: record {1} "{2}": {3}': '{0}: data ke-{1} "{2}": {3}',
  "in {0}": "di {0}",
  "also in record {0}": "juga di data ke-{0}",
  "also in records {0}": "juga di data ke-{0}",
};
