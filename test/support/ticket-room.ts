import { createHmac } from "node:crypto";

import { expect } from "vitest";

import { handleMoments } from "#activities/hub/moments.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { replayRequest } from "#operations/requests/replay-request.ts";
import { saveOption } from "#operations/target-systems/engine/save-option.ts";
import type { Row } from "#store/tables.ts";

import type { TestAnswer } from "./api.ts";
import { writePlugins } from "./plug-in-files.ts";
import { openRequestApi, type RequestApi } from "./request-api.ts";
import { openTicketDesk, type TicketDesk } from "./ticket-desk.ts";

/** A callback of a ticket system, as a test sends it. */
export interface SentCallback {
  readonly system?: string;
  /** Secret that signs it; by default that of DESK. */
  readonly by?: string;
  readonly secondsAgo?: number;
  /** Body letter by letter; by default the JSON of the given one. */
  readonly text?: string;
}

/** Room for requests on T1, of which bob decides, with the ticket system DESK, and on T2 without one; sue is a superuser. */
export interface TicketRoom extends RequestApi {
  readonly desk: TicketDesk;
  /** Secret with which DESK signs. */
  readonly secret: string;
  asRoot(method: string, path: string, body?: object): Promise<TestAnswer>;
  /** Adds a ticket system and returns its secret. */
  addSystem(id: string, part?: object): Promise<string>;
  /** Sets the ticket system that T1 names. */
  nameSystem(value: string | null): Promise<unknown>;
  /** Delivers what is due, and returns the number of deliveries. */
  deliver(): Promise<number>;
  deliverAll(): Promise<void>;
  ticketOf(request: { readonly key: string }): Promise<Row<"tickets">>;
  /** Returns what a replay of a request finds. */
  findings(request: { readonly key: string }): Promise<readonly unknown[]>;
  approve(request: { readonly key: string }): Promise<unknown>;
  /** Sends a callback, signed as the documents say. */
  callback(body: object, sent?: SentCallback): Promise<TestAnswer>;
}

/** Opens the room. */
export async function openTicketRoom(): Promise<TicketRoom> {
  const desk = await openTicketDesk();
  const room = await openRequestApi({
    people: ["ada", "bob", "cy", "dan"],
    targets: { T1: [{ authorizers: ["bob"] }], T2: [] },
  });
  await room.addUser("sue", { superuser: true });
  writePlugins(room, { "desk.ts": desk.plugin() });
  const { signal } = new AbortController();
  const asRoot = (method: string, path: string, body?: object) => room.call(method, path, "sue", body);
  const addSystem = async (id: string, part: object = {}) => {
    const { status, json } = await asRoot("POST", "/v2/ticketSystems", { id, plugin: "desk.ts", ...part });
    expect(status).toBe(201);
    return String(json.secret);
  };
  const nameSystem = (value: string | null) =>
    room.store.transaction(() =>
      saveOption(room.context, { targetSystemId: "T1", name: "ticketSystem", target: "value" }, value),
    );
  const deliver = () => handleMoments({ context: room.context, signal }, "pluginDelivery");
  const secret = await addSystem("DESK", { opens: "waiting" });
  await nameSystem("DESK");
  return {
    ...room,
    desk,
    secret,
    asRoot,
    addSystem,
    nameSystem,
    deliver,
    async deliverAll() {
      while ((await deliver()) > 0);
    },
    async ticketOf(request) {
      const [ticket] = await room.store.select("tickets", { where: { requestKey: request.key } });
      if (ticket === undefined) throw new Error("no ticket");
      return ticket;
    },
    findings: async ({ key }) =>
      (await invoke(replayRequest, room.context, engineCaller("cli", "check"), { key })).findings,
    approve: (request) => room.decide("bob", request, { phase: 1, decision: "approve" }),
    callback(body, { system = "DESK", by = secret, secondsAgo = 0, text = JSON.stringify(body) } = {}) {
      const id = "evt-1";
      const timestamp = String(Math.floor(room.clock.now() / 1000) - secondsAgo);
      const key = Buffer.from(by.replace(/^whsec_/, ""), "base64");
      const signature = `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${text}`).digest("base64")}`;
      return room.send("POST", `/tickets/callback/${system}`, {
        headers: {
          "content-type": "application/json",
          "webhook-id": id,
          "webhook-timestamp": timestamp,
          "webhook-signature": signature,
        },
        body: text,
      });
    },
    async close() {
      await room.close();
      await desk.close();
    },
  };
}

/** Returns the body of a callback that closes a ticket. */
export function closing({ key, ticketId }: Row<"tickets">, outcome: string, part: object = {}) {
  return { type: "ticket.closed", ticket: key, id: ticketId ?? "T-1", outcome, ...part };
}
