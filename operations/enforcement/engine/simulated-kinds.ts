import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { deficitWays, surplusWays } from "#domain/roles/role-content.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { defineAnalysis } from "../../kernel/define-analysis.ts";
import { keyInput } from "../../kernel/inputs/operation-input.ts";
import { simulatedVersion } from "../../roles/engine/imagined-version.ts";
import { simulateOverlay } from "./simulate-overlay.ts";

/** Settings of a role: what is done about differences between it and the access of people. */
export const simulatedEnforcement = defineAnalysis({
  input: z.strictObject({
    roleKey: keyInput,
    surplus: z.enum(surplusWays).nullish(),
    deficit: z.enum(deficitWays).nullish(),
    asksPhases: z.boolean().nullish(),
  }),
  async check(context, { roleKey }) {
    await roleInForce(context, roleKey);
  },
  async page(context, work) {
    const { roleKey, surplus, deficit, asksPhases } = work.input;
    const now = await roleInForce(context, roleKey);
    const role = {
      ...now,
      surplus: surplus ?? now.surplus,
      deficit: deficit ?? now.deficit,
      asksPhases: asksPhases ?? now.asksPhases,
    };
    return simulateOverlay(context, { roles: { column: "key", values: [roleKey], rows: [role] } }, work);
  },
});

async function roleInForce({ store }: CallContext, roleKey: string): Promise<Row<"roles">> {
  const role = await store.get("roles", roleKey);
  if (role === undefined) throw new ServiceError("ROLE_UNKNOWN", { target: "input/roleKey" });
  if (role.state !== "inForce") throw new ServiceError("ROLE_NOT_IN_FORCE", { target: "input/roleKey" });
  return role;
}

/** Version of a role, as if it were put in force: the draft, or the version of a number. */
export const simulatedRoleVersion = defineAnalysis({
  input: z.strictObject({ roleKey: keyInput, number: z.int().min(1).nullish() }),
  async check(context, input) {
    await simulatedVersion(context, input);
  },
  async page(context, work) {
    return simulateOverlay(context, await simulatedVersion(context, work.input), work);
  },
});

const optionName = "userAccountsMandatory";

/** Target system that asks everybody for an account, or no longer does. */
export const simulatedMandatoryTarget = defineAnalysis({
  input: z.strictObject({ targetSystemKey: keyInput, mandatory: z.boolean().nullish() }),
  async check({ store }, { targetSystemKey }) {
    const target = await store.get("targetSystems", targetSystemKey);
    if (target === undefined) throw new ServiceError("TARGET_UNKNOWN", { target: "input/targetSystemKey" });
    if (!target.enabled) throw new ServiceError("TARGET_DISABLED", { target: "input/targetSystemKey" });
  },
  async page(context, work) {
    const { targetSystemKey, mandatory } = work.input;
    const where = { targetSystemId: targetSystemKey, name: optionName };
    const known = await context.store.select("targetSystemOptions", { where });
    const option = { key: optionName, ...where, value: mandatory ?? true, type: "boolean" };
    const options = { column: "key", values: known.map(({ key }) => key), rows: [option] };
    return simulateOverlay(context, { targetSystemOptions: options }, work);
  },
});
