import type { LetterLanguage } from "../../access/records/key_store.ts";

/** What the pages about keys say in English, and the shape of what they say in any language. */
export const ENGLISH = {
  language: "en" as LetterLanguage,
  other: "Bahasa Indonesia",
  description: "Get an API key by e-mail, and manage it.",
  signup: {
    title: "Get a key",
    about: "A letter with a link comes to your address. Its page shows the key.",
    name: "Your name",
    email: "E-mail",
    emailNote: "One key for each address.",
    note: "What you build",
    noteNote: "A line is enough.",
    ips: "IP addresses that use the key",
    ipsNote: "Up to 10, with commas between. Yours is {address}. Some groups need one.",
    plan: "Plan",
    button: "Send the letter",
    manage: "You have a key? Manage it",
    privacy:
      "The service keeps your name, your e-mail address, what you build and the lists above until you delete the key. It keeps none of this before you press the button behind the letter's link.",
  },
  errors: {
    name: "Enter a name of up to 80 characters.",
    email:
      "Enter an e-mail address such as sari@fans.example: its host has a dot, and it has no quotes, % or !.",
    note: "Enter one line of up to 200 characters.",
    ips: "Enter up to 10 addresses such as 203.0.113.7, or ranges from /24 (IPv6: /48) on.",
    form: "Nothing was sent. Read the messages below.",
  },
  sent: {
    title: "Look into your mail",
    text: "A letter is on its way, if this address may get one. Its link works for 30 minutes.",
  },
  tooMany: {
    title: "Too many letters",
    text: "Too many letters were asked for, from your network or from all. Try again in an hour.",
  },
  closed: {
    title: "Sign-up is closed",
    text: "No key can be had here at the moment. Keys that exist work on.",
  },
  badLink: {
    title: "This link does not work",
    text: "It is too old, was used, or is not whole. Ask for another letter.",
  },
  used: {
    title: "This link was used",
    text: "A link works once. If you did not see the key, ask for another letter.",
  },
  known: {
    title: "You have a key",
    text: "This address has a key that is in use. Manage it, or give it a new secret.",
  },
  script: "This page needs JavaScript.",
  plainHttp: {
    title: "This page is shown over https only",
    text: "Over plain http others can read the key. Open the page over https.",
  },
  away: {
    title: "This cannot be done at the moment",
    text: "Nothing was done. Try again in a minute.",
  },
  confirm: {
    title: "Make your key",
    text: "The next page shows the key, once. Have a place ready to keep it.",
    button: "Show my key",
  },
  made: {
    title: "Your key",
    key: "Key",
    copy: "Copy",
    once: "This page shows the key, this once. Copy it now.",
    ask: "Try it:",
    next: "The documents show what you can ask",
  },
  manageAsk: {
    title: "Manage your key",
    text: "Enter the address of your key. A letter opens the page.",
  },
  manageOpen: {
    text: "The page stays open for 30 minutes.",
    button: "Open",
  },
  manage: {
    until: "This page works for 30 minutes.",
    owner: "Owner",
    plan: "Plan",
    groups: "Groups",
    made: "Made",
    use: "Use of the last 30 days",
    day: "Day",
    requests: "Requests",
    addresses: "Addresses",
    addressesNote: "Up to 10, with commas between; not wider than /24 (IPv6: /48).",
    save: "Save the addresses",
    saved: "The addresses are saved.",
    rotation: "New secret",
    rotate: "Make a new secret",
    rotateNote: "The present one works for 24 hours more.",
    replace: "Replace the secret at once",
    replaceNote:
      "If somebody else has it: the present one and its feed tokens end within 3 seconds.",
    overlap: "The former secret of your last rotation still works. Replace it at once, or wait.",
    newSecret: "The new secret",
    deletion: "Delete the key",
    deleteNote:
      "The key ends, and your name, address and list are deleted. Backups that exist keep what they have.",
    deleteSure: "I want to delete it",
    deleteButton: "Delete the key and my data",
    deleted: {
      title: "The key is deleted",
      text: "It is refused within 3 seconds, and your data are deleted.",
    },
    back: "Back to your key",
  },
};

/** What the pages about keys say, in one language. */
export type KeyWords = typeof ENGLISH;
