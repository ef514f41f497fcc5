import { policyOf } from "#domain/policy-name.ts";
import { allOf, eq, oneOf } from "#domain/query/condition.ts";

import { phaseViews } from "../../authorization-phases/engine/phases-view.ts";
import type { AttachContext } from "../../kernel/attachments.ts";

type Attached = Readonly<Record<string, unknown>>;

/** Policies by which roles themselves are read. */
const ofRoles = [policyOf.get("roles"), policyOf.list("roles")];

/** Adds to rows of roles their approval phases, and their drafts for whoever may read the roles themselves: three statements for all. */
export async function attachToRoles<R extends Attached>(
  context: Pick<AttachContext, "store" | "visible">,
  rows: readonly R[],
): Promise<readonly (R & Attached)[]> {
  const { store, visible } = context;
  const keys = rows.map(({ key }) => String(key));
  const phases = await phaseViews(context, "role", keys);
  const where = allOf(oneOf("roleKey", keys), eq("state", "draft"));
  // What is prepared is told to nobody who reaches the role by a holder or an exception.
  const isByAnother = (visible?.size ?? 0) > 0 && !ofRoles.some((policy) => visible?.has(policy));
  const versions = keys.length === 0 || isByAnother ? [] : await store.select("roleVersions", { where });
  const drafts = new Map(
    versions.map(({ roleKey, number, comment, content }) => [roleKey, { number, comment, ...content }]),
  );
  return rows.map((row) => ({
    ...row,
    authorizationPhases: phases.get(String(row["key"])) ?? [],
    draft: drafts.get(String(row["key"])) ?? null,
  }));
}
