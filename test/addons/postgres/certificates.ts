/** A certificate for one host, signed by an authority of a test's own. */
interface Certificates {
  /** The file of the authority, and that of another one that has signed nothing. */
  readonly authority: string;
  readonly otherAuthority: string;
  readonly certificate: string;
  readonly key: string;
}

/** Makes them in a folder by OpenSSL. `host` is a name or an address of version 4. */
export async function makeCertificates(folder: string, host: string): Promise<Certificates> {
  const [authority, otherAuthority] = [`${folder}/authority.pem`, `${folder}/other.pem`];
  const [certificate, key] = [`${folder}/server.pem`, `${folder}/server.key`];
  const kind = /^[\d.]+$/.test(host) ? "IP" : "DNS";
  for (const [file, name] of [[authority, "authority"], [otherAuthority, "other"]]) {
    await openssl(["-keyout", `${folder}/${name}.key`, "-out", file!, "-subj", `/CN=${name}`]);
  }
  await openssl([
    ...["-keyout", key, "-out", certificate, "-subj", "/CN=database"],
    ...["-addext", `subjectAltName=${kind}:${host}`, "-addext", "basicConstraints=CA:FALSE"],
    ...["-CA", authority, "-CAkey", `${folder}/authority.key`],
  ]);
  return { authority, otherAuthority, certificate, key };
}

async function openssl(args: readonly string[]): Promise<void> {
  const { code, stderr } = await new Deno.Command("openssl", {
    args: ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", ...args],
    stdout: "null",
    stderr: "piped",
  }).output();
  if (code !== 0) throw new Error(new TextDecoder().decode(stderr));
}
