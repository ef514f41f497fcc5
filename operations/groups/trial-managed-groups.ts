import { z } from "zod";

import { keptByOption, takenByOption } from "#domain/discovery/managed-groups.ts";
import { managedGroupsNamedMax } from "#domain/limits.ts";
import type { Expression } from "#domain/query/bound-query.ts";
import { allOf, eq } from "#domain/query/condition.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { readsOf } from "../kernel/reads-of.ts";
import { policiesOfChange } from "../kernel/row-changes.ts";
import { visibleRow } from "../kernel/rows/visible-row.ts";

/** Groups of a trial: their number, and the first ones by name. */
export interface TrialGroups {
  readonly count: number;
  readonly groups: readonly { readonly key: string; readonly shortId: string }[];
}

/** Effect of a value of the option automaticallyDiscoverResourcesToLoad on the groups on record. */
export interface ManagedGroupsTrial {
  readonly targetSystemKey: string;
  /** Tried value of the option. */
  readonly automatically: boolean;
  /** Groups that are managed now. */
  readonly managed: TrialGroups;
  /** Groups that would become managed at the next discovery. */
  readonly taken: TrialGroups;
  /** Groups that only the option keeps managed, so that they could be given back. */
  readonly givenBack: TrialGroups;
  /** Groups that a person keeps unmanaged. */
  readonly keptUnmanaged: TrialGroups;
}

const none: TrialGroups = { count: 0, groups: [] };

/**
 * Computes the effect of the option automaticallyDiscoverResourcesToLoad on the groups on record of a target system, and writes nothing: what
 * the next discovery would take if it is on, and what could be given back if it is off.
 * @throws NOT_FOUND, FORBIDDEN, READ_TOO_LONG, READS_TOO_MANY, READS_BUSY
 */
export const trialManagedGroups = defineOperation({
  name: "targetSystems.trialManagedGroups",
  kind: "read",
  input: z.strictObject({ key: keyInput, automatically: z.boolean() }),
  callers: ["user", "engine"],
  policies: policiesOfChange("action", "targetSystems/trialManagedGroups"),
  audit: { operation: "GRPT", when: "refusalOnly", describe: ({ key }) => ({ targetSystem: key }) },
  async run(context, { key, automatically }): Promise<ManagedGroupsTrial> {
    await visibleRow(context, { table: "targetSystems", key });
    const ofTarget = eq("targetSystemKey", key);
    return {
      targetSystemKey: key,
      automatically,
      managed: await groupsWhere(context, allOf(ofTarget, eq("managed", true))),
      taken: automatically ? await groupsWhere(context, takenByOption(key)) : none,
      givenBack: automatically ? none : await groupsWhere(context, keptByOption(key)),
      keptUnmanaged: await groupsWhere(context, allOf(ofTarget, eq("keptUnmanaged", true))),
    };
  },
});

async function groupsWhere(context: CallContext, where: Expression): Promise<TrialGroups> {
  const reads = readsOf(context);
  const count = await reads.count("groups", where);
  if (count === 0) return none;
  const rows = await reads.select("groups", { where, orderBy: [["shortId", "asc"]], limit: managedGroupsNamedMax });
  return { count, groups: rows.map(({ key, shortId }) => ({ key, shortId })) };
}
