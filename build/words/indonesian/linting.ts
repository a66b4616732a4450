/** What checks say of content that is well-formed and hardly meant. */
export const LINTING: Readonly<Record<string, string>> = {
  "No licence is named, so others may not use the data: write licence: CC-BY-4.0, another id of spdx.org/licenses, or the address of a page":
    "Lisensi belum disebut, jadi orang lain tidak boleh memakai datanya: tulis licence: CC-BY-4.0, id lain dari spdx.org/licenses, atau alamat sebuah halaman",
  "No attribution is named, so others cannot name the source: write attribution: and a name, with an address if there is one":
    "Atribusi belum disebut, jadi orang lain tidak bisa menyebut sumbernya: tulis attribution: dan sebuah nama, beserta alamatnya bila ada",
  "This address does not work: expected one that starts with https:// or /":
    "Alamat ini tidak bisa dibuka: seharusnya diawali https:// atau /",
  "The article is empty: write it below the second line of ---, or add draft: true until it is written":
    "Artikelnya kosong: tulis di bawah baris --- yang kedua, atau tambahkan draft: true sampai ditulis",
  "This note does not end, and the rest of the article is hidden: write --> behind it":
    "Catatan ini tidak ditutup, jadi sisa artikel tidak tampil: tulis --> di belakangnya",
  "This ** stays visible: bold text needs ** right before its first letter and right behind its last one":
    "Tanda ** ini tetap tampil: teks tebal perlu ** tepat sebelum huruf pertama dan tepat setelah huruf terakhirnya",
  "This link stays as it is written: expected [text](address), without a space in the address or in front of it":
    "Tautan ini tampil apa adanya: seharusnya [teks](alamat), tanpa spasi di dalam alamat atau di depannya",
  "This code does not end, and the rest of the article is shown as code: write the same line below the code":
    "Kode ini tidak ditutup, jadi sisa artikel tampil sebagai kode: tulis baris yang sama di bawah kodenya",
  "This text is shown as code, in letters of one width, since it is indented by four spaces or a tab: begin it at the margin; code goes between lines of ```":
    "Teks ini tampil sebagai kode, dengan huruf selebar sama, karena menjorok empat spasi atau satu tab: mulai di tepi kiri; kode ditulis di antara baris ```",
  "These # stay visible: a heading needs a space behind them":
    "Tanda # ini tetap tampil: judul perlu spasi setelahnya",
  "is celebrated": "dirayakan",
  "graduates": "lulus",
  "{0} graduated on {1}, before this show: take her out, or correct one of the dates; if she comes back for it, leave this as it is":
    "{0} lulus pada {1}, sebelum pertunjukan ini: hapus dia, atau betulkan salah satu tanggal; bila dia memang kembali untuk tampil, biarkan saja",
  "{0} {1} in this show and is not in its line-up: add her to members, or take her away here":
    "{0} {1} di pertunjukan ini tetapi tidak ada di line-up: tambahkan dia ke members, atau hapus di sini",
  "The file's name begins with a day that is written {0}: rename the file to {1}":
    "Nama berkas diawali tanggal yang ditulis {0}: ganti nama berkas menjadi {1}",
  "This date is {0}, and the file's name says {1}: correct the date, or rename the file to {2}":
    "Tanggal ini {0}, sedangkan nama berkas menyebut {1}: betulkan tanggalnya, atau ganti nama berkas menjadi {2}",
  "This title begins with {0}, and days and hours have fields of their own: write the name alone":
    "Judul ini diawali {0}, padahal tanggal dan jam punya isian sendiri: tulis namanya saja",
  "{0} is a setlist: write setlist: instead of title:, so that the show has its songs and picture":
    "{0} adalah setlist: tulis setlist: sebagai ganti title:, supaya pertunjukan mendapat lagu dan gambarnya",
  "Nothing of this group is in the year {0}: correct the year":
    "Grup ini tidak punya apa-apa di tahun {0}: betulkan tahunnya",
  'Nothing begins at {0}: write hours of the afternoon as 13 to 23, such as "19:00", and leave time out until it is known':
    'Tidak ada acara yang mulai pukul {0}: tulis jam siang dan malam sebagai 13 sampai 23, misalnya "19:00"; bila jamnya belum diketahui, hapus time',
  "This comes out after it has begun ({0}): correct publish_at or date":
    "Ini terbit setelah dimulai ({0}): betulkan publish_at atau date",
  "Another show begins at this time in the same place, {0}: delete one of them, or correct the time":
    "Pertunjukan lain mulai pada jam ini di tempat yang sama, {0}: hapus salah satu, atau betulkan jamnya",
  "{0} is before {1} ({2}): correct one of them":
    "{0} lebih awal daripada {1} ({2}): betulkan salah satu",
  "The session ends before it begins ({0}): correct one of the two":
    "Sesi ini selesai sebelum mulai ({0}): betulkan salah satu",
  "They get ready after the session begins ({0}): correct one of the two":
    "Persiapannya setelah sesi mulai ({0}): betulkan salah satu",
  "Nobody here was born in {0}: correct the year, or write --{1} if it is unknown":
    "Tahun lahir {0} tidak mungkin: betulkan tahunnya, atau tulis --{1} bila tidak diketahui",
  "; leave the field out until it is known": "; hapus isiannya sampai diketahui",
  "Blood types are A, B, AB and O; found {0}{1}":
    "Golongan darah yang ada: A, B, AB, dan O; yang tertulis {0}{1}",
  "There is no sign {0}. Did you mean {1}?": "Tidak ada zodiak {0}. Maksudnya {1}?",
  "The sign of {0} is {1}: correct zodiac or birth_date, or leave zodiac out, which is then found from the date":
    "Zodiak untuk {0} adalah {1}: betulkan zodiac atau birth_date, atau hapus zodiac supaya dihitung dari tanggalnya",
  "Heights are in centimetres. Did you mean {0}?":
    "Tinggi badan ditulis dalam sentimeter. Maksudnya {0}?",
  "Nobody here is {0} cm tall: correct the height, or leave the field out":
    "Tinggi {0} cm tidak mungkin: betulkan, atau hapus isiannya",
  "No one can be reached at {0}: expected an e-mail address, or a web address that starts with https://":
    "Tidak ada yang bisa dihubungi lewat {0}: seharusnya alamat surel, atau alamat web yang diawali https://",
  "Paths such as /api are put behind this address: end it in front of them":
    "Alamat ini disambung dengan bagian seperti /api: akhiri sebelum bagian itu",
  "No member's file is here": "Tidak ada berkas anggota di sini",
  "Every file here is a draft": "Semua berkas di sini masih draf",
  "{0}, and {1} in line-ups and credits: put the members' files here, or guests into group.yaml":
    "{0}, dan {1} di line-up dan kredit: taruh berkas anggota di sini, atau tulis guests di group.yaml",
  "one name stays as a guest": "satu nama tetap sebagai tamu",
  "{0} names stay as guests": "{0} nama tetap sebagai tamu",
  "No setlist is here, and {0} one: put the setlists back, or make each with deno task new setlist":
    "Tidak ada setlist di sini, padahal {0} setlist: kembalikan setlist-nya, atau buat masing-masing dengan deno task new setlist",
  "one show names": "satu pertunjukan menyebut",
  "{0} shows name": "{0} pertunjukan menyebut",
  "This file says the same as {0}: write what is its own, or keep one of the two":
    "Isi berkas ini sama dengan {0}: tulis isinya sendiri, atau simpan salah satu",
  "No other file has the {0} {1}. Did you mean {2}?":
    "Tidak ada berkas lain dengan {0} {1}. Maksudnya {2}?",
  "nickname": "nama panggilan",
  "{0} is one nickname here: give each an entry of its own":
    "{0} di sini satu nama panggilan: beri masing-masing satu entri",
  "ticket": "tiket",
  "address": "alamat",
  "number": "nomor",
  "session": "sesi",
  "This {0} is here twice: line {1} has it already; keep one of them, or correct this one":
    "Ada dua {0} yang sama di sini: baris {1} sudah menyebutnya; pertahankan salah satu, atau betulkan yang ini",
  "Songs are in their order without a number: write their titles alone":
    "Lagu sudah berurutan tanpa nomor: tulis judulnya saja",
  "{0} has video calls of this day, too, and callers see them as one: put the sessions of a day into one file, or correct the date":
    "{0} juga berisi video call hari ini, dan keduanya tampil sebagai satu: taruh sesi satu hari di satu berkas, atau betulkan tanggalnya",
  "fill it in, or {0} until it is known": "lengkapi, atau {0} sampai diketahui",
  "{0} appears in answers as it is written: {1}": "{0} tampil di jawaban apa adanya: {1}",
  "{0} appears in answers as it is written: is it left from a draft? Replace it":
    "{0} tampil di jawaban apa adanya: apakah ini sisa draf? Ganti",
  "The file's name does not begin with its day: rename the file to {0}":
    "Nama berkas tidak diawali tanggalnya: ganti nama berkas menjadi {0}",
  "The file is called {0}: addresses have hyphens between words; rename it to {1}":
    "Berkas ini bernama {0}: kata-kata di alamat dipisahkan tanda hubung; ganti namanya menjadi {1}",
  "The file is called {0}; she is called {1}: correct one of them, or add what she is called to nicknames":
    "Berkas ini bernama {0}, sedangkan anggotanya {1}: betulkan salah satu, atau tambahkan panggilannya ke nicknames",
  "A program made up the file's name {0}, which is its address for ever: rename the file in small Latin letters, such as aufa-zafirah":
    "Nama berkas {0} dibuat oleh program, padahal menjadi alamatnya selamanya: ganti nama berkas dengan huruf Latin kecil, misalnya aufa-zafirah",
  "This title has {0} letters, and is shown as it is in lists: write a short one, and the rest below":
    "Judul ini panjangnya {0} huruf dan tampil utuh di daftar: tulis judul yang pendek, sisanya di bawah",
  "This comes out in the year {0}: correct publish_at":
    "Ini terbit pada tahun {0}: betulkan publish_at",
  'Answers leave out the hour of this date: write two fields, date: {0} and time: "{1}"':
    'Jam di tanggal ini tidak ikut tampil di jawaban: tulis dua isian, date: {0} dan time: "{1}"',
  "This date says {0} on the group's clock, and time says {1}: correct one of them":
    "Tanggal ini menyebut {0} menurut jam grup, sedangkan time menyebut {1}: betulkan salah satu",
  "{0} says more than her name: write {1}, and the rest into status or generation":
    "{0} memuat lebih dari namanya: tulis {1}, dan sisanya di status atau generation",
  "{0} has the last name first: write {1}": "Di {0} nama belakang ditulis lebih dulu: tulis {1}",
  "{0} is written in capitals, and appears so in answers":
    "{0} ditulis dengan huruf besar semua, dan akan tampil seperti itu",
  "{0} has the same title and text: delete one of the two, or write what is its own":
    "{0} punya judul dan teks yang sama: hapus salah satu, atau tulis isinya sendiri",
  "These signs are wide ones, and stay visible: type them without the Japanese keyboard, such as ** # | [ ] ( )":
    "Tanda-tanda ini lebar, jadi tetap tampil: ketik tanpa papan ketik Jepang, misalnya ** # | [ ] ( )",
  "{0} graduates in this show, and her file has no day of it: add graduated: {1} to {2}":
    "{0} lulus di pertunjukan ini, tetapi berkasnya tidak menyebut tanggalnya: tambahkan graduated: {1} di {2}",
  "The file is called {0}, which is its address for ever: rename it after what is in it":
    "Berkas ini bernama {0}, dan nama itu menjadi alamatnya selamanya: ganti namanya sesuai isinya",
  "{0} holds another name, too: write {1}, and {2} into nicknames":
    "{0} juga memuat nama lain: tulis {1}, dan {2} di nicknames",
  "{0} has signs that belong to no name. Did you mean {1}?":
    "{0} memuat tanda yang bukan bagian nama. Maksudnya {1}?",
  "{0} is written in small letters: answers have it as it is written here":
    "{0} ditulis dengan huruf kecil semua: jawaban menampilkannya seperti yang ditulis di sini",
  "A height is a number of centimetres, such as 160; found {0}{1}":
    "Tinggi badan adalah angka dalam sentimeter, misalnya 160; yang tertulis {0}{1}",
  "This has a day beside the place: write the place alone, and the day into birth_date":
    "Ini memuat tanggal di samping tempat: tulis tempatnya saja, dan tanggalnya di birth_date",
  "She graduates on {0}, and status says that she has: write what she is until then, active or trainee, or correct the day":
    "Dia lulus pada {0}, sedangkan status menyebut sudah lulus: tulis statusnya sampai hari itu, active atau trainee, atau betulkan tanggalnya",
  "These shows are counted up to {0}, a day to come: write the last day that is counted":
    "Pertunjukan ini dihitung sampai {0}, hari yang belum tiba: tulis hari terakhir yang dihitung",
  "{0} is counted twice, and both counts are added up: keep one":
    "{0} dihitung dua kali, dan keduanya dijumlahkan: simpan satu saja",
  "The setlists add up to {0}, more than total, {1}: correct one of the counts":
    "Jumlah per setlist {0}, lebih dari total, {1}: betulkan salah satunya",
  "She is in more shows of this folder up to {0}, {1}, than total says: count them in, or correct as_of":
    "Dia ada di lebih banyak pertunjukan di folder ini sampai {0}, {1}, daripada total: hitung semuanya, atau betulkan as_of",
  "This ticket says nothing: write type, price, sale_from or url, or take it away":
    "Tiket ini tidak menyebut apa-apa: tulis type, price, sale_from, atau url, atau hapus",
  "The sale begins more than a year before it ({0}): correct sale_from or date":
    "Penjualan dimulai lebih dari setahun sebelum acaranya ({0}): betulkan sale_from atau date",
  "The sale begins before this is published (publish_at): correct one of the two":
    "Penjualan dimulai sebelum ini terbit (publish_at): betulkan salah satunya",
  "The sale begins when it has begun ({0}): correct sale_from or date":
    "Penjualan dimulai ketika acaranya sudah mulai ({0}): betulkan sale_from atau date",
  "This {0} stays visible: write another one behind the last letter, or delete it":
    "Tanda {0} ini tetap tampil: tulis satu lagi setelah huruf terakhirnya, atau hapus",
  "This begins before the part above it, {0}: write the earliest first":
    "Ini mulai sebelum bagian di atasnya, {0}: tulis yang paling awal lebih dulu",
  "group.yaml says that this folder has all shows (shows_complete), and it has {0} of these: take shows_before or shows_complete away, or correct total":
    "group.yaml menyebut bahwa folder ini memuat semua pertunjukan (shows_complete), dan yang termasuk di sini ada {0}: hapus shows_before atau shows_complete, atau betulkan total",
  "This is before the day she joined, {0}: correct one of the days":
    "Ini sebelum hari dia bergabung, {0}: perbaiki salah satu tanggal",
  "This is after the day she graduates, {0}: correct one of the days":
    "Ini setelah hari kelulusannya, {0}: perbaiki salah satu tanggal",
  "She has graduated, and this goes on: add to: and the day on which it ended":
    "Dia sudah lulus, tetapi ini belum berakhir: tambahkan to: dan hari berakhirnya",
  "She has graduated, and this goes on: add to: {0}, or the day on which it ended":
    "Dia sudah lulus, tetapi ini belum berakhir: tambahkan to: {0}, atau hari berakhirnya",
  "She is in {0} since {1}, and has no team of today: add team: {2}, or the day on which it ended":
    "Dia di {0} sejak {1}, tetapi tim saat ini tidak disebut: tambahkan team: {2}, atau hari berakhirnya",
  "Her career has no team of today, and this is {0}: add it to history, or take this away":
    "Riwayatnya tidak menyebut tim saat ini, sedangkan ini {0}: tambahkan ke history, atau hapus baris ini",
  "Her career has {0}, and this is {1}: correct one of them":
    "Menurut riwayatnya timnya {0}, sedangkan ini {1}: perbaiki salah satu",
  "This is the title again: write the title in the original language, or take the line away":
    "Ini mengulang judulnya: tulis judul dalam bahasa aslinya, atau hapus baris ini",
  "{0} is the center of this song and not in its unit: add her to unit, or take her away here":
    "{0} menjadi center lagu ini tetapi tidak ada di unit-nya: tambahkan dia ke unit, atau hapus di sini",
  "part": "bagian",
};
