import assert from "node:assert/strict";
import { tokenLetter } from "../../src/mail/letters.ts";
import { createSmtpMailer, deliveryNotes } from "../../src/mail/mail.ts";
import { startSmtpServer } from "../support/smtp_server.ts";

const SENDER = {
  title: "Oshibase",
  contact: "halo@oshibase.example",
  base_url: "https://api.oshibase.example",
};

const SECRET = "P-osb_0123456789abcdefghijklmnopqrstuvwxyzAB";
const PERSON = { name: "Sari Ünal 🌸", email: "sari@fans.example", organization: "Fanbase Satu" };
const LETTER = tokenLetter(SENDER, PERSON, SECRET);

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

Deno.test("a line break in a name makes no header", async () => {
  await using server = await startSmtpServer();
  const mailer = createSmtpMailer({ url: server.url, from: "a@b.example" });
  const evil = { ...LETTER, subject: "Hello\r\nBcc: thief@evil.example" };
  assert.deepEqual(await mailer.send(evil), { state: "sent" });
  assert.deepEqual(server.mails[0]!.to, ["sari@fans.example"]);
  assert.equal(server.mails[0]!.headers.has("bcc"), false);
});
