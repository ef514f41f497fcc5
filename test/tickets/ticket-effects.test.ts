import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { handleMoments } from "#activities/hub/moments.ts";
import { saveImplementers } from "#operations/abilities/save-implementers.ts";
import type { CallContext } from "#operations/kernel/context.ts";
import { closing, openTicketRoom, type TicketRoom } from "#test/support/ticket-room.ts";

const create = { code: "ACUA", targetSystemKey: "T1" };
const made = { id: "17", name: "ada", attributes: {} };
const { signal } = new AbortController();
let room: TicketRoom;

beforeEach(async () => {
  room = await openTicketRoom();
});
afterEach(() => room.close());

describe("a ticket that is done, where its system says so,", () => {
  const served = async () => {
    await room.store.transaction(async () => {
      await room.store.save("targetSystems", { id: "T1", fulfilment: "implementer" });
      const of = { resourceType: "targetSystem", resourceKey: "T1" } as const;
      await saveImplementers(room.context as CallContext, of, [
        { userKey: room.keyOf("cy"), userClass: null, plugin: null },
      ]);
    });
  };
  const told = async (request: { readonly key: string }) => [
    (await room.row(request)).status,
    ...(await room.operations(request)).map(({ result, task }) => `${result} ${task}`),
  ];
  const begun = async (operation: object = create) => {
    const request = await room.submit([operation]);
    await room.approve(request);
    await room.deliverAll();
    return request;
  };

  test("completes the task of its request once, and no other ticket does", async () => {
    await served();
    await room.asRoot("PATCH", "/v2/ticketSystems('DESK')", { whenDone: "completeTask" });
    const request = await begun();
    const ticket = await room.ticketOf(request);
    const other = await room.addSystem("OTHER", { whenDone: "completeTask" });
    const done = closing(ticket, "done", { text: "made" });
    expect((await room.callback(done, { system: "OTHER", by: other })).status).toBe(403);
    expect((await room.callback(done, { by: other })).status).toBe(403);
    expect((await room.callback(closing({ ...ticket, ticketId: "T-9" }, "done"))).status).toBe(403);
    expect(await told(request)).toEqual(["I", "P offered"]);
    expect((await room.callback(done)).status).toBe(204);
    expect(await told(request)).toEqual(["C", "S closed"]);
    expect((await room.callback(done)).status).toBe(403);
    expect(await room.store.count("accounts", { shortId: "ada", userKey: room.keyOf("ada") })).toBe(1);
    expect(await room.findings(request)).toEqual([]);
    expect(await room.store.select("grants", { where: { requestKey: request.key } })).toMatchObject([
      { kind: "account", because: "request", endedAt: null },
    ]);
  });

  test("leaves a task that a discovery has to confirm for that discovery", async () => {
    await served();
    await room.store.transaction(() => room.store.save("targetSystems", { id: "T1", confirmBy: "discovery" }));
    await room.asRoot("PATCH", "/v2/ticketSystems('DESK')", { whenDone: "completeTask" });
    const request = await begun();
    expect((await room.callback(closing(await room.ticketOf(request), "done"))).status).toBe(204);
    expect(await told(request)).toEqual(["X", "P unconfirmed"]);
    expect(await room.findings(request)).toEqual([]);
  });

  test("approves nothing, completes no task where it is only noted or was rejected, nor one that needs an ID", async () => {
    await served();
    await room.asRoot("PATCH", "/v2/ticketSystems('DESK')", { whenDone: "completeTask" });
    const waiting = await room.submit([create]);
    await room.deliverAll();
    expect((await room.callback(closing(await room.ticketOf(waiting), "done"))).status).toBe(204);
    expect(await room.row(waiting)).toMatchObject({ status: "W" });
    const rejected = await begun({ ...create, attributes: { shortId: "two" } });
    expect((await room.callback(closing(await room.ticketOf(rejected), "rejected"))).status).toBe(204);
    expect(await told(rejected)).toEqual(["I", "P offered"]);
    const nameless = await begun({ code: "CRTG", targetSystemKey: "T1" });
    expect((await room.callback(closing(await room.ticketOf(nameless), "done"))).status).toBe(204);
    expect(await told(nameless)).toEqual(["I", "P offered"]);
    await room.asRoot("PATCH", "/v2/ticketSystems('DESK')", { whenDone: "note" });
    const noted = await begun({ ...create, attributes: { shortId: "three" } });
    expect((await room.callback(closing(await room.ticketOf(noted), "done"))).status).toBe(204);
    expect(await told(noted)).toEqual(["I", "P offered"]);
    for (const one of [rejected, nameless, noted]) expect(await room.findings(one)).toEqual([]);
  });

  test.each([
    ["done", { whenDone: "endAccess" }],
    ["rejected", { whenRejected: "endAccess" }],
  ])(
    "ends the access that its request has given when it is %s, stays open until then, and acts once",
    async (outcome, effect) => {
      await room.asRoot("PATCH", "/v2/ticketSystems('DESK')", effect);
      const request = await begun();
      const [{ key: operation } = { key: "" }] = await room.operations(request);
      await room.answer(operation, { result: "S", object: made });
      await room.step(request, { ended: [{ operationKeys: [operation], failure: null }] });
      await room.deliverAll();
      expect(await room.row(request)).toMatchObject({ status: "C" });
      const ticket = await room.ticketOf(request);
      expect(ticket).toMatchObject({ state: "open" });
      const grants = () => room.store.select("grants", { where: { requestKey: request.key } });
      const other = await room.addSystem("OTHER", effect);
      expect((await room.callback(closing(ticket, outcome), { by: other })).status).toBe(403);
      expect(await grants()).toMatchObject([{ until: null, endedAt: null }]);
      expect((await room.callback(closing(ticket, outcome))).status).toBe(204);
      expect(await grants()).toMatchObject([{ until: room.clock.now() }]);
      expect((await room.callback(closing(ticket, outcome))).status).toBe(403);
      await handleMoments({ context: room.context, signal }, "grant");
      expect(await room.store.count("requestOperations", { code: "DELU" })).toBe(1);
      expect(await room.findings(request)).toEqual([]);
    },
  );
});
