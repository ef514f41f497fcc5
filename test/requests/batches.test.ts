import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { handleMoments } from "#activities/hub/moments.ts";
import { handleBatch } from "#activities/hub/request-batch.ts";
import { momentLeaseMs } from "#domain/engine-limits.ts";
import { ServiceError } from "#domain/errors.ts";
import { batchChunkMembers, batchesOpenMax, batchRequestsAtOnceMax, batchRetryMs } from "#domain/template-limits.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { cancelBatch } from "#operations/requests/cancel-batch.ts";
import { decideBatch } from "#operations/requests/decide-batch.ts";
import { edit } from "#operations/requests/edit.ts";
import { replayRequest } from "#operations/requests/replay-request.ts";
import { requestTemplate } from "#operations/requests/request-template.ts";
import { submitMember } from "#operations/requests/submit-member.ts";
import { simulatePhases } from "#operations/simulations/simulate-phases.ts";
import { addTemplate, setTemplatePhases } from "#operations/templates/change-templates.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";
import { callerOf } from "#test/support/service.ts";

const crowd = Array.from({ length: batchRequestsAtOnceMax + 10 }, (_, index) => `p${index}`);
let room: RequestRoom;
let templateKey: string;

beforeEach(async () => {
  room = await openRequestRoom(
    {
      people: ["ada", "bob", "cy", ...crowd],
      classes: { HR: ["ada"] },
      targets: { T1: [{ authorizers: ["bob"], mayEdit: true }], FREE: [] },
    },
    { sameRequestsOpen: 1 },
  );
  const { store, keyOf } = room;
  await store.transaction(async () => {
    for (const id of ["cy", ...crowd]) await store.save("users", { key: keyOf(id), managerKey: keyOf("ada") });
  });
  const caller = engineCaller("cli", "test");
  const operations = [{ code: "ACUA", targetSystemKey: "T1" }];
  templateKey = (await invoke(addTemplate, room.context, caller, { name: "Starter", usableBy: "HR", operations })).key;
});
afterEach(() => room.close());

const submit = (ids: readonly string[], part: object = {}) =>
  invoke(
    requestTemplate,
    room.context,
    { ...room.as("ada"), classes: ["HR"] },
    {
      key: templateKey,
      recipientKeys: ids.map(room.keyOf),
      ...part,
    },
  );
const hub = () => handleMoments({ context: room.context, signal: new AbortController().signal }, "requestBatch");
const batchOf = async (key: string) => room.store.get("requestBatches", key);
const requestsOf = (batchKey: string) =>
  room.store.select("reqbatch", { where: { batchKey }, orderBy: [["key", "asc"]] });
const refusals = async (batchKey: string) =>
  (await room.store.select("requestBatchMembers", { where: { batchKey, state: "refused" } })).map(
    ({ errorCode }) => errorCode,
  );
const decide = (key: string, part: object = {}, as = "bob") =>
  invoke(decideBatch, room.context, room.as(as), { key, phase: 1, decision: "approve", ...part });

describe("a batch is submitted", () => {
  test("in chunks that take turns with those of others, each recipient once", async () => {
    const first = await submit(crowd);
    const second = await submit(["cy"]);
    await handleBatch(room.context, first.key);
    // Without its lease nothing is settled, and nothing is submitted twice by the next one.
    expect(await requestsOf(first.key)).toHaveLength(batchChunkMembers);
    await hub();
    expect(await batchOf(first.key)).toMatchObject({ waiting: 0, submitted: crowd.length, refused: 0 });
    expect(await batchOf(second.key)).toMatchObject({ waiting: 0, submitted: 1 });
    const recipients = (await requestsOf(first.key)).map(({ recipientKey }) => recipientKey);
    expect(new Set(recipients).size).toBe(crowd.length);
    expect(await hub()).toBe(0);
  });

  test("by another hub where one was killed in the middle of a chunk", async () => {
    const { key } = await submit(["p0", "p1", "p2"]);
    const [first] = await room.store.select("requestBatchMembers", { where: { batchKey: key, sequence: 1 } });
    // The killed hub had leased the moment and submitted one.
    expect(await room.store.moments.lease(1, "requestBatch")).toHaveLength(1);
    const engine = engineCaller("idwfm", "test");
    await invoke(submitMember, room.context, engine, { key: first?.key });
    expect(await hub()).toBe(0);
    room.clock.advance(momentLeaseMs);
    await hub();
    await invoke(submitMember, room.context, engine, { key: first?.key });
    expect(await requestsOf(key)).toHaveLength(3);
    expect(await batchOf(key)).toMatchObject({ waiting: 0, submitted: 3 });
  });

  test("later for recipients about whom the database could not answer", async () => {
    const { key } = await submit(["p0", "p1"]);
    const { store } = room;
    let isAway = true;
    const lock: typeof store.lock = (table, of) =>
      isAway && table === "requestBatchMembers"
        ? Promise.reject(new ServiceError("DATABASE_BUSY"))
        : store.lock(table, of);
    const context = { ...room.context, store: { ...store, lock } };
    const once = () => handleMoments({ context, signal: new AbortController().signal }, "requestBatch");
    await once();
    expect(await batchOf(key)).toMatchObject({ waiting: 2, finishedAt: null });
    isAway = false;
    expect(await once()).toBe(0);
    room.clock.advance(batchRetryMs);
    await once();
    expect(await batchOf(key)).toMatchObject({ waiting: 0, submitted: 2 });
  });

  test("with the rights that its requester has when each request is made", async () => {
    const left = await submit(["p0"]);
    await room.store.transaction(() => room.store.save("users", { key: room.keyOf("p0"), managerKey: null }));
    await hub();
    expect(await refusals(left.key)).toEqual(["FORBIDDEN"]);
    const outside = await submit(["p1"]);
    const [membership] = await room.store.select("userClassMembers", { where: { userKey: room.keyOf("ada") } });
    await room.store.transaction(() => room.store.remove("userClassMembers", membership?.key ?? ""));
    await hub();
    expect(await refusals(outside.key)).toEqual(["TEMPLATE_NOT_USABLE"]);
  });

  test("for nobody once its requester is disabled", async () => {
    const { key } = await submit(["p0", "p1"]);
    await room.store.transaction(() => room.store.save("users", { key: room.keyOf("ada"), disabled: true }));
    await hub();
    expect(await refusals(key)).toEqual(["REQUESTER_UNFIT", "REQUESTER_UNFIT"]);
    expect(await requestsOf(key)).toEqual([]);
  });

  test("up to the bound of open requests of one person, and of operations that nobody approves", async () => {
    Object.assign(room.context.settings, { requestsOpenPerPerson: 2, selfApprovedPerDay: 1 });
    const { key } = await submit(["p0", "p1", "p2"]);
    await hub();
    expect(await refusals(key)).toEqual(["REQUESTS_OPEN_MAX"]);
    Object.assign(room.context.settings, { requestsOpenPerPerson: 100 });
    const operations = [{ code: "ACUA", targetSystemKey: "FREE" }];
    templateKey = (await invoke(addTemplate, room.context, engineCaller("cli", "test"), { name: "Free", operations }))
      .key;
    const free = await submit(["p3", "p4"]);
    await hub();
    expect(await refusals(free.key)).toEqual(["SELF_APPROVED_MAX"]);
  });

  test("unless its requester has too many in progress", async () => {
    for (let index = 0; index < batchesOpenMax; index += 1) await submit([`p${index}`]);
    await expect(submit(["cy"])).rejects.toMatchObject({ code: "BATCHES_OPEN_MAX" });
    await hub();
    await submit(["cy"]);
  });
});

describe("a batch is decided whole", () => {
  test("with exceptions, in bounded calls that can be repeated, each request by a decision of its own", async () => {
    const { key } = await submit(crowd);
    await hub();
    const requests = await requestsOf(key);
    const [excepted, edited] = requests;
    if (!excepted || !edited) throw new Error("no requests");
    await invoke(edit, room.context, room.as("bob"), {
      key: edited.key,
      operations: [{ sequence: 1, attributes: { mail: "other@example.test" } }],
    });
    const part = { except: [excepted.key], comment: "welcome" };
    const first = await decide(key, part);
    expect(first).toMatchObject({ done: batchRequestsAtOnceMax - 2, excepted: 1 });
    expect(first.skipped).toEqual([
      {
        requestKey: edited.key,
        code: "EXPECTATION_MISSING",
        message: expect.stringContaining("name its editedAt in seen"),
      },
    ]);
    const second = await decide(key, { ...part, after: first.next });
    expect(second).toMatchObject({ done: 10, excepted: 0, skipped: [], next: null });
    // Nothing is left but the exceptions, however often it is repeated.
    expect(await decide(key, part)).toMatchObject({ done: 0, excepted: 1, skipped: [{ requestKey: edited.key }] });
    const { editedAt = 0 } = (await room.store.get("reqbatch", edited.key)) ?? {};
    const seen = (at: number) => [{ requestKey: edited.key, editedAt: at }];
    expect(await decide(key, { ...part, seen: seen((editedAt ?? 0) - 1) })).toMatchObject({
      done: 0,
      skipped: [{ requestKey: edited.key, code: "EXPECTATION_FAILED" }],
    });
    const expected = await decide(key, { ...part, seen: seen(editedAt ?? 0) });
    expect(expected).toMatchObject({ done: 1, excepted: 1, skipped: [] });
    const decisions = await room.store.select("decisions", { where: { userKey: room.keyOf("bob") } });
    expect(new Set(decisions.map(({ requestKey }) => requestKey)).size).toBe(crowd.length - 1);
    expect(decisions).toHaveLength(crowd.length - 1);
    expect((await requestsOf(key)).map(({ status }) => status).filter((one) => one === "W")).toHaveLength(1);
    const replayed = await invoke(replayRequest, room.context, engineCaller("cli", "test"), { key: edited.key });
    expect(replayed.findings).toEqual([]);
    const audit = await room.store.select("sesslog_full", { where: { operation: "RBDC" } });
    expect(audit.map(({ message }) => message)).toContain("phase 1 approve: done 48, excepted 1, skipped 1");
  });

  test("by those alone whom it asks", async () => {
    const { key } = await submit(["p0"]);
    await hub();
    await expect(decide(key, {}, "cy")).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await decide(key, {}, "ada")).toMatchObject({ done: 0, skipped: [] });
    expect(await decide(key, { phase: 2 })).toMatchObject({ done: 0 });
    expect((await requestsOf(key)).map(({ status }) => status)).toEqual(["W"]);
  });

  test("phase by phase, those of the template first", async () => {
    const authorizationPhases = [{ sequence: 1, authorizers: [{ userKey: room.keyOf("cy") }] }];
    const engine = engineCaller("cli", "test");
    await invoke(setTemplatePhases, room.context, engine, { key: templateKey, authorizationPhases });
    const { key } = await submit(["p0", "p1"]);
    // Phases that are taken away meanwhile are those of the batch.
    await invoke(setTemplatePhases, room.context, engine, { key: templateKey, authorizationPhases: [] });
    await hub();
    // Who is asked in a later phase does not see it yet.
    await expect(decide(key)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await decide(key, {}, "cy")).toMatchObject({ done: 2 });
    expect(await decide(key, { phase: 2, decision: "deny" })).toMatchObject({ done: 2 });
    expect((await requestsOf(key)).map(({ status }) => status)).toEqual(["D", "D"]);
  });
});

describe("the phases of a template", () => {
  const engine = engineCaller("cli", "test");
  const byRule = (rule: string) => [{ sequence: 1, rule, authorizers: [] }];

  test("ask the owners of all groups that the template gives", async () => {
    const { store, keyOf } = room;
    const groupKey = room.context.ids.guid();
    await store.transaction(async () => {
      const names = { shortId: "sales", longId: "sales", stableId: "1", displayId: "Sales" };
      await store.save("groups", { key: groupKey, targetSystemKey: "FREE", managed: true, ...names });
      await store.save("groupOwners", { key: room.context.ids.guid(), groupKey, userKey: keyOf("cy") });
    });
    const operations = [
      { code: "ACUA", targetSystemKey: "FREE" },
      { code: "GRUA", targetSystemKey: "FREE", groupKey },
    ];
    templateKey = (await invoke(addTemplate, room.context, engine, { name: "Sales", operations })).key;
    const authorizationPhases = byRule("any(1, groupOwners)");
    await invoke(setTemplatePhases, room.context, engine, { key: templateKey, authorizationPhases });
    const { key } = await submit(["p0"]);
    await hub();
    expect(await decide(key, {}, "cy")).toMatchObject({ done: 1 });
    expect((await requestsOf(key)).map(({ status }) => status)).toEqual(["X"]);
  });

  test("can be tried on its latest requests", async () => {
    const { key } = await submit(["p0"]);
    await hub();
    await decide(key);
    const simulated = await invoke(
      simulatePhases,
      room.context,
      callerOf({ key: "root", id: "root", superuser: true }),
      {
        resourceType: "template",
        resourceKey: templateKey,
        phases: byRule(`any(1, user('${room.keyOf("cy")}'))`),
      },
    );
    const would = { asked: [{ userKeys: [room.keyOf("cy")] }] };
    expect(simulated).toMatchObject({ looked: 1, untold: 0, changed: [{ would }] });
    const unknown = { resourceType: "template", resourceKey: "none", phases: [] };
    const asRoot = callerOf({ key: "root", id: "root", superuser: true });
    await expect(invoke(simulatePhases, room.context, asRoot, unknown)).rejects.toMatchObject({
      code: "TEMPLATE_UNKNOWN",
    });
  });
});

describe("a batch is cancelled", () => {
  const cancel = (key: string, as = "ada") => invoke(cancelBatch, room.context, room.as(as), { key });

  test("by its requester: what is submitted, and what is not yet", async () => {
    const { key } = await submit(crowd);
    await handleBatch(room.context, key);
    await expect(cancel(key, "bob")).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await cancel(key)).toMatchObject({ done: batchChunkMembers, skipped: [], next: null });
    await hub();
    expect(await batchOf(key)).toMatchObject({ submitted: batchChunkMembers, refused: 20, waiting: 0 });
    expect(new Set(await refusals(key))).toEqual(new Set(["BATCH_CANCELLED"]));
    expect(new Set((await requestsOf(key)).map(({ status }) => status))).toEqual(new Set(["K"]));
    expect(await cancel(key)).toMatchObject({ done: 0, waiting: 0 });
  });

  test("without what has begun", async () => {
    const { key } = await submit(["p0", "p1"]);
    await hub();
    const [first] = await requestsOf(key);
    await room.decide("bob", first ?? { key: "" }, { phase: 1, decision: "approve" });
    expect(await cancel(key)).toMatchObject({ done: 1 });
    expect((await requestsOf(key)).map(({ status }) => status)).toEqual(["X", "K"]);
  });
});
