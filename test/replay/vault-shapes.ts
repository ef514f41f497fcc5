import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { runWorkflow } from "#domain/runs/run-step.ts";
import { planFaults } from "#test/support/fault-directory.ts";
import { eventually, type Journey } from "#test/support/journey.ts";
import { beginRun, manage, runEnded } from "#test/support/managed-room.ts";

import type { HistoryShape } from "./shapes.ts";

const away = { kind: "error", code: "unreachable", message: "no route" } as const;

async function changed(journey: Journey, names: readonly string[]): Promise<string> {
  const managed = await manage(journey, names);
  const key = await beginRun(journey, [...managed.values()]);
  await runEnded(journey, key);
  return key;
}

/** Every shape that the history of a run over managed accounts can have. */
export const vaultShapes: Readonly<Record<string, HistoryShape>> = {
  "vault-run": { run: (journey) => changed(journey, ["root"]) },
  "vault-run-in-chunks": {
    run: (journey) =>
      changed(
        journey,
        Array.from({ length: 70 }, (_, n) => `root${n}`),
      ),
  },
  "vault-run-in-lanes": {
    run: (journey) =>
      changed(
        journey,
        Array.from({ length: 150 }, (_, n) => `root${n}`),
      ),
  },
  "vault-run-asks-plugins": {
    async run(journey) {
      const { store, context, folder } = journey;
      const managed = await manage(journey, ["root"]);
      mkdirSync(join(folder, "plugins"), { mode: 0o700, recursive: true });
      const code = 'export const kind = "dependant"; export const run = () => ({ result: "done" });';
      writeFileSync(join(folder, "plugins", "keeper.mjs"), code);
      const of = { managedAccountKey: managed.get("root") ?? "", sequence: 1 } as const;
      await store.transaction(async () => {
        const key = context.ids.guid();
        await store.add("managedAccountDependants", { key, ...of, kind: "plugin", plugin: "keeper.mjs" });
      });
      const key = await beginRun(journey, [...managed.values()]);
      await runEnded(journey, key);
      return key;
    },
  },
  "vault-run-target-away": {
    async run(journey) {
      planFaults(
        journey.directory,
        [1, 2, 3, 4].map((nth) => ({ capability: "resetPassword", nth, fault: away })),
      );
      return changed(journey, ["root"]);
    },
  },
  "vault-run-paused": {
    async run(journey) {
      const { store, engine } = journey;
      planFaults(journey.directory, [{ capability: "resetPassword", nth: 1, fault: { kind: "hold" } }]);
      const managed = await manage(journey, ["root", "boss"]);
      const key = await beginRun(journey, [...managed.values()]);
      const change = async (state: "paused" | "running") => {
        await store.transaction(async () => {
          await store.save("runs", { key, state });
          await store.outbox.add({ workflowType: runWorkflow, workflowId: key });
        });
        engine.dispatch.nudge();
        await eventually("it was told", async () => (await store.outbox.unsent()) === 0);
      };
      await eventually("it runs", async () => (await store.get("runs", key))?.state === "running");
      await change("paused");
      await change("running");
      planFaults(journey.directory, []);
      await runEnded(journey, key);
      return key;
    },
  },
};
