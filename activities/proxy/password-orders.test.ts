import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { type Connector, ConnectorError, defineConnector } from "#connectors/contract/index.ts";
import sqliteConnector from "#connectors/sqlite/sqlite.ts";
import type { Outcome } from "#domain/requests/order.ts";
import { systemClock } from "#platform/clock.ts";
import { createLogger } from "#platform/logs/log.ts";
import { type OrderPart, orderOf } from "#test/support/order.ts";

import { createOrderRunner, type OrderRunner } from "./run-order.ts";

const log = createLogger({ module: "test", level: "silent" });
const { signal } = new AbortController();
const { definition } = sqliteConnector;

let folder: string;
let runner: OrderRunner;
const runners: OrderRunner[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "password-orders-"));
  runner = runnerOf(sqliteConnector);
  await run({ code: "ACUA", password: "first-password" });
});
afterEach(async () => {
  for (const one of runners.splice(0)) await one.close();
  rmSync(folder, { recursive: true });
});

function runnerOf(connector: Connector): OrderRunner {
  const made = createOrderRunner({ connectors: [connector], log, clock: systemClock });
  runners.push(made);
  return made;
}

/** The same connector with some operations of a test's own. */
function changed(operations: object): Connector {
  return defineConnector({ ...definition, operations: { ...definition.operations, ...operations } });
}

function run(part: OrderPart, by = runner): Promise<Outcome> {
  const address = { file: join(folder, "target.db"), passwordLengthMin: 8, passwordHistory: 3, failuresMax: 3 };
  return by.run(orderOf({ connector: "sqlite", address, ...part }), signal);
}

describe("a target that says yes and does nothing", () => {
  const idle = () => runnerOf(changed({ resetPassword: async () => {}, changePassword: async () => {} }));
  const orders = [
    { code: "PWRS", password: "second-password" },
    { code: "PWCH", currentPassword: "first-password", password: "second-password" },
  ] as const;

  test.each(orders)("is believed unless the target system verifies what was set: $code", async (order) => {
    const by = idle();
    expect(await run(order, by)).toMatchObject({ result: "S" });
    const found = await run({ ...order, verifiesAfter: true }, by);
    expect(found).toMatchObject({ code: "internal", message: expect.stringContaining("does not open the account") });
    expect(found.result).not.toBe("S");
    expect(await run({ ...order, verifiesAfter: true })).toMatchObject({ result: "S" });
  });

  test("is believed where the connector can verify nothing", async () => {
    const by = runnerOf(changed({ resetPassword: async () => {}, verify: undefined, adminVerify: undefined }));
    expect(await run({ ...orders[0], verifiesAfter: true }, by)).toMatchObject({ result: "S" });
  });

  test("a right password costs no try of the target's lockout", async () => {
    for (const password of ["second-password", "third-password", "fourth-password", "fifth-password"])
      expect(await run({ code: "PWRS", password, verifiesAfter: true })).toMatchObject({ result: "S" });
  });
});

describe("a password", () => {
  test("is reset by the administrator and changed by its owner", async () => {
    expect(await run({ code: "PWRS", password: "second-password" })).toMatchObject({ result: "S" });
    const change = { code: "PWCH", currentPassword: "second-password", password: "third-password" } as const;
    expect(await run(change)).toMatchObject({ result: "S" });
    expect(await run({ code: "PWVF", password: "third-password" })).toMatchObject({ result: "S" });
    expect(await run({ code: "PWVF", password: "second-password" })).toMatchObject({
      result: "F",
      code: "currentPassword",
    });
    const wrong = { code: "PWCH", currentPassword: "second-password", password: "fourth-password" } as const;
    expect(await run(wrong)).toMatchObject({ result: "F", code: "currentPassword" });
  });

  test("that is too weak is refused with the target's words", async () => {
    const outcome = await run({ code: "PWRS", password: "short" });
    expect(outcome).toMatchObject({ result: "F", code: "strength" });
    expect(outcome.message).toMatch(/8/);
  });

  test("that an earlier send has set is not set again, so a history rule cannot refuse it", async () => {
    expect(await run({ code: "PWRS", password: "second-password" })).toMatchObject({ result: "S" });
    expect(await run({ code: "PWRS", password: "second-password" })).toMatchObject({ result: "F", code: "strength" });
    expect(await run({ code: "PWRS", password: "second-password", sends: 2 })).toMatchObject({ result: "S" });
    const change = { code: "PWCH", currentPassword: "first-password", password: "second-password", sends: 2 } as const;
    expect(await run(change)).toMatchObject({ result: "S" });
  });

  test("that is missing from its order is told as such", async () => {
    expect(await run({ code: "PWRS" })).toMatchObject({ result: "F", message: "PWRS needs a password." });
    expect(await run({ code: "PWCH", password: "third-password" })).toMatchObject({ code: "invalidValue" });
  });

  test("never stands in the words of an outcome", async () => {
    const blabbing = runnerOf(
      changed({
        changePassword: () => Promise.reject(new ConnectorError("policy", "not old-secret-1 nor new-secret-2")),
      }),
    );
    const order = { code: "PWCH", currentPassword: "old-secret-1", password: "new-secret-2" } as const;
    expect((await run(order, blabbing)).message).toBe("not [secret] nor [secret]");
  });
});

describe("verifying", () => {
  test("never counts towards a lockout where the target can compare", async () => {
    for (let time = 1; time <= 4; time += 1) {
      expect(await run({ code: "PWVF", password: "wrong-password" })).toMatchObject({ code: "currentPassword" });
    }
    expect(await run({ code: "PWVF", password: "first-password" })).toMatchObject({ result: "S" });
  });

  test("is tried as its owner would where the target cannot compare it for this account", async () => {
    const adminVerify = () => Promise.reject(new ConnectorError("notSupported", "only a login tells"));
    const by = runnerOf(changed({ adminVerify }));
    expect(await run({ code: "PWVF", password: "first-password" }, by)).toMatchObject({ result: "S" });
    expect(await run({ code: "PWVF", password: "wrong" }, by)).toMatchObject({ code: "currentPassword" });
    expect(await run({ code: "PWVF", password: "first-password", sends: 2 }, by)).toMatchObject({ code: "internal" });
  });

  test("is tried once where every try counts, whatever happened to an earlier one", async () => {
    let tries = 0;
    const verify = () => {
      tries += 1;
      return Promise.reject(new ConnectorError("broken", "the line broke"));
    };
    const counting = runnerOf(changed({ adminVerify: undefined, verify }));
    const order = { code: "PWVF", password: "first-password" } as const;
    expect(await run(order, counting)).toMatchObject({ result: "F", code: "internal", message: "the line broke" });
    expect(await run({ ...order, sends: 2 }, counting)).toMatchObject({ result: "F", code: "internal" });
    expect(tries).toBe(1);
  });
});

test("an unlock lets a locked account in again", async () => {
  const counting = runnerOf(changed({ adminVerify: undefined }));
  for (let time = 1; time <= 3; time += 1) await run({ code: "PWVF", password: "wrong-password" }, counting);
  const order = { code: "PWVF", password: "first-password" } as const;
  expect(await run(order, counting)).toMatchObject({ result: "F", message: "The account is locked." });
  expect(await run({ code: "UNLK" })).toMatchObject({ result: "S" });
  expect(await run(order, counting)).toMatchObject({ result: "S" });
});

test("a group gets the attributes of its update", async () => {
  const group = { name: "staff", attributes: {} };
  const made = await run({ code: "CRTG", object: group });
  const object = { ...group, id: made.object?.id ?? "" };
  const updated = await run({ code: "UPDG", object, attributes: { description: ["Everybody"] } });
  expect(updated).toMatchObject({ result: "S", object: { name: "staff", attributes: { description: ["Everybody"] } } });
});
