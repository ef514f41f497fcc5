import { Secret } from "#connectors/contract/index.ts";
import type { LaneItems, RunStep } from "#domain/runs/run-step.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { addMassReset } from "#operations/mass-resets/create-mass-reset.ts";
import { massResetSource, sealedPassword } from "#operations/mass-resets/engine/items.ts";
import { startMassReset } from "#operations/mass-resets/start-mass-reset.ts";
import { nextRunStep } from "#operations/runs/next-run-step.ts";
import type { Row } from "#store/tables.ts";

import { openRequestRoom, type RequestRoom } from "./request-room.ts";
import { callerOf } from "./service.ts";

/** A room whose users ada, bob, cy and dan have an account each on the targets T1 and T2. */
export interface MassResetRoom extends RequestRoom {
  /** Creates a mass reset as the superuser root, of all accounts unless the terms choose others. */
  create(terms?: object): Promise<Row<"massResets">>;
  /** Starts a draft with the number of accounts of its first trial. */
  begin(draft: Row<"massResets">, part?: object): Promise<Row<"massResets">>;
  /** Takes the next step of the run of a mass reset. */
  next(key: string, busy?: readonly string[]): Promise<RunStep>;
  /** Plans a mass reset whole, and returns the keys by which the proxy knows what it has in its hands. */
  inHand(key: string): Promise<readonly string[]>;
  /** Carries a mass reset out until nothing happens: the answers are given by the name of the account. */
  carryOut(key: string, answer?: (name: string) => "opens" | "refused"): Promise<void>;
  items(key: string): Promise<readonly Row<"massResetAccounts">[]>;
  state(key: string): Promise<Row<"massResets">>;
}

const people = ["ada", "bob", "cy", "dan"] as const;
const usualCapabilities = ["create", "delete", "get", "update", "resetPassword", "verify", "expirePassword"];
const stepsMax = 60;

/** Opens the room; every target group has the policy DEFAULT. */
export async function openMassResetRoom(capabilities: readonly string[] = usualCapabilities): Promise<MassResetRoom> {
  const room = await openRequestRoom({ people: [...people, "root"], targets: { T1: [], T2: [] }, capabilities });
  const { store, context } = room;
  await store.transaction(async () => {
    await store.save("users", { key: room.keyOf("root"), superuser: true });
    for (const targetSystemKey of ["T1", "T2"])
      for (const id of people) {
        const names = { longId: id, shortId: id, displayId: id, stableId: `${id}-${targetSystemKey}` };
        const userKey = room.keyOf(id);
        await store.add("accounts", { key: context.ids.guid(), targetSystemKey, userKey, ...names });
      }
  });
  const root = callerOf({ key: room.keyOf("root"), id: "root", superuser: true }, { provedAt: room.clock.now() });
  let ordinal = 0;
  const next = (key: string, busy: readonly string[] = []): Promise<RunStep> =>
    invoke(nextRunStep, context, engineCaller("idtm", key), {
      key,
      run: "run",
      ordinal: (ordinal += 1),
      busy: [...busy],
    });
  const items = (key: string) =>
    store.select("massResetAccounts", { where: { runKey: key }, orderBy: [["accountName", "asc"]] });

  async function performed(lanes: readonly LaneItems[], answer: (name: string) => "opens" | "refused"): Promise<void> {
    for (const { operationKeys } of lanes) {
      const orders = await room.proxy.orders([...operationKeys]);
      if (orders.length === 0) continue;
      await room.proxy.outcomes(
        orders.map(({ operationKey, sends, object, passwordKey = "" }) => {
          const said = answer(object.name);
          const tried = [{ key: passwordKey, answer: said, counts: false }];
          return said === "opens"
            ? ({ operationKey, sends, result: "S", tried } as const)
            : ({ operationKey, sends, result: "F", code: "policy", message: `not ${object.name}` } as const);
        }),
      );
    }
  }

  return {
    ...room,
    next,
    items,
    create: (terms = {}) =>
      invoke(addMassReset, context, root, { reason: "a breach", condition: "id ne 'root'", ...terms }),
    begin: ({ key, accounts }, part = {}) =>
      invoke(startMassReset, context, root, { key, expectCount: accounts, ...part }),
    async inHand(key) {
      for (let steps = 0; steps < stepsMax; steps += 1) {
        const step = await next(key);
        if (step.do === "finished") return [];
        const run = await store.get("runs", key);
        if (run?.startedAt !== null && step.lanes.length > 0) return step.lanes.flatMap((lane) => lane.operationKeys);
      }
      return [];
    },
    async carryOut(key, answer = () => "opens") {
      for (let steps = 0; steps < stepsMax; steps += 1) {
        const step = await next(key);
        if (step.do === "finished") return;
        if (step.lanes.length === 0 && step.waitMs !== 0) return;
        await performed(step.lanes, answer);
      }
      throw new Error(`the mass reset ${key} does not end`);
    },
    async state(key) {
      const row = await store.get("massResets", key);
      if (row === undefined) throw new Error(`no mass reset ${key}`);
      return row;
    },
  };
}

/** Opens a row of a mass reset in the hands of the proxy of a target system, and returns the key that the proxy knows. */
export async function openMassResetRow(
  { store, context }: Pick<RequestRoom, "store" | "context">,
  targetSystemKey: string,
): Promise<string> {
  const [runKey, key, accountKey] = [context.ids.guid(), context.ids.guid(), context.ids.guid()];
  const names = { stableId: accountKey, longId: "row", shortId: "row", displayId: "row" };
  const proxyServer = targetSystemKey === "T1" ? "local" : "other";
  const asked = { requestId: "call", state: "running", createdAt: 0 } as const;
  await store.transaction(async () => {
    await store.add("runs", { key: runKey, kind: "massReset", reason: "asked", ...asked });
    const counts = { chosen: [], skipped: [], chosenBy: "accounts" } as const;
    await store.add("massResets", {
      key: runKey,
      number: runKey.slice(0, 36),
      reason: "a breach",
      ...asked,
      ...counts,
    });
    await store.add("massResetTargets", { key: context.ids.guid(), runKey, targetSystemKey, accounts: 1 });
    await store.add("accounts", { key: accountKey, targetSystemKey, ...names });
    const password = sealedPassword(store, key, new Secret("a-new-password"));
    const held = { openAccountKey: accountKey, proxyServer, turn: 1, password, begunAt: 0, createdAt: 0 };
    const of = { runKey, accountKey, accountName: "row", targetSystemKey, act: "set" } as const;
    await store.add("massResetAccounts", { key, ...of, ...held });
  });
  return `${massResetSource}:${key}`;
}
