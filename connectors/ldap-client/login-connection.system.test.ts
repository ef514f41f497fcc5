import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ConnectorError, Secret } from "#connectors/contract/index.ts";
import { type OpenLdap, startOpenLdap } from "#test/support/openldap.ts";
import { startTcpRelay, type TcpRelay } from "#test/support/tcp-relay.ts";

import { resultCodeOf } from "./errors.ts";
import { LoginConnection } from "./login-connection.ts";

const invalidCredentials = 49;
const right = "Quartz-Heron-7421";
let directory: OpenLdap;
let relay: TcpRelay;

beforeAll(async () => {
  const people = ["ada", "bob"].map(
    (uid) =>
      `dn: uid=${uid},ou=people,dc=example,dc=test\nobjectClass: inetOrgPerson\nuid: ${uid}\ncn: ${uid}\nsn: ${uid}\nuserPassword: ${right}-${uid}\n`,
  );
  directory = await startOpenLdap({ ldif: people.join("\n"), tls: true });
  relay = await startTcpRelay({ host: "127.0.0.1", port: Number(new URL(directory.url).port) });
});

afterAll(async () => {
  await relay?.stop();
  await directory?.stop();
});

async function withLogins(startTls: boolean, run: (logins: LoginConnection) => Promise<void>): Promise<void> {
  const url = `ldap://127.0.0.1:${relay.port}`;
  const tls = { ca: directory.tls?.ca, rejectUnauthorized: true };
  const logins = new LoginConnection({ url, startTls, ...(startTls && { tls }) });
  try {
    await run(logins);
  } finally {
    logins.close();
  }
}

function attempt(logins: LoginConnection, uid: string, password = `${right}-${uid}`, stop = new AbortController()) {
  const dn = `uid=${uid},${directory.accountsDN}`;
  return logins.attempt({ dn, password: new Secret(password), signal: stop.signal });
}

describe.each([false, true])("with StartTLS %s", (startTls) => {
  test("logins at the same time use one connection, and each gets its own answer", () =>
    withLogins(startTls, async (logins) => {
      const before = relay.accepted();
      const answers = await Promise.all([
        attempt(logins, "ada"),
        attempt(logins, "ada", `${right}-bob`),
        attempt(logins, "bob"),
        attempt(logins, "nobody"),
        attempt(logins, "bob", `${right}-bob`),
      ]);
      const wrong = invalidCredentials;
      expect(answers.map((refusal) => resultCodeOf(refusal))).toEqual([undefined, wrong, undefined, wrong, undefined]);
      expect(relay.accepted() - before).toBe(1);
    }));

  test("a connection that was lost is replaced, and encrypted again", () =>
    withLogins(startTls, async (logins) => {
      expect(await attempt(logins, "ada")).toBeUndefined();
      const before = relay.accepted();
      await relay.cutAndTell();
      expect(await attempt(logins, "ada")).toBeUndefined();
      expect(relay.accepted() - before).toBe(1);
    }));

  test("a login that is given up takes its connection along, and the next one is none the worse", () =>
    withLogins(startTls, async (logins) => {
      expect(await attempt(logins, "ada")).toBeUndefined();
      const before = relay.accepted();
      const stop = new AbortController();
      const [given, waiting] = [attempt(logins, "ada", "wrong", stop), attempt(logins, "bob", "wrong", stop)];
      const next = attempt(logins, "bob");
      // As soon as the first login is in progress.
      await Promise.resolve().then(() => stop.abort());
      await expect(given).rejects.toThrow(/abort/i);
      await expect(waiting).rejects.toThrow(/abort/i);
      expect(await next).toBeUndefined();
      expect(relay.accepted() - before).toBeLessThanOrEqual(1);
    }));

  test("when it is closed nothing is opened any more", () =>
    withLogins(startTls, async (logins) => {
      const before = relay.accepted();
      logins.close();
      await expect(attempt(logins, "ada")).rejects.toThrow(ConnectorError);
      expect(relay.accepted()).toBe(before);
    }));
});
