import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

import { submit } from "../requests/submit.ts";
import { defineOperation } from "./define-operation.ts";
import { invoke } from "./invoke.ts";
import { operationTypes } from "./operation-types.ts";

const threeDaysMs = 3 * 24 * 60 * 60 * 1000;
const account = { code: "ACUA", targetSystemKey: "T1", attributes: {} };
const created = { result: "S", object: { id: "u1", name: "u1", attributes: {} } } as const;
let room: RequestRoom;

beforeAll(async () => {
  room = await openRequestRoom({ targets: { T1: [{ authorizers: ["bob"] }] } });
});
afterAll(() => room.close());

/** Runs a test with the table of constraints as it is after a new version has dropped a type. */
async function withoutType(operationType: string, run: () => Promise<void>): Promise<void> {
  const table = operationTypes as Record<string, unknown>;
  const { [operationType]: kept } = table;
  delete table[operationType];
  try {
    await run();
  } finally {
    table[operationType] = kept;
  }
}

const submitAs = (jti: string) =>
  invoke(
    submit,
    room.context,
    { ...room.as("ada"), jti, sessid: `family-${jti}` },
    { recipientKey: room.keyOf("ada"), operations: [account] },
  );
const revoke = (jti: string) =>
  room.store.transaction(() =>
    room.store.save("revokedTokens", { jti, family: null, expiresAt: room.clock.now() + 1000 }),
  );

describe("an operation identifier", () => {
  // @specification 5.operation-identifier
  it("keeps a request going three days after its token of five minutes, revoked or not", async () => {
    const request = await submitAs("j1");
    await room.step(request);
    await revoke("j1");
    room.clock.advance(threeDaysMs);
    await room.decide("bob", request, { phase: 1, decision: "approve" });
    expect(await room.step(request)).toMatchObject({ do: "perform" });
    const [operation] = await room.operations(request);
    await room.answer(operation?.key ?? "", created);
    expect(await room.step(request)).toEqual({ do: "finished" });
    expect(await room.row(request)).toMatchObject({ status: "C" });
  });

  // @specification 5.operation-identifier
  it.each([
    ["j2", "j2"],
    ["j3", "family-j3"],
  ])("is not given where the token %s was revoked as %s before the call was accepted", async (jti, revoked) => {
    const before = await room.store.count("reqbatch");
    await revoke(revoked);
    await expect(submitAs(jti)).rejects.toMatchObject({ code: "TOKEN_INVALID" });
    expect(await room.store.count("operationIdentifiers", { jti })).toBe(0);
    expect(await room.store.count("reqbatch")).toBe(before);
  });

  // @specification 5.operation-types
  it("stops later steps when its type has left the table, with an error that says so", async () => {
    const request = await submitAs("j4");
    await room.step(request);
    await withoutType("REQUEST_SUBMIT", async () => {
      await expect(room.decide("bob", request, { phase: 1, decision: "approve" })).rejects.toMatchObject({
        code: "OPERATION_TYPE_UNKNOWN",
      });
      expect(await room.step(request)).toEqual({ do: "finished" });
    });
    expect(await room.row(request)).toMatchObject({ status: "D" });
    expect(await room.operations(request)).toMatchObject([{ result: "F", errorCode: "OPERATION_TYPE_UNKNOWN" }]);
    const [audit] = await room.store.select("sesslog_full", { where: { operation: "RQEN", batchId: request.key } });
    expect(audit).toMatchObject({ result: "F" });
  });

  it("records what a proxy has in hand, and begins nothing more", async () => {
    const request = await room.submit([{ ...account, code: "CRTG" }, account]);
    await room.step(request);
    await room.decide("bob", request, { phase: 1, decision: "approve" });
    expect((await room.step(request)).do).toBe("perform");
    const [first, second] = await room.operations(request);
    const [order] = await room.proxy.orders([first?.key ?? ""]);
    await withoutType("REQUEST_SUBMIT", async () => {
      expect((await room.step(request, { held: [first?.key ?? ""] })).do).toBe("wait");
      const sends = order?.sends ?? 0;
      await room.proxy.outcomes([{ ...created, operationKey: first?.key ?? "", sends }]);
      expect(await room.step(request)).toEqual({ do: "finished" });
    });
    expect((await room.operations(request)).map(({ key, result, errorCode }) => [key, result, errorCode])).toEqual([
      [first?.key, "S", null],
      [second?.key, "F", "OPERATION_TYPE_UNKNOWN"],
    ]);
    expect(await room.row(request)).toMatchObject({ status: "C" });
  });

  it("gives no order out when its type has left the table", async () => {
    const request = await room.submit([account]);
    await room.step(request);
    await room.decide("bob", request, { phase: 1, decision: "approve" });
    await room.step(request);
    const [operation] = await room.operations(request);
    await withoutType("REQUEST_SUBMIT", async () => {
      expect(await room.proxy.orders([operation?.key ?? ""])).toEqual([]);
    });
    expect((await room.operations(request))[0]?.sends).toBe(0);
  });
});

// @specification 5.operation-types
describe("a type that is not in the table of constraints", () => {
  it("cannot be declared", () => {
    const declare = () =>
      defineOperation({
        name: "things.begin",
        operationType: "THING_BEGIN",
        callers: ["engine"],
        audit: { operation: "CALL" },
        run: () => Promise.resolve({}),
      });
    expect(declare).toThrow(/THING_BEGIN is not in the table of constraints/);
  });

  it("is not accepted at run time either", async () => {
    await withoutType("REQUEST_SUBMIT", async () => {
      await expect(submitAs("j5")).rejects.toMatchObject({ code: "OPERATION_TYPE_UNKNOWN" });
    });
    expect(await room.store.count("operationIdentifiers", { jti: "j5" })).toBe(0);
  });
});
