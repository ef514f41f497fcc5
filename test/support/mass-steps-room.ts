import { handleMoments } from "#activities/hub/moments.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { actOnItem, beginActing } from "#operations/runs/act-on-item.ts";
import type { Row } from "#store/tables.ts";

import { type MassResetRoom, openMassResetRoom } from "./mass-reset-room.ts";
import { usualCapabilities } from "./organisation.ts";

/** A room of mass resets whose target systems create, disable and delete accounts, and carry memberships out. */
export interface MassStepsRoom extends MassResetRoom {
  steps(key: string): Promise<readonly Row<"massResetSteps">[]>;
  /** Returns the steps of a mass reset as words: line, user, act, target system and result. */
  told(key: string): Promise<readonly string[]>;
  /** Acts on the keys of a lane, as a hub does. */
  act(operationKeys: readonly string[]): Promise<void>;
  /** Carries an onboarding or offboarding out until nothing happens; the answers of targets are given by the name of the object. */
  carryOutSteps(key: string, answer?: (name: string, code: string) => "S" | "F"): Promise<void>;
}

const capabilities = [...usualCapabilities, "resetPassword", "verify", "expirePassword"];
const roundsMax = 200;
const roundMs = 30_000;

/** Opens the room. */
export async function openMassStepsRoom(): Promise<MassStepsRoom> {
  const room = await openMassResetRoom(capabilities);
  const { store, context, clock } = room;
  const steps = (key: string) =>
    store.select("massResetSteps", {
      where: { runKey: key },
      orderBy: [
        ["line", "asc"],
        ["createdAt", "asc"],
      ],
    });

  async function act(operationKeys: readonly string[]): Promise<void> {
    for (const operationKey of operationKeys) {
      const engine = engineCaller("idtm", operationKey);
      const sends = await invoke(beginActing, context, engine, { operationKey });
      if (sends !== null) await invoke(actOnItem, context, engine, { operationKey, sends });
    }
  }

  async function performRequests(answer: (name: string, code: string) => "S" | "F"): Promise<void> {
    for (const request of await store.select("reqbatch", { where: { active: true } })) {
      const step = await room.step(request);
      if (step.do !== "perform") continue;
      for (const { operationKeys } of step.chunks)
        for (const operationKey of operationKeys) {
          const [order] = await room.proxy.orders([operationKey]);
          if (order === undefined) continue;
          const name = String(order.attributes["shortId"]?.[0] ?? order.object.name);
          const { sends, code } = order;
          const object = { id: `${name}-made`, name, attributes: {} };
          const done = { operationKey, sends, result: "S" as const, ...(code === "ACUA" && { object }) };
          const said = answer(name, code);
          const failed = { operationKey, sends, result: "F" as const, code: "policy" as const, message: `not ${name}` };
          await room.proxy.outcomes([said === "S" ? done : failed]);
        }
      await room.step(request);
    }
  }

  async function handled(): Promise<void> {
    const signal = new AbortController().signal;
    for (const kind of ["grant", "requestBatch", "leavingStep"] as const)
      await handleMoments({ context, signal }, kind);
  }

  return {
    ...room,
    steps,
    act,
    async told(key) {
      return (await steps(key)).map(({ line, userId, act: done, targetSystemKey, result, errorCode }) =>
        [line, userId ?? "-", done, targetSystemKey, result ?? "open", errorCode ?? ""].join(" ").trim(),
      );
    },
    async carryOutSteps(key, answer = () => "S") {
      for (let rounds = 0; rounds < roundsMax; rounds += 1) {
        const step = await room.next(key);
        const run = await store.get("runs", key);
        if (step.do === "finished" || run?.state === "paused") return;
        for (const { operationKeys } of step.lanes) await act(operationKeys);
        await performRequests(answer);
        await handled();
        if (step.lanes.length === 0) clock.advance(roundMs);
      }
      throw new Error(`the mass reset ${key} does not end`);
    },
  };
}
