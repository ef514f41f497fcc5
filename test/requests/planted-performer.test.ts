import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { ServiceError } from "#domain/errors.ts";
import { definitionOf, type OperationCode, requestOperationCodes } from "#domain/requests/operation-codes.ts";
import type { OperationFamily } from "#domain/requests/operation-families.ts";
import { OperationResult } from "#domain/requests/operation-result.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { CallContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import type { Performer } from "#operations/kernel/performer.ts";
import { cancel } from "#operations/requests/cancel.ts";
import { edit } from "#operations/requests/edit.ts";
import { saveOperation } from "#operations/requests/engine/save-operation.ts";
import { replayRequest } from "#operations/requests/replay-request.ts";
import { submit } from "#operations/requests/submit.ts";
import { serviceTables } from "#operations/tables/service-tables.ts";
import { ManualClock } from "#platform/clock.ts";
import type { Row } from "#store/tables.ts";

import { callContext } from "../support/managed-room.ts";
import { savePhase, type PhaseSketch } from "../support/organisation.ts";
import { plantFamily } from "../support/planted-codes.ts";
import { furnishRoom, type RequestRoom, roomSettings } from "../support/request-room.ts";
import { openTestService } from "../support/service.ts";

/** Codes that no table has: a person gets a badge for a door, which their profile shows, and gives it back. */
const gives = "BADGEGIVE";
const takes = "BADGETAKE";
const byHands = "DESKBRING";
const ofBadge = { account: "none", group: "none", creates: null, capability: null, password: "kept" } as const;

type Operation = Row<"requestOperations">;
const doorOf = ({ attributes }: Pick<Operation, "attributes">) => String(attributes["door"]?.[0]);

/** Places that accepted requests hold, by the keys of the operations that are to take them. */
const held = new Map<string, { readonly requestKey: string; readonly door: string }>();
const ends: string[] = [];
let isFull = false;

async function badgeOf({ store }: Pick<CallContext, "store">, operation: Operation) {
  const request = await store.get("reqbatch", operation.requestKey);
  const where = { name: "badge", value: doorOf(operation), userKey: request?.recipientKey ?? "" };
  const [row] = await store.select("userAttributes", { where, limit: 1 });
  return { badge: { ...where, sequence: 0 }, row };
}

const performer: Performer<CallContext> = {
  async check({ store }, recipientKey, operations) {
    const recipient = await store.get("users", recipientKey);
    for (const { sequence } of operations)
      if (recipient?.id === "dan")
        throw new ServiceError("RECIPIENT_UNFIT", { target: `operations/${sequence - 1}/code` });
  },
  authorizedBy: async (_, operations) =>
    operations.map(({ attributes }) => [
      { resourceType: "role", resourceKey: doorOf({ attributes: attributes ?? {} }) } as const,
    ]),
  async accepted({ store }, request, operations) {
    for (const { key } of operations) {
      const row = await store.get("requestOperations", key);
      if (row) held.set(key, { requestKey: request.key, door: doorOf(row) });
    }
  },
  async begin(context, operation) {
    if (isFull) return { result: OperationResult.Pending, nextTryAt: context.clock.now() + 10_000 };
    const { badge, row } = await badgeOf(context, operation);
    if (operation.code === (gives as OperationCode)) {
      if (!row) await context.store.add("userAttributes", { key: context.ids.guid(), ...badge });
    } else if (row) await context.store.remove("userAttributes", row.key);
    return { result: OperationResult.Success, finishedAt: context.clock.now() };
  },
  async stillApplicable(context, _, operation) {
    const { row } = await badgeOf(context, operation);
    return (operation.code === (gives as OperationCode)) === (row === undefined);
  },
  async ended(_, { request, operation }) {
    held.delete(operation.key);
    ends.push(request.key);
    return { name: doorOf(operation) };
  },
  async withdrawn(_, requestKey, status) {
    for (const [key, place] of held) if (place.requestKey === requestKey) held.delete(key);
    ends.push(`${requestKey} ${status}`);
  },
};

/** People who do something by hand, and say so when it is done. */
const byHand: Performer<CallContext> = {
  begin: async () => ({ result: OperationResult.Pending, nextTryAt: null }),
};
const planted: Readonly<Record<string, Performer<CallContext>>> = { badge: performer, handwork: byHand };

let room: RequestRoom;
let uproot: readonly (() => void)[];
beforeAll(async () => {
  uproot = [
    plantFamily({
      name: "badge",
      definition: { by: "hub" },
      codes: {
        [gives]: { ...ofBadge, title: "give a badge", undoneBy: takes },
        [takes]: { ...ofBadge, title: "take a badge back", undoneBy: gives },
      },
    }),
    plantFamily({
      name: "handwork",
      definition: { by: "hub" },
      codes: { [byHands]: { ...ofBadge, title: "bring a desk" } },
    }),
  ];
  const clock = new ManualClock();
  const service = await openTestService({ clock, settings: roomSettings });
  const tables = {
    ...serviceTables,
    performerOf: async (family: OperationFamily) => planted[family] ?? serviceTables.performerOf(family),
  };
  const context = { ...service.context, tables };
  // The proxies of targets have nothing to do with it: T2 has none.
  room = await furnishRoom({ ...service, context }, clock, { targets: { T1: [{ authorizers: ["bob"] }], T2: [] } });
  await room.store.transaction(async () => {
    await room.store.save("targetSystems", { id: "T2", proxyServers: ["gone"] });
    const phase: PhaseSketch = { authorizers: ["cy"], mayEdit: true };
    for (const resourceKey of ["STAFF", "NIGHT"])
      await savePhase(context, {
        resource: { resourceType: "role", resourceKey },
        sequence: 1,
        phase,
        keyOf: (id) => room.keyOf(id),
      });
  });
});
afterAll(async () => {
  for (const take of uproot) take();
  await room.close();
});

afterEach(async () => {
  isFull = false;
  await room.store.transaction(async () => {
    for (const { key } of await room.store.select("userAttributes", { where: { name: "badge" } }))
      await room.store.remove("userAttributes", key);
  });
});

const wanted = (code: string, door = "STAFF") => ({
  code,
  targetSystemKey: "T2",
  attributes: { door: [door] },
});
const cancelled = ({ key }: { readonly key: string }) => invoke(cancel, room.context, room.as("ada"), { key });
const approve = (request: { readonly key: string }) => room.decide("cy", request, { phase: 1, decision: "approve" });
const badges = async () =>
  (await room.store.select("userAttributes", { where: { userKey: room.keyOf("ada"), name: "badge" } })).map(
    ({ value }) => value,
  );
const placesOf = ({ key }: { readonly key: string }) =>
  [...held.values()].filter(({ requestKey }) => requestKey === key).map(({ door }) => door);

async function performed(code: string) {
  const request = await room.submit([wanted(code)]);
  await approve(request);
  return request;
}

describe("a performer of a code that no table had", () => {
  test("has its code among those that a request may hold", () => {
    expect(requestOperationCodes()).toContain(gives);
  });

  test("refuses who may not have what it is asked for, before anything is stored", async () => {
    const before = await room.store.count("reqbatch");
    await expect(room.submit([wanted(gives)], { recipientKey: room.keyOf("dan") })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    await expect(
      invoke(submit, room.context, room.as("dan"), {
        recipientKey: room.keyOf("dan"),
        operations: [wanted(gives)],
      }),
    ).rejects.toMatchObject({ code: "RECIPIENT_UNFIT", target: "operations/0/code" });
    expect(await room.store.count("reqbatch")).toBe(before);
  });

  test("says whose phases decide; without one nothing is accepted", async () => {
    await expect(room.submit([wanted(gives, "OTHER")])).rejects.toMatchObject({
      code: "PHASES_MISSING",
      target: "operations/0/code",
    });
    const request = await room.submit([wanted(gives)]);
    expect(await room.row(request)).toMatchObject({ status: "W" });
    expect(await room.store.select("requestPhases", { where: { requestKey: request.key } })).toMatchObject([
      { resourceType: "role", resourceKey: "STAFF", state: "open" },
    ]);
    await expect(room.decide("bob", request, { phase: 1, decision: "approve" })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    await cancelled(request);
  });

  test("performs what was approved, without a proxy, and undoes it by the code of its row", async () => {
    const request = await room.submit([wanted(gives)]);
    expect(placesOf(request)).toEqual(["STAFF"]);
    expect(await badges()).toEqual([]);
    await approve(request);
    expect(await room.row(request)).toMatchObject({ status: "C", active: false });
    const [operation] = await room.operations(request);
    expect(operation).toMatchObject({ result: "S", proxyServer: null, sends: 0, handedOutAt: null });
    expect(await badges()).toEqual(["STAFF"]);
    expect(placesOf(request)).toEqual([]);
    expect(ends).toContain(request.key);
    await expect(room.proxy.orders([operation?.key ?? ""])).rejects.toMatchObject({ code: "FORBIDDEN" });
    const { undoneBy = "" } = definitionOf(operation?.code ?? ("" as OperationCode));
    await performed(undoneBy);
    expect(await badges()).toEqual([]);
  });

  test.each([
    ["cancelled", "withdrawn", cancelled],
    ["denied", "denied", (request: { key: string }) => room.decide("cy", request, { phase: 1, decision: "deny" })],
  ])("gives up what a request held that was %s", async (_, status, end) => {
    const request = await room.submit([wanted(gives)]);
    await end(request);
    expect(await room.operations(request)).toMatchObject([{ result: "R" }]);
    expect(placesOf(request)).toEqual([]);
    expect(ends).toContain(`${request.key} ${status}`);
    expect(await badges()).toEqual([]);
  });

  test("is edited like every other, and decided anew", async () => {
    const request = await room.submit([wanted(gives)]);
    const operations = [{ sequence: 1, attributes: { door: ["NIGHT"] } }];
    expect(await invoke(edit, room.context, room.as("cy"), { key: request.key, operations })).toMatchObject({
      changed: [1],
    });
    await approve(request);
    expect(await badges()).toEqual(["NIGHT"]);
    const back = await room.submit([wanted(takes, "NIGHT")]);
    await approve(back);
    expect(await badges()).toEqual([]);
  });

  test("begins again what it had to put off, as long as that has something to do", async () => {
    isFull = true;
    const [request, late] = [await performed(gives), await performed(gives)];
    isFull = false;
    expect(await room.operations(request)).toMatchObject([{ result: "P", proxyServer: null }]);
    expect(await room.step(request)).toEqual({ do: "wait", waitMs: 10_000 });
    room.clock.advance(10_000);
    expect(await room.step(request)).toEqual({ do: "finished" });
    expect(await badges()).toEqual(["STAFF"]);
    expect(await room.step(late)).toEqual({ do: "finished" });
    expect(await room.operations(late)).toMatchObject([{ result: "X" }]);
    await performed(takes);
  });

  test("stands beside operations of a target, each performed by its own", async () => {
    const request = await room.submit([{ code: "ACUA", targetSystemKey: "T1" }, wanted(gives)]);
    await room.decide("bob", request, { phase: 1, decision: "approve" });
    await room.decide("cy", request, { phase: 2, decision: "approve" });
    const [account, joined] = await room.operations(request);
    expect([account?.result, joined?.result]).toEqual(["P", "S"]);
    await room.answer(account?.key ?? "", { result: "S", object: { id: "1", name: "ada", attributes: {} } });
    expect(await room.row(request)).toMatchObject({ status: "C" });
    await performed(takes);
  });

  test("waits for people who do it by hand, whatever proxies do", async () => {
    const request = await room.submit([{ code: byHands, targetSystemKey: "T1" }]);
    await room.decide("bob", request, { phase: 1, decision: "approve" });
    expect(await room.step(request)).toEqual({ do: "wait", waitMs: null });
    room.clock.advance(3_600_000);
    expect(await room.step(request, { wakes: 1 })).toEqual({ do: "wait", waitMs: null });
    const [operation] = await room.operations(request);
    expect(operation).toMatchObject({ result: "P", proxyServer: null });
    await room.store.transaction(async () => {
      if (operation)
        await saveOperation(callContext(room), operation, { result: OperationResult.Success, finishedAt: 0 });
    });
    expect(await room.step(request, { wakes: 2 })).toEqual({ do: "finished" });
    expect(await room.row(request)).toMatchObject({ status: "C" });
  });

  test("leaves requests whose ledgers lead to their records", async () => {
    const requests = await room.store.select("reqbatch");
    expect(requests.length).toBeGreaterThan(8);
    for (const { key, number } of requests)
      expect(await invoke(replayRequest, room.context, engineCaller("idwfm", key), { key }), number).toMatchObject({
        findings: [],
      });
  });
});
