/** What is said of pictures. */
export const PICTURING: Readonly<Record<string, string>> = {
  "Cannot use this picture: it has {0} × {1} pixels, and a side has at most {2}; save it smaller, 1200 pixels are plenty":
    "Gambar ini tidak bisa dipakai: ukurannya {0} × {1} piksel, padahal satu sisi paling banyak {2}; simpan lebih kecil, 1200 piksel sudah cukup",
  "Cannot use this picture: it moves; save one frame of it as a picture":
    "Gambar ini tidak bisa dipakai: gambarnya bergerak; simpan satu bingkainya sebagai gambar",
  "This picture says where it was taken: answers leave that out, but the file here still has it; deno task check --fix takes it out":
    "Gambar ini memuat tempat pengambilannya: jawaban tidak memuatnya, tetapi berkas di sini masih; deno task check --fix membuangnya",
  "Cannot use this picture: it has {0} MiB, and 2 MiB are the most; save it smaller, 1200 pixels on a side are plenty":
    "Gambar ini tidak bisa dipakai: besarnya {0} MiB, padahal paling besar 2 MiB; simpan lebih kecil, sisi 1200 piksel sudah cukup",
  "Cannot read this picture: {0}": "Gambar ini tidak bisa dibaca: {0}",
  "Cannot use this picture: the file is empty; put it here again":
    "Gambar ini tidak bisa dipakai: berkasnya kosong; taruh lagi di sini",
  "Cannot use this picture: its name ends in {0}, and it is a {1}; its name has to end in .{2}, here and where it is written":
    "Gambar ini tidak bisa dipakai: namanya berakhiran {0}, padahal isinya {1}; namanya harus berakhiran .{2}, di sini dan di tempat nama itu ditulis",
  "Cannot use this picture: its end is missing; put it here again":
    "Gambar ini tidak bisa dipakai: bagian akhirnya hilang; taruh lagi di sini",
  "Cannot use this picture: it is damaged; open it, and save it again":
    "Gambar ini tidak bisa dipakai: berkasnya rusak; buka, lalu simpan lagi",
  "Cannot use this picture: it is in Git LFS, and only a note about it is here; commit the picture itself":
    "Gambar ini tidak bisa dipakai: gambarnya ada di Git LFS, dan di sini hanya catatannya; commit gambarnya sendiri",
  "Cannot use this file: it is no picture; expected a JPEG, PNG or WebP":
    "Berkas ini tidak bisa dipakai: ini bukan gambar; seharusnya JPEG, PNG, atau WebP",
  "Cannot use this file: its format is {0}; save it as a JPEG, PNG or WebP":
    "Berkas ini tidak bisa dipakai: formatnya {0}; simpan sebagai JPEG, PNG, atau WebP",
  "Cannot use this folder: pictures are in {0} itself; move them there":
    "Folder ini tidak bisa dipakai: gambar ada langsung di {0}; pindahkan ke sana",
  "Cannot use this file: the names of pictures end in .jpg, .png or .webp; save it as one of these, or move it away":
    "Berkas ini tidak bisa dipakai: nama gambar berakhiran .jpg, .png, atau .webp; simpan sebagai salah satunya, atau pindahkan",
  "rename it to {0}, here and where it is written":
    "ganti namanya menjadi {0}, di sini dan di tempat nama itu ditulis",
  'rename it to something such as "nagi.jpg"': 'ganti namanya, misalnya menjadi "nagi.jpg"',
  "Cannot use the name of this picture: expected small letters, digits and hyphens, and .jpg, .png or .webp; {0}":
    "Nama gambar ini tidak bisa dipakai: seharusnya huruf kecil, angka, dan tanda hubung, lalu .jpg, .png, atau .webp; {0}",
  "Cannot use these pictures: together they have {0} MiB, and 64 MiB are the most of a group; save the largest smaller":
    "Gambar-gambar ini tidak bisa dipakai: jumlah besarnya {0} MiB, padahal paling besar 64 MiB untuk satu grup; simpan yang terbesar lebih kecil",
  "; put the picture into the folder pictures beside group.yaml":
    "; taruh gambarnya ke dalam folder pictures di sebelah group.yaml",
  "Cannot find the picture {0} in the folder pictures{1}":
    "Gambar {0} tidak ada di folder pictures{1}",
  "{0} has changed meanwhile: build again": "{0} berubah sementara itu: jalankan build lagi",
  "{0}: lost what it said beside the picture, such as its place":
    "{0}: keterangan di luar gambarnya, seperti tempatnya, sudah dibuang",
  "Pictures are not kept here: move them into the folder pictures of their group, write them into the fields such as pictures/nagi.jpg, and delete this folder":
    "Gambar tidak disimpan di sini: pindahkan ke folder pictures grupnya, tulis di isian seperti pictures/nagi.jpg, lalu hapus folder ini",
  ". Pictures are in the folder pictures of the group, and a field names them":
    ". Gambar ada di folder pictures grupnya, dan isian menyebut namanya",
  "the picture {0} cannot be used: no name for it can be made":
    "gambar {0} tidak bisa dipakai: namanya tidak bisa dibuat",
  "the picture {0} cannot be used: expected a whole and still JPEG, PNG or WebP of at most 2 MiB and {1} pixels a side":
    "gambar {0} tidak bisa dipakai: seharusnya JPEG, PNG, atau WebP yang utuh dan tidak bergerak, paling besar 2 MiB dan {1} piksel per sisi",
  "Cannot find the folder of pictures {0}": "Folder gambar {0} tidak ada",
  "{0} pictures were copied": "{0} gambar disalin",
  "{0} pictures would be copied": "{0} gambar akan disalin",
  "Pictures that nothing names": "Gambar yang tidak disebut apa pun",
  "Nobody sees them. Write them into a field such as img, or delete them":
    "Tidak ada yang melihatnya. Tulis di isian seperti img, atau hapus",
  "{0}: {1} shows something else": "{0}: isi {1} lain",
  "This picture is not read here: move it into the folder pictures beside it":
    "Gambar ini tidak dibaca di sini: pindahkan ke folder pictures di sebelahnya",
};
