import type { Outcome } from "#domain/requests/order.ts";

import { usualCapabilities } from "./organisation.ts";
import { openRequestApi, type RequestApi } from "./request-api.ts";
import { enrolSender, type TestSender } from "./test-sender.ts";

/** An operation that the room's proxy has carried out. */
export interface CarriedOut {
  readonly targetSystem: string;
  readonly name: string;
  readonly password: string;
  readonly looksFirst: boolean;
}

/** Outcome of an operation, by its target system. */
export type OutcomeOf = (targetSystem: string) => Pick<Outcome, "result" | "code" | "message">;

/** Target systems T1, T2 and T3, whose group keeps passwords the same, with accounts of ada on each and of bob on T1, and senders. */
export interface SenderRoom extends RequestApi {
  /** Sender of T1. */
  readonly first: TestSender;
  /** Invites a sender of a target system and enrolls it; it is closed with the room. */
  sender(targetSystemKey: string): Promise<TestSender>;
  /** Carries out what waits for the proxy until nothing does; returns what that was. */
  work(outcomeOf?: OutcomeOf): Promise<readonly CarriedOut[]>;
  /** Fetches what waits for the proxy, without an answer. */
  fetch(): Promise<readonly string[]>;
  /** Returns kind and reason of the notices of a user. */
  noticesOf(id: string): Promise<readonly string[]>;
  accountKey(id: string, targetSystemKey: string): string;
}

const targets = ["T1", "T2", "T3"];

/** Opens the room. */
export async function openSenderRoom(): Promise<SenderRoom> {
  const api = await openRequestApi({
    people: ["ada", "bob"],
    targets: { T1: [], T2: [], T3: [] },
    capabilities: [...usualCapabilities, "resetPassword", "changePassword", "verify"],
  });
  const { store } = api;
  const keys = new Map<string, string>();
  const owned = [...targets.map((target) => ["ada", target] as const), ["bob", "T1"] as const, ["", "T1"] as const];
  await store.transaction(async () => {
    await store.save("targetGroups", { id: "DEFAULT", syncPasswords: true });
    for (const [id, targetSystemKey] of owned) {
      const name = id === "" ? "nobody" : id;
      const key = api.context.ids.guid();
      keys.set(`${name} ${targetSystemKey}`, key);
      const names = { stableId: `id-${name}`, longId: name, shortId: name, displayId: name };
      const userKey = id === "" ? null : api.keyOf(id);
      await store.save("accounts", { key, targetSystemKey, enabled: true, userKey, ...names });
    }
  });
  const openRequests = async () => {
    const open = await store.select("reqbatch", { where: { active: true }, orderBy: [["createdAt", "asc"]] });
    return open.map(({ key }) => ({ key }));
  };
  const senders: TestSender[] = [];
  const addSender = async (targetSystemKey: string) => {
    const { json } = await api.call("POST", "/v2/passwordSenders", "root", { targetSystemKey, name: "host" });
    const sender = await enrolSender({ address: api.address, folder: api.folder, clock: api.clock }, json);
    senders.push(sender);
    return sender;
  };
  return {
    ...api,
    first: await addSender("T1"),
    sender: addSender,
    accountKey: (id, target) => keys.get(`${id} ${target}`) ?? "",
    async work(outcomeOf = () => ({ result: "S" })) {
      const carried: CarriedOut[] = [];
      for (let again = true; again;) {
        again = false;
        for (const request of await openRequests()) {
          const step = await api.step(request);
          if (step.do !== "perform") continue;
          again = true;
          const operationKeys = step.chunks.flatMap((chunk) => [...chunk.operationKeys]);
          const orders = await api.proxy.orders(operationKeys);
          for (const { operationKey, sends, targetSystem, object, password, looksFirst } of orders) {
            const text = password?.use((plain) => plain) ?? "";
            carried.push({ targetSystem, name: object.name, password: text, looksFirst: looksFirst === true });
            await api.proxy.outcomes([{ ...outcomeOf(targetSystem), operationKey, sends }]);
          }
          await api.step(request, { ended: [{ operationKeys, failure: null }] });
        }
      }
      return carried;
    },
    async fetch() {
      const fetched: string[] = [];
      for (const request of await openRequests()) {
        const step = await api.step(request);
        if (step.do !== "perform") continue;
        const operationKeys = step.chunks.flatMap((chunk) => [...chunk.operationKeys]);
        fetched.push(...(await api.proxy.orders(operationKeys)).map(({ operationKey }) => operationKey));
      }
      return fetched;
    },
    async noticesOf(id) {
      const told = await store.select("notices", { where: { userKey: api.keyOf(id) } });
      return told.map(({ kind, facts }) => [kind, facts["because"]].filter(Boolean).join(" "));
    },
    async close() {
      for (const sender of senders) sender.close();
      await api.close();
    },
  };
}
