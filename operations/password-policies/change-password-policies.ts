import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { descriptionMaxCharacters } from "#domain/limits.ts";
import { isNeededPolicy } from "#domain/passwords/needed-policies.ts";
import { presetNames, presetRules } from "#domain/passwords/password-presets.ts";
import { changedRules } from "#domain/passwords/password-rules.ts";
import { policyOf } from "#domain/policy-name.ts";
import type { Row } from "#store/tables.ts";

import { forbidsBreached, isBreachedListReady, requireBreachedList } from "../abilities/breached-passwords.ts";
import { proveTogether, requireTogether } from "../abilities/policies-together.ts";
import { usesOfPasswordPolicy } from "../abilities/uses-of-password-policy.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { definedFields } from "../kernel/defined-fields.ts";
import { policiesOfChange, removalOf } from "../kernel/row-changes.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { filledText, newId } from "../kernel/text-input.ts";
import { rulesInput } from "./engine/policy-rules-input.ts";
import { provenRules } from "./engine/proven-rules.ts";

const audit = { operation: "ACPS" } as const;

/**
 * Adds a password policy with the rules of a preset, by default the initial ones, and the given changes of them.
 * @throws PASSWORD_POLICY_EXISTS, PASSWORD_POLICY_INVALID with a detail for each rule, BREACHED_LIST_UNAVAILABLE
 */
export const createPasswordPolicy = defineOperation({
  name: "passwordPolicies.create",
  input: z.strictObject({
    id: newId,
    description: filledText(descriptionMaxCharacters),
    preset: z.enum(presetNames).nullish(),
    ...rulesInput,
  }),
  callers: ["user"],
  policies: [{ name: policyOf.create("passwordPolicies") }],
  audit: { ...audit, describe: ({ id }) => ({ ident: id }) },
  // Searching for a valid password takes a while, so it runs before the transaction.
  async prepare(context, { id: _id, description: _description, preset, ...changes }) {
    const begun = presetRules(preset ?? "initial", { hasBreachedList: await isBreachedListReady(context) });
    const rules = provenRules(context, changedRules(begun, changes));
    if (forbidsBreached(rules)) await requireBreachedList(context);
    return rules;
  },
  async run({ store }, { id, description }, rules): Promise<Row<"passwordPolicies">> {
    if (await store.get("passwordPolicies", id)) throw new ServiceError("PASSWORD_POLICY_EXISTS", { target: "id" });
    return store.save("passwordPolicies", { id, description, ...rules });
  },
});

/**
 * Changes the rules of a password policy that are given, and of each rule the parts that are given.
 * @throws NOT_FOUND, PASSWORD_POLICY_INVALID, PASSWORD_POLICIES_CONTRADICT with a detail for each rule, BREACHED_LIST_UNAVAILABLE
 */
export const updatePasswordPolicy = defineOperation({
  name: "passwordPolicies.update",
  input: z.strictObject({
    key: z.string(),
    description: filledText(descriptionMaxCharacters).optional(),
    ...rulesInput,
  }),
  callers: ["user"],
  policies: policiesOfChange("update", "passwordPolicies"),
  audit: { ...audit, describe: ({ key }) => ({ ident: key }) },
  async prepare(context, { key, description: _description, ...changes }) {
    const policy = await context.store.get("passwordPolicies", key);
    if (policy === undefined) return undefined;
    const rules = provenRules(context, changedRules(policy, changes));
    // Without its list, the rule would refuse every change of a password from now on.
    if (!forbidsBreached(policy) && forbidsBreached(rules)) await requireBreachedList(context);
    return { rules, together: await proveTogether(context, { rules: { id: key, rules } }) };
  },
  async run(context, { key, description, ...changes }, proven) {
    const policy = await lockedRow(context, { table: "passwordPolicies", key });
    const changed = changedRules(policy, changes);
    // Someone else may have changed other rules meanwhile.
    const isProven = JSON.stringify(changed) === JSON.stringify(proven?.rules);
    const rules = isProven ? changed : provenRules(context, changed);
    await requireTogether(context, { rules: { id: key, rules } }, proven?.together ?? "");
    return context.store.save("passwordPolicies", { id: key, ...definedFields({ description }), ...rules });
  },
});

/**
 * Removes a password policy that nothing uses.
 * @throws NOT_FOUND, PASSWORD_POLICY_BUILT_IN, PASSWORD_POLICY_IN_USE that names what uses it
 */
export const deletePasswordPolicy = defineOperation({
  name: "passwordPolicies.delete",
  callers: ["user"],
  audit: { ...audit, describe: ({ key }) => ({ ident: key }) },
  ...removalOf("passwordPolicies", async (context, { id }) => {
    if (isNeededPolicy(id)) throw new ServiceError("PASSWORD_POLICY_BUILT_IN", { target: id });
    const uses = await usesOfPasswordPolicy(context, id);
    if (uses.length === 0) return;
    const message = `The password policy '${id}' is used by ${uses.join(", ")}. Choose another policy there first.`;
    throw new ServiceError("PASSWORD_POLICY_IN_USE", { target: id, message });
  }),
});
