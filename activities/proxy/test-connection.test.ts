import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";

import { ConnectorError, defineConnector } from "#connectors/contract/index.ts";
import type { Outcome } from "#domain/requests/order.ts";
import { ManualClock } from "#platform/clock.ts";
import { createLogger } from "#platform/logs/log.ts";
import { type OrderPart, orderOf } from "#test/support/order.ts";

import { createOrderRunner, type OrderRunner } from "./run-order.ts";

const log = createLogger({ module: "test", level: "silent" });
const { signal } = new AbortController();
const password = "admin-secret-value";
let events: string[] = [];
let clock: ManualClock;
let runner: OrderRunner;
let serverInfo: () => Promise<{ product: string; version?: string; clockSkewMs?: number }>;

const connector = defineConnector({
  id: "listener",
  version: "3.2.1",
  title: "Notes what it is asked",
  sdk: 1,
  address: z.strictObject({ host: z.string().min(1) }),
  async open({ credential }) {
    const { secret } = await credential();
    clock.advance(40);
    if (!secret.use((text) => text === password))
      throw new ConnectorError("badCredentials", `Invalid credentials for ${secret.use((text) => text)}`);
    events.push("open");
    return {};
  },
  async close() {
    events.push("close");
  },
  operations: {
    serverInfo: () => serverInfo(),
    async create() {
      events.push("create");
      return { id: "1", name: "ada", type: "account", attributes: {} };
    },
  },
});

beforeEach(() => {
  events = [];
  clock = new ManualClock();
  runner = createOrderRunner({ connectors: [connector], log, clock });
  serverInfo = async () => {
    clock.advance(2);
    events.push("serverInfo");
    return { product: "Directory", version: "2.5", clockSkewMs: 12.4 };
  };
});
afterEach(() => runner.close());

const run = (part: OrderPart = {}): Promise<Outcome> =>
  runner.run(
    orderOf({
      connector: "listener",
      address: { host: "a" },
      code: "TCON",
      object: { name: "", attributes: {} },
      deadlineMs: clock.now() + 20_000,
      ...part,
    }),
    signal,
  );

test("logs in anew, asks what the target is, and closes; nothing else is called", async () => {
  await run({ code: "ACUA", object: { name: "ada", attributes: {} } });
  events = [];
  expect(await run()).toEqual({
    operationKey: expect.any(String),
    sends: 1,
    result: "S",
    server: {
      product: "Directory",
      version: "2.5",
      capabilities: ["create", "serverInfo"],
      connectorVersion: "3.2.1",
      latencyMs: 42,
      clockSkewMs: 12,
    },
  });
  expect(events).toEqual(["open", "serverInfo", "close"]);
});

test("a wrong password is told in the target's words without the password", async () => {
  const credentials = [{ role: "admin", login: "admin", secret: "a-wrong-password" }];
  const outcome = await run({ credentials });
  expect(outcome).toMatchObject({ result: "F", code: "badCredentials", message: expect.stringContaining("Invalid") });
  expect(outcome.message).not.toContain("a-wrong-password");
});

test("what the target throws after the login is told, and the session closed", async () => {
  serverInfo = () => Promise.reject(new ConnectorError("permission", "No access to the root entry"));
  expect(await run()).toMatchObject({ result: "F", code: "permission", message: "No access to the root entry" });
  expect(events).toEqual(["open", "close"]);
});

test("a wrong address and an unknown connector are told before anything is opened", async () => {
  expect(await run({ address: {} })).toMatchObject({ result: "F", code: "config" });
  expect(await run({ connector: "none" })).toMatchObject({ result: "F", code: "config" });
  expect(events).toEqual([]);
});
