import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";
import { allOf, anyOf, eq, related } from "#domain/query/condition.ts";
import { roleReasonMaxCharacters } from "#domain/role-limits.ts";
import type { RoleState } from "#domain/roles/role-content.ts";
import type { Row } from "#store/tables.ts";

import { phasesInput } from "../authorization-phases/engine/phases-input.ts";
import { removePhases, savePhases } from "../authorization-phases/engine/save-phases.ts";
import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { policiesOfChange, removalOf } from "../kernel/row-changes.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { removeDetails } from "../kernel/rows/remove-details.ts";
import { filledText, newId } from "../kernel/text-input.ts";
import { newRole } from "./engine/new-role.ts";
import { policiesOfOwner } from "./engine/policies-of-role.ts";
import { contentInput } from "./engine/role-input.ts";
import { changeDraft, versionsOf } from "./engine/role-versions.ts";

const ofRole = (resourceKey: string) => ({ resourceType: "role", resourceKey }) as const;

const draftInput = z
  .strictObject({
    ...contentInput,
    comment: filledText(roleReasonMaxCharacters).nullish(),
    // Read-only: a draft that was read can be sent as it is.
    number: z.int().nullish(),
  })
  .transform(({ number: _number, ...draft }) => draft);

/**
 * Adds a role with a draft as its first version; nobody gets it before a version is in force.
 * @throws ROLE_EXISTS
 */
export const addRole = defineOperation({
  name: "roles.add",
  input: z.strictObject({ id: newId, draft: draftInput.nullish() }),
  callers: ["user", "engine"],
  policies: [{ name: policyOf.create("roles") }],
  audit: { operation: "ROAD", describe: ({ id }, row?: Row<"roles">) => ({ ident: row?.key ?? id }) },
  run: (context, { id, draft }): Promise<Row<"roles">> => newRole(context, id, draft ?? {}),
});

/**
 * Changes the draft of a role; without one a draft is begun with the content in force. What is in force stays until the draft is put in
 * force.
 * @throws NOT_FOUND, FORBIDDEN
 */
export const updateRole = defineOperation({
  name: "roles.update",
  input: z.strictObject({ key: z.string(), draft: draftInput.nullish() }),
  callers: ["user", "engine"],
  policies: policiesOfOwner("update", "roles"),
  audit: { operation: "ROUP", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key, draft: changes }): Promise<Row<"roles">> {
    const role = await lockedRow(context, { table: "roles", key });
    if (changes) await changeDraft(context, key, changes);
    return role;
  },
});

/**
 * Discards the draft of a role. A role of which no version was ever in force needs its draft: it is removed instead.
 * @throws NOT_FOUND, FORBIDDEN, ROLE_DRAFT_MISSING
 */
export const discardDraft = defineOperation({
  name: "roles.discardDraft",
  input: z.strictObject({ key: z.string() }),
  callers: ["user", "engine"],
  policies: policiesOfOwner("action", "roles/discardDraft"),
  offered: ({ policy }) => allOf(policy, has("draft"), anyOf(has("inForce"), has("retired"))),
  audit: { operation: "RODD", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key }): Promise<{ readonly key: string; readonly number: number }> {
    await lockedRow(context, { table: "roles", key });
    const versions = await versionsOf(context, key);
    const draft = versions.find(({ state }) => state === "draft");
    if (draft === undefined || versions.length === 1) throw new ServiceError("ROLE_DRAFT_MISSING", { target: "key" });
    await context.store.remove("roleVersions", draft.key);
    return { key, number: draft.number };
  },
});

/**
 * Removes a role that is not in force, and that nobody has, with its versions, its phases and its details in the catalog.
 * @throws NOT_FOUND, FORBIDDEN, ROLE_IN_USE
 */
export const removeRole = defineOperation({
  name: "roles.remove",
  callers: ["user", "engine"],
  audit: { operation: "RORM", describe: ({ key }) => ({ ident: key }) },
  ...removalOf("roles", async (context, { key, state }) => {
    const { store } = context;
    if (state === "inForce") throw inUse("it is in force. Retire it first");
    const members = await store.count("roleMembers", { roleKey: key });
    if (members > 0) throw inUse(`${members} people still have it. Wait until autores has taken it from them`);
    for (const table of ["roleVersions", "roleAssignments", "roleOwners", "roleEntitlements"] as const)
      for (const row of await store.select(table, { where: eq("roleKey", key) })) await store.remove(table, row.key);
    await removePhases(context, ofRole(key));
    await removeDetails(context, ofRole(key));
  }),
});

function inUse(why: string): ServiceError {
  return new ServiceError("ROLE_IN_USE", { target: "key", message: `The role is still used: ${why}.` });
}

/** Returns the condition that a role has a version in a state. */
const has = (state: RoleState) => related("versions", eq("state", state));

/** Role without a version in force. */
export interface RetiredRole {
  readonly key: string;
  readonly state: "retired";
  /** Number of people who have the role and lose it now. */
  readonly members: number;
}

/**
 * Takes a role out of force: it leaves the catalog, and its members lose it and what only it gives them.
 * @throws NOT_FOUND, FORBIDDEN, ROLE_NOT_IN_FORCE, ROLE_IN_USE
 */
export const retireRole = defineOperation({
  name: "roles.retire",
  input: z.strictObject({ key: z.string() }),
  callers: ["user", "engine"],
  policies: policiesOfChange("action", "roles/retire"),
  offered: ({ policy }) => allOf(policy, eq("state", "inForce")),
  audit: { operation: "RORT", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key }): Promise<RetiredRole> {
    const { store, clock } = context;
    await store.nextNumber("roles");
    const role = await lockedRow(context, { table: "roles", key });
    if (role.state !== "inForce") throw new ServiceError("ROLE_NOT_IN_FORCE", { target: "key" });
    await refuseContained(context, key);
    for (const version of await versionsOf(context, key))
      if (version.state === "inForce")
        await store.save("roleVersions", { key: version.key, state: "retired", retiredAt: clock.now() });
    await store.save("roles", { key, state: "retired", number: null, condition: null });
    for (const row of await store.select("roleEntitlements", { where: { roleKey: key } }))
      await store.remove("roleEntitlements", row.key);
    return { key, state: "retired", members: await store.count("roleMembers", { roleKey: key }) };
  },
});

async function refuseContained(context: CallContext, key: string): Promise<void> {
  const { store } = context;
  const where = { innerRoleKey: key, throughRoleKey: null };
  const [container] = await store.select("roleEntitlements", { where, orderBy: [["roleKey", "asc"]], limit: 1 });
  if (container === undefined) return;
  const role = await store.get("roles", container.roleKey);
  throw inUse(`the role '${role?.id ?? ""}' contains it. Put a version of that role in force that does not`);
}

/** Authorization of requests for a role from now on. */
export interface AuthorizedRole {
  readonly key: string;
  /** Number of the phases of the role. */
  readonly phases: number;
}

/**
 * Replaces the approval phases of a role, which decide about the role and everything that it gives.
 * @throws NOT_FOUND, FORBIDDEN, TARGET_PHASE_INVALID, LIMIT_EXCEEDED
 */
export const setRolePhases = defineOperation({
  name: "roles.setAuthorizationPhases",
  input: z.strictObject({ key: z.string(), authorizationPhases: phasesInput }),
  callers: ["user", "engine"],
  policies: policiesOfChange("action", "roles/setAuthorizationPhases"),
  audit: { operation: "ROPH", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key, authorizationPhases }): Promise<AuthorizedRole> {
    await lockedRow(context, { table: "roles", key });
    await savePhases(context, ofRole(key), authorizationPhases);
    return { key, phases: await context.store.count("authorizationPhases", ofRole(key)) };
  },
});
