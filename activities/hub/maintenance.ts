import { ApplicationFailure } from "@temporalio/common";

import {
  type MaintenanceRound,
  type MaintenanceTask,
  type MaintenanceTaskName,
  maintenanceTasks,
} from "#domain/maintenance-tasks.ts";
import { ModuleName } from "#domain/module-name.ts";
import { tellPasswordEnds } from "#operations/accounts/tell-password-ends.ts";
import { dropAnalyses } from "#operations/analyses/drop-analyses.ts";
import { dropEnforcementRuns } from "#operations/enforcement/drop-runs.ts";
import { cleanGrants } from "#operations/identity/clean-grants.ts";
import { rotateKeys } from "#operations/identity/rotate-keys.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { Caller, ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { isLeading } from "#operations/kernel/leading-node.ts";
import { dropChanges } from "#operations/nodes/drop-changes.ts";
import { dropNotices } from "#operations/notices/drop-notices.ts";
import { dropRuns } from "#operations/runs/drop-runs.ts";
import { startDueRun } from "#operations/vault/start-due-runs.ts";
import { tellConflicts } from "#operations/vault/tell-conflicts.ts";
import { tellDependants } from "#operations/vault/tell-dependants.ts";
import { dropDeliveries } from "#operations/webhooks/drop-deliveries.ts";

import { compareNextNode } from "./compare-nodes.ts";
import { takeNightlyStep } from "./nightly.ts";
import { asStep } from "./step.ts";

type Run = (context: ServiceContext, caller: Caller) => Promise<MaintenanceRound>;

const rounds: Readonly<Record<MaintenanceTaskName, Run>> = {
  cleanGrants: (context, caller) => invoke(cleanGrants, context, caller, {}),
  async rotateKeys(context, caller) {
    await invoke(rotateKeys, context, caller, { when: "due" });
    return { left: false };
  },
  dropDeliveries: (context, caller) => invoke(dropDeliveries, context, caller, {}),
  changeDuePasswords: (context, caller) => invoke(startDueRun, context, caller, { reason: "due" }),
  settlePasswords: (context, caller) => invoke(startDueRun, context, caller, { reason: "settle" }),
  verifyPasswords: (context, caller) => invoke(startDueRun, context, caller, { reason: "nightly" }),
  tellConflicts: (context, caller) => invoke(tellConflicts, context, caller, {}),
  tellDependants: (context, caller) => invoke(tellDependants, context, caller, {}),
  tellPasswordEnds: (context, caller) => invoke(tellPasswordEnds, context, caller, {}),
  dropRuns: (context, caller) => invoke(dropRuns, context, caller, {}),
  dropAnalyses: (context, caller) => invoke(dropAnalyses, context, caller, {}),
  psupdate: (context) => takeNightlyStep(context),
  dropEnforcementRuns: (context, caller) => invoke(dropEnforcementRuns, context, caller, {}),
  dropChanges: (context, caller) => invoke(dropChanges, context, caller, {}),
  compareNodes: compareNextNode,
  dropNotices: (context, caller) => invoke(dropNotices, context, caller, {}),
};

/** Activities of the workflow `maintenance`. */
export interface MaintenanceActivities {
  /** Performs one round of a task, which is one transaction; it may run twice. */
  runMaintenanceRound(input: { readonly task: MaintenanceTaskName }): Promise<MaintenanceRound>;
}

/** Makes the activities of maintenance. */
export function createMaintenanceActivities(context: ServiceContext): MaintenanceActivities {
  return {
    async runMaintenanceRound({ task }) {
      // Anyone who reaches the engine can name anything.
      if (!Object.hasOwn(rounds, task)) throw ApplicationFailure.nonRetryable("NOT_FOUND", "NOT_FOUND");
      const { left } = await asStep(context, { task }, "A round of maintenance failed.", () => round(context, task));
      return { left };
    },
  };
}

/** Performs one round of a task, unless it is done once in the installation and another node does it. */
async function round(context: ServiceContext, task: MaintenanceTaskName): Promise<MaintenanceRound> {
  const { once }: MaintenanceTask = maintenanceTasks[task];
  if (once === true && !(await isLeading(context))) return { left: false };
  return rounds[task](context, engineCaller(ModuleName.Maintenance, context.ids.guid()));
}
