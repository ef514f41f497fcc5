import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";

import { type Connector, ConnectorError, defineConnector } from "#connectors/contract/index.ts";
import { askedPauseMsMax } from "#domain/limits.ts";
import type { Order, Outcome } from "#domain/requests/order.ts";
import { systemClock } from "#platform/clock.ts";
import { createLogger } from "#platform/logs/log.ts";
import faultConnector from "#test/support/fault-connector.ts";
import { faultActions, faultCounts, faultObjects, planFaults } from "#test/support/fault-directory.ts";
import { madeBy, type OrderPart, orderOf } from "#test/support/order.ts";

import { createOrderRunner, type OrderRunner } from "./run-order.ts";

const log = createLogger({ module: "test", level: "silent" });
const { signal } = new AbortController();

let folder: string;
let file: string;
let runner: OrderRunner;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "run-order-"));
  file = join(folder, "directory.sqlite");
  runner = createOrderRunner({ connectors: [faultConnector], log, clock: systemClock });
});

afterEach(async () => {
  vi.useRealTimers();
  await runner.close();
  rmSync(folder, { recursive: true });
});

const order = (part: OrderPart = {}): Order =>
  orderOf({ connector: "fault", address: { file, unique: true }, ...part });
const run = (part: OrderPart = {}): Promise<Outcome> => runner.run(order(part), signal);

describe("a pause that the target asks for", () => {
  const refuse = (code: string, retryAfterMs: number) =>
    planFaults(file, [{ capability: "create", fault: { kind: "error", code, message: "later", retryAfterMs } }]);

  test("is told with the outcome, in whole milliseconds and within the limit", async () => {
    refuse("busy", 1500.5);
    expect(await run()).toMatchObject({ result: "F", code: "busy", retryAfterMs: 1501 });
    refuse("busy", 1e12);
    expect((await run()).retryAfterMs).toBe(askedPauseMsMax);
  });

  test("means nothing where a new try is of no use", async () => {
    refuse("permission", 1500);
    expect(await run()).not.toHaveProperty("retryAfterMs");
  });
});

describe("carrying orders out", () => {
  test("creates an account and returns it with its id", async () => {
    const outcome = await run({ attributes: { mail: ["ada@example.test"] } });
    expect(outcome).toMatchObject({
      result: "S",
      sends: 1,
      object: { id: "1", name: "ada", attributes: { mail: ["ada@example.test"] } },
    });
  });

  test("walks an account through group, update, disable, enable and delete", async () => {
    const made = await run();
    const group = madeBy(await run({ code: "CRTG", object: { name: "staff", attributes: {} } }));
    const account = { id: madeBy(made).id, name: "ada", attributes: {} };
    const codes: OrderPart[] = [
      { code: "GRUA", group },
      { code: "GROA", group },
      { code: "GROD", group },
      { code: "UPDA", attributes: { title: ["countess"] } },
      { code: "DNAU" },
      { code: "ENAU" },
      { code: "GRUD", group },
      { code: "DELU" },
      { code: "DELG", group },
    ];
    for (const part of codes) expect(await run({ object: account, ...part })).toMatchObject({ result: "S" });
    expect(faultActions(file).map(({ capability }) => capability)).toEqual([
      "create",
      "create",
      "addMember",
      "addOwner",
      "removeOwner",
      "update",
      "disable",
      "enable",
      "removeMember",
      "delete",
      "delete",
    ]);
  });

  test("a delete of an absent account succeeds; a disable of one is no longer applicable", async () => {
    expect(await run({ code: "DELU", object: { id: "77", name: "gone", attributes: {} } })).toMatchObject({
      result: "S",
    });
    expect(await run({ code: "DNAU", object: { id: "77", name: "gone", attributes: {} } })).toMatchObject({
      result: "X",
      code: "notFound",
    });
    expect(await run({ code: "ENAU", object: { id: "77", name: "gone", attributes: {} } })).toMatchObject({
      result: "F",
      code: "notFound",
    });
  });

  test("a group order without an account or without a group is refused with words", async () => {
    const group = { id: "1", name: "staff" };
    expect(await run({ code: "GRUA", group, object: { name: "", attributes: {} } })).toMatchObject({
      result: "F",
      code: "invalidValue",
    });
    expect(await run({ code: "GRUA" })).toMatchObject({
      result: "F",
      code: "invalidValue",
      message: "GRUA needs a group.",
    });
  });
});

describe("an order that was sent before", () => {
  test("whose answer was lost is done once, also on a target that would take the name twice", async () => {
    planFaults(file, [{ capability: "create", nth: 1, fault: { kind: "lostAnswer" } }]);
    const address = { file, unique: false };
    const first = await run({ address });
    expect(first).toMatchObject({ result: "F", code: "broken" });
    const second = await run({ address, sends: 2 });
    expect(second).toMatchObject({ result: "S", sends: 2, object: { name: "ada" } });
    expect(faultCounts(file, "create")).toEqual(new Map([["ada", 1]]));
  });

  test("whose call never arrived is done now", async () => {
    planFaults(file, [{ capability: "create", nth: 1, fault: { kind: "error", code: "busy", message: "come back" } }]);
    expect(await run()).toMatchObject({ result: "F", code: "busy", message: "come back", targetCode: "FAULT" });
    expect(await run({ sends: 2 })).toMatchObject({ result: "S" });
    expect(faultCounts(file, "create").get("ada")).toBe(1);
  });

  test("does not take another operation's account for its own", async () => {
    await run({ operationKey: "00000000-0000-4000-8000-000000000002" });
    expect(await run({ sends: 2 })).toMatchObject({ result: "F", code: "alreadyExists" });
    expect(faultObjects(file)).toHaveLength(1);
  });

  test("verifies a password before it sets it again", async () => {
    const account = { id: madeBy(await run({ password: "first one" })).id, name: "ada", attributes: {} };
    planFaults(file, [{ capability: "resetPassword", nth: 1, fault: { kind: "lostAnswer" } }]);
    const set = { code: "UPDA", object: account, password: "second one" } as const;
    expect(await run(set)).toMatchObject({ result: "F", code: "broken" });
    expect(await run({ ...set, sends: 2 })).toMatchObject({ result: "S" });
    expect(await run(set)).toMatchObject({
      result: "F",
      code: "strength",
      message: "Password is in history of old passwords",
    });
    expect(faultCounts(file, "resetPassword").get("ada")).toBe(1);
  });

  test("100 creations with faults on schedule: each account is made exactly once", async () => {
    planFaults(file, [
      { capability: "create", every: 3, fault: { kind: "lostAnswer" } },
      { capability: "create", every: 5, fault: { kind: "error", code: "unreachable", message: "away" } },
    ]);
    const names = Array.from({ length: 100 }, (_, index) => `user${index}`);
    const outcomes = await Promise.all(names.map((name) => until(name)));
    expect(outcomes.every(({ result }) => result === "S")).toBe(true);
    expect([...faultCounts(file, "create").values()]).toEqual(names.map(() => 1));
  });

  async function until(name: string): Promise<Outcome> {
    for (let sends = 1; ; sends += 1) {
      const outcome = await run({
        operationKey: name,
        object: { name, attributes: {} },
        address: { file, unique: false },
        sends,
      });
      if (outcome.result === "S" || sends === 10) return outcome;
    }
  }
});

describe("bounds and refusals", () => {
  test("an unknown connector, operation, field of the address and a passed deadline change nothing", async () => {
    expect(await run({ connector: "none" })).toMatchObject({
      result: "F",
      code: "config",
      message: expect.stringContaining("it has: fault"),
    });
    expect(await run({ code: "ROLA" })).toMatchObject({ result: "F", code: "notSupported" });
    expect(await run({ address: { file, colour: "red" } })).toMatchObject({
      result: "F",
      code: "config",
      message: expect.stringContaining("colour"),
    });
    expect(await run({ deadlineMs: Date.now() - 1 })).toMatchObject({ result: "F", code: "unreachable" });
    expect(faultObjects(file)).toEqual([]);
  });

  /** A runner whose one target takes a create and never answers it. */
  function silentTarget() {
    const asked = Promise.withResolvers<void>();
    const connector: Connector = defineConnector({
      id: "silent",
      version: "1",
      title: "",
      sdk: 1,
      address: z.strictObject({}),
      timeouts: { create: 36e5 },
      open: async () => ({}),
      operations: {
        serverInfo: async () => ({ product: "silent" }),
        create() {
          asked.resolve();
          return new Promise(() => {});
        },
      },
    });
    const silent = createOrderRunner({ connectors: [connector], log, clock: systemClock });
    return { silent, asked: asked.promise, part: { connector: "silent", address: {} } };
  }

  test("a target that does not answer ends with timeout at the deadline", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { silent, asked, part } = silentTarget();
    const outcome = silent.run(order({ ...part, deadlineMs: Date.now() + 60_000 }), signal);
    await asked;
    vi.advanceTimersByTime(60_000);
    expect(await outcome).toMatchObject({ result: "F", code: "timeout", message: expect.stringMatching(/^ACUA: no/) });
    await silent.close();
  });

  test("a cancelled order ends at once", async () => {
    const { silent, asked, part } = silentTarget();
    const controller = new AbortController();
    const outcome = silent.run(order(part), controller.signal);
    await asked;
    controller.abort();
    expect(await outcome).toMatchObject({
      result: "F",
      code: "timeout",
      message: expect.stringContaining("cancelled"),
    });
    await silent.close();
  });

  test("a message never carries the administrator's or the new password", async () => {
    planFaults(file, [
      {
        capability: "create",
        fault: {
          kind: "error",
          code: "strength",
          message: "new pass-word of admin-secret-value refused: bmV3IHBhc3Mtd29yZA==",
        },
      },
    ]);
    const outcome = await run({ password: "new pass-word" });
    expect(outcome.message).toBe("[secret] of [secret] refused: [secret]");
  });

  test("a missing capability, a native error and a time-out of the connector's own", async () => {
    const connector: Connector = defineConnector({
      id: "poor",
      version: "1",
      title: "",
      sdk: 1,
      address: z.strictObject({}),
      timeouts: { create: 20 },
      open: async () => ({}),
      mapError: (error) =>
        error instanceof RangeError ? new ConnectorError("invalidValue", error.message) : undefined,
      operations: {
        serverInfo: async () => ({ product: "poor" }),
        create: () => new Promise(() => {}),
        enable: () => Promise.reject(new RangeError("too large")),
        disable: () => Promise.reject(new Error("what is this")),
      },
    });
    const poor = createOrderRunner({ connectors: [connector], log, clock: systemClock });
    const outcomes = await Promise.all(
      ["ACUA", "ENAU", "DNAU", "DELU"].map((code) =>
        poor.run(order({ connector: "poor", address: {}, code: code as Order["code"] }), signal),
      ),
    );
    expect(outcomes.map(({ code }) => code)).toEqual(["timeout", "invalidValue", "internal", "notSupported"]);
    await poor.close();
  });

  test("two connectors of one id are refused", () => {
    expect(() => createOrderRunner({ connectors: [faultConnector, faultConnector], log, clock: systemClock })).toThrow(
      "same id",
    );
  });
});
