import { expect, test } from "vitest";
import { z } from "zod";

import { defineConnector } from "#connectors/contract/index.ts";
import { orderOf } from "#test/support/order.ts";

import { createTargetSessions } from "./target-sessions.ts";

test("a session is shared by orders with the same login, and by no other secret", async () => {
  const opened: string[] = [];
  const connector = defineConnector({
    id: "listener",
    title: "Listener",
    version: "1.0.0",
    sdk: 1,
    address: z.strictObject({}),
    async open({ credential }) {
      const { login, secret } = await credential();
      opened.push(secret.use((plaintext) => `${login}:${plaintext}`));
      return {};
    },
    operations: { serverInfo: async () => ({ product: "Directory" }) },
  });
  const sessions = createTargetSessions([connector]);
  const log = { debug: () => {}, info: () => {}, warn: () => {} };
  const waiter = { signal: new AbortController().signal, log };
  for (const secret of ["one", "one", "two"]) {
    const credentials = [{ role: "admin", login: "admin", secret }];
    await sessions.use(orderOf({ connector: "listener", address: {}, credentials }), waiter, async () => undefined);
  }
  expect(opened).toEqual(["admin:one", "admin:two"]);
  await sessions.close();
});
