import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { ConnectorError } from "#connectors/contract/index.ts";
import { openPasswordOrders, type PasswordOrders } from "#test/support/password-orders.ts";

let orders: PasswordOrders;
beforeEach(async () => {
  orders = await openPasswordOrders();
});
afterEach(() => orders.close());

const run: PasswordOrders["run"] = (part, by) => orders.run(part, by);
const changed: PasswordOrders["changed"] = (operations) => orders.changed(operations);

describe("a target that says yes and does nothing", () => {
  const idle = () => changed({ resetPassword: async () => {}, changePassword: async () => {} });
  const changes = [
    { code: "PWRS", password: "second-password" },
    { code: "PWCH", currentPassword: "first-password", password: "second-password" },
  ] as const;

  test.each(changes)("is believed unless the target system verifies what was set: $code", async (order) => {
    const by = idle();
    expect(await run(order, by)).toMatchObject({ result: "S" });
    const found = await run({ ...order, verifiesAfter: true }, by);
    expect(found).toMatchObject({ code: "internal", message: expect.stringContaining("does not open the account") });
    expect(found.result).not.toBe("S");
    expect(await run({ ...order, verifiesAfter: true })).toMatchObject({ result: "S" });
  });

  test("is believed where the connector can verify nothing", async () => {
    const by = changed({ resetPassword: async () => {}, verify: undefined, adminVerify: undefined });
    expect(await run({ ...changes[0], verifiesAfter: true }, by)).toMatchObject({ result: "S" });
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
    const blabbing = changed({
      changePassword: () => Promise.reject(new ConnectorError("policy", "not old-secret-1 nor new-secret-2")),
    });
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
    const by = changed({ adminVerify });
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
    const counting = changed({ adminVerify: undefined, verify });
    const order = { code: "PWVF", password: "first-password" } as const;
    expect(await run(order, counting)).toMatchObject({ result: "F", code: "internal", message: "the line broke" });
    expect(await run({ ...order, sends: 2 }, counting)).toMatchObject({ result: "F", code: "internal" });
    expect(tries).toBe(1);
  });
});

test("an unlock lets a locked account in again", async () => {
  const counting = changed({ adminVerify: undefined });
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
