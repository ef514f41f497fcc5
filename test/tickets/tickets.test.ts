import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { pluginDeliveryGiveUpHours } from "#domain/plugin-limits.ts";
import { ticketCallbackToleranceSeconds, ticketSecretOverlapHours } from "#domain/ticket-limits.ts";
import { writePlugins } from "#test/support/plug-in-files.ts";
import { closing, openTicketRoom, type SentCallback, type TicketRoom } from "#test/support/ticket-room.ts";

const create = { code: "ACUA", targetSystemKey: "T1" };
const made = { id: "17", name: "ada", attributes: {} };
const hourMs = 3_600_000;
let room: TicketRoom;
let desk: TicketRoom["desk"];
let secret: string;

beforeEach(async () => {
  room = await openTicketRoom();
  ({ desk, secret } = room);
});
afterEach(() => room.close());

const asRoot: TicketRoom["asRoot"] = (...call) => room.asRoot(...call);
const add: TicketRoom["addSystem"] = (...call) => room.addSystem(...call);
const name = (value: string | null) => room.nameSystem(value);
const deliver = () => room.deliver();
const deliverAll = () => room.deliverAll();
const ticketOf: TicketRoom["ticketOf"] = (request) => room.ticketOf(request);
const findings: TicketRoom["findings"] = (request) => room.findings(request);
const approve: TicketRoom["approve"] = (request) => room.approve(request);
const audited = async () => room.store.select("sesslog_full", { where: { operation: "TKCL" } });
const call: TicketRoom["callback"] = (...callback) => room.callback(...callback);

describe("a callback is refused with one face, and audited", () => {
  test("that names no ticket of its system, is not signed by it, or comes too late", async () => {
    const request = await room.submit([create]);
    await deliverAll();
    const other = await add("OTHER");
    const ticket = await ticketOf(request);
    const done = closing(ticket, "done");
    const wrong = `whsec_${btoa("no such secret at all, not at all")}`;
    const calls: readonly (readonly [string, object, SentCallback?])[] = [
      ["a ticket that it never got", closing({ ...ticket, key: "0d7c0f4e-0000-4000-8000-000000000009" }, "done")],
      ["another ID than that of the ticket", closing({ ...ticket, ticketId: "T-9" }, "done")],
      ["a ticket of another system", done, { system: "OTHER", by: other }],
      ["a system that does not exist", done, { system: "NOWHERE" }],
      ["a wrong secret", done, { by: wrong }],
      ["a late one", done, { secondsAgo: ticketCallbackToleranceSeconds + 1 }],
      ["one from the future", done, { secondsAgo: -ticketCallbackToleranceSeconds - 1 }],
    ];
    const faces = new Set<string>();
    for (const [why, body, sent] of calls) {
      const { status, json } = await call(body, sent);
      expect([status, json.error.code], why).toEqual([403, "TICKET_CALLBACK_REFUSED"]);
      faces.add(json.error.message);
    }
    expect(faces.size).toBe(1);
    expect(await ticketOf(request)).toMatchObject({ state: "open", outcome: null });
    // Further refusals of strangers are counted in the row of the first.
    expect(await audited()).toMatchObject([{ result: "F" }]);
  });

  test("a repetition, after the end of its ticket", async () => {
    const request = await room.submit([create]);
    await deliverAll();
    const ticket = await ticketOf(request);
    expect((await call(closing(ticket, "done", { text: "as agreed" }))).status).toBe(204);
    const again = await call(closing(ticket, "rejected"));
    expect([again.status, again.json.error.code]).toEqual([403, "TICKET_CALLBACK_REFUSED"]);
    expect(await ticketOf(request)).toMatchObject({ state: "closed", outcome: "done", outcomeText: "as agreed" });
  });

  test("a ticket that was not sent yet", async () => {
    const request = await room.submit([create]);
    expect((await call(closing(await ticketOf(request), "done"))).status).toBe(403);
  });

  test("one of a system that is disabled", async () => {
    const request = await room.submit([create]);
    await deliverAll();
    await asRoot("PATCH", "/v2/ticketSystems('DESK')", { enabled: false });
    expect((await call(closing(await ticketOf(request), "done"))).status).toBe(403);
  });
});

test("a signed callback that says something else names the rule", async () => {
  const closed = { type: "ticket.closed", ticket: "x", id: "T-1", outcome: "done" };
  const others: readonly (readonly [string, string])[] = [
    ["no JSON", "{"],
    ["an approval", JSON.stringify({ ...closed, outcome: "approved" })],
    ["another event", JSON.stringify({ ...closed, type: "ticket.opened" })],
    ["an unknown field", JSON.stringify({ ...closed, by: 1 })],
  ];
  for (const [what, text] of others) {
    const { status, json } = await call({}, { text });
    expect([status, json.error.code], what).toEqual([400, "INPUT_INVALID"]);
  }
});

describe("a closed ticket", () => {
  test("that was rejected is only noted, unless its system cancels: then a request that waits is cancelled", async () => {
    const [noted, cancelled] = [
      await room.submit([create]),
      await room.submit([{ ...create, targetSystemKey: "T1", attributes: { shortId: "two" } }]),
    ];
    await deliverAll();
    expect((await call(closing(await ticketOf(noted), "rejected"))).status).toBe(204);
    expect(await room.row(noted)).toMatchObject({ status: "W" });
    await asRoot("PATCH", "/v2/ticketSystems('DESK')", { whenRejected: "cancel" });
    const ticket = await ticketOf(cancelled);
    expect((await call(closing(ticket, "rejected", { text: "no budget" }))).status).toBe(204);
    expect(await room.row(cancelled)).toMatchObject({ status: "K" });
    expect([await findings(noted), await findings(cancelled)]).toEqual([[], []]);
    expect((await audited()).map(({ result, ident }) => [result, ident])).toContainEqual(["S", ticket.key]);
    await deliverAll();
    expect(desk.tasks.filter(({ method }) => method === "PATCH")).toEqual([]);
  });

  test("cancels nothing that has begun, and is never an approval", async () => {
    await asRoot("PATCH", "/v2/ticketSystems('DESK')", { whenRejected: "cancel" });
    const waiting = await room.submit([create]);
    await deliverAll();
    await call(closing(await ticketOf(waiting), "done"));
    expect(await room.row(waiting)).toMatchObject({ status: "W" });
    await approve(waiting);
    const begun = await room.submit([{ ...create, attributes: { shortId: "two" } }]);
    await approve(begun);
    await deliverAll();
    expect((await call(closing(await ticketOf(begun), "rejected"))).status).toBe(204);
    expect(await room.row(begun)).toMatchObject({ status: "X" });
    expect(await findings(begun)).toEqual([]);
  });

  test("is closed though the answer to its opening was lost", async () => {
    const request = await room.submit([create]);
    desk.losesAnswers(1);
    await deliver();
    expect(await ticketOf(request)).toMatchObject({ state: "waiting", ticketId: null });
    expect((await call(closing(await ticketOf(request), "done"))).status).toBe(204);
    expect(await ticketOf(request)).toMatchObject({ state: "closed", ticketId: "T-1" });
    room.clock.advance(hourMs);
    expect(await deliver()).toBe(0);
  });
});

describe("tickets of a request", () => {
  test("are opened once however often an answer is lost, follow its status and are closed with it", async () => {
    desk.losesAnswers(1);
    const request = await room.submit([create]);
    await deliver();
    expect(await ticketOf(request)).toMatchObject({ state: "waiting", lastError: expect.stringContaining("desk.ts") });
    room.clock.advance(5000);
    await deliverAll();
    expect([desk.opened(), desk.tasks.length]).toEqual([1, 2]);
    const address = "https://desk.example/T-1";
    expect(await ticketOf(request)).toMatchObject({ state: "open", ticketId: "T-1", address, lastError: null });
    await approve(request);
    await deliverAll();
    const [{ key: operation } = { key: "" }] = await room.operations(request);
    expect(await ticketOf(request)).toMatchObject({ operationKey: operation });
    await room.answer(operation, { result: "S", object: made });
    await room.step(request, { ended: [{ operationKeys: [operation], failure: null }] });
    await deliverAll();
    expect(desk.tasks.slice(2).map(({ method, path, body }) => [method, path, body["comment"]])).toEqual([
      ["PATCH", "/tickets/T-1", `Request ${(await room.row(request)).number}: Performing`],
      ["PATCH", "/tickets/T-1", `Request ${(await room.row(request)).number}: Completed`],
    ]);
    expect(await ticketOf(request)).toMatchObject({ state: "closed", outcome: null });
  });

  test("are opened when the first operation may begin, unless their system says otherwise; direct writes have none", async () => {
    await asRoot("PATCH", "/v2/ticketSystems('DESK')", { opens: "performing" });
    const request = await room.submit([create]);
    expect(await room.store.count("tickets")).toBe(0);
    await approve(request);
    expect(await room.store.count("tickets", { requestKey: request.key })).toBe(1);
    const elsewhere = await room.submit([{ ...create, targetSystemKey: "T2" }]);
    await room.step(elsewhere);
    expect(await room.store.count("tickets", { requestKey: elsewhere.key })).toBe(0);
  });

  test("hold nothing personal unless the field is given", async () => {
    const spy =
      "export const run = (t) => ({ id: t.ticket.key, address: 'https://d.example/?' + encodeURIComponent(JSON.stringify(t)) });";
    writePlugins(room, { "desk.ts": spy });
    const told = async (request: { key: string }) => {
      await deliverAll();
      return decodeURIComponent((await ticketOf(request)).address ?? "");
    };
    const first = await told(await room.submit([create], { reason: "private words" }));
    expect(first).toContain('"operations":[{"code":"ACUA","title":"create account","targetSystemKey":"T1"}]');
    for (const personal of ["ada", "private words", room.keyOf("ada")]) expect(first).not.toContain(personal);
    await asRoot("PATCH", "/v2/ticketSystems('DESK')", { fields: ["requester", "objects"] });
    const second = await told(await room.submit([{ ...create, attributes: { shortId: "two" } }]));
    expect(second).toContain(`"requester":{"key":"${room.keyOf("ada")}","id":"ada"`);
    expect(second).toContain('"object":');
    expect(second).not.toContain('"recipient"');
  });

  test("that cannot be opened are given up visibly, and opened when the delivery is retried", async () => {
    writePlugins(room, { "desk.ts": "export const run = () => { throw new Error('down'); };" });
    const request = await room.submit([create]);
    await deliver();
    room.clock.advance(pluginDeliveryGiveUpHours * hourMs);
    await deliverAll();
    expect(await ticketOf(request)).toMatchObject({ state: "failed", ticketId: null });
    const { json } = await asRoot("GET", "/v2/pluginDeliveries?$filter=state eq 'dead'");
    expect(json.value).toMatchObject([{ kind: "ticketSystem", act: "open", tries: 2, plugin: "desk.ts" }]);
    writePlugins(room, { "desk.ts": desk.plugin() });
    expect((await asRoot("POST", `/v2/pluginDeliveries(${json.value[0].key})/retry`)).status).toBe(200);
    await deliverAll();
    expect(await ticketOf(request)).toMatchObject({ state: "open", ticketId: "T-1" });
  });

  test("are not taken for another ticket by a later answer", async () => {
    const request = await room.submit([create]);
    await deliverAll();
    writePlugins(room, { "desk.ts": "export const run = () => ({ id: 'T-2' });" });
    await approve(request);
    await deliver();
    expect(await ticketOf(request)).toMatchObject({ state: "open", ticketId: "T-1", lastError: expect.any(String) });
  });
});

describe("the secret of a ticket system", () => {
  test("is shown once; for a while the one before it is accepted as well", async () => {
    const request = await room.submit([create]);
    await deliverAll();
    const { json } = await asRoot("POST", "/v2/ticketSystems('DESK')/rotateSecret", {});
    expect(json.secret).not.toBe(secret);
    expect((await asRoot("GET", "/v2/ticketSystems('DESK')")).text).not.toContain(String(json.secret));
    room.clock.advance(ticketSecretOverlapHours * hourMs);
    expect((await call(closing(await ticketOf(request), "done"))).status).toBe(403);
    expect((await call(closing(await ticketOf(request), "done"), { by: String(json.secret) })).status).toBe(204);
  });

  test("of before signs until its time is over", async () => {
    const request = await room.submit([create]);
    await deliverAll();
    await asRoot("POST", "/v2/ticketSystems('DESK')/rotateSecret", { overlapHours: 1 });
    room.clock.advance(hourMs - 1000);
    expect((await call(closing(await ticketOf(request), "done"))).status).toBe(204);
  });
});

describe("ticket systems", () => {
  test("that do not fit are refused", async () => {
    const one = { id: "X", plugin: "desk.ts" };
    const calls: readonly (readonly [string, string, object | undefined, number, string])[] = [
      ["POST", "", { id: "X" }, 400, "INPUT_INVALID"],
      ["POST", "", { ...one, plugin: "absent.mjs" }, 400, "TICKET_SYSTEM_PLUGIN_UNKNOWN"],
      ["POST", "", { ...one, fields: ["password"] }, 400, "INPUT_INVALID"],
      ["POST", "", { ...one, whenRejected: "approve" }, 400, "INPUT_INVALID"],
      ["POST", "", { ...one, id: "DESK" }, 409, "TICKET_SYSTEM_EXISTS"],
      ["PATCH", "('DESK')", { plugin: "absent.mjs" }, 400, "TICKET_SYSTEM_PLUGIN_UNKNOWN"],
      ["DELETE", "('DESK')", undefined, 409, "TICKET_SYSTEM_IN_USE"],
      ["DELETE", "('NOWHERE')", undefined, 404, "NOT_FOUND"],
    ];
    for (const [method, path, body, ...refusal] of calls) {
      const { status, json } = await asRoot(method, `/v2/ticketSystems${path}`, body);
      expect([status, json.error.code], `${method} ${JSON.stringify(body)}`).toEqual(refusal);
    }
  });

  test("are removed when nobody names them any more, and are named only if they exist", async () => {
    await name(null);
    expect((await asRoot("DELETE", "/v2/ticketSystems('DESK')")).status).toBe(204);
    await expect(name("DESK")).rejects.toMatchObject({ code: "OPTION_VALUE_INVALID" });
  });

  test("and deliveries are for superusers; a ticket is read by the people of its request", async () => {
    const request = await room.submit([create]);
    await deliverAll();
    for (const path of ["/v2/ticketSystems", "/v2/pluginDeliveries"])
      expect((await room.call("GET", path, "ada")).status).toBe(403);
    const read = async (as: string, path: string) => (await room.call("GET", path, as)).json.value?.length ?? 0;
    expect([
      await read("ada", "/v2/tickets"),
      await read("bob", "/v2/tickets"),
      await read("cy", "/v2/tickets"),
    ]).toEqual([1, 1, 0]);
    expect(await read("ada", `/v2/requests(${request.key})/tickets`)).toBe(1);
    expect((await room.call("GET", `/v2/requests(${request.key})/tickets`, "cy")).status).toBe(403);
  });
});
