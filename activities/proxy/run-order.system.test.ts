import { afterAll, beforeAll, describe, expect, test } from "vitest";

import ldap from "#connectors/ldap/ldap.ts";
import type { Outcome } from "#domain/requests/order.ts";
import { systemClock } from "#platform/clock.ts";
import { createLogger } from "#platform/logs/log.ts";
import { type OpenLdap, startOpenLdap } from "#test/support/openldap.ts";
import { madeBy, type OrderPart, orderOf } from "#test/support/order.ts";
import { startTcpRelay, type TcpRelay } from "#test/support/tcp-relay.ts";

import { createOrderRunner, type OrderRunner } from "./run-order.ts";

const { signal } = new AbortController();
const attributes = { mail: ["ada@example.test"], telephoneNumber: ["+44 1"], title: ["countess"] };
let directory: OpenLdap;
let relay: TcpRelay;
let runner: OrderRunner;

beforeAll(async () => {
  directory = await startOpenLdap();
  relay = await startTcpRelay({ host: "127.0.0.1", port: Number(new URL(directory.url).port) });
  runner = createOrderRunner({
    connectors: [ldap],
    log: createLogger({ module: "test", level: "silent" }),
    clock: systemClock,
  });
});

afterAll(async () => {
  await runner.close();
  await relay.stop();
  await directory.stop();
});

function run(part: OrderPart = {}): Promise<Outcome> {
  const { baseDN, accountsDN, groupsDN, admin } = directory;
  const address = { url: `ldap://127.0.0.1:${relay.port}`, baseDN, accountsDN, groupsDN };
  const credentials = [{ role: "admin", login: admin.dn, secret: admin.password }];
  return runner.run(orderOf({ connector: "ldap", address, credentials, ...part }), signal);
}

describe("orders on a real directory", () => {
  test("an account with attributes and password, in a group, disabled and deleted again", async () => {
    const made = await run({ attributes, password: "Quartz-Heron-7421" });
    expect(made).toMatchObject({ result: "S", object: { name: "ada", attributes } });
    expect(await directory.ldapsearch("(uid=ada)", "mail", "title")).toMatch(/mail: ada@example.test\ntitle: countess/);
    const account = { ...madeBy(made), attributes: {} };
    const group = madeBy(await run({ code: "CRTG", object: { name: "staff", attributes: {} } }));
    for (const code of ["GRUA", "GRUA", "GRUD", "GRUD", "DNAU", "ENAU", "DELU", "DELU"] as const) {
      expect(await run({ code, object: account, group })).toMatchObject({ result: "S" });
      if (code === "GRUA") expect(await directory.ldapsearch("(cn=staff)", "member")).toContain("member: uid=ada,");
    }
    expect(await directory.ldapsearch("(uid=ada)", "dn")).not.toContain("dn:");
  });

  test("an account that an earlier try made counts as made, another one of that name does not", async () => {
    const order = { object: { name: "grace", attributes: {} }, attributes, password: "Quartz-Heron-7421" };
    const first = await run(order);
    expect(await run({ ...order, sends: 2 })).toEqual({ ...first, sends: 2 });
    expect(await run({ ...order, sends: 2, attributes: { ...attributes, title: ["admiral"] } })).toMatchObject({
      result: "F",
      code: "alreadyExists",
    });
    expect(await run({ ...order, sends: 2, password: "Another-Heron-7421" })).toMatchObject({
      result: "F",
      code: "alreadyExists",
    });
    expect(await run(order)).toMatchObject({ result: "F", code: "alreadyExists", targetCode: "68" });
  });

  test("a password whose answer was lost is not set a second time", async () => {
    const made = await run({ object: { name: "edsger", attributes: {} } });
    const reset = { code: "UPDA", object: { ...madeBy(made), attributes: {} }, password: "Quartz-Heron-7421" } as const;
    expect(await run(reset)).toMatchObject({ result: "S" });
    expect(await run({ ...reset, sends: 2 })).toMatchObject({ result: "S" });
    expect(await run(reset)).toMatchObject({
      result: "F",
      code: "strength",
      message: "Password is not being changed from existing value",
    });
  });

  test("a refusal carries the directory's own words and code", async () => {
    const outcome = await run({ object: { name: "alan", attributes: {} }, password: "abc" });
    expect(outcome).toMatchObject({
      result: "F",
      code: "strength",
      targetCode: "19",
      message: "Password fails quality checking policy",
    });
  });

  test("a session that was lost between two orders is opened again", async () => {
    expect(await run({ object: { name: "barbara", attributes: {} } })).toMatchObject({ result: "S" });
    const before = relay.accepted();
    await relay.cutAndTell();
    expect(await run({ object: { name: "donald", attributes: {} } })).toMatchObject({ result: "S" });
    expect(relay.accepted()).toBe(before + 1);
  });

  test("a wrong administrator's password is told and not shown", async () => {
    const credentials = [{ role: "admin", login: directory.admin.dn, secret: "wrong-password" }];
    const outcome = await run({ credentials });
    expect(outcome).toMatchObject({ result: "F", code: "badCredentials", targetCode: "49" });
    expect(JSON.stringify(outcome)).not.toContain("wrong-password");
  });

  test("of an administrator's password that is being changed the proxy finds the one that opens, and tells which", async () => {
    const { dn: login, password } = directory.admin;
    const changing = (...secrets: readonly string[]) => [
      {
        role: "admin",
        login,
        secret: secrets[0] ?? "",
        candidates: secrets.map((secret, index) => ({
          key: `entry-${index + 1}`,
          secret,
        })),
      },
    ];
    const create = (name: string, ...secrets: readonly string[]) =>
      run({ object: { name, attributes: {} }, credentials: changing(...secrets) });
    const before = relay.accepted();
    expect(await create("hedy", "not-set-yet", password)).toMatchObject({ result: "S", opened: ["entry-2"] });
    expect(relay.accepted()).toBe(before + 2);
    // The session is open already: nothing was tried, so nothing is reported.
    expect(await create("joan", "not-set-yet", password)).not.toHaveProperty("opened");
    expect(relay.accepted()).toBe(before + 2);
    expect(await create("radia", password, "set-before")).toMatchObject({ result: "S", opened: ["entry-1"] });
    expect(relay.accepted()).toBe(before + 3);
    const refused = await create("frances", "wrong-password", "wrong-as-well");
    expect(refused).toMatchObject({ result: "F", code: "badCredentials", targetCode: "49" });
    expect(refused).not.toHaveProperty("opened");
    expect(JSON.stringify(refused)).not.toContain("wrong-");
    expect(relay.accepted()).toBe(before + 5);
    const tested = await run({ code: "TCON", credentials: changing("not-set-yet", password) });
    expect(tested).toMatchObject({ result: "S", opened: ["entry-2"] });
  });
});
