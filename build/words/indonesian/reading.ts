/** What is said of files and folders that cannot be read, or are where nothing reads them. */
export const OF_FILES: Readonly<Record<string, string>> = {
  "Cannot use this file: two versions of it meet here, as Git left them; keep the lines of one, and delete those of <<<<<<<, ======= and >>>>>>>":
    "Tidak bisa memakai berkas ini: dua versinya bertemu di sini, seperti ditinggalkan Git; pertahankan baris-baris salah satunya, dan hapus baris <<<<<<<, =======, dan >>>>>>>",
  'Cannot find the content folder: CONTENT_DIR has to name one, found "{0}"':
    'Folder isi tidak ada: CONTENT_DIR harus menyebut sebuah folder, yang tertulis "{0}"',
  "Cannot read this file: it is saved as UTF-16, which some programs call Unicode; save it as UTF-8":
    "Tidak bisa membaca berkas ini: disimpan sebagai UTF-16, yang oleh beberapa program disebut Unicode; simpan sebagai UTF-8",
  "Cannot read this file: it is no text, but what another program saves, such as a picture or a document; write its text into a file of its own, and delete this one":
    "Tidak bisa membaca berkas ini: ini bukan teks, tetapi hasil program lain, misalnya gambar atau dokumen; tulis teksnya di berkas tersendiri, dan hapus berkas ini",
  "Cannot read this file: its lines end as on old Macs; save it with the line ends of Windows (CRLF) or Unix (LF)":
    "Tidak bisa membaca berkas ini: akhir barisnya seperti di Mac lama; simpan dengan akhir baris Windows (CRLF) atau Unix (LF)",
  "Cannot read the text from here on: it is not UTF-8; save the file as UTF-8":
    "Tidak bisa membaca teks mulai dari sini: ini bukan UTF-8; simpan berkasnya sebagai UTF-8",
  "Cannot read the line: {0}": "Tidak bisa membaca baris ini: {0}",
  "this colon is a wide one; type an ordinary colon and a space":
    "titik dua ini titik dua lebar; ketik titik dua biasa dan spasi",
  "a character stands here that cannot be seen; delete it":
    "di sini ada karakter yang tidak terlihat; hapus",
  "what stands here looks like a space and is none; delete it and type a space":
    "yang ada di sini mirip spasi tetapi bukan; hapus, lalu ketik spasi",
  "these quotes are curly ones, which belong to the text; type straight quotes instead, or around them to keep them":
    "tanda kutip ini melengkung, jadi dianggap bagian teks; ganti dengan tanda kutip lurus, atau apit dengan tanda kutip lurus untuk mempertahankannya",
  "Cannot read the file: it has more than {0} fields and list items; divide it into several files":
    "Tidak bisa membaca berkas ini: isian dan butir daftarnya lebih dari {0}; bagi menjadi beberapa berkas",
  "Cannot read the line: it marks code in chats and articles; delete it":
    "Tidak bisa membaca baris ini: ini penanda kode di obrolan dan artikel; hapus",
  "Cannot read the line: it is indented further than the one above":
    "Tidak bisa membaca baris ini: lebih menjorok daripada baris di atasnya",
  "Cannot read the line: its hyphen and space are missing, as its neighbours have them":
    "Tidak bisa membaca baris ini: tanda hubung dan spasinya tidak ada, padahal baris di sekitarnya punya",
  "Cannot read the line: it is not indented like its neighbours; begin it where they begin":
    "Tidak bisa membaca baris ini: letaknya tidak sejajar dengan baris di sekitarnya; mulai di tempat yang sama",
  "Cannot read the line: fields stand below this text; write what it is, a colon and a space in front of it, such as title:":
    "Tidak bisa membaca baris ini: di bawah teks ini ada isian; tulis nama isiannya, titik dua, dan spasi di depannya, misalnya title:",
  "Cannot read the line: expected a hyphen and a space in front of what belongs to the list above, or a field's name, a colon and a space; a text stands on the line of its field":
    "Tidak bisa membaca baris ini: seharusnya ada tanda hubung dan spasi di depan yang termasuk daftar di atas, atau nama isian, titik dua, dan spasi; teks ditulis di baris isiannya",
  "What stands here looks like a space and is none: programs take the text for another one; delete it and type a space":
    "Yang ada di sini mirip spasi tetapi bukan: bagi program ini teks yang lain; hapus, lalu ketik spasi",
  "What stands here looks like a hyphen and is another sign: programs take the text for another one; delete it and type a hyphen":
    "Yang ada di sini mirip tanda hubung tetapi tanda lain: bagi program ini teks yang lain; hapus, lalu ketik tanda hubung",
  "This letter belongs to another script and looks like a Latin one: programs take the text for another one; type it anew":
    "Huruf ini dari aksara lain dan hanya mirip huruf Latin: bagi program ini teks yang lain; ketik ulang",
  "A character stands here that cannot be seen: programs take the text for another one; delete it":
    "Di sini ada karakter yang tidak terlihat: bagi program ini teks yang lain; hapus",
  "A letter was lost here when the file was saved or copied: write it anew":
    "Sebuah huruf hilang di sini saat berkas disimpan atau disalin: tulis ulang",
  "{0} stands for {1}: it was garbled when the file was saved or copied; write what it stands for":
    "{0} seharusnya {1}: rusak saat berkas disimpan atau disalin; tulis yang dimaksud",
  "Cannot read the file: it is nested too deeply here":
    "Tidak bisa membaca berkas ini: di sini isinya bertingkat terlalu dalam",
  "needs quotes around it": "perlu diapit tanda kutip",
  "Cannot read the line: {0} has no colon behind it; put quotes around text that holds a comma, and write numbers without one":
    "Tidak bisa membaca baris ini: setelah {0} tidak ada titik dua; apit teks yang memuat koma dengan tanda kutip, dan tulis angka tanpa koma",
  "Cannot read the line: types are not written here; write the value alone, and text that looks like a number in quotes":
    "Tidak bisa membaca baris ini: jenis tidak ditulis di sini; tulis nilainya saja, dan apit teks yang mirip angka dengan tanda kutip",
  "Cannot read the line: text that starts with * {0}":
    "Tidak bisa membaca baris ini: teks yang diawali * {0}",
  "Cannot read the line: text that starts with & {0}":
    "Tidak bisa membaca baris ini: teks yang diawali & {0}",
  "Cannot read the line: text that starts with ! {0}":
    "Tidak bisa membaca baris ini: teks yang diawali ! {0}",
  "Cannot read the line: expected a field's name":
    "Tidak bisa membaca baris ini: seharusnya nama isian",
  "Cannot use the field {0} twice: line {1} has it already; keep one of them":
    "Tidak bisa memakai isian {0} dua kali: baris {1} sudah menyebutnya; pertahankan salah satu",
  "Cannot read the line: a second entry begins here, and its hyphen and space are missing":
    "Tidak bisa membaca baris ini: butir kedua dimulai di sini, tetapi tanda hubung dan spasinya tidak ada",
  "What stands behind # is left out as a comment; if it belongs to the text, put quotes around the whole text":
    "Yang ada setelah # dianggap komentar dan tidak dipakai; bila itu bagian teks, apit seluruh teksnya dengan tanda kutip",
  "Cannot read the line: text that starts with - needs quotes around it, and a list begins on the line below its field":
    "Tidak bisa membaca baris ini: teks yang diawali - perlu diapit tanda kutip, dan daftar dimulai di baris di bawah isiannya",
  "Cannot read the line: this {0} closes nothing; delete it":
    "Tidak bisa membaca baris ini: {0} ini tidak menutup apa-apa; hapus",
  "Cannot read the line: an entry of a list begins with a hyphen and a space":
    "Tidak bisa membaca baris ini: butir daftar diawali tanda hubung dan spasi",
  "Cannot read the line: a hyphen alone is no value; leave the field out until it is known":
    "Tidak bisa membaca baris ini: tanda hubung saja bukan nilai; hapus isiannya sampai diketahui",
  "Cannot read the line: text that starts with {0} needs quotes around it":
    "Tidak bisa membaca baris ini: teks yang diawali {0} perlu diapit tanda kutip",
  "Cannot read the line: fields are not taken over from elsewhere here; write them out in the place of this line":
    "Tidak bisa membaca baris ini: isian tidak diambil dari tempat lain di sini; tulis isiannya lengkap sebagai ganti baris ini",
  "Cannot read the line: values have no names here; take &{0} out, and write the value itself in the place of each *{1}":
    "Tidak bisa membaca baris ini: nilai tidak diberi nama di sini; hapus &{0}, dan tulis nilainya sendiri sebagai ganti setiap *{1}",
  "Cannot read what begins here: its closing quote is missing":
    "Tidak bisa membaca yang dimulai di sini: tanda kutip penutupnya tidak ada",
  "Cannot read what begins here: its closing {0} is missing":
    "Tidak bisa membaca yang dimulai di sini: penutupnya, {0}, tidak ada",
  "Cannot read the line: it is indented with a tab; use spaces, as many as the lines beside it":
    "Tidak bisa membaca baris ini: menjorok dengan tab; pakai spasi, sebanyak baris di sekitarnya",
  "Cannot read the line: it is not indented like its neighbours":
    "Tidak bisa membaca baris ini: letaknya tidak sejajar dengan baris di sekitarnya",
  "Cannot read the line: it is not indented like its neighbours, or its hyphen and space are missing":
    "Tidak bisa membaca baris ini: letaknya tidak sejajar dengan baris di sekitarnya, atau tanda hubung dan spasinya tidak ada",
  "Cannot read the line: expected a space behind the hyphen":
    "Tidak bisa membaca baris ini: seharusnya ada spasi setelah tanda hubung",
  "Cannot read the line: expected a field's name, then a colon and a space":
    "Tidak bisa membaca baris ini: seharusnya nama isian, lalu titik dua dan spasi",
  "; where it belongs to the text above, begin it with two spaces":
    "; bila termasuk teks di atasnya, awali dengan dua spasi",
  "Cannot read the line: expected a colon and a space behind the field's name":
    "Tidak bisa membaca baris ini: seharusnya ada titik dua dan spasi setelah nama isian",
  "Cannot read the line: text that holds a colon followed by a space needs quotes around it":
    "Tidak bisa membaca baris ini: teks yang memuat titik dua dan spasi perlu diapit tanda kutip",
  "Cannot read the line: expected nothing more behind the closing quote; put text that holds quotes between quotes of the other kind":
    "Tidak bisa membaca baris ini: seharusnya tidak ada apa-apa lagi setelah tanda kutip penutup; apit teks yang memuat tanda kutip dengan tanda kutip jenis lain",
  "Cannot read the line: between double quotes a backslash is written twice":
    "Tidak bisa membaca baris ini: di antara tanda kutip ganda, garis miring terbalik ditulis dua kali",
  "Cannot read the line: it means something else here than text; put quotes around text that holds colons, brackets or quotes":
    "Tidak bisa membaca baris ini: artinya di sini bukan teks; apit teks yang memuat titik dua, kurung, atau tanda kutip dengan tanda kutip",
  "Cannot read the line: text that starts with % needs quotes around it":
    "Tidak bisa membaca baris ini: teks yang diawali % perlu diapit tanda kutip",
  "Cannot read the line: there may be no line of --- here; {0}":
    "Tidak bisa membaca baris ini: di sini tidak boleh ada baris ---; {0}",
  "Cannot read the line: there may be no line of --- here; delete it":
    "Tidak bisa membaca baris ini: di sini tidak boleh ada baris ---; hapus",
  "what stands below it belongs into a field, or into a file of its own":
    "yang ada di bawahnya harus masuk ke sebuah isian, atau ke berkas tersendiri",
  "Cannot read the line: expected a space in front of #":
    "Tidak bisa membaca baris ini: seharusnya ada spasi di depan #",
  "Cannot read the line: expected a comma in front of this":
    "Tidak bisa membaca baris ini: seharusnya ada koma di depan ini",
  "Cannot read the line: expected an entry in front of this comma":
    "Tidak bisa membaca baris ini: seharusnya ada butir di depan koma ini",
  "Cannot read the line: a note begins with #": "Tidak bisa membaca baris ini: catatan diawali #",
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
    "Tidak bisa memakai berkas ini: nama berkas di {0} berakhiran {1}",
  "{0}; an article belongs into news": "{0}; artikel ditaruh di news",
  "{0}; there, the fields stand between lines of ---":
    "{0}; di sana, isian ditulis di antara baris ---",
  "; rename it": "; ganti namanya",
  "; {0} is there, too: keep one of them": "; {0} juga ada: pertahankan salah satu",
  "This is a copy that a program has left: delete it":
    "Ini salinan yang ditinggalkan sebuah program: hapus",
  "A system or program has left this, and no content is in it: delete it":
    "Ini ditinggalkan sistem atau program, dan tidak berisi apa-apa: hapus",
  ". Pictures lie on the web, and a field says at which address":
    ". Gambar ada di web, dan sebuah isian menyebut alamatnya",
  ". Copy what is in it into a file that ends in {0}":
    ". Salin isinya ke berkas yang namanya berakhiran {0}",
  ". Files in this folder end in {0}": ". Nama berkas di folder ini berakhiran {0}",
  "Cannot use this folder here: move its files into the folder of their kind, one of {0}":
    "Tidak bisa memakai folder ini di sini: pindahkan berkasnya ke folder jenisnya, salah satu dari {0}",
  ". The folders of a group are {0}": ". Folder sebuah grup adalah {0}",
  "Cannot use this file: expected a folder of this name; rename it":
    "Tidak bisa memakai berkas ini: seharusnya folder dengan nama ini; ganti namanya",
  "Cannot use this file here: move it into the folder of its kind, one of {0}":
    "Tidak bisa memakai berkas ini di sini: pindahkan ke folder jenisnya, salah satu dari {0}",
  "Nobody follows links; put here what it leads to":
    "Tautan berkas tidak diikuti; taruh di sini apa yang ditujunya",
  "folder": "folder",
  "file": "berkas",
  "Nobody reads this {0}; move it away or rename it{1}":
    "Tidak ada yang membaca {0} ini; pindahkan atau ganti namanya{1}",
  "rename it": "ganti namanya",
  "move its files to {0}, and delete it": "pindahkan berkasnya ke {0}, lalu hapus",
  "{0} is there, too: keep one of them": "{0} juga ada: pertahankan salah satu",
  "Cannot use this {0}: its name has to be {1}; {2}":
    "Tidak bisa memakai {0} ini: namanya harus {1}; {2}",
  "This folder holds no file: delete it": "Folder ini tidak berisi berkas: hapus",
  "Cannot use this folder: files stand beside each other in {0}; move its files there, and delete it":
    "Tidak bisa memakai folder ini: semua berkas ada langsung di {0}; pindahkan berkasnya ke sana, lalu hapus foldernya",
  "; of {0} keep one alone": "; dari {0} pertahankan satu saja",
  "a folder": "folder",
  "a link": "tautan",
  "something else": "hal lain",
  "Cannot read this: expected a file, found {0}":
    "Tidak bisa membaca ini: seharusnya berkas, yang ada {0}",
  "{0} bytes": "{0} bita",
  "Cannot read this file: it has {0}, and {1} (1 MiB) are the most; divide it, or take out what does not belong to it":
    "Tidak bisa membaca berkas ini: besarnya {0}, dan paling banyak {1} (1 MiB); bagi, atau hapus yang bukan isinya",
  "Cannot find this file: it has to be there": "Berkas ini tidak ada: berkas ini wajib ada",
  "; deno task new site makes it": "; deno task new site membuatnya",
  "Cannot read this file: {0}": "Tidak bisa membaca berkas ini: {0}",
  ". Is it {0}?": ". Apakah ini {0}?",
  "; make it with deno task new group {0}, or move the folder away":
    "; buat dengan deno task new group {0}, atau pindahkan foldernya",
  "Cannot find this file: every folder of a group has one{0}":
    "Berkas ini tidak ada: setiap folder grup punya satu{0}",
  "This folder is empty: delete it, or run deno task new group {0}":
    "Folder ini kosong: hapus, atau jalankan deno task new group {0}",
  "Cannot use this folder here: move it into the folder of its group":
    "Tidak bisa memakai folder ini di sini: pindahkan ke folder grupnya",
  "Cannot use this folder: the content folder stands in itself; move what is in this one up, and delete it":
    "Tidak bisa memakai folder ini: folder isi ada di dalam dirinya sendiri; pindahkan isinya ke atas, lalu hapus",
  "Cannot find this folder": "Folder ini tidak ada",
  "Cannot read this folder: {0}": "Tidak bisa membaca folder ini: {0}",
  "Cannot read this file: it has bytes that are no text (NUL); save it again as plain text, or write it anew":
    "Tidak bisa membaca berkas ini: ada bita yang bukan teks (NUL); simpan lagi sebagai teks biasa, atau tulis ulang",
  "Cannot read this file: it is saved as rich text; in TextEdit choose Format, Make Plain Text, and save it again":
    "Tidak bisa membaca berkas ini: disimpan sebagai teks berformat (RTF); di TextEdit pilih Format, Make Plain Text, lalu simpan lagi",
  "Cannot read the file: it has more signs of YAML than any content has; take out what does not belong to it":
    "Tidak bisa membaca berkas ini: tanda YAML-nya lebih banyak daripada yang diperlukan isi mana pun; hapus yang bukan bagiannya",
  "Cannot read the line: this list has signs such as •: write a hyphen and a space in their place":
    "Tidak bisa membaca baris ini: daftar ini memakai tanda seperti •: ganti dengan tanda hubung dan spasi",
  "Cannot use this folder: it is a link, and nothing behind links is read, so that all {0} would be gone; put the folder itself here":
    "Tidak bisa memakai folder ini: ini tautan, dan isi di balik tautan tidak dibaca, jadi semua {0} akan hilang; taruh foldernya sendiri di sini",
  "Pictures are not kept here: put them on the web, write their addresses into the fields, and delete this folder":
    "Gambar tidak disimpan di sini: taruh di web, tulis alamatnya di isian, lalu hapus folder ini",
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
