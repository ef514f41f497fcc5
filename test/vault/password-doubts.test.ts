import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { orderActionOf } from "#activities/proxy/order-actions.ts";
import { doubtBy } from "#domain/requests/doubted-by.ts";
import { definitionOf, type OperationCode, operationCodes } from "#domain/requests/operation-codes.ts";
import { saveOperation } from "#operations/requests/engine/save-operation.ts";
import { orderSources } from "#operations/tables/order-sources.ts";
import type { Row } from "#store/tables.ts";

import { type CheckoutRoom, openCheckoutRoom } from "../support/checkout-room.ts";
import { callContext } from "../support/managed-room.ts";
import { readSourceFiles } from "../support/source-files.ts";

/** Capabilities for operations on accounts that leave the passwords unchanged. */
const keeping: readonly (string | null)[] = [
  null,
  "disable",
  "enable",
  "unlock",
  "addMember",
  "removeMember",
  "addOwner",
  "removeOwner",
  "verify",
  "list",
  "serverInfo",
];
const codes = Object.keys(operationCodes) as OperationCode[];
const ofAccounts = codes.filter((code) => {
  const { account, creates, group } = definitionOf(code);
  return (account !== "none" || creates === "account") && (group === "none" || account !== "none");
});

describe("an operation code", () => {
  test("on accounts says what becomes of a password that its connector may change", () => {
    const silent = ofAccounts.filter((code) => {
      const { capability, password } = definitionOf(code);
      return password === "kept" && !keeping.includes(capability);
    });
    expect(silent).toEqual([]);
  });

  test("of which a connector may be asked stands in the table, or is one of the vault's own", () => {
    const asked = [...codes, "RAND" as const, "RUNC" as const].filter((code) => orderActionOf(code) !== undefined);
    expect(asked).toEqual([
      // A listing and a test of the connection are carried out apart.
      ...codes.filter((code) => ![null, "list", "serverInfo"].includes(definitionOf(code).capability)),
      "RAND",
      "RUNC",
    ]);
  });

  test("comes from a source that records its outcomes in the vault, or sets no password", () => {
    // Sources for requests, checks of a password, listed commands, the vault, and mass resets, which record a doubt about accounts that the vault
    // has come to manage meanwhile: a new one must say here what it does to passwords.
    expect([...orderSources.keys()].toSorted()).toEqual(["", "command", "mass", "signIn", "vault"]);
  });
});

describe("the vault hears of what may have changed a password", () => {
  let room: CheckoutRoom;
  let accountKey = "";
  let requestKey = "";
  beforeAll(async () => {
    room = await openCheckoutRoom();
    requestKey = (await room.submit([{ code: "ACUA", targetSystemKey: "T1" }])).key;
    accountKey = (await room.store.get("managedAccounts", room.accountKey))?.accountKey ?? "";
  });
  afterAll(() => room.close());

  const doubts = async () => (await room.store.get("managedAccounts", room.accountKey))?.doubts ?? 0;

  /** Ends an operation that was sent a number of times; returns the number of doubts that it adds to the account. */
  async function told(code: OperationCode, ended: Partial<Row<"requestOperations">>): Promise<number> {
    const { store, context } = room;
    const before = await doubts();
    const key = context.ids.guid();
    await store.transaction(async () => {
      const operation = { key, requestKey, sequence: 1, code, targetSystemKey: "T1", dependsOn: [], createdAt: 0 };
      await store.add("requestOperations", { ...operation, accountKey, attributes: { name: ["eve"] } });
      await saveOperation(callContext(room), { key, requestKey }, { sends: 1, ...ended });
    });
    return (await doubts()) - before;
  }

  test.each(codes)("by %s as its row in the table says", async (code) => {
    const wanted = definitionOf(code).password === "kept" ? 0 : 1;
    expect(await told(code, { result: "S" })).toBe(wanted);
    expect(await told(code, { result: "N" })).toBe(wanted);
    expect(await told(code, { result: "F" })).toBe(0);
    expect(await told(code, { result: "F", sends: 2 })).toBe(wanted);
    expect(await told(code, { result: "F", sends: 0 })).toBe(0);
    expect(await told(code, { result: "P" })).toBe(0);
  });

  test("but not by attributes that rename nothing", () => {
    expect(doubtBy({ code: "UPDA", attributes: { mail: ["a@example.test"] } })).toBeUndefined();
    expect(doubtBy({ code: "UPDA", attributes: { UID: ["eve"] } })).toBe("renamed");
  });
});

/** Returns the path once for each place where an operation of a request gets a result without `saveOperation`. */
function resultsBesides(path: string, text: string): readonly string[] {
  const saves = text.matchAll(/\.(?:save|saveAll|add|addAll)\(\s*"requestOperations",[^;]*?\bresult\b/gs);
  return [...saves].map(() => path);
}

/** Returns the path once for each place where a managed account comes under a policy. */
function placesOf(path: string, text: string): readonly string[] {
  const saves = text.matchAll(
    /\.(?:save|saveAll|add|addAll)\(\s*"managedAccounts",[^;]*?\.\.\.(?:place|back|historical)\b/gs,
  );
  return [...saves].map(() => path);
}

describe("one place writes", () => {
  const files = readSourceFiles().filter(({ path }) => path.startsWith("operations/") && !path.includes(".test."));
  const found = (find: typeof placesOf) => [...new Set(files.flatMap(({ path, text }) => find(path, text)))].toSorted();

  test("that an operation on an account has ended; a discovery has its own end", () => {
    expect(found(resultsBesides)).toEqual(["operations/discovery/engine/end-discovery.ts"]);
    const planted = 'await store.save("requestOperations", { key, result: "S" });';
    expect(resultsBesides("operations/x.ts", planted)).toEqual(["operations/x.ts"]);
  });

  test("that a known managed account comes under a policy; others make a new one, or take it out of management", () => {
    expect(found(placesOf)).toEqual([
      "operations/import-rules/engine/import-accounts.ts",
      "operations/kernel/rows/object-rows.ts",
      "operations/managed-accounts/change-managed-accounts.ts",
      "operations/managed-accounts/engine/manage-again.ts",
      "operations/managed-accounts/engine/place-system.ts",
    ]);
  });
});
