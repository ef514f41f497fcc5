import { z } from "zod";

import { type PhaseInheritance, phaseInheritances } from "#domain/requests/phase-resources.ts";

import { phasesInput } from "../authorization-phases/engine/phases-input.ts";
import { savePhases } from "../authorization-phases/engine/save-phases.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { policiesOfChange } from "../kernel/row-changes.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";

/**
 * Sets the authorization phases of a group, and their relation to the phases of its target system. A missing field stays unchanged.
 * @throws NOT_FOUND, TARGET_PHASE_INVALID, LIMIT_EXCEEDED
 */
export const setAuthorizationPhases = defineOperation({
  name: "groups.setAuthorizationPhases",
  input: z.strictObject({
    key: keyInput,
    authorizationPhases: phasesInput.nullish(),
    phaseInheritance: z.enum(phaseInheritances).nullish(),
  }),
  policies: policiesOfChange("action", "groups/setAuthorizationPhases"),
  callers: ["user"],
  audit: { operation: "GRPP", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key, authorizationPhases, phaseInheritance }): Promise<AuthorizedGroup> {
    const { targetSystemKey, ...group } = await lockedRow(context, { table: "groups", key });
    const inheritance = phaseInheritance ?? group.phaseInheritance;
    if (inheritance !== group.phaseInheritance)
      await context.store.save("groups", { key, phaseInheritance: inheritance });
    const own = { resourceType: "managedGroup", resourceKey: key } as const;
    if (authorizationPhases) await savePhases(context, own, authorizationPhases);
    const phases = await context.store.count("authorizationPhases", own);
    return { key, targetSystemKey, phaseInheritance: inheritance, phases };
  },
});

/** Authorization of requests about a group from now on. */
export interface AuthorizedGroup {
  readonly key: string;
  readonly targetSystemKey: string;
  readonly phaseInheritance: PhaseInheritance;
  /** Number of the group's own phases. */
  readonly phases: number;
}
