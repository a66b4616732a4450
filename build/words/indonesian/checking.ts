/**
 * This room has the table of messages in Indonesian, by what the code says in English.
 *
 * @module
 */

/** What checks say of fields, names and addresses. */
export const CHECKING: Readonly<Record<string, string>> = {
  "setlist address": "alamat setlist",
  "; write names that differ in letters or digits": "; tulis nama yang berbeda huruf atau angkanya",
  "This is left out of the article: only text, links, pictures and tables stay":
    "Ini tidak ikut tampil di artikel: hanya teks, tautan, gambar, dan tabel yang tampil",
  "Reading {0}/{1}": "Membaca {0}/{1}",
  "The account {0}": "Akun {0}",
  "expected the channel's id, which starts with UC": "seharusnya id kanal, yang diawali UC",
  "expected the account's name alone": "seharusnya nama akunnya saja",
  ". Did you mean {0}?": ". Maksudnya {0}?",
  "The platform finds nobody by {0}: {1}{2}":
    "Platform tidak menemukan siapa pun dengan {0}: {1}{2}",
  "{0} is at {1}:{2} too: only one of the two is found by it, and has its broadcasts":
    "{0} juga ada di {1}:{2}: hanya satu dari keduanya yang akan mendapat siarannya",
  "{0} is the address of {1} too: that is who is found by it":
    "{0} juga alamat {1}: dialah yang ditemukan dengannya",
  "room {0}": "ruang {0}",
  "path segment": "bagian alamat",
  "member address": "alamat anggota",
  "id or file name": "id atau nama berkas",
  "; rename this file": "; ganti nama berkas ini",
  "; write its own id, or leave the field out": "; tulis id-nya sendiri, atau hapus isian itu",
  "; take it out here": "; hapus di sini",
  "Cannot use the former name {0}: expected it without its ending, {1}":
    "Nama lama {0} tidak bisa dipakai: seharusnya tanpa akhirannya, {1}",
  "setlist": "setlist",
  "; keep one of them": "; pertahankan salah satu",
  "; choose another word": "; pilih kata lain",
  "Cannot use the {0} {1}: the service needs it for itself{2}":
    "Tidak bisa memakai {0} {1}: sudah dipakai layanan ini sendiri{2}",
  "Cannot use the {0} {1} twice: {2}:{3} has it already":
    "Tidak bisa memakai {0} {1} dua kali: {2}:{3} sudah memakainya",
  "This folder is a copy of {0}, with the same members: keep one of the two, or give it members of its own":
    "Folder ini salinan {0}, dengan anggota yang sama: simpan salah satu, atau isi dengan anggotanya sendiri",
  "This is a copy of {0}, with her {1}: write what is this member's own, or keep one of the two files":
    "Ini salinan {0}, dengan {1} yang sama: tulis data anggota ini sendiri, atau simpan salah satu berkas",
  "{0} and {1}": "{0} dan {1}",
  "Cannot use the guest {0}: the member of {1} is called so; take the guest out, or write more of the name":
    "Tamu {0} tidak bisa dipakai: anggota di {1} bernama begitu; hapus tamunya, atau tulis namanya lebih lengkap",
  "; {0} until it is known": "; {0} sampai diketahui",
  "take the line away": "hapus barisnya",
  "leave the field out": "hapus isiannya",
  "keep the file elsewhere until it is known": "simpan berkasnya di tempat lain sampai diketahui",
  "fill it in": "lengkapi",
  "; it has to be there: {0}": "; isian ini wajib ada: {0}",
  "; write each alone, without a name in front of it":
    "; tulis masing-masing saja, tanpa nama isian di depannya",
  "; write it alone: {0}": "; tulis itu saja: {0}",
  "; one hyphen is enough": "; satu tanda hubung sudah cukup",
  "write it without brackets": "tulis tanpa kurung siku",
  "write one of them alone": "tulis salah satu saja",
  "; {0}, or in quotes: {1}": "; {0}, atau di dalam tanda kutip: {1}",
  "; write it in quotes: {0}": "; tulis di dalam tanda kutip: {0}",
  "; write {0}, a colon and a space in front of each":
    "; tulis {0}, titik dua, dan spasi di depan masing-masing",
  "; write it without quotes": "; tulis tanpa tanda kutip",
  "; write its number alone: {0}": "; tulis nomornya saja: {0}",
  "; write a space behind each hyphen": "; tulis spasi setelah setiap tanda hubung",
  "; write a hyphen and a space in place of each sign":
    "; ganti setiap tanda dengan tanda hubung dan spasi",
  "; write a hyphen and a space in front of each line":
    "; tulis tanda hubung dan spasi di depan setiap baris",
  "; write it between brackets: [{0}]": "; tulis di dalam kurung siku: [{0}]",
  "; write a hyphen and a space in place of each number and its colon":
    "; ganti setiap angka dan titik duanya dengan tanda hubung dan spasi",
  "; write {0}, without quotes": "; tulis {0}, tanpa tanda kutip",
  "text": "teks",
  "a number": "angka",
  "a whole number": "bilangan bulat",
  "true or false": "true atau false",
  "a list, with a hyphen and a space before each entry":
    "daftar, dengan tanda hubung dan spasi di depan setiap butir",
  "fields, each with a colon": "isian, masing-masing dengan titik dua",
  "nothing": "kosong",
  "a list": "sebuah daftar",
  "fields": "sekumpulan isian",
  "the number {0}": "angka {0}",
  "field": "isian",
  "it has to be there; add a line such as": "isian ini wajib ada; tambahkan baris seperti",
  "they have to be there; add lines such as": "semuanya wajib ada; tambahkan baris seperti",
  "Cannot find the {0} {1}: {2} {3}": "Tidak ada {0} {1}: {2} {3}",
  "this file": "berkas ini",
  "Cannot use the name {0}: {1}{2}": "Nama {0} tidak bisa dipakai: {1}{2}",
  "Cannot use {0}: {1}": "Isi {0} tidak bisa dipakai: {1}",
  "Cannot use entries of {0}: {1}": "Butir-butir {0} tidak bisa dipakai: {1}",
  "expected {0}{1}": "seharusnya {0}{1}",
  " or ": " atau ",
  "expected {0}": "seharusnya {0}",
  "Cannot use the field {0}: a ticket says when its sale begins, and not when it ends; take it out":
    "Isian {0} tidak bisa dipakai: tiket menyebut kapan mulai dijual, bukan kapan berakhir; hapus isian ini",
  "; write {0}": "; tulis {0}",
  "expected a number, {0} or more": "seharusnya angka {0} atau lebih",
  "expected a number above {0}": "seharusnya angka di atas {0}",
  "expected a number up to {0}": "seharusnya angka paling besar {0}",
  "{0}; found {1}{2}": "{0}; yang tertulis {1}{2}",
  "; what comes after # is a note: put quotes around the whole text":
    "; yang ada setelah # adalah catatan: apit seluruh teksnya dengan tanda kutip",
  "; fill it in, or take the line away": "; lengkapi, atau hapus barisnya",
  ", such as - {0}": ", misalnya - {0}",
  ", such as {0}": ", misalnya {0}",
  " and ": " dan ",
  "; make a file for each of its entries, without the hyphen":
    "; buat satu berkas untuk setiap butir, tanpa tanda hubung",
  "; take the hyphen away, and begin all its fields at the margin":
    "; hapus tanda hubungnya, dan mulai semua isiannya di tepi kiri",
  "one of ": "salah satu dari ",
  "entry {0}": "butir {0}",
  "{0} of {1}": "{0} di {1}",
  "too pale to be read on white: its contrast is {0}:1, {1}:1 is needed; '{2}' would do":
    "terlalu pucat untuk dibaca di atas putih: kontrasnya {0}:1, yang diperlukan {1}:1; '{2}' bisa dipakai",
  "; midnight is 00:00 of the next day, or 23:59 of this one":
    "; tengah malam adalah 00:00 hari berikutnya, atau 23:59 hari ini",
  '. Did you mean "{0}"?': '. Maksudnya "{0}"?',
  "; expected {0}{1}": "; seharusnya {0}{1}",
  "; take it out": "; hapus",
  "Cannot use the field {0}: there is no such field{1}":
    "Isian {0} tidak bisa dipakai: tidak ada isian seperti itu{1}",
  "Cannot use the field {0}: line {1} says it already, as {2}; keep one of them":
    "Isian {0} tidak bisa dipakai: baris {1} sudah menyebutnya, sebagai {2}; pertahankan salah satu",
  "Cannot use the field {0}: one file has the fields of one entry; make a file for each entry below it, without this line and its hyphen":
    "Isian {0} tidak bisa dipakai: satu berkas berisi isian satu butir; buat satu berkas untuk setiap butir di bawahnya, tanpa baris ini dan tanda hubungnya",
  "Cannot use the field {0}: the fields below it belong in no other field; delete this line, and begin them at the margin":
    "Isian {0} tidak bisa dipakai: isian di bawahnya tidak berada di dalam isian lain; hapus baris ini, dan mulai isian itu di tepi kiri",
  "; write how long it takes, not when it ends": "; tulis berapa lamanya, bukan kapan selesainya",
  "; write {0}, whichever is meant": "; tulis {0}, sesuai maksudnya",
  "; name a city of the zone, as offsets change":
    "; sebut kota di zona itu, karena selisih jam bisa berubah",
  "; it is on one computer only: put it on the web, and write its address there":
    "; itu hanya ada di satu komputer: taruh di web, lalu tulis alamatnya di sana",
  "; write {0} or {1}, whichever is meant": "; tulis {0} atau {1}, sesuai maksudnya",
  "; one file is one day: make a file for each":
    "; satu berkas untuk satu hari: buat satu berkas untuk masing-masing",
  "; one file has one time: make a file for each":
    "; satu berkas untuk satu jam: buat satu berkas untuk masing-masing",
  '. Write the time alone: "{0}"': '. Tulis jamnya saja: "{0}"',
  "; write it on the clock of the group's zone, and no zone":
    "; tulis menurut jam zona grup, tanpa menyebut zona",
  '. Write the beginning alone: "{0}"': '. Tulis jam mulainya saja: "{0}"',
  "Cannot use the name {0} in addresses: the file has two endings; rename it":
    "Nama {0} tidak bisa dipakai di alamat: berkas ini punya dua akhiran; ganti namanya",
  "Cannot use the name {0} in addresses: {1}{2}": "Nama {0} tidak bisa dipakai di alamat: {1}{2}",
  "This file's name says that it is a copy of {0}: delete one of the two, or give this one a name and content of its own":
    "Menurut namanya, berkas ini salinan {0}: hapus salah satu, atau beri berkas ini nama dan isinya sendiri",
  "a member": "anggota",
  "a show": "pertunjukan",
  "an event": "acara",
  "a release": "rilisan",
  "a day of video calls": "hari video call",
  "Cannot use this file here: it looks like {0}; move it to {1}":
    "Berkas ini tidak bisa dipakai di sini: isinya seperti {0}; pindahkan ke {1}",
  "Cannot find the group {0} that sign-up for {1} opens: expected one of {2}":
    "Grup {0} yang dibuka pendaftaran untuk {1} tidak ditemukan: gunakan salah satu dari {2}",
  'Cannot use "{0}": {1} is read as {2}. Write {3}, or {4} without zeros behind a point':
    '"{0}" tidak bisa dipakai: {1} terbaca {2}. Tulis {3}, atau {4} tanpa nol di belakang titik',
  "Cannot load the label {0} from elsewhere: it is a path on another site; write its whole address, which starts with https://":
    "Label {0} tidak bisa dimuat dari tempat lain: itu alamat di dalam situs lain; tulis alamat lengkapnya, yang diawali https://",
  "Cannot use this file: no field is in it; fill it in, or delete it":
    "Berkas ini tidak bisa dipakai: tidak ada isian di dalamnya; lengkapi, atau hapus",
  "Compiling {0}": "Menyusun {0}",
  ". If this is {0}, write her name alone": ". Bila ini {0}, tulis namanya saja",
  ". If these are {0} members, give each an entry of her own":
    ". Bila ini {0} anggota, tulis masing-masing sebagai butir sendiri",
  ": {0} has it within the nickname {1}; give each nickname an entry of its own there":
    ": {0} memuatnya di dalam nama panggilan {1}; tulis setiap nama panggilan sebagai butir sendiri di sana",
  "{0} is in this list twice: line {1} has her already":
    "{0} ada dua kali di daftar ini: baris {1} sudah menyebutnya",
  "Cannot tell whom {0} means: write one of {1}":
    "Tidak jelas siapa yang dimaksud {0}: tulis salah satu dari {1}",
  "No member is called {0}; the name stays as a guest{1}":
    "Tidak ada anggota bernama {0}; nama itu tetap sebagai tamu{1}",
  "{0} is a draft, so that its member stays as a guest here: show her, or make this file a draft, too":
    "{0} masih draf, jadi anggotanya di sini tetap sebagai tamu: terbitkan dia, atau jadikan berkas ini draf juga",
  "Cannot use this article: more than 1,000 tags of HTML do not end; end each, or write Markdown":
    "Artikel ini tidak bisa dipakai: lebih dari 1.000 tag HTML tidak ditutup; tutup semuanya, atau tulis Markdown",
  "Cannot use this article: its tables have more than 20,000 cells; divide it into several articles":
    "Artikel ini tidak bisa dipakai: tabelnya punya lebih dari 20.000 sel; bagi menjadi beberapa artikel",
  "Cannot use this article: it has more than 20,000 signs of links ([); divide it into several articles":
    "Artikel ini tidak bisa dipakai: tanda tautannya ([) lebih dari 20.000; bagi menjadi beberapa artikel",
  "; write its digits alone: {0}": "; tulis angkanya saja: {0}",
  "; write - {0}, and so on": "; tulis - {0}, dan seterusnya",
  "; {0} is a spreadsheet's number for {1}: write that":
    "; {0} adalah angka lembar kerja (Excel) untuk {1}: tulis tanggal itu",
  "; write the year in front, or {0} if it is unknown":
    "; tulis tahunnya di depan, atau {0} bila tidak diketahui",
  "; the year is missing: write it in front of -{0}": "; tahunnya tidak ada: tulis di depan -{0}",
  "; the year is missing, and the file's name says {0}: write the right one":
    "; tahunnya tidak ada, sedangkan nama berkas menyebut {0}: tulis yang benar",
  "; {0} is a {1}, and this says {2}: write the day that is meant":
    "; {0} adalah hari {1}, sedangkan di sini tertulis {2}: tulis tanggal yang dimaksud",
  "; the file's name says {0}: write the day that is meant":
    "; nama berkas menyebut {0}: tulis tanggal yang dimaksud",
  "; write the day alone: {0}": "; tulis tanggalnya saja: {0}",
  "; write the day alone, {0}, and the hour into time, on the group's clock":
    "; tulis tanggalnya saja, {0}, dan jamnya di time, menurut jam grup",
  '; write two fields, date: {0} and time: "{1}"': '; tulis dua isian, date: {0} dan time: "{1}"',
  "; time says the hour already: write {0}": "; time sudah menyebut jamnya: tulis {0}",
  "; this says {0}, and time says {1}: write the right hour there, and {2} here":
    "; di sini tertulis {0}, sedangkan time menyebut {1}: tulis jam yang benar di sana, dan {2} di sini",
  "; write it between brackets: {0}": "; tulis di dalam kurung siku: {0}",
  ", such as - { title: Instagram, url: https://instagram.com/siti }":
    ", misalnya - { title: Instagram, url: https://instagram.com/siti }",
  "Monday": "Senin",
  "Tuesday": "Selasa",
  "Wednesday": "Rabu",
  "Thursday": "Kamis",
  "Friday": "Jumat",
  "Saturday": "Sabtu",
  "Sunday": "Minggu",
  "the next day": "hari berikutnya",
  '; this is {0} of the next day: write time: "{1}", and date: {2}':
    '; ini pukul {0} hari berikutnya: tulis time: "{1}", dan date: {2}',
  " of the day before": " hari sebelumnya",
  " of the day after": " hari berikutnya",
  "; this is {0}{1} on the clock of {2}: write that, and no zone":
    "; ini pukul {0}{1} menurut jam {2}: tulis jam itu, tanpa menyebut zona",
  ". If these are {0}, put a comma between them, or write each on a line of her own":
    ". Bila ini {0}, beri koma di antaranya, atau tulis masing-masing di barisnya sendiri",
  "No setlist is called {0}{1}": "Tidak ada setlist bernama {0}{1}",
  "; write them on the line of the field: {0}": "; tulis di baris isiannya: {0}",
  "; write the names: this word names nobody":
    "; tulis nama-namanya: kata ini bukan nama siapa pun",
  "; write each on a line of its own, with a hyphen and a space in front":
    "; tulis masing-masing di barisnya sendiri, diawali tanda hubung dan spasi",
  "; write square brackets, and commas between: [{0}]":
    "; pakai kurung siku, dengan koma di antaranya: [{0}]",
  "; this is a time: write the day here, and the hour into time":
    "; ini jam: tulis tanggalnya di sini, dan jamnya di time",
  "; this means another day later on: write the day itself":
    "; artinya berubah setiap hari: tulis tanggalnya sendiri",
  "; a year has four digits: write all of them": "; tahun terdiri dari empat angka: tulis semuanya",
  "; a whole day has year, month and day: write it once it is known":
    "; tanggal lengkap punya tahun, bulan, dan hari: tulis setelah diketahui",
  "; there is no month {0}": "; tidak ada bulan {0}",
  "; the days of {0} are 1 to {1}": "; tanggal di {0} adalah 1 sampai {1}",
  "; the address is in title: let the two change places":
    "; alamatnya ada di title: tukar letak keduanya",
  "; write whose it is, such as [Aya Putri]": "; tulis milik siapa, misalnya [Aya Putri]",
  "; leave the field out: what has no such moment comes out at once":
    "; hapus isiannya: tanpa isian ini, terbit saat itu juga",
  "; the day is missing: write it in front of the hour":
    "; tanggalnya tidak ada: tulis di depan jamnya",
  "Cannot use the field {0}: the text of an article is below the second line of ---":
    "Tidak bisa memakai isian {0}: teks artikel ditulis di bawah baris --- yang kedua",
  'Cannot use the field {0}: there is no such field; write { title: {1}, url: "{2}" }':
    'Tidak bisa memakai isian {0}: tidak ada isian seperti itu; tulis { title: {1}, url: "{2}" }',
  "; write the whole address, such as https://instagram.com/{0}":
    "; tulis alamat lengkapnya, misalnya https://instagram.com/{0}",
  "; one address belongs here: write one of them alone":
    "; di sini hanya satu alamat: tulis salah satu saja",
  "; write the address alone: {0}": "; tulis alamatnya saja: {0}",
  "; this is a day: write it into date, and the hour here":
    "; ini tanggal: tulis di date, dan jamnya di sini",
  "; minutes have two digits, from 00 to 59": "; menit terdiri dari dua angka, dari 00 sampai 59",
  "; write the one at which it begins, alone": "; tulis jam mulainya saja",
  "; write the hour, or leave the field out until it is known":
    "; tulis jamnya, atau hapus isiannya sampai diketahui",
  ": write each name, or leave members out": ": tulis setiap nama, atau hapus members",
  ". If this is {0}, write its name alone": ". Bila ini {0}, tulis namanya saja",
  ": if it is one, add it to guests in group.yaml":
    ": bila memang tamu, tambahkan ke guests di group.yaml",
  ": correct the name, or add it with deno task new setlist":
    ": betulkan namanya, atau tambahkan dengan deno task new setlist",
};
