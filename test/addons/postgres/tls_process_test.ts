import assert from "node:assert/strict";
import { openKv } from "../../support/open_kv.ts";
import { makeCertificates } from "./certificates.ts";
import { ignoredWithout } from "../../support/ignored_without.ts";
import {
  findPostgres,
  ownAddress,
  startPostgres,
  STORE_PASSWORD,
  STORE_USER,
} from "../../support/postgres_server.ts";
import { temporaryFolder } from "../../support/temporary.ts";

const bin = findPostgres();

Deno.test({
  name:
    "Postgres: elsewhere it is asked by TLS alone, of a certificate that the authority signed for it",
  ignore: ignoredWithout("postgres", bin !== undefined),
  fn: async () => {
    await using folder = await temporaryFolder();
    await Deno.chmod(folder.path, 0o755);
    const host = ownAddress();
    const made = await makeCertificates(folder.path, host);
    await using server = await startPostgres(bin!, {
      isDurable: false,
      tls: { certificate: made.certificate, key: made.key, host },
    });
    await server.psql("CREATE DATABASE idols OWNER oshibase");
    const login = `postgres://${STORE_USER}@${host}:${server.port}/idols`;
    const open = async (address: string, password = STORE_PASSWORD) =>
      (await openKv(address, { password })).close();
    const checked = `${login}?sslrootcert=${made.authority}`;
    const kv = await openKv(checked, { password: STORE_PASSWORD });
    await kv.commit([], [{ set: ["a"], value: 1 }]);
    const isOverTls = await server.psql(
      "SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) " +
        "WHERE usename = 'oshibase'",
    );
    kv.close();
    assert.equal(isOverTls, "t\n");
    await assert.rejects(open(login), /certificate|issuer/i);
    await assert.rejects(
      open(`${login}?sslrootcert=${made.otherAuthority}`),
      /certificate|issuer/i,
    );
    await assert.rejects(open(checked, "wrong"), /password authentication failed/);
    // The certificate is good, and of another host.
    await Deno.mkdir(`${folder.path}/elsewhere`);
    const other = await makeCertificates(`${folder.path}/elsewhere`, "db.example");
    await using elsewhere = await startPostgres(bin!, {
      isDurable: false,
      tls: { certificate: other.certificate, key: other.key, host },
    });
    const misled = `postgres://${STORE_USER}@${host}:${elsewhere.port}/postgres`;
    await assert.rejects(
      open(`${misled}?sslrootcert=${other.authority}`),
      /certificate|not valid for/i,
    );
    // One without TLS.
    await using plain = await startPostgres(bin!, {
      isDurable: false,
      settings: [`listen_addresses = '127.0.0.1,${host}'`],
    });
    await assert.rejects(
      open(`postgres://${STORE_USER}@${host}:${plain.port}/postgres`),
      /the server offers no TLS/,
    );
  },
});
