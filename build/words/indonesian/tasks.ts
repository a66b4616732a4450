/** What tasks say of their calls, their work and its outcome. */
export const TASKS: Readonly<Record<string, string>> = {
  "Cannot write the preview: {0}": "Pratinjau tidak bisa ditulis: {0}",
  "The change alone was written: it is served until the server ends":
    "Hanya perubahannya yang ditulis: disajikan sampai server berhenti",
  "Nothing was written: {0}": "Tidak ada yang ditulis: {0}",
  "Built {0} into {1}{2}": "{0} selesai disusun di {1}{2}",
  "; deno task check shows all": "; deno task check menampilkan semuanya",
  "A pretend platform runs at {0}: {1} accounts go live now and then. Watch live and live/stream of their groups.":
    "Platform peraga berjalan di {0}: {1} akun siaran sesekali. Lihat live dan live/stream grupnya.",
  "Expected no word, found {0}": "Tidak boleh ada kata; yang tertulis {0}",
  'Expected no word but {0}, found "{1}"': 'Yang boleh ditulis hanya {0}; yang tertulis "{1}"',
  "Nothing is served yet: the first good build starts the server":
    "Belum ada yang disajikan: server mulai begitu isi pertama kali tersusun tanpa kesalahan",
  "Error": "Kesalahan",
  "Warning": "Peringatan",
  "Line {0}, column {1}": "Baris {0}, kolom {1}",
  "error": "kesalahan",
  "warning": "peringatan",
  "1 error": "1 kesalahan",
  "{0} errors": "{0} kesalahan",
  "1 warning": "1 peringatan",
  "{0} warnings": "{0} peringatan",
  "also at {0}{1}": "juga di {0}{1}",
  " and {0} more": " dan {0} lagi",
  "no problems": "tidak ada masalah",
  " in {0} places": " di {0} tempat",
  'Cannot call a group "{0}": the service needs the word for itself':
    'Grup tidak bisa dinamai "{0}": nama itu dipakai layanan ini sendiri',
  'Cannot call a group "{0}": {1}{2}': 'Grup tidak bisa dinamai "{0}": {1}{2}',
  'Cannot make a group "{0}": it is another name of {1}; write that':
    'Grup "{0}" tidak bisa dibuat: itu nama lain dari {1}; tulis nama itu',
  "{0}: moved to {1}": "{0}: dipindahkan ke {1}",
  "added {0}": "{0} ditambahkan",
  "{0} is now {1}": "{0} sekarang {1}",
  "Cannot change this file: {0}": "Berkas ini tidak bisa diubah: {0}",
  'Cannot do "{0}": expected build or watch':
    'Perintah "{0}" tidak dikenal: seharusnya build atau watch',
  'Expected no further word, found "{0}": all content is compiled together':
    'Perintah ini tidak menerima kata lain, yang tertulis "{0}": semua isi disusun sekaligus',
  'Cannot use {0}: expected one of {1}; found "{2}"{3}':
    '{0} salah: seharusnya salah satu dari {1}; yang tertulis "{2}"{3}',
  'Cannot find "{0}" in the content folder {1}': '"{0}" tidak ada di folder isi {1}',
  "Content: {0}": "Isi: {0}",
  "and {0} more": "dan {0} lagi",
  "1 change": "1 perubahan",
  "{0} changes": "{0} perubahan",
  "Fixed what has one answer: {0}": "Yang hanya punya satu jawaban sudah dibetulkan: {0}",
  "; elsewhere: {0}": "; di tempat lain: {0}",
  "Checked {0}: {1}{2}": "{0} sudah diperiksa: {1}{2}",
  "Cannot write the summary: GITHUB_STEP_SUMMARY names no file. All problems:":
    "Ringkasan tidak bisa ditulis: GITHUB_STEP_SUMMARY tidak menyebut berkas. Semua masalah:",
  "Cannot write the summary: {0}. All problems:":
    "Ringkasan tidak bisa ditulis: {0}. Semua masalah:",
  "--help tells more": "--help menjelaskan selengkapnya",
  "set it to a folder, which is made if there is none, or move the file away":
    "isi dengan sebuah folder, yang dibuat bila belum ada, atau pindahkan berkas itu",
  "Cannot use OUT_DIR {0}: it is a file; {1}": "OUT_DIR {0} tidak bisa dipakai: itu berkas; {1}",
  "Cannot use OUT_DIR {0}: a part of this path is a file; {1}":
    "OUT_DIR {0} tidak bisa dipakai: sebagian alamat ini adalah berkas; {1}",
  "Expected one folder, found {0} words": "Seharusnya satu folder, yang tertulis {0} kata",
  "Nothing is built in {0}: deno task build says why":
    "Belum ada hasil susunan di {0}: deno task build menyebut sebabnya",
  "Cannot write data into {0}: it holds files; remove it, or name another folder":
    "Data tidak bisa ditulis ke {0}: di sana sudah ada berkas; hapus folder itu, atau sebut folder lain",
  "Wrote {0} items of {1} groups and {2} pictures into {3}":
    "{0} isi dari {1} grup dan {2} gambar ditulis ke {3}",
  "Watching {0}": "Mengamati {0}",
  "Cannot find {0}: what was built stays; put the folder back":
    "{0} tidak ada: yang sudah disusun tetap ada; kembalikan foldernya",
  "Watching {0}, another folder than before": "Mengamati {0}, folder yang lain dari sebelumnya",
  "cannot write to OUT_DIR {0}: {1}; set it to a folder that may be written to":
    "tidak bisa menulis ke OUT_DIR {0}: {1}; isi dengan folder yang boleh ditulisi",
  "what is served stays as it was": "yang disajikan tetap seperti semula",
  "there is nothing to serve yet": "belum ada yang bisa disajikan",
  'Cannot use --language: expected one of {0}; found "{1}"':
    '--language salah: seharusnya salah satu dari {0}; yang tertulis "{1}"',
  "Cannot write the names for text editors: {0}":
    "Nama-nama untuk editor teks tidak bisa ditulis: {0}",
  "Cannot read .vscode/{0}: it is no JSON, or has comments; take them out, or move the file away, and run deno task schema again":
    "Berkas .vscode/{0} tidak bisa dibaca: ini bukan JSON, atau berisi komentar; hapus komentarnya, atau pindahkan berkasnya, lalu jalankan deno task schema lagi",
};
