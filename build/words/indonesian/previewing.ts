/** What the pages say that show the content folder. */
export const PREVIEWING: Readonly<Record<string, string>> = {
  "{0} · preview": "{0} · pratinjau",
  "The content folder as its readers will see it.":
    "Folder isi seperti yang akan dilihat pembacanya.",
  "Skip to the text": "Langsung ke isi halaman",
  "Pages": "Halaman",
  "More": "Lainnya",
  "Documents": "Dokumen",
  "Preview": "Pratinjau",
  "Problems": "Masalah",
  "Front page": "Beranda",
  "Errors of the last save": "Kesalahan di simpanan terakhir",
  "The last save has {0}.": "Ada {0} di simpanan terakhir.",
  "This page, and all that is served, is still the build before it. Correct the file and save it: this page follows by itself.":
    "Halaman ini, dan semua yang disajikan, masih susunan sebelumnya. Betulkan berkasnya lalu simpan: halaman ini mengikuti sendiri.",
  "1 more error": "1 kesalahan lagi",
  "{0} more errors": "{0} kesalahan lagi",
  "Groups": "Grup",
  "The content folder has no group yet. Make the first with":
    "Folder isi belum punya grup. Buat yang pertama dengan",
  "Its name": "Nama grup",
  "Make the first with": "Buat yang pertama dengan",
  "The last save has errors: what you see, and what is served, is the build before it.":
    "Ada kesalahan di simpanan terakhir: yang tampil dan yang disajikan masih susunan sebelumnya.",
  "The last save is served.": "Simpanan terakhir sudah disajikan.",
  "No problem. What deno task check finds appears here.":
    "Tidak ada masalah. Temuan deno task check tampil di sini.",
  "In drafts": "Di draf",
  "These count as soon as the draft is published.": "Ini berlaku begitu drafnya diterbitkan.",
  "draft": "draf",
  "comes out {0}": "terbit {0}",
  "The next build shows which file this is.":
    "Nama berkasnya terlihat setelah penyusunan berikutnya.",
  "File:": "Berkas:",
  "Here deno task dev answers to localhost, 127.0.0.1, [::1] and the host of base_url in site.yaml, and to no other name.":
    "Di sini deno task dev hanya menjawab localhost, 127.0.0.1, [::1], dan nama di base_url dalam site.yaml.",
  "Not in the folder": "Tidak ada di folder",
  "The content folder has nothing of this name.": "Tidak ada yang bernama ini di folder isi.",
  "To the first page of the preview": "Ke halaman pertama pratinjau",
};
