import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

import { cancel } from "./cancel.ts";
import { edit } from "./edit.ts";
import { replayRequest } from "./replay-request.ts";
import { resubmit } from "./resubmit.ts";
import { sendBack } from "./send-back.ts";
import { unapprove } from "./unapprove.ts";

let room: RequestRoom;
let request: { key: string };
beforeAll(async () => {
  room = await openRequestRoom({
    targets: {
      T1: [{ authorizers: ["bob"] }, { authorizers: ["cy", "dan"], minApprovals: 2, mayEdit: true }],
    },
  });
});
afterAll(() => room.close());
beforeEach(async () => {
  request = await room.submit([
    { code: "ACUA", targetSystemKey: "T1", attributes: { shortId: "ada", mail: "a@b.c" } },
    { code: "ACUA", targetSystemKey: "T1", attributes: { shortId: "ada2" } },
  ]);
});

const back = (id: string, phase: number) =>
  invoke(sendBack, room.context, room.as(id), { key: request.key, phase, comment: "which mail?" });
const again = (id = "ada") => invoke(resubmit, room.context, room.as(id), { key: request.key, comment: "the new one" });
const change = (id: string, ...operations: object[]) =>
  invoke(edit, room.context, room.as(id), { key: request.key, operations });
const say = (id: string, phase: number, decision = "approve") => room.decide(id, request, { phase, decision });
const newMail = { sequence: 1, attributes: { shortId: "ada", mail: "new@b.c" } };
const phases = async () =>
  (
    await room.store.select("requestPhases", { where: { requestKey: request.key }, orderBy: [["sequence", "asc"]] })
  ).map(({ state }) => state);
const waitsFor = async () => {
  const rows = await room.store.select("requestAuthorizers", { where: { requestKey: request.key, waits: true } });
  return ["bob", "cy", "dan"].filter((id) => rows.some(({ userKey }) => userKey === room.keyOf(id)));
};
const decisions = () => room.store.select("decisions", { where: { requestKey: request.key } });

describe("a request that was sent back", () => {
  test("waits for its requester: nobody decides, and nobody is reminded", async () => {
    await back("bob", 1);
    expect(await room.row(request)).toMatchObject({ status: "W", sentBackAt: room.clock.now() });
    await expect(say("bob", 1)).rejects.toMatchObject({ code: "SENT_BACK", kind: "conflict" });
    await expect(back("bob", 1)).rejects.toMatchObject({ code: "SENT_BACK" });
    await expect(invoke(unapprove, room.context, room.as("bob"), { key: request.key, phase: 1 })).rejects.toMatchObject(
      { code: "SENT_BACK" },
    );
    const [comment] = await room.store.select("requestComments", { where: { requestKey: request.key } });
    expect(comment).toMatchObject({ kind: "sentBack", userKey: room.keyOf("bob"), text: "which mail?" });
  });

  test("loses nothing where it is changed twice at once, in different parts", async () => {
    const account = {
      targetSystemKey: "T1",
      userKey: room.keyOf("ada"),
      enabled: true,
      associatedBy: "manual",
    } as const;
    const named = (id: string) => ({ key: `account-${id}`, stableId: id, longId: id, shortId: id, displayId: id });
    await room.store.transaction(async () => {
      for (const id of ["one", "two"]) await room.store.save("accounts", { ...account, ...named(id) });
    });
    request = await room.submit([
      { code: "UPDA", targetSystemKey: "T1", accountKey: "account-one", attributes: { mail: "a@b.c" } },
    ]);
    await back("bob", 1);
    await Promise.all([
      change("ada", { sequence: 1, attributes: { mail: "new@b.c" } }),
      change("ada", { sequence: 1, accountKey: "account-two" }),
    ]);
    const edited = { accountKey: "account-two", attributes: { mail: ["new@b.c"] } };
    expect(await room.operations(request)).toMatchObject([edited]);
  });

  test("is changed and resubmitted by its requester; what was decided about it counts no longer", async () => {
    await say("bob", 1);
    await say("cy", 2);
    await back("dan", 2);
    expect(await change("ada", newMail)).toEqual({ key: request.key, changed: [1], voided: 2 });
    expect(await phases()).toEqual(["open", "pending"]);
    expect((await decisions()).map(({ voidedBecause }) => voidedBecause)).toEqual(["edited", "edited"]);
    expect(await room.operations(request)).toMatchObject([{ attributes: { mail: ["new@b.c"] } }, {}]);
    await expect(say("bob", 1)).rejects.toMatchObject({ code: "SENT_BACK" });
    expect(await waitsFor()).toEqual([]);
    await again();
    expect(await waitsFor()).toEqual(["bob"]);
    await say("bob", 1);
    await say("cy", 2);
    await say("dan", 2);
    expect(await phases()).toEqual(["approved", "approved"]);
    expect(await room.step(request)).toMatchObject({ do: "perform" });
  });

  test("goes on as it was where nothing was changed", async () => {
    await say("bob", 1);
    await back("cy", 2);
    expect(await waitsFor()).toEqual([]);
    const same = { sequence: 1, attributes: { mail: "a@b.c", shortId: ["ada"] } };
    expect(await change("ada", same)).toEqual({ key: request.key, changed: [], voided: 0 });
    await again();
    expect(await phases()).toEqual(["approved", "open"]);
    expect(await waitsFor()).toEqual(["cy", "dan"]);
    expect((await room.row(request)).editedAt).toBeNull();
  });

  test("is cancelled by its requester, or expires", async () => {
    await back("bob", 1);
    await invoke(cancel, room.context, room.as("ada"), { key: request.key });
    expect((await room.row(request)).status).toBe("K");
  });
});

describe("nobody else", () => {
  test("changes or resubmits it, and nothing is resubmitted that was not sent back", async () => {
    await expect(again()).rejects.toMatchObject({ code: "NOT_SENT_BACK" });
    await expect(change("ada", newMail)).rejects.toMatchObject({ code: "NOT_EDITABLE", kind: "conflict" });
    await expect(change("bob", newMail)).rejects.toMatchObject({ code: "NOT_EDITABLE" });
    await expect(back("ada", 1)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await back("bob", 1);
    await expect(again("bob")).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(change("bob", newMail)).rejects.toMatchObject({ code: "NOT_EDITABLE" });
  });
});

describe("an authorizer", () => {
  test("changes operations where the open phase allows it, and phases before it ask again", async () => {
    await say("bob", 1);
    await say("cy", 2);
    expect(await change("dan", newMail)).toEqual({ key: request.key, changed: [1], voided: 2 });
    expect(await waitsFor()).toEqual(["bob"]);
    expect(await phases()).toEqual(["open", "pending"]);
    await say("bob", 1);
    await say("cy", 2);
    await say("dan", 2);
    expect(await phases()).toEqual(["approved", "approved"]);
  });
});

test("what another has changed is not approved by having been asked for", async () => {
  const approving = await openRequestRoom(
    { targets: { T1: [{ authorizers: ["ada", "bob"] }, { authorizers: ["cy"], mayEdit: true }] } },
    { requestersApprove: true },
  );
  try {
    const { key } = await approving.submit([{ code: "ACUA", targetSystemKey: "T1", attributes: { mail: "a@b.c" } }]);
    const states = async () => {
      const where = { requestKey: key };
      const rows = await approving.store.select("requestPhases", { where, orderBy: [["sequence", "asc"]] });
      return rows.map(({ state, carried }) => [state, carried?.length ?? 0]);
    };
    expect(await states()).toEqual([
      ["approved", 1],
      ["open", 0],
    ]);
    const operations = [{ sequence: 1, attributes: { mail: "cy@b.c" } }];
    await invoke(edit, approving.context, approving.as("cy"), { key, operations });
    expect(await states()).toEqual([
      ["open", 0],
      ["pending", 0],
    ]);
    await approving.decide("ada", { key }, { phase: 1, decision: "approve" });
    await approving.decide("cy", { key }, { phase: 2, decision: "approve" });
    expect(await approving.step({ key })).toMatchObject({ do: "perform" });
    const verdict = await invoke(replayRequest, approving.context, engineCaller("cli", "check"), { key });
    expect(verdict.findings).toEqual([]);
  } finally {
    await approving.close();
  }
});

describe("an edit is refused and changes nothing", () => {
  test.each([
    [
      "of an operation that is not there",
      [{ sequence: 3, attributes: {} }],
      "OPERATION_UNKNOWN",
      "operations/0/sequence",
    ],
    ["of a secret", [{ sequence: 1, attributes: { userPassword: "x" } }], "INPUT_INVALID", "operations.0.attributes"],
    ["of nothing", [], "INPUT_INVALID", "operations"],
    ["twice of one", [newMail, newMail], "INPUT_INVALID", "operations"],
    ["of what makes it another request", [{ ...newMail, code: "DELU" }], "INPUT_INVALID", "operations.0.code"],
    [
      "of an account for a code without one",
      [{ sequence: 1, accountKey: "x" }],
      "OPERATION_FIELD_UNFIT",
      "operations/0/accountKey",
    ],
    [
      "into what another asks for",
      [{ sequence: 2, attributes: { shortId: "ada" } }],
      "OPERATION_DUPLICATE",
      "operations/1",
    ],
  ] as const)("%s", async (_what, operations, code, target) => {
    await say("bob", 1);
    await back("cy", 2);
    await expect(change("ada", ...operations)).rejects.toMatchObject({ code, target });
    expect((await decisions()).map(({ voidedAt }) => voidedAt)).toEqual([null]);
    expect(await room.operations(request)).toMatchObject([{ attributes: { mail: ["a@b.c"] } }, {}]);
  });
});
