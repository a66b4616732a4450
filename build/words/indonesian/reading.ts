/** What is said of files and folders that cannot be read, or are where nothing reads them. */
export const OF_FILES: Readonly<Record<string, string>> = {
  "Cannot use this file: each setlist has a file of its own; put what is behind each - into a file such as setlists/jendela-pagi.yaml, without the two blanks in front, and delete this one":
    "Berkas ini tidak bisa dipakai: setiap setlist punya berkas sendiri; taruh isi di belakang setiap - di berkas seperti setlists/jendela-pagi.yaml, tanpa dua spasi di depannya, lalu hapus berkas ini",
  "Cannot use this file: two versions of it meet here, as Git left them; keep the lines of one, and delete those of <<<<<<<, ======= and >>>>>>>":
    "Berkas ini tidak bisa dipakai: di sini ada dua versi yang bentrok, seperti ditinggalkan Git; pertahankan baris salah satunya, dan hapus baris <<<<<<<, =======, dan >>>>>>>",
  'Cannot find the content folder: CONTENT_DIR has to name one, found "{0}"':
    'Folder isi tidak ada: CONTENT_DIR harus menyebut sebuah folder, yang tertulis "{0}"',
  "Cannot read this file: it is saved as UTF-16, which some programs call Unicode; save it as UTF-8":
    "Berkas ini tidak bisa dibaca: disimpan sebagai UTF-16, yang oleh beberapa program disebut Unicode; simpan sebagai UTF-8",
  "Cannot read this file: it is no text, but what another program saves, such as a picture or a document; write its text into a file of its own, and delete this one":
    "Berkas ini tidak bisa dibaca: ini bukan teks, tetapi hasil program lain, misalnya gambar atau dokumen; tulis teksnya di berkas tersendiri, dan hapus berkas ini",
  "Cannot read this file: its lines end as on old Macs; save it with the line ends of Windows (CRLF) or Unix (LF)":
    "Berkas ini tidak bisa dibaca: akhir barisnya seperti di Mac lama; simpan dengan akhir baris Windows (CRLF) atau Unix (LF)",
  "Cannot read the text from here on: it is not UTF-8; save the file as UTF-8":
    "Teks mulai dari sini tidak bisa dibaca: ini bukan UTF-8; simpan berkasnya sebagai UTF-8",
  "Cannot read the line: {0}": "Baris ini tidak bisa dibaca: {0}",
  "this colon is a wide one; type an ordinary colon and a space":
    "titik dua ini titik dua lebar; ketik titik dua biasa dan spasi",
  "an invisible character is here; delete it": "di sini ada karakter yang tidak terlihat; hapus",
  "this looks like a space and is another character; delete it and type a space":
    "karakter ini mirip spasi tetapi bukan; hapus, lalu ketik spasi",
  "these quotes are curly ones, which belong to the text; type straight quotes instead, or around them to keep them":
    "tanda kutip ini melengkung, jadi dianggap bagian teks; ganti dengan tanda kutip lurus, atau apit dengan tanda kutip lurus untuk mempertahankannya",
  "Cannot read the file: it has more than {0} fields and list items; divide it into several files":
    "Berkas ini tidak bisa dibaca: isian dan butir daftarnya lebih dari {0}; bagi menjadi beberapa berkas",
  "Cannot read the line: it marks code in chats and articles; delete it":
    "Baris ini tidak bisa dibaca: ini penanda kode di obrolan dan artikel; hapus",
  "Cannot read the line: it is indented further than the one above":
    "Baris ini tidak bisa dibaca: lebih menjorok daripada baris di atasnya",
  "Cannot read the line: its hyphen and space are missing, as its neighbours have them":
    "Baris ini tidak bisa dibaca: tanda hubung dan spasinya tidak ada, padahal baris di sekitarnya punya",
  "Cannot read the line: it is not indented like its neighbours; begin it where they begin":
    "Baris ini tidak bisa dibaca: letaknya tidak sejajar dengan baris di sekitarnya; mulai di tempat yang sama",
  "Cannot read the line: there are fields below this text; write what it is, a colon and a space in front of it, such as title:":
    "Baris ini tidak bisa dibaca: di bawah teks ini ada isian; tulis nama isiannya, titik dua, dan spasi di depannya, misalnya title:",
  "Cannot read the line: expected a hyphen and a space in front of what belongs to the list above, or a field's name, a colon and a space; text goes on the line of its field":
    "Baris ini tidak bisa dibaca: seharusnya ada tanda hubung dan spasi di depan yang termasuk daftar di atas, atau nama isian, titik dua, dan spasi; teks ditulis di baris isiannya",
  "This looks like a space and is another character: to programs this is a different text; delete it and type a space":
    "Karakter ini mirip spasi tetapi bukan, dan program membacanya sebagai teks lain; hapus, lalu ketik spasi",
  "This looks like a hyphen and is another character: to programs this is a different text; delete it and type a hyphen":
    "Karakter ini mirip tanda hubung tetapi bukan, dan program membacanya sebagai teks lain; hapus, lalu ketik tanda hubung",
  "This letter belongs to another script and looks like a Latin one: to programs this is a different text; type it again":
    "Huruf ini dari aksara lain dan hanya mirip huruf Latin, dan program membacanya sebagai teks lain; ketik ulang",
  "An invisible character is here: to programs this is a different text; delete it":
    "Di sini ada karakter yang tidak terlihat, dan program membacanya sebagai teks lain; hapus",
  "A letter was lost here when the file was saved or copied: write it again":
    "Sebuah huruf hilang di sini saat berkas disimpan atau disalin: tulis ulang",
  "{0} should be {1}: it was garbled when the file was saved or copied; write what is meant":
    "{0} seharusnya {1}: rusak saat berkas disimpan atau disalin; tulis yang dimaksud",
  "Cannot read the file: it is nested too deeply here":
    "Berkas ini tidak bisa dibaca: di sini isinya bertingkat terlalu dalam",
  "needs quotes around it": "perlu diapit tanda kutip",
  "Cannot read the line: {0} has no colon behind it; put quotes around text that holds a comma, and write numbers without one":
    "Baris ini tidak bisa dibaca: setelah {0} tidak ada titik dua; apit teks yang memuat koma dengan tanda kutip, dan tulis angka tanpa koma",
  "Cannot read the line: types are not written here; write the value alone, and text that looks like a number in quotes":
    "Baris ini tidak bisa dibaca: jenis tidak ditulis di sini; tulis nilainya saja, dan apit teks yang mirip angka dengan tanda kutip",
  "Cannot read the line: text that starts with * {0}":
    "Baris ini tidak bisa dibaca: teks yang diawali * {0}",
  "Cannot read the line: text that starts with & {0}":
    "Baris ini tidak bisa dibaca: teks yang diawali & {0}",
  "Cannot read the line: text that starts with ! {0}":
    "Baris ini tidak bisa dibaca: teks yang diawali ! {0}",
  "Cannot read the line: expected a field's name":
    "Baris ini tidak bisa dibaca: seharusnya nama isian",
  "Cannot use the field {0} twice: line {1} has it already; keep one of them":
    "Isian {0} tidak bisa dipakai dua kali: baris {1} sudah menyebutnya; pertahankan salah satu",
  "Cannot read the line: a second entry begins here, and its hyphen and space are missing":
    "Baris ini tidak bisa dibaca: butir kedua dimulai di sini, tetapi tanda hubung dan spasinya tidak ada",
  "What comes after # is a comment and is left out; if it belongs to the text, put quotes around the whole text":
    "Yang ada setelah # dianggap komentar dan tidak dipakai; bila itu bagian teks, apit seluruh teksnya dengan tanda kutip",
  "Cannot read the line: text that starts with - needs quotes around it, and a list begins on the line below its field":
    "Baris ini tidak bisa dibaca: teks yang diawali - perlu diapit tanda kutip, dan daftar dimulai di baris di bawah isiannya",
  "Cannot read the line: this {0} closes nothing; delete it":
    "Baris ini tidak bisa dibaca: {0} ini tidak menutup apa-apa; hapus",
  "Cannot read the line: an entry of a list begins with a hyphen and a space":
    "Baris ini tidak bisa dibaca: butir daftar diawali tanda hubung dan spasi",
  "Cannot read the line: a hyphen alone is no value; leave the field out until it is known":
    "Baris ini tidak bisa dibaca: tanda hubung saja bukan nilai; hapus isiannya sampai diketahui",
  "Cannot read the line: text that starts with {0} needs quotes around it":
    "Baris ini tidak bisa dibaca: teks yang diawali {0} perlu diapit tanda kutip",
  "Cannot read the line: fields are not taken over from elsewhere here; write them out in the place of this line":
    "Baris ini tidak bisa dibaca: di sini isian tidak bisa diambil dari tempat lain; tulis isiannya lengkap sebagai ganti baris ini",
  "Cannot read the line: values have no names here; take &{0} out, and write the value itself in the place of each *{1}":
    "Baris ini tidak bisa dibaca: di sini nilai tidak bisa diberi nama; hapus &{0}, dan tulis nilainya sendiri sebagai ganti setiap *{1}",
  "Cannot read what begins here: its closing quote is missing":
    "Teks yang dimulai di sini tidak bisa dibaca: tanda kutip penutupnya tidak ada",
  "Cannot read what begins here: its closing {0} is missing":
    "Teks yang dimulai di sini tidak bisa dibaca: penutupnya, {0}, tidak ada",
  "Cannot read the line: it is indented with a tab; use spaces, as many as the lines beside it":
    "Baris ini tidak bisa dibaca: menjorok dengan tab; pakai spasi, sebanyak baris di sekitarnya",
  "Cannot read the line: it is not indented like its neighbours":
    "Baris ini tidak bisa dibaca: letaknya tidak sejajar dengan baris di sekitarnya",
  "Cannot read the line: it is not indented like its neighbours, or its hyphen and space are missing":
    "Baris ini tidak bisa dibaca: letaknya tidak sejajar dengan baris di sekitarnya, atau tanda hubung dan spasinya tidak ada",
  "Cannot read the line: expected a space behind the hyphen":
    "Baris ini tidak bisa dibaca: seharusnya ada spasi setelah tanda hubung",
  "Cannot read the line: expected a field's name, then a colon and a space":
    "Baris ini tidak bisa dibaca: seharusnya nama isian, lalu titik dua dan spasi",
  "; if it belongs to the text above, begin it with two spaces":
    "; bila termasuk teks di atasnya, awali dengan dua spasi",
  "Cannot read the line: expected a colon and a space behind the field's name":
    "Baris ini tidak bisa dibaca: seharusnya ada titik dua dan spasi setelah nama isian",
  "Cannot read the line: text that holds a colon followed by a space needs quotes around it":
    "Baris ini tidak bisa dibaca: teks yang memuat titik dua dan spasi perlu diapit tanda kutip",
  "Cannot read the line: expected nothing more behind the closing quote; put text that holds quotes between quotes of the other kind":
    "Baris ini tidak bisa dibaca: masih ada sesuatu setelah tanda kutip penutup; bila teksnya memuat tanda kutip, apit dengan tanda kutip jenis lain",
  "Cannot read the line: between double quotes a backslash is written twice":
    "Baris ini tidak bisa dibaca: di antara tanda kutip ganda, garis miring terbalik ditulis dua kali",
  "Cannot read the line: it means something else here than text; put quotes around text that holds colons, brackets or quotes":
    "Baris ini tidak bisa dibaca: artinya di sini bukan teks; apit teks yang memuat titik dua, kurung, atau tanda kutip dengan tanda kutip",
  "Cannot read the line: text that starts with % needs quotes around it":
    "Baris ini tidak bisa dibaca: teks yang diawali % perlu diapit tanda kutip",
  "Cannot read the line: there may be no line of --- here; {0}":
    "Baris ini tidak bisa dibaca: di sini tidak boleh ada baris ---; {0}",
  "Cannot read the line: there may be no line of --- here; delete it":
    "Baris ini tidak bisa dibaca: di sini tidak boleh ada baris ---; hapus",
  "what is below it belongs in a field, or in a file of its own":
    "yang ada di bawahnya harus masuk ke sebuah isian, atau ke berkas tersendiri",
  "Cannot read the line: expected a space in front of #":
    "Baris ini tidak bisa dibaca: seharusnya ada spasi di depan #",
  "Cannot read the line: expected a comma in front of this":
    "Baris ini tidak bisa dibaca: seharusnya ada koma di depan ini",
  "Cannot read the line: expected an entry in front of this comma":
    "Baris ini tidak bisa dibaca: tidak ada isi di depan koma ini",
  "Cannot read the line: a note begins with #": "Baris ini tidak bisa dibaca: catatan diawali #",
  "Cannot find the title and date: expected a first line of --- above them":
    "Judul dan tanggal tidak ditemukan: seharusnya ada baris --- pertama di atasnya",
  "Cannot find where the title and date end: expected a second line of --- below them":
    "Akhir judul dan tanggal tidak ditemukan: seharusnya ada baris --- kedua di bawahnya",
  "Cannot find the title and date: they are TOML, between lines of +++; write lines of --- in their place, and a colon for each =":
    "Judul dan tanggal tidak ditemukan: keduanya ditulis sebagai TOML, di antara baris +++; ganti dengan baris ---, dan setiap = dengan titik dua",
  "Cannot find the title and date: they are JSON; write a line of --- above them, and one below them":
    "Judul dan tanggal tidak ditemukan: keduanya ditulis sebagai JSON; tulis baris --- di atasnya, dan satu lagi di bawahnya",
  "{0}: this one has to be three hyphens alone, with nothing above it":
    "{0}: yang ini harus tiga tanda hubung saja, tanpa apa-apa di atasnya",
  "{0}: this one has to be three hyphens alone": "{0}: yang ini harus tiga tanda hubung saja",
  "Cannot use this file: files in {0} end in {1}":
    "Berkas ini tidak bisa dipakai: nama berkas di {0} berakhiran {1}",
  "{0}; an article belongs into news": "{0}; artikel ditaruh di news",
  "{0}; there, the fields are between lines of ---":
    "{0}; di sana, isian ditulis di antara baris ---",
  "; rename it": "; ganti namanya",
  "; {0} is there, too: keep one of them": "; {0} juga ada: pertahankan salah satu",
  "This is a copy that a program has left: delete it": "Ini salinan buatan sebuah program: hapus",
  "A system or program has left this, and no content is in it: delete it":
    "Ini sisa dari sistem atau program lain, bukan isi: hapus",
  ". Copy what is in it into a file that ends in {0}":
    ". Salin isinya ke berkas yang namanya berakhiran {0}",
  ". Files in this folder end in {0}": ". Nama berkas di folder ini berakhiran {0}",
  "Cannot use this folder here: move its files into the folder of their kind, one of {0}":
    "Folder ini tidak bisa dipakai di sini: pindahkan berkasnya ke folder jenisnya, salah satu dari {0}",
  ". The folders of a group are {0}": ". Folder yang ada di sebuah grup: {0}",
  "Cannot use this file: expected a folder of this name; rename it":
    "Berkas ini tidak bisa dipakai: seharusnya folder dengan nama ini; ganti namanya",
  "Cannot use this file here: move it into the folder of its kind, one of {0}":
    "Berkas ini tidak bisa dipakai di sini: pindahkan ke folder jenisnya, salah satu dari {0}",
  "Links to files and folders are not read; put here what this one leads to":
    "Tautan ke berkas atau folder tidak dibaca; taruh di sini apa yang ditujunya",
  "folder": "folder",
  "file": "berkas",
  "This {0} is not read: move it away or rename it{1}":
    "Isi {0} ini tidak dibaca: pindahkan atau ganti namanya{1}",
  "rename it": "ganti namanya",
  "move its files to {0}, and delete it": "pindahkan berkasnya ke {0}, lalu hapus",
  "{0} is there, too: keep one of them": "{0} juga ada: pertahankan salah satu",
  "Cannot use this {0}: its name has to be {1}; {2}":
    "Tidak bisa memakai {0} ini: namanya harus {1}; {2}",
  "This folder holds no file: delete it": "Folder ini tidak berisi berkas: hapus",
  "Cannot use this folder: files are directly in {0}; move its files there, and delete it":
    "Folder ini tidak bisa dipakai: semua berkas ada langsung di {0}; pindahkan berkasnya ke sana, lalu hapus foldernya",
  "; of {0} keep one alone": "; dari {0} pertahankan satu saja",
  "a folder": "folder",
  "a link": "tautan",
  "something else": "hal lain",
  "Cannot read this: expected a file, found {0}":
    "Ini tidak bisa dibaca: seharusnya berkas, yang ada {0}",
  "{0} bytes": "{0} byte",
  "Cannot read this file: it has {0}, and {1} (1 MiB) are the most; divide it, or take out what does not belong to it":
    "Berkas ini tidak bisa dibaca: besarnya {0}, dan paling banyak {1} (1 MiB); bagi, atau hapus yang bukan isinya",
  "Cannot find this file: it has to be there": "Berkas ini belum ada, padahal wajib ada",
  "; deno task new site makes it": "; deno task new site membuatnya",
  "Cannot read this file: {0}": "Berkas ini tidak bisa dibaca: {0}",
  ". Is it {0}?": ". Apakah ini {0}?",
  "; make it with deno task new group {0}, or move the folder away":
    "; buat dengan deno task new group {0}, atau pindahkan foldernya",
  "Cannot find this file: every folder of a group has one{0}":
    "Berkas ini tidak ada: setiap folder grup punya satu{0}",
  "This folder is empty: delete it, or run deno task new group {0}":
    "Folder ini kosong: hapus, atau jalankan deno task new group {0}",
  "Cannot use this folder here: move it into the folder of its group":
    "Folder ini tidak bisa dipakai di sini: pindahkan ke folder grupnya",
  "Cannot use this folder: the content folder is inside itself; move what is in this one up, and delete it":
    "Folder ini tidak bisa dipakai: folder isi ada di dalam dirinya sendiri; pindahkan isinya ke atas, lalu hapus",
  "Cannot find this folder": "Folder ini tidak ada",
  "Cannot read this folder: {0}": "Folder ini tidak bisa dibaca: {0}",
  "Cannot read this file: it has bytes that are no text (NUL); save it again as plain text, or write it again":
    "Berkas ini tidak bisa dibaca: ada byte yang bukan teks (NUL); simpan lagi sebagai teks biasa, atau tulis ulang",
  "Cannot read this file: it is saved as rich text; in TextEdit choose Format, Make Plain Text, and save it again":
    "Berkas ini tidak bisa dibaca: disimpan sebagai teks berformat (RTF); di TextEdit pilih Format, Make Plain Text, lalu simpan lagi",
  "Cannot read the file: it has more signs of YAML than any content has; take out what does not belong to it":
    "Berkas ini tidak bisa dibaca: tanda YAML-nya lebih banyak daripada yang diperlukan isi mana pun; hapus yang bukan bagiannya",
  "Cannot read the line: this list has signs such as •: write a hyphen and a space in their place":
    "Baris ini tidak bisa dibaca: daftar ini memakai tanda seperti •: ganti dengan tanda hubung dan spasi",
  "Cannot use this folder: it is a link, and nothing behind links is read, so that all {0} would be gone; put the folder itself here":
    "Folder ini tidak bisa dipakai: ini tautan, dan isi di balik tautan tidak dibaca, jadi semua {0} akan hilang; taruh foldernya sendiri di sini",
  "Cannot use this file: it was copied from a comparison of two versions; delete the lines that begin with - or @@, and the sign in front of each other line":
    "Tidak bisa memakai berkas ini: disalin dari perbandingan dua versi; hapus baris yang diawali - atau @@, dan tanda di depan setiap baris lainnya",
  "Cannot use this file: its lines were copied with their numbers; delete the number in front of each":
    "Tidak bisa memakai berkas ini: barisnya disalin bersama nomornya; hapus nomor di depan setiap baris",
  "Cannot read the line: no comma ends a line here; delete it":
    "Tidak bisa membaca baris ini: di sini baris tidak diakhiri koma; hapus komanya",
  "one file": "satu berkas",
  "{0} files": "{0} berkas",
  "All {0} are gone: the last commit has {1} of them, and nothing is here; bring them back with git restore, or commit that they are gone":
    "Semua {0} hilang: commit terakhir punya {1}, dan di sini tidak ada apa-apa; kembalikan dengan git restore, atau commit bila memang dihapus",
};
