import { createPrivateKey, type JsonWebKey, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { ProxyClient } from "#activities/proxy/client.ts";
import { openProxyKeys } from "#activities/proxy/keys.ts";
import { type Outcome, outcomeText } from "#domain/requests/order.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { handOutFrom } from "#operations/proxies/engine/hand-out-orders.ts";
import { recordIn } from "#operations/proxies/engine/record-outcomes.ts";
import type { OrderSources } from "#operations/proxies/engine/sources-of.ts";
import { credentialSources } from "#operations/tables/credential-sources.ts";

import { createDirectClient } from "./direct-client.ts";
import { saveProxy } from "./organisation.ts";
import { openRequestRoom, type RequestRoom } from "./request-room.ts";
import { callerOf } from "./service.ts";

/** Number of times that an operation was sent, and whether it has ended. */
export interface OperationState {
  readonly sends: number;
  readonly ended: boolean;
}

/** A source of orders with the functions that a test needs to fill it. */
export interface SourceUnderTest {
  readonly sources: OrderSources;
  /** Opens an operation on a target system, in the hands of its proxy; returns the key that the proxy knows. */
  open(room: RequestRoom, targetSystemKey: string): Promise<string>;
  state(room: RequestRoom, operationKey: string): Promise<OperationState>;
}

/** A room whose target T1 is served by the proxy `local` and T2 by `other`, both with the given sources of orders. */
export interface SourceRoom {
  readonly room: RequestRoom;
  readonly local: ProxyClient;
  readonly other: ProxyClient;
}

/** Opens a room with the given sources. */
export async function openSourceRoom(sources: OrderSources, credentials = credentialSources): Promise<SourceRoom> {
  const room = await openRequestRoom({ targets: { T1: [], T2: [] } });
  const { context, store, folder } = room;
  await store.transaction(async () => {
    await saveProxy(context, "other");
    await store.save("targetSystems", { id: "T2", proxyServers: ["other"] });
  });
  const doors = { handOut: handOutFrom(sources, credentials), record: recordIn(sources, credentials) };
  return {
    room,
    local: await createDirectClient(context, "local", join(folder, "local"), doors),
    other: await createDirectClient(context, "other", join(folder, "other"), doors),
  };
}

const done = (operationKey: string, sends = 1): Outcome => ({ operationKey, sends, result: "S" });

/** Tests the promises of a source of orders to proxies and to the store. */
export function orderSourceContract(name: string, { sources, open, state }: SourceUnderTest): void {
  describe(`a source of orders: ${name}`, () => {
    let room: RequestRoom;
    let local: ProxyClient;
    let other: ProxyClient;
    beforeEach(async () => {
      ({ room, local, other } = await openSourceRoom(sources));
    });
    afterEach(() => room.close());

    test("what is open is handed out with its target, counted before it leaves, and audited", async () => {
      const key = await open(room, "T1");
      expect(await local.orders([key])).toMatchObject([
        { operationKey: key, sends: 1, connector: "fault", targetSystem: "T1", address: { file: "none" } },
      ]);
      expect(await state(room, key)).toEqual({ sends: 1, ended: false });
      const audited = await room.store.select("sesslog_full", { where: { operation: "PXHO", ident: key } });
      expect(audited).toMatchObject([{ result: "S", actor: "local", targetSystem: "T1", message: "send 1" }]);
    });

    test("only the latest send is answered, and only once", async () => {
      const key = await open(room, "T1");
      for (const sends of [1, 2]) expect(await local.orders([key])).toMatchObject([{ sends }]);
      await expect(local.outcomes([done(key, 1)])).rejects.toMatchObject({ code: "OUTCOME_REFUSED" });
      await local.outcomes([done(key, 2)]);
      await local.outcomes([done(key, 2)]);
      expect(await state(room, key)).toEqual({ sends: 2, ended: true });
      const failed: Outcome = { operationKey: key, sends: 2, result: "F", code: "policy" };
      await expect(local.outcomes([failed])).rejects.toMatchObject({ code: "OUTCOME_REFUSED" });
    });

    test("what has ended is left out of the next hand-out", async () => {
      const [first, second] = [await open(room, "T1"), await open(room, "T1")];
      await local.orders([first]);
      await local.outcomes([done(first)]);
      expect(await local.orders([first, second])).toMatchObject([{ operationKey: second, sends: 1 }]);
      expect(await state(room, first)).toEqual({ sends: 1, ended: true });
    });

    test("a failure that may pass keeps it open, another one ends it", async () => {
      const key = await open(room, "T1");
      await local.orders([key]);
      await local.outcomes([{ operationKey: key, sends: 1, result: "F", code: "busy" }]);
      expect(await state(room, key)).toEqual({ sends: 1, ended: false });
      expect(await local.orders([key])).toMatchObject([{ sends: 2 }]);
      await local.outcomes([{ operationKey: key, sends: 2, result: "F", code: "policy" }]);
      expect(await state(room, key)).toEqual({ sends: 2, ended: true });
    });

    test("a foreign operation and one that nobody knows refuse the whole call in the same words", async () => {
      const [own, foreign] = [await open(room, "T1"), await open(room, "T2")];
      const unknown = own.replace(/[^:]+$/, "none");
      const words: string[] = [];
      for (const keys of [[own, foreign], [own, unknown], ["nowhere:none"]])
        await local.orders(keys).catch((error: Error) => words.push(error.message));
      expect(words).toEqual(Array(3).fill("An operation of this call is not assigned to this proxy."));
      expect(await state(room, own)).toEqual({ sends: 0, ended: false });
      for (const key of [foreign, unknown, "nowhere:none"])
        await expect(local.outcomes([done(key)])).rejects.toMatchObject({ code: "OUTCOME_REFUSED" });
    });

    test("another proxy hears nothing of it and ends nothing, neither by its own signature nor by a copied one", async () => {
      const key = await open(room, "T1");
      await local.orders([key]);
      await expect(other.orders([key])).rejects.toMatchObject({ code: "FORBIDDEN" });
      await expect(other.outcomes([done(key)])).rejects.toMatchObject({ code: "OUTCOME_REFUSED" });
      const outcomes = [{ outcome: done(key) }];
      const signature = openProxyKeys(join(room.folder, "other")).signOutcomes("local", [done(key)]);
      const caller = callerOf({ key: "", id: "local", superuser: false }, { kind: "proxy", key: null });
      for (const forged of [{ outcomes, signature }, { outcomes: [{ outcome: done(key), signature }] }, { outcomes }]) {
        const call = invoke(recordIn(sources, credentialSources), room.context, caller, forged);
        await expect(call).rejects.toMatchObject({ code: "OUTCOME_REFUSED" });
      }
      expect(await state(room, key)).toEqual({ sends: 1, ended: false });
    });

    test("a proxy of an earlier version signs each outcome by itself, and the same one again changes nothing", async () => {
      const keys = [await open(room, "T1"), await open(room, "T1")];
      await local.orders(keys);
      const file = readFileSync(join(room.folder, "local", "proxy-keys.json"), "utf8");
      const { signing } = JSON.parse(file) as { readonly signing: JsonWebKey };
      const key = createPrivateKey({ key: signing, format: "jwk" });
      const outcomes = keys.map((operationKey) => {
        const outcome = done(operationKey);
        const signature = sign(null, Buffer.from(outcomeText("local", outcome)), key).toString("base64url");
        return { outcome, signature };
      });
      const caller = callerOf({ key: "", id: "local", superuser: false }, { kind: "proxy", key: null });
      for (const _ of ["first", "again"]) {
        const call = invoke(recordIn(sources, credentialSources), room.context, caller, { outcomes });
        expect(await call).toMatchObject({ recorded: 2 });
      }
      for (const operationKey of keys) expect(await state(room, operationKey)).toEqual({ sends: 1, ended: true });
    });

    test("a chunk is recorded whole or not at all, and what is not refused can be recorded by itself", async () => {
      const keys = [await open(room, "T1"), await open(room, "T1"), await open(room, "T1")];
      const [first = "", second = "", third = ""] = keys;
      await local.orders(keys);
      await local.orders([second]);
      const chunk = keys.map((key) => done(key));
      await expect(local.outcomes(chunk)).rejects.toMatchObject({ code: "OUTCOME_REFUSED" });
      for (const key of keys) expect(await state(room, key)).toMatchObject({ ended: false });
      await local.outcomes([done(first), done(third), done(second, 2)]);
      for (const key of keys) expect(await state(room, key)).toMatchObject({ ended: true });
    });

    test("two different outcomes of one operation in one call are refused", async () => {
      const key = await open(room, "T1");
      await local.orders([key]);
      const failed: Outcome = { operationKey: key, sends: 1, result: "F", code: "busy" };
      await expect(local.outcomes([done(key), failed])).rejects.toMatchObject({ code: "OUTCOME_REFUSED" });
      expect(await state(room, key)).toEqual({ sends: 1, ended: false });
      await local.outcomes([done(key), done(key)]);
      expect(await state(room, key)).toEqual({ sends: 1, ended: true });
    });
  });
}
