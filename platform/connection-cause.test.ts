import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer as createPlainServer, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { makeCertificate } from "#test/support/certificate.ts";

import { apiFailure, connectionCause } from "./connection-cause.ts";
import { freePort } from "./processes/free-port.ts";

const failing = (address: string) =>
  fetch(address).then(
    () => expect.fail("it answers"),
    (error: unknown) => error,
  );
const native = (code: string, part: object = {}) => Object.assign(new Error(code), { code }, part);

describe("the cause of a failed connection", () => {
  let folder = "";
  let plain: Server;
  let encrypted: Server;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "connection-cause-"));
    const { certificate, key } = await makeCertificate(folder);
    const answer = (_: unknown, response: { end(): void }) => response.end();
    plain = createPlainServer(answer);
    encrypted = createTlsServer({ cert: readFileSync(certificate), key: readFileSync(key) }, answer);
    for (const server of [plain, encrypted]) {
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
    }
  });
  afterAll(() => {
    plain.close();
    encrypted.close();
    rmSync(folder, { recursive: true });
  });
  const portOf = (server: Server) => (server.address() as AddressInfo).port;

  test("is told of real servers: unknown authority, no TLS, nobody there", async () => {
    expect(connectionCause(await failing(`https://localhost:${portOf(encrypted)}`))).toMatchObject({
      kind: "authority",
    });
    expect(connectionCause(await failing(`https://localhost:${portOf(plain)}`))).toMatchObject({ kind: "withoutTls" });
    expect(connectionCause(await failing(`http://127.0.0.1:${await freePort()}`))).toEqual({
      kind: "address",
      words: "nobody listens there",
    });
  });

  test.each<[unknown, string, RegExp]>([
    [native("CERT_HAS_EXPIRED"), "time", /expired/],
    [native("ERR_TLS_CERT_ALTNAME_INVALID", { cert: { subjectaltname: "DNS:a.test" } }), "name", /\(DNS:a\.test\)/],
    [native("ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED"), "clientCertificate", /client certificate/],
    [native("ENOTFOUND"), "address", /name is not known/],
    [new AggregateError([native("ECONNREFUSED")]), "address", /nobody listens/],
    [new TypeError("fetch failed", { cause: native("CERT_HAS_EXPIRED") }), "time", /expired/],
    [new DOMException("too late", "TimeoutError"), "address", /in time/],
    [new Error("", { cause: new Error("its own words") }), "other", /^its own words$/],
    ["thrown text", "other", /^thrown text$/],
  ])("of %s is of the kind %s", (error, kind, words) => {
    expect(connectionCause(error)).toEqual({ kind, words: expect.stringMatching(words) });
  });
});

test("what is told of the API names what was tried, the cause and the setting", () => {
  expect(apiFailure("https://iam.test", native("CERT_HAS_EXPIRED"), "API_ADDRESS")).toBe(
    "It was tried with TLS: its certificate has expired. Renew the certificate of the server, or set the clock of this machine right.",
  );
  expect(apiFailure("http://localhost:1", native("ECONNREFUSED"), "--url")).toBe(
    "It was tried without TLS: nobody listens there. Start the service, or correct its address (--url).",
  );
});
