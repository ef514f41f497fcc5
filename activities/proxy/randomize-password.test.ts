import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { ConnectorError, defineConnector } from "#connectors/contract/index.ts";
import sqliteConnector from "#connectors/sqlite/sqlite.ts";
import { randomizeNeedsMs } from "#domain/limits.ts";
import type { OrderPart } from "#test/support/order.ts";
import { openPasswordOrders, type PasswordOrders } from "#test/support/password-orders.ts";

let orders: PasswordOrders;
beforeEach(async () => {
  orders = await openPasswordOrders();
});
afterEach(() => orders.close());

const run: PasswordOrders["run"] = (part, by) => orders.run(part, by);
const changed: PasswordOrders["changed"] = (operations) => orders.changed(operations);

const older = { key: "old", secret: "first-password" };
const randomize: OrderPart = {
  code: "RAND",
  password: "second-password",
  passwordKey: "new",
  olderPasswords: [older],
};
const answered = (key: string, answer: "opens" | "refused" | "unknown", counts = false) => ({ key, answer, counts });

async function opens(password: string): Promise<boolean> {
  return (await run({ code: "PWVF", password })).result === "S";
}

describe("a password of the vault", () => {
  test("is set and verified, and its outcome says what the target has said of it", async () => {
    expect(await run(randomize)).toMatchObject({ result: "S", tried: [answered("new", "opens")] });
    expect(await opens("second-password")).toBe(true);
  });

  test("that an earlier send has set is not set again", async () => {
    await run(randomize);
    let resets = 0;
    const counting = changed({ resetPassword: async () => void (resets += 1) });
    const again = await run({ ...randomize, sends: 2 }, counting);
    expect(again).toMatchObject({ result: "S", tried: [answered("new", "opens")] });
    expect(resets).toBe(0);
  });

  test("that may be in force already is looked at by the first send, and set only where it does not open", async () => {
    const told: OrderPart = { code: "RAND", password: "second-password", passwordKey: "new", looksFirst: true };
    const tried = [answered("new", "refused"), answered("new", "opens")];
    expect(await run(told)).toMatchObject({ result: "S", tried });
    const unable = changed({ resetPassword: () => Promise.reject(new ConnectorError("policy", "used before")) });
    expect(await run(told, unable)).toMatchObject({ result: "S", tried: [answered("new", "opens")] });
  });

  test("is set after all where an older one opens", async () => {
    const tried = [answered("new", "refused"), answered("old", "opens"), answered("new", "opens")];
    expect(await run({ ...randomize, sends: 2 })).toMatchObject({ result: "S", tried });
    expect(await opens("second-password")).toBe(true);
  });

  test("is not set where the target lets none in that it should", async () => {
    const wrong = ["old", "older"].map((key) => ({ key, secret: `not-${key}-at-all` }));
    const outcome = await run({ ...randomize, sends: 2, olderPasswords: wrong });
    const tried = [answered("new", "refused"), answered("old", "refused"), answered("older", "refused")];
    expect(outcome).toMatchObject({ result: "F", code: "currentPassword", tried });
    expect(await opens("first-password")).toBe(true);
  });

  test("that the target refuses is told with its words, and nothing is said of what opens", async () => {
    const outcome = await run({ ...randomize, password: "short" });
    expect(outcome).toMatchObject({ result: "F", code: "strength" });
    expect(outcome.message).toMatch(/8/);
    expect(outcome).not.toHaveProperty("tried");
  });

  test("is in doubt where the target answers success and changes nothing", async () => {
    const lying = changed({ resetPassword: async () => undefined });
    const tried = [answered("new", "refused")];
    expect(await run(randomize, lying)).toMatchObject({ result: "F", code: "currentPassword", tried });
  });

  test("is in doubt where the target speaks of the account alone", async () => {
    const locked = changed({ adminVerify: async () => ({ ok: false, reason: "locked", message: "Locked." }) });
    const outcome = await run(randomize, locked);
    expect(outcome).toMatchObject({ result: "F", code: "internal", tried: [answered("new", "unknown")] });
    expect(outcome.message).toContain("Locked.");
  });

  test("is told apart from one that was never set, where the account goes before the target is asked what opens", async () => {
    const gone = () => Promise.reject(new ConnectorError("notFound", "no such account"));
    const outcome = await run(randomize, changed({ adminVerify: gone }));
    expect(outcome).toMatchObject({ result: "F", code: "notFound", tried: [answered("new", "unknown")] });
    const unset = await run(randomize, changed({ resetPassword: gone }));
    expect(unset).toMatchObject({ result: "F", code: "notFound" });
    expect(unset).not.toHaveProperty("tried");
  });

  test("never stands in the words of an outcome, nor do older ones", async () => {
    const words = "neither second-password nor first-password";
    const blabbing = changed({ resetPassword: () => Promise.reject(new ConnectorError("policy", words)) });
    expect((await run(randomize, blabbing)).message).toBe("neither [secret] nor [secret]");
  });
});

describe("a try that counts towards the target's lockout", () => {
  test("is told as such, also where the target cannot compare for this account alone", async () => {
    const adminVerify = () => Promise.reject(new ConnectorError("notSupported", "only a login tells"));
    const tried = [answered("new", "opens", true)];
    expect(await run(randomize, changed({ adminVerify }))).toMatchObject({ result: "S", tried });
    const verify = { ...randomize, code: "PWVF", password: "wrong-password" } as const;
    const refused = [answered("new", "refused", true)];
    expect(await run(verify, changed({ adminVerify: undefined }))).toMatchObject({ tried: refused });
    expect(await run(verify)).toMatchObject({ tried: [answered("new", "refused")] });
  });

  test("is told where no answer came, and the code says that the target may be asked again", async () => {
    const verify = () => Promise.reject(new ConnectorError("broken", "the line broke"));
    const outcome = await run(randomize, changed({ adminVerify: undefined, verify }));
    expect(outcome).toMatchObject({ result: "F", code: "broken", tried: [answered("new", "unknown", true)] });
  });
});

describe("where no password can be verified", () => {
  const unable = { adminVerify: undefined, verify: undefined };

  test("none is set unless the order takes the target's word", async () => {
    const by = changed(unable);
    expect(await run(randomize, by)).toMatchObject({ result: "F", code: "notSupported" });
    expect(await opens("first-password")).toBe(true);
    expect(await run({ ...randomize, confirmWithoutVerify: true }, by)).toMatchObject({ result: "S" });
    expect(await opens("second-password")).toBe(true);
  });

  test("a refusal says nothing once an earlier send may have set it", async () => {
    const by = changed(unable);
    const trusting = { ...randomize, confirmWithoutVerify: true } as const;
    await run(trusting, by);
    expect(await run(trusting, by)).toMatchObject({ result: "F", code: "strength" });
    expect(await run({ ...trusting, sends: 2 }, by)).toMatchObject({ result: "F", code: "internal" });
  });
});

test("an order that begins late is given back unbegun, and may be sent again at once", async () => {
  const late = { ...randomize, deadlineMs: Date.now() + randomizeNeedsMs - 1_000 };
  const outcome = await run(late);
  expect(outcome).toMatchObject({ result: "F", code: "unreachable" });
  expect(outcome.message).toMatch(/^Given back unbegun/);
  expect(await opens("first-password")).toBe(true);
});

test("an order that has waited too long for others on its target is given back unbegun", async () => {
  const slow = orders.runnerOf(
    defineConnector({
      ...sqliteConnector.definition,
      concurrency: { perTarget: 1 },
      operations: {
        ...sqliteConnector.definition.operations,
        unlock: () => new Promise<void>((resolve) => setTimeout(resolve, 400)),
      },
    }),
  );
  const first = run({ code: "UNLK" }, slow);
  const second = run({ ...randomize, deadlineMs: Date.now() + randomizeNeedsMs + 200 }, slow);
  expect(await first).toMatchObject({ result: "S" });
  expect(await second).toMatchObject({ result: "F", code: "unreachable" });
  expect(await opens("first-password")).toBe(true);
});
