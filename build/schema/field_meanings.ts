import { isIndonesian } from "./field_labels.ts";

/** What a field is for, in the language; as the schema says it where there is no translation. */
export function fieldMeaning(description: string, language: string): string {
  return isIndonesian(language) ? FIELDS_IN_INDONESIAN[description] ?? description : description;
}

/** What fields are for, in Indonesian, by what their schemas say in English. */
export const FIELDS_IN_INDONESIAN: Readonly<Record<string, string>> = {
  "The group's name.": "Nama grup.",
  "How its answers look: bare lists, or lists wrapped in an object.":
    "Bentuk jawabannya: daftar polos (bare), atau daftar di dalam objek (wrapped).",
  "The time zone of all its dates and times.": "Zona waktu untuk semua tanggal dan jam grup.",
  "The language by which names are sorted, weekdays are called and messages are written.":
    "Bahasa untuk urutan nama, nama hari, dan pesan.",
  "When someone born on 29 February celebrates in common years.":
    "Kapan yang lahir pada 29 Februari merayakan di tahun biasa.",
  "How long a show takes whose file does not say it, such as 2h.":
    "Lama pertunjukan yang berkasnya tidak menyebutnya, misalnya 2h.",
  "How long it takes, such as 2h 30m.": "Lamanya, misalnya 2h 30m.",
  "Whether this folder has every show that the group has ever had.":
    "Apakah folder ini memuat semua pertunjukan yang pernah digelar grup.",
  "The shows she had before those that this folder has.":
    "Pertunjukannya sebelum yang ada di folder ini.",
  "How many shows she had.": "Berapa kali dia tampil.",
  "The name of a setlist.": "Nama sebuah setlist.",
  "How many shows of it she had.": "Berapa kali dia tampil di setlist itu.",
  "How many of them performed which setlist. If they add up to total, she was in no other setlist.":
    "Berapa kali untuk tiap setlist. Bila jumlahnya sama dengan total, dia tidak tampil di setlist lain.",
  "The last day that is counted here; later shows of this folder are added. If it is left out, all shows of this folder are.":
    "Hari terakhir yang dihitung di sini; pertunjukan setelahnya di folder ini ditambahkan. Bila dikosongkan, semuanya ditambahkan.",
  "What is sold, such as VIP.": "Yang dijual, misalnya VIP.",
  "What one costs, with its currency.": "Harga satu tiket, dengan mata uangnya.",
  "When their sale begins: a day and a time on the group's clock, such as 2026-07-04 10:00, or the day alone.":
    "Kapan mulai dijual: hari dan jam di zona waktu grup, misalnya 2026-07-04 10:00, atau harinya saja.",
  "Where they are sold.": "Tempat membelinya.",
  "The tickets that are sold, one entry for each sort.": "Tiket yang dijual, satu entri per jenis.",
  "Where people watch it.": "Tempat menontonnya.",
  "What it costs to watch it, with its currency.": "Harga menontonnya, dengan mata uangnya.",
  "Where it is broadcast.": "Tempat siarannya.",
  "Further words under which the group is served.": "Nama lain grup ini di alamat.",
  "The word.": "Katanya.",
  "The service whose programs work under it.": "Layanan yang programnya bekerja di bawah nama itu.",
  "Guests whom line-ups and credits may name without a warning.":
    "Tamu yang boleh disebut tanpa peringatan.",
  "What holds where a file says nothing.": "Yang berlaku bila sebuah berkas tidak menyebutnya.",
  "Where shows and events take place that name no venue; those of type media have none.":
    "Tempat pertunjukan dan acara yang tidak menyebut tempat; acara media tidak punya.",
  "What everybody sees without a key: nothing (none), the group on the front page (page), or its calendars and feeds too (feeds). With site it also has pages of its own, which assistants read too.":
    "Yang terlihat tanpa kunci: tidak ada (none), grup di halaman depan (page), atau kalender dan feed juga (feeds). Dengan site ada juga halaman sendiri, yang dibaca pula oleh asisten.",
  "The group's picture or logo.": "Gambar atau logo grup.",
  "The group's own accounts on the live platforms.": "Akun grup sendiri untuk siaran langsung.",
  "The user name on IDN.": "Nama pengguna di IDN.",
  "The room on SHOWROOM.": "Ruang di SHOWROOM.",
  "YouTube channel ids.": "Id kanal YouTube.",
  "The name she is known by.": "Nama yang dikenal orang.",
  "Her full name, if it is another one.": "Nama lengkap, bila berbeda.",
  "The name in its own script, such as 有沢 瑞穂.": "Nama dalam aksaranya, misalnya 有沢 瑞穂.",
  "How that name is read, in kana or Latin letters, such as ありさわ みずほ.":
    "Cara membacanya, dengan kana atau huruf Latin, misalnya ありさわ みずほ.",
  "What she is called, the usual one first. Line-ups may use them.":
    "Panggilannya, yang paling umum lebih dulu. Line-up boleh memakainya.",
  "Earlier names of this file; old addresses keep working.":
    "Nama lama berkas ini; alamat lama tetap bekerja.",
  "The generation she joined with.": "Generasinya.",
  "What she is, or was until the day of graduated.":
    "Statusnya sekarang, atau sampai hari kelulusan.",
  "The team she is in.": "Timnya.",
  "Her picture: pictures/ and the name of a file there, or a web address.":
    "Fotonya: pictures/ dan nama berkas di sana, atau alamat web.",
  "Another picture.": "Foto lain.",
  "The day she was born; --03-03 where the year is unknown.":
    "Hari lahirnya; --03-03 bila tahunnya tidak diketahui.",
  "Where she was born.": "Tempat lahirnya.",
  "Her blood type.": "Golongan darahnya.",
  "Her sign. Found from birth_date if left out.":
    "Zodiaknya. Dihitung dari birth_date bila dikosongkan.",
  "Her height: a number of centimetres, or text.": "Tinggi badan: angka sentimeter, atau teks.",
  "What she likes to do.": "Kesukaannya.",
  "A few words about her.": "Beberapa kata tentang dia.",
  "How she introduces herself on stage.": "Perkenalan dirinya di panggung.",
  "The day she joined.": "Hari dia bergabung.",
  "From this day on she has graduated; it may lie in the future.":
    "Mulai hari ini dia sudah lulus; boleh di masa depan.",
  "Her career, the earliest first: teams, roles and generations with their days.":
    "Riwayatnya dari yang paling awal: tim, peran, dan generasi beserta tanggalnya.",
  "The day on which it began.": "Hari mulainya.",
  "The first day on which it is over. Left out while it goes on.":
    "Hari pertama ketika itu sudah lewat. Dikosongkan selama masih berlangsung.",
  "The team that she was in.": "Timnya waktu itu.",
  "What she was, such as Captain.": "Perannya, misalnya Kapten.",
  "The generation that she was counted in.": "Generasinya waktu itu.",
  "Her user name on IDN.": "Nama penggunanya di IDN.",
  "The number of her SHOWROOM room.": "Nomor ruang SHOWROOM-nya.",
  "The last part of her SHOWROOM room's address.": "Bagian akhir alamat ruang SHOWROOM-nya.",
  "Whether she has a SHOWROOM room. Known from room_id if left out.":
    "Apakah dia punya ruang SHOWROOM. Diketahui dari room_id bila dikosongkan.",
  "Her YouTube channel id, which starts with UC.": "Id kanal YouTube-nya, yang diawali UC.",
  "Her accounts elsewhere.": "Akunnya di tempat lain.",
  "What the link says, such as Instagram.": "Nama tautan, misalnya Instagram.",
  "Where it leads.": "Alamat tujuannya.",
  "true keeps the entry out of every answer.": "true: belum ditampilkan di mana pun.",
  "Keeps the entry out of every answer until this moment.": "Baru ditampilkan mulai saat ini.",
  "The old system's id. The file name if left out.":
    "Id dari sistem lama. Nama berkas bila dikosongkan.",
  "The show's title. The setlist's name if left out.":
    "Judul pertunjukan. Nama setlist bila dikosongkan.",
  "What is performed: the name of a setlist.": "Yang dibawakan: nama sebuah setlist.",
  "The day it takes place, in the group's time zone.": "Hari berlangsungnya, di zona waktu grup.",
  "When it begins, in quotes.": "Jam mulai, di dalam tanda kutip.",
  "Where it takes place.": "Tempat berlangsungnya.",
  "The team that performs.": "Tim yang tampil.",
  "Whether it takes place as announced.": "Apakah berlangsung seperti diumumkan.",
  "The line-up: name, nickname or file name. Other names stay as guests.":
    "Line-up: nama, panggilan, atau nama berkas. Nama lain dianggap tamu.",
  "Whose birthday is celebrated.": "Siapa yang berulang tahun.",
  "Name, nickname or file name.": "Nama, panggilan, atau nama berkas.",
  "The old system's id, kept in answers.": "Id dari sistem lama, tetap dijawab.",
  "Whose last show it is.": "Siapa yang tampil terakhir kali.",
  "An upright picture.": "Gambar tegak.",
  "A wide picture.": "Gambar lebar.",
  "Where to buy tickets or read more.": "Alamat untuk membeli tiket atau membaca lebih lanjut.",
  "The headline.": "Judul berita.",
  "The day of publication.": "Hari terbitnya.",
  "What sort of news it is.": "Jenis beritanya.",
  "The icon of the category.": "Ikon kategorinya.",
  "The picture above the article.": "Gambar di atas artikel.",
  "The article on the official site.": "Artikel di situs resmi.",
  "Shown in lists. The first 280 characters of the article if left out.":
    "Tampil di daftar. 280 huruf pertama artikel bila dikosongkan.",
  "The event's name.": "Nama acara.",
  "The sort of event. media is television, radio or print.":
    "Jenis acara. media berarti televisi, radio, atau media cetak.",
  "What visitors should know.": "Yang perlu diketahui pengunjung.",
  "The icon of the event's category.": "Ikon kategori acara.",
  "The official page of the event.": "Halaman resmi acara.",
  "Who takes part: name, nickname or file name. Other names stay as guests.":
    "Yang ikut: nama, panggilan, atau nama berkas. Nama lain dianggap tamu.",
  "The record's title.": "Judul rilisan.",
  "The sort of record.": "Jenis rilisan.",
  "Which single or album of the group this is.": "Singel atau album keberapa dari grup.",
  "The day it comes out.": "Hari rilisnya.",
  "The picture on the front.": "Gambar sampul.",
  "Its songs.": "Lagu-lagunya.",
  "Its place on the record. Counted from 1 if left out.":
    "Urutannya. Dihitung dari 1 bila dikosongkan.",
  "The song's title.": "Judul lagu.",
  "Its title in the original language.": "Judul dalam bahasa aslinya.",
  "Who sings: name, nickname or file name. Other names stay as guests.":
    "Yang menyanyikan: nama, panggilan, atau nama berkas. Nama lain dianggap tamu.",
  "The record company.": "Perusahaan rekaman.",
  "Where to hear or buy it.": "Tempat mendengar atau membelinya.",
  "A few words about it.": "Beberapa kata tentangnya.",
  "The day of the sessions.": "Hari sesi-sesinya.",
  "The sessions of the day.": "Sesi pada hari itu.",
  "What the session is called, such as Sesi 1.": "Nama sesi, misalnya Sesi 1.",
  "The record or product it belongs to.": "Rilisan atau produknya.",
  "The sort of product.": "Jenis produk.",
  "The code of the product it is sold under. No answer has it.":
    "Kode produk yang dijual. Tidak ada jawaban yang memuatnya.",
  "When those who call get ready, in quotes.":
    "Jam yang menelepon mulai bersiap, di dalam tanda kutip.",
  "When the calls begin, in quotes.": "Jam panggilan mulai, di dalam tanda kutip.",
  "When they end, in quotes. At or before start_time: on the next day.":
    "Jam selesai, di dalam tanda kutip. Sama atau sebelum start_time: keesokan harinya.",
  "Who can be called: name, nickname or file name. Other names stay as guests.":
    "Yang bisa ditelepon: nama, panggilan, atau nama berkas. Nama lain dianggap tamu.",
  "The setlist's name, as shows call it.": "Nama setlist, seperti disebut pertunjukan.",
  "Its songs in order: each its title alone, or fields that say more of it.":
    "Lagu-lagunya berurutan: judulnya saja, atau beserta isian lain.",
  "Who is the center: name, nickname or file name. Other names stay as guests.":
    "Siapa center-nya: nama, panggilan, atau nama berkas. Nama lain dianggap tamu.",
  "Who sings it, if not all do: name, nickname or file name. Other names stay as guests.":
    "Siapa yang menyanyikan, bila tidak semua: nama, panggilan, atau nama berkas. Nama lain dianggap tamu.",
  "Its picture.": "Gambarnya.",
  "Earlier addresses of this setlist, which its names made; they keep working.":
    "Alamat lama setlist ini, yang dibuat dari namanya; tetap bekerja.",
};
