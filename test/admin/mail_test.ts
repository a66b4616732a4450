import assert from "node:assert/strict";
import { keyLetter, tokenLetter } from "../../src/mail/letters.ts";
import { createSmtpMailer, deliveryNotes, noMailer } from "../../src/mail/mail.ts";
import { startSmtpServer } from "../support/smtp_server.ts";

const SENDER = {
  title: "Oshibase",
  contact: "halo@oshibase.example",
  base_url: "https://api.oshibase.example",
};

const SECRET = "P-osb_0123456789abcdefghijklmnopqrstuvwxyzAB";
const PERSON = { name: "Sari Ünal 🌸", email: "sari@fans.example", organization: "Fanbase Satu" };
const LETTER = tokenLetter(SENDER, PERSON, SECRET);

Deno.test("a letter arrives with its text, its secret and its names whole", async () => {
  await using server = await startSmtpServer();
  const mailer = createSmtpMailer({ url: server.url, from: "Oshibase <halo@oshibase.example>" });
  assert.deepEqual(await mailer.send(LETTER), { state: "sent" });
  const [mail] = server.mails;
  assert.equal(server.mails.length, 1);
  assert.equal(mail!.from, "halo@oshibase.example");
  assert.deepEqual(mail!.to, ["sari@fans.example"]);
  assert.equal(mail!.headers.get("to"), "sari@fans.example");
  assert.equal(mail!.headers.get("subject"), "Your priority token for Oshibase");
  assert.equal(mail!.text.trim(), LETTER.text.trim());
  assert.match(mail!.text, /Hello Sari Ünal 🌸,/);
  assert.ok(mail!.text.includes(SECRET));
});

Deno.test("a mailer logs in where its address names a user", async () => {
  await using server = await startSmtpServer();
  const url = server.url.replace("smtp://", "smtp://user:pass%40word@");
  const mailer = createSmtpMailer({ url, from: "a@b.example" });
  assert.deepEqual(await mailer.send(LETTER), { state: "sent" });
  assert.deepEqual(server.logins, ["user:pass@word"]);
});

Deno.test("a letter that the server refuses is told, and nothing of the login with it", async () => {
  await using server = await startSmtpServer((recipient) => recipient.startsWith("sari"));
  const url = server.url.replace("smtp://", "smtp://user:canary-login@");
  const delivery = await createSmtpMailer({ url, from: "a@b.example" }).send(LETTER);
  assert.ok(delivery.state === "failed" && delivery.isFinal);
  const told = deliveryNotes(LETTER, delivery).join("\n");
  assert.match(told, /could not be sent: .*No such mailbox/);
  assert.doesNotMatch(told, /canary-login|P-osb_/);
  assert.equal(server.mails.length, 0);
});

Deno.test("a mail server that is not there is told", async () => {
  const server = await startSmtpServer();
  await server[Symbol.asyncDispose]();
  const delivery = await createSmtpMailer({ url: server.url, from: "a@b.example" }).send(LETTER);
  assert.ok(delivery.state === "failed" && !delivery.isFinal);
  assert.match(deliveryNotes(LETTER, delivery).join("\n"), /could not be sent: .*ECONNREFUSED/);
});

Deno.test("without a mail server the whole letter is told, but for its secret", async () => {
  const letter = keyLetter(SENDER, { ...PERSON, plan: "standard" }, SECRET);
  const told = deliveryNotes(letter, await noMailer.send(letter)).join("\n");
  assert.match(told, /SMTP_URL is not set/);
  assert.match(told, /To: sari@fans\.example/);
  assert.match(told, /Subject: Your API key for Oshibase/);
  assert.match(told, /plan "standard"/);
  assert.match(told, /https:\/\/api\.oshibase\.example\/v1\/key/);
  assert.equal(told.includes(SECRET), false);
});

Deno.test("a line break in a name makes no header", async () => {
  await using server = await startSmtpServer();
  const mailer = createSmtpMailer({ url: server.url, from: "a@b.example" });
  const evil = { ...LETTER, subject: "Hello\r\nBcc: thief@evil.example" };
  assert.deepEqual(await mailer.send(evil), { state: "sent" });
  assert.deepEqual(server.mails[0]!.to, ["sari@fans.example"]);
  assert.equal(server.mails[0]!.headers.has("bcc"), false);
});
