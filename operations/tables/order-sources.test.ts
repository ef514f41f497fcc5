import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { passwordCheckSource } from "#domain/identity/password-check.ts";
import { isFinalResult } from "#domain/requests/operation-result.ts";
import { countStatements } from "#test/support/count-statements.ts";
import { openMassResetRow } from "#test/support/mass-reset-room.ts";
import { openSourceRoom, orderSourceContract, type SourceRoom } from "#test/support/order-source-contract.ts";
import type { RequestRoom } from "#test/support/request-room.ts";
import { newPassword, openVaultOrder } from "#test/support/vault-room.ts";

import { orderSources } from "./order-sources.ts";

let count = 0;

async function openRequest(room: RequestRoom, targetSystemKey: string): Promise<string> {
  const request = await room.submit([{ code: "ACUA", targetSystemKey, attributes: { shortId: `new${count++}` } }]);
  await room.step(request);
  return (await room.operations(request))[0]?.key ?? "";
}

/** Opens a managed account under a policy that accepts the target's word, so that a plain success ends an order. */
async function openManaged(room: RequestRoom, targetSystemKey: string): Promise<string> {
  return `vault:${(await openVaultOrder(room, targetSystemKey, { confirmWithoutVerify: true })).orderKey}`;
}

orderSourceContract("operations of requests", {
  sources: orderSources,
  open: openRequest,
  async state({ store }, key) {
    const row = await store.get("requestOperations", key);
    return { sends: row?.sends ?? -1, ended: isFinalResult(row?.result ?? null) };
  },
});

async function openCheck({ store, context }: RequestRoom, targetSystemKey: string): Promise<string> {
  const key = context.ids.guid();
  const password = store.seal(new Secret("a password"), { table: "passwordChecks", key, column: "password" });
  const proxyServer = targetSystemKey === "T1" ? "local" : "other";
  const expiresAt = context.clock.now() + 3_600_000;
  const check = { key, targetSystemKey, proxyServer, password, requestId: "call", expiresAt };
  await store.transaction(() => store.add("passwordChecks", check));
  return `${passwordCheckSource}:${key}`;
}

orderSourceContract("passwords that sign people in", {
  sources: orderSources,
  open: openCheck,
  async state({ store }, operationKey) {
    const row = await store.get("passwordChecks", operationKey.replace(`${passwordCheckSource}:`, ""));
    return { sends: row?.sends ?? -1, ended: row?.result !== null };
  },
});

orderSourceContract("managed accounts, by a prefix of their keys", {
  sources: orderSources,
  open: openManaged,
  async state({ store }, operationKey) {
    const row = await store.get("vaultOrders", operationKey.replace("vault:", ""));
    return { sends: row?.sends ?? -1, ended: row?.result !== null };
  },
});

// The connector of the contract cannot verify passwords, so that a plain success ends an order.
orderSourceContract("rows of mass resets", {
  sources: orderSources,
  open: openMassResetRow,
  async state({ store }, operationKey) {
    const row = await store.get("massResetAccounts", operationKey.replace("mass:", ""));
    return { sends: row?.sends ?? -1, ended: row?.result !== null };
  },
});

describe("several sources", () => {
  let opened: SourceRoom;
  beforeEach(async () => {
    opened = await openSourceRoom(orderSources);
  });
  afterEach(() => opened.room.close());

  test("one call takes orders and outcomes of both, or none", async () => {
    const { room, local } = opened;
    const [managed, request] = [await openManaged(room, "T1"), await openRequest(room, "T1")];
    const orders = await local.orders([managed, request]);
    expect(orders.map(({ operationKey, code }) => [operationKey, code])).toEqual([
      [managed, "RAND"],
      [request, "ACUA"],
    ]);
    expect(orders[0]?.password?.use((plain) => plain)).toBe(newPassword);
    const outcomes = [managed, request].map((operationKey) => ({ operationKey, sends: 1, result: "S" }) as const);
    const [ofManaged, ofRequest] = outcomes;
    const stale = { operationKey: request, sends: 7, result: "S" } as const;
    if (ofManaged && ofRequest) {
      await expect(local.outcomes([ofManaged, stale])).rejects.toMatchObject({ code: "OUTCOME_REFUSED" });
      expect(await local.orders([managed])).toMatchObject([{ sends: 2 }]);
      await local.outcomes([ofRequest, { ...ofManaged, sends: 2 }]);
    }
    expect(await local.orders([managed, request])).toEqual([]);
  });

  test("a chunk reads its target and the target's logins once, and its request once", async () => {
    const { room, local } = opened;
    const request = await room.submit(
      Array.from({ length: 6 }, (_, index) => ({
        code: "ACUA",
        targetSystemKey: "T1",
        attributes: { shortId: `many${index}` },
      })),
    );
    await room.step(request);
    const keys = (await room.operations(request)).map(({ key }) => key);
    const cost = (some: readonly string[]) => countStatements(room, () => local.orders(some));
    const ofOne = await cost(keys.slice(0, 1));
    const [ofTwo, ofThree] = [await cost(keys.slice(1, 3)), await cost(keys.slice(3, 6))];
    expect(ofThree - ofTwo).toBe(ofTwo - ofOne);
    // The target, its logins, the read of the chunk's requests, and the lock of the only one.
    expect(ofOne - (ofTwo - ofOne)).toBeGreaterThanOrEqual(4);
  });
});
