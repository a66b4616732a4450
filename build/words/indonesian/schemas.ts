/** What schemas say of values. */
export const SCHEMAS: Readonly<Record<string, string>> = {
  "expected a colour such as '#9c1f55': # and six digits, in quotes":
    "seharusnya warna seperti '#9c1f55': # dan enam digit, di dalam tanda kutip",
  "expected some text, found nothing between the quotes":
    "seharusnya teks, tetapi di antara tanda kutip tidak ada apa-apa",
  "expected a web address that starts with https://": "seharusnya alamat web yang diawali https://",
  "expected a picture of the group such as pictures/nagi.jpg, a web address that starts with https://, or a path that starts with /":
    "seharusnya gambar grup seperti pictures/nagi.jpg, alamat web yang diawali https://, atau alamat yang diawali /",
  "expected a moment between the years 1 and 9998": "seharusnya waktu antara tahun 1 dan 9998",
  "expected a date such as 2026-07-04: year first, and one that exists":
    "seharusnya tanggal seperti 2026-07-04: tahun lebih dulu, dan tanggalnya memang ada",
  "expected a date such as 2004-02-29: year first, and one that exists; --02-29 if the year is unknown":
    "seharusnya tanggal seperti 2004-02-29: tahun lebih dulu, dan tanggalnya memang ada; --02-29 bila tahunnya tidak diketahui",
  "expected a moment with its offset, such as 2026-07-04T19:00:00+07:00":
    "seharusnya waktu dengan selisih jamnya, misalnya 2026-07-04T19:00:00+07:00",
  'expected a time such as "19:00", from 00:00 to 23:59':
    'seharusnya jam seperti "19:00", dari 00:00 sampai 23:59',
  "expected a length such as 2h 30m, from 1m to 24h":
    "seharusnya lama waktu seperti 2h 30m, dari 1m sampai 24h",
  "expected a day and a time, such as 2026-07-04 10:00, or the day alone":
    "seharusnya hari dan jam, misalnya 2026-07-04 10:00, atau harinya saja",
  "expected small letters, digits and hyphens, such as aufa-zafirah":
    "seharusnya huruf kecil, angka, dan tanda hubung, misalnya aufa-zafirah",
  "expected an id without spaces or slashes": "seharusnya id tanpa spasi atau garis miring",
  "expected a time zone such as Asia/Jakarta": "seharusnya zona waktu seperti Asia/Jakarta",
  "expected a language such as id, en or ja": "seharusnya bahasa seperti id, en, atau ja",
  "expected at least one plan, such as standard; no key works without one":
    "seharusnya paling sedikit satu paket, misalnya standard; tanpa itu tidak ada kunci yang berfungsi",
  "expected a title or a setlist, found neither":
    "seharusnya title atau setlist, tetapi keduanya tidak ada",
  "expected at least one session": "seharusnya paling sedikit satu sesi",
  "expected a reading in kana or Latin letters, such as ありさわ みずほ or Chen Meilan":
    "seharusnya cara baca dengan kana atau huruf Latin, misalnya ありさわ みずほ atau Chen Meilan",
  "expected a team, a role or a generation beside its days":
    "seharusnya ada team, role, atau generation di samping tanggalnya",
};
