import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { makeCertificate } from "#test/support/certificate.ts";
import { startMariaDb } from "#test/support/mariadb.ts";
import { startPostgreSql } from "#test/support/postgresql.ts";

import { Bench } from "../contract/kit/bench.ts";
import sql from "./sql.ts";

interface Encrypted {
  readonly address: { readonly product: string; readonly port: number };
  readonly login: string;
  readonly secret: string;
  readonly ca: string;
  stop(): Promise<void>;
}

async function startEncryptedMariaDb(): Promise<Encrypted> {
  const folder = mkdtempSync(join(tmpdir(), "sql-tls-"));
  const { certificate, key } = await makeCertificate(folder);
  const server = await startMariaDb([`--ssl-cert=${certificate}`, `--ssl-key=${key}`, "--require-secure-transport=on"]);
  const { username, password } = new URL(server.url);
  return {
    address: {
      product: "mariadb",
      port: server.port,
    },
    login: username,
    secret: password,
    ca: readFileSync(certificate, "utf8"),
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

async function startEncryptedPostgreSql(): Promise<Encrypted> {
  const { port, admin, ca = "", stop } = await startPostgreSql({ tls: true });
  return { address: { product: "postgresql", port }, login: admin.login, secret: admin.password, ca, stop };
}

describe.each([
  ["MariaDB", startEncryptedMariaDb],
  ["PostgreSQL", startEncryptedPostgreSql],
])("TLS to %s", (_product, start) => {
  let server: Encrypted;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.stop());

  const open = async (host: string, tls: object) => {
    const { address, login, secret } = server;
    const credentials = [{ role: "admin", login, secret }];
    const bench = new Bench(sql, { address: { ...address, host, tls }, credentials, stop: () => {} });
    try {
      return await bench.operations.serverInfo(await bench.open(), bench.call());
    } finally {
      await bench.clear();
    }
  };

  test("a certificate that is known and names the host is taken", async () => {
    const { ca } = server;
    expect((await open("localhost", { ca })).product).not.toBe("");
    expect((await open("127.0.0.1", { ca, serverName: "localhost" })).product).not.toBe("");
    expect((await open("127.0.0.1", { rejectUnauthorized: false })).product).not.toBe("");
  });

  test("an unknown certificate and one of another host are refused as a wrong address", async () => {
    const { ca } = server;
    for (const tls of [{}, { ca, serverName: "elsewhere.test" }]) {
      const bench = new Bench(sql, { address: {}, credentials: [], stop: () => {} });
      await bench.refusal(() => open("localhost", tls), "config");
    }
  });
});

test("a MariaDB that wants encryption refuses the right password without it, and the refusal says so", async () => {
  const { address, login, secret, stop } = await startEncryptedMariaDb();
  const credentials = [{ role: "admin", login, secret }];
  const bench = new Bench(sql, { address: { ...address, host: "127.0.0.1" }, credentials, stop });
  const { message } = await bench.refusal(() => bench.open(), "badCredentials");
  expect(message).toMatch(/Access denied .* requires TLS .* and the address has no tls/);
  await bench.clear();
  await stop();
});
