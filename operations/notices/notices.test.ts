import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { batchRowsMax } from "#domain/limits.ts";
import { handleMoment } from "#operations/approvals/handle-moment.ts";
import { addDelegation } from "#operations/delegations/add-delegation.ts";
import { acceptDelegation, endDelegationNow, refuseDelegation } from "#operations/delegations/change-delegations.ts";
import { handleDelegationMoment } from "#operations/delegations/handle-delegation-moment.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { answer } from "#operations/requests/answer.ts";
import { ask } from "#operations/requests/ask.ts";
import { cancel } from "#operations/requests/cancel.ts";
import { edit } from "#operations/requests/edit.ts";
import { queueOperations } from "#operations/requests/engine/queue-operations.ts";
import { explainRequest } from "#operations/requests/explain-request.ts";
import { override } from "#operations/requests/override.ts";
import { resubmit } from "#operations/requests/resubmit.ts";
import { sendBack } from "#operations/requests/send-back.ts";
import { submit } from "#operations/requests/submit.ts";
import { defaultPolicies } from "#policies/default-policies.ts";
import { createPolicyEngine } from "#policies/engine.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

import { dropNotices } from "./drop-notices.ts";

const create = { code: "ACUA", targetSystemKey: "T1" } as const;
const dayMs = 24 * 3_600_000;
const engine = engineCaller("maintenance", "test");
let room: RequestRoom;

beforeEach(async () => {
  room = await openRequestRoom({
    targets: { T1: [{ authorizers: ["bob", "cy"] }, { authorizers: ["cy", "dan"] }] },
  });
});
afterEach(() => room.close());

/** Returns the notices since the last call: recipient and content, without the request. */
async function told(): Promise<readonly object[]> {
  const rows = await room.store.select("notices");
  const nameOf = (key: unknown) => ["ada", "bob", "cy", "dan"].find((id) => room.keyOf(id) === key);
  await room.store.transaction(async () => {
    for (const { key } of rows) await room.store.remove("notices", key);
  });
  return rows
    .map(({ userKey, kind, facts }) => ({ to: nameOf(userKey) ?? userKey, kind, ...facts }))
    .toSorted((a, b) => `${a.kind} ${a.to}`.localeCompare(`${b.kind} ${b.to}`));
}
const approve = (id: string, request: { key: string }, phase: number) =>
  room.decide(id, request, { phase, decision: "approve" });

describe("people are told", () => {
  test("when a phase waits for them, what was decided, and how it ended", async () => {
    const request = await room.submit([create]);
    const [row] = await room.store.select("notices", { limit: 1 });
    expect(row).toMatchObject({ requestKey: request.key, read: false, createdAt: room.clock.now() });
    expect(await told()).toEqual([
      { to: "bob", kind: "asked", phase: 1 },
      { to: "cy", kind: "asked", phase: 1 },
    ]);
    await approve("cy", request, 1);
    const [{ key: decisionKey } = { key: "" }] = await room.store.select("decisions");
    const decided = {
      to: "ada",
      kind: "decided",
      phase: 1,
      answer: "approve",
      deciderKey: room.keyOf("cy"),
      decisionKey,
    };
    expect(await told()).toEqual([
      { to: "cy", kind: "asked", phase: 2 },
      { to: "dan", kind: "asked", phase: 2 },
      decided,
      { to: "bob", kind: "settled", phase: 1, outcome: "approve" },
    ]);
    await room.decide("dan", request, { phase: 2, decision: "deny" });
    expect(await told()).toMatchObject([
      { to: "ada", kind: "decided", phase: 2, answer: "deny" },
      { to: "ada", kind: "ended", outcome: "D", because: "" },
      { to: "cy", kind: "settled", phase: 2, outcome: "deny" },
    ]);
    await room.step(request);
    expect(await told()).toEqual([]);
  });

  test("each of those who asked and for whom it is, once", async () => {
    const root = { ...room.as("ada"), superuser: true };
    const request = await invoke(submit, room.context, root, { recipientKey: room.keyOf("bob"), operations: [create] });
    await told();
    await invoke(cancel, room.context, room.as("bob"), { key: request.key });
    expect(await told()).toEqual([
      { to: "ada", kind: "ended", outcome: "K", because: "" },
      { to: "cy", kind: "settled", phase: 1, outcome: "K" },
    ]);
  });

  test("that what they were asked is settled without them: by others, and by its end", async () => {
    const settled = (to: string, phase: number, outcome: string) => ({ to, kind: "settled", phase, outcome });
    const request = await room.submit([create]);
    await told();
    await approve("cy", request, 1);
    expect(await told()).toContainEqual(settled("bob", 1, "approve"));
    await room.decide("dan", request, { phase: 2, decision: "deny" });
    expect(await told()).toContainEqual(settled("cy", 2, "deny"));

    const late = await room.submit([create]);
    await room.decide("bob", late, { phase: 1, decision: "abstain" });
    await told();
    room.clock.advance(31 * dayMs);
    await room.store.moments.lease(1);
    await invoke(handleMoment, room.context, engineCaller("idwfm", late.key), { kind: "request", key: late.key });
    expect(await told()).toEqual([{ to: "ada", kind: "ended", outcome: "E", because: "" }, settled("cy", 1, "E")]);
  });

  test("why nobody could decide it, where too few can be asked", async () => {
    const asks = async (rule: string, sequence: number) => {
      const resource = { resourceType: "targetSystem", resourceKey: "T1" } as const;
      const where = { ...resource, sequence };
      const [row] = await room.store.select("authorizationPhases", { where });
      await room.store.transaction(() => room.store.save("authorizationPhases", { key: row?.key ?? "", rule }));
    };
    await asks("any(1, manager)", 2);
    const request = await room.submit([create]);
    await told();
    await approve("cy", request, 1);
    expect(await told()).toContainEqual({ to: "ada", kind: "ended", outcome: "D", because: "managerMissing" });
    const { phase, end } = await invoke(explainRequest, room.context, room.as("ada"), { key: request.key });
    const words =
      "Too few people can be asked for the approvals that are needed: manager leads to nobody who may decide.";
    expect([phase?.ruleText, end?.because]).toEqual([words, `Phase 2 was denied. ${words}`]);
  });

  test("that a request is on hold, if they may decide how it goes on", async () => {
    Object.assign(room.context.settings, { authorizersMax: 1 });
    const { store } = room;
    await store.transaction(() => store.save("users", { key: room.keyOf("dan"), superuser: true }));
    const { key } = await room.submit([create]);
    expect(await room.row({ key })).toMatchObject({ status: "H" });
    expect(await told()).toEqual([{ to: "dan", kind: "held", phase: 1, heldKey: key }]);
    const policies = createPolicyEngine(
      defaultPolicies.map((one) => {
        if (one.name === "requests_post_resolvehold") return { ...one, expression: "'MANAGERS' in principal.classes" };
        return one.name === "requests_get" ? { ...one, expression: "true" } : one;
      }),
    );
    await store.transaction(async () => {
      await store.save("userClasses", { id: "MANAGERS", description: "workflow managers" });
      await store.save("userClassMembers", { key: "m", userClassId: "MANAGERS", userKey: room.keyOf("bob") });
    });
    const recipientKey = room.keyOf("ada");
    await invoke(submit, { ...room.context, policies }, room.as("ada"), { recipientKey, operations: [create] });
    expect(await told()).toMatchObject([{ to: "bob", kind: "held", phase: 1 }]);
  });

  test("nothing that they have done themselves", async () => {
    const request = await room.submit([create]);
    await told();
    await invoke(cancel, room.context, room.as("ada"), { key: request.key });
    expect((await told()).map((one) => Object.values(one)[0])).toEqual(["bob", "cy"]);
  });

  test("that a phase still waits for them", async () => {
    const { key } = await room.submit([create]);
    await told();
    room.clock.advance(dayMs);
    await room.store.moments.lease(1);
    await invoke(handleMoment, room.context, engineCaller("idwfm", key), { kind: "request", key });
    expect(await told()).toEqual([
      { to: "bob", kind: "reminded", phase: 1 },
      { to: "cy", kind: "reminded", phase: 1 },
    ]);
  });

  test("when a superuser decides in the place of others, and those are told, too", async () => {
    const request = await room.submit([create]);
    await told();
    const root = { ...room.as("dan"), superuser: true };
    await invoke(override, room.context, root, { key: request.key, phase: 1, decision: "deny", comment: "a mistake" });
    const said = { kind: "overridden", phase: 1, answer: "deny", deciderKey: room.keyOf("dan") };
    expect(await told()).toMatchObject(
      [
        { to: "ada", ...said },
        { to: "bob", ...said },
        { to: "cy", ...said },
        { to: "ada", kind: "ended", outcome: "D" },
      ].toSorted((a, b) => `${a.kind} ${a.to}`.localeCompare(`${b.kind} ${b.to}`)),
    );
  });

  test("when they are asked, answered, or get it back; and who has decided about what was changed is asked again", async () => {
    const request = await room.submit([create]);
    await told();
    const { key } = request;
    const asked = await invoke(ask, room.context, room.as("bob"), { key, text: "why?" });
    expect(await told()).toEqual([
      { to: "ada", kind: "question", writerKey: room.keyOf("bob"), commentKey: asked.key },
    ]);
    const given = await invoke(answer, room.context, room.as("ada"), { key, question: asked.key, text: "so" });
    expect(await told()).toEqual([
      { to: "bob", kind: "answered", writerKey: room.keyOf("ada"), commentKey: given.key },
    ]);
    await approve("bob", request, 1);
    await told();
    const back = await invoke(sendBack, room.context, room.as("cy"), { key, phase: 2, comment: "another name" });
    expect(await told()).toEqual([{ to: "ada", kind: "sentBack", writerKey: room.keyOf("cy"), commentKey: back.key }]);
    const again = await invoke(resubmit, room.context, room.as("ada"), { key, comment: "as it is" });
    const resubmitted = { kind: "resubmitted", writerKey: room.keyOf("ada"), commentKey: again.key };
    expect(await told()).toEqual([
      { to: "cy", ...resubmitted },
      { to: "dan", ...resubmitted },
    ]);
    await invoke(sendBack, room.context, room.as("cy"), { key, phase: 2, comment: "another name" });
    await told();
    const operations = [{ sequence: 1, attributes: { shortId: "other" } }];
    await invoke(edit, room.context, room.as("ada"), { key, operations });
    expect(await told()).toEqual([{ to: "bob", kind: "asked", phase: 1 }]);
  });

  test("when somebody wants them to decide in their place, and when they do", async () => {
    const wanted = { delegatorKey: null, delegateKey: room.keyOf("dan"), requestKey: null, reason: "on holiday" };
    const { key } = await invoke(addDelegation, room.context, room.as("bob"), wanted);
    expect(await told()).toEqual([
      { to: "dan", kind: "delegated", delegatorKey: room.keyOf("bob"), delegationKey: key },
    ]);
    const changed = (to: string, other: string, state: string, delegationKey: string) => {
      return { to, kind: "delegationChanged", state, otherKey: room.keyOf(other), delegationKey };
    };
    await invoke(acceptDelegation, room.context, room.as("dan"), { key });
    expect(await told()).toEqual([changed("bob", "dan", "accepted", key)]);
    await room.submit([create]);
    expect((await told()).map((one) => Object.values(one)[0])).toEqual(["bob", "cy", "dan"]);
    await invoke(endDelegationNow, room.context, room.as("bob"), { key });
    expect(await told()).toEqual([changed("dan", "bob", "ended", key)]);
    const refused = await invoke(addDelegation, room.context, room.as("bob"), wanted);
    const ending = { ...wanted, endsAt: new Date(room.clock.now() + dayMs).toISOString() };
    const over = await invoke(addDelegation, room.context, room.as("cy"), ending);
    await told();
    await invoke(refuseDelegation, room.context, room.as("dan"), { key: refused.key });
    expect(await told()).toEqual([changed("bob", "dan", "refused", refused.key)]);
    room.clock.advance(dayMs);
    await room.store.moments.lease(10, "delegation");
    await invoke(handleDelegationMoment, room.context, engine, { key: over.key });
    expect(await told()).toEqual([changed("cy", "dan", "ended", over.key), changed("dan", "cy", "ended", over.key)]);
  });

  test("once a day of delegations that are made and withdrawn in a loop, by a notice that leads to the newest", async () => {
    const wanted = { delegatorKey: null, delegateKey: room.keyOf("dan"), requestKey: null, reason: "on holiday" };
    const delegate = (part = {}) => invoke(addDelegation, room.context, room.as("bob"), { ...wanted, ...part });
    const withdraw = (key: string) => invoke(endDelegationNow, room.context, room.as("bob"), { key });
    const asked = (key: string) => {
      return { to: "dan", kind: "delegated", delegatorKey: room.keyOf("bob"), delegationKey: key };
    };
    for (let time = 0; time < 3; time += 1) await withdraw((await delegate()).key);
    const newest = await delegate({ endsAt: new Date(room.clock.now() + 3 * dayMs).toISOString() });
    const standing = (await room.store.select("notices")).map(({ facts }) => facts["delegationKey"]);
    expect(standing).toEqual([newest.key]);
    const later = await delegate({ beginsAt: new Date(room.clock.now() + 4 * dayMs).toISOString() });
    expect((await room.store.select("notices")).length).toBe(2);
    await invoke(refuseDelegation, room.context, room.as("dan"), { key: later.key });
    const again = await delegate({ beginsAt: new Date(room.clock.now() + 4 * dayMs).toISOString() });
    room.clock.advance(dayMs);
    await withdraw(newest.key);
    const nextDay = await delegate({ endsAt: new Date(room.clock.now() + dayMs).toISOString() });
    const changed = { kind: "delegationChanged" };
    const [delegations, changes] = [[newest, later, again, nextDay], await told()];
    expect(changes).toEqual([
      ...delegations.map(({ key }) => asked(key)),
      { ...changed, to: "bob", state: "refused", otherKey: room.keyOf("dan"), delegationKey: later.key },
      { ...changed, to: "dan", state: "ended", otherKey: room.keyOf("bob"), delegationKey: newest.key },
    ]);
  });

  test("when somebody below them has not answered", async () => {
    await room.store.transaction(() =>
      room.store.save("users", { key: room.keyOf("bob"), managerKey: room.keyOf("dan") }),
    );
    Object.assign(room.context.settings, { escalationTimeoutHours: 1, reminderIntervalHours: 0 });
    const { key } = await room.submit([create]);
    await told();
    room.clock.advance(dayMs);
    await room.store.moments.lease(1);
    await invoke(handleMoment, room.context, engineCaller("idwfm", key), { kind: "request", key });
    expect(await told()).toContainEqual({ to: "dan", kind: "escalated", phase: 1, silentKey: room.keyOf("bob") });
  });

  test("nothing of a direct write", async () => {
    const { context } = room;
    const caller = { ...room.as("ada"), superuser: true };
    const write = { recipientKey: null, operations: [{ ...create, attributes: { shortId: ["new"] } }] };
    const own = { ...context, caller, visible: new Map(), operationId: null, startedAt: 0 };
    const { requestKey } = await room.store.transaction(() => queueOperations(own, write));
    expect(await room.row({ key: requestKey })).toMatchObject({ direct: true });
    await room.step({ key: requestKey });
    const [operation] = await room.operations({ key: requestKey });
    await room.answer(operation?.key ?? "", { result: "F", code: "permission", message: "no" });
    await room.step({ key: requestKey });
    expect(await room.row({ key: requestKey })).toMatchObject({ status: "C" });
    expect(await told()).toEqual([]);
  });
});

describe("notices are written", () => {
  const one = { kind: "asked", requestKey: "r", facts: { phase: 1 }, createdAt: 1, mail: "off" } as const;

  test("in the transaction of their cause, and not without it", async () => {
    const { store } = room;
    const failing = store.transaction(async () => {
      store.notices.note([{ ...one, userKey: "u" }]);
      throw new Error("on purpose");
    });
    await expect(failing).rejects.toThrow("on purpose");
    expect(await told()).toEqual([]);
    expect(() => store.notices.note([{ ...one, userKey: "u" }])).toThrow(
      expect.objectContaining({ code: "WRITE_OUTSIDE_TRANSACTION" }),
    );
  });

  test("and removed when their time is over", async () => {
    const { store, context, clock } = room;
    const note = (count: number, createdAt: number) =>
      store.transaction(async () => {
        store.notices.note(Array.from({ length: count }, () => ({ ...one, userKey: "u", createdAt })));
        await Promise.resolve();
      });
    await note(batchRowsMax + 1, clock.now());
    clock.advance(context.settings.noticesKeptDays * dayMs);
    await note(1, clock.now());
    expect(await invoke(dropNotices, context, engine, {})).toEqual({ left: false });
    clock.advance(1);
    expect(await invoke(dropNotices, context, engine, {})).toEqual({ left: true });
    expect(await invoke(dropNotices, context, engine, {})).toEqual({ left: false });
    expect(await store.count("notices")).toBe(1);
  });
});
