import { ServiceError } from "#domain/errors.ts";
import { flattened } from "#domain/roles/flatten-roles.ts";
import type { Overlay } from "#store/analyses/overlay.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { checkContent } from "./check-content.ts";
import { containersOf, contentRows, namedInForce } from "./contained-roles.ts";
import { judgedRoleCondition } from "./role-condition.ts";
import { columnsOf, versionsOf } from "./role-versions.ts";

/**
 * Returns the rows as if a version of a role were in force: the draft, or the one of a number.
 * @throws ROLE_UNKNOWN, ROLE_DRAFT_MISSING, ROLE_INVALID and the codes of a $filter
 */
export async function simulatedVersion(
  context: CallContext,
  { roleKey, number = null }: { readonly roleKey: string; readonly number?: number | null | undefined },
): Promise<Overlay> {
  const { store, clock } = context;
  const role = await store.get("roles", roleKey);
  if (role === undefined) throw new ServiceError("ROLE_UNKNOWN", { target: "input/roleKey" });
  const versions = await versionsOf(context, roleKey);
  const version = versions.find((one) => (number === null ? one.state === "draft" : one.number === number));
  if (version === undefined) throw new ServiceError("ROLE_DRAFT_MISSING", { target: "input/number" });
  const { content } = version;
  await checkContent(context, roleKey, content);
  if (content.condition !== null) await judgedRoleCondition(context, content.condition);
  const inForce = { ...role, ...columnsOf(content), state: "inForce", number: version.number };
  const others = versions.filter((one) => one.number !== version.number && one.state !== "inForce");
  const now = { ...version, state: "inForce", inForceAt: clock.now() };
  return {
    roles: { column: "key", values: [roleKey], rows: [inForce] },
    roleVersions: { column: "roleKey", values: [roleKey], rows: [...others, now] },
    roleEntitlements: await contentWith(context, roleKey, content.entitlements),
  };
}

/** Returns the content of a role with other entitlements, and of those that contain it. */
async function contentWith(
  context: CallContext,
  roleKey: string,
  entitlements: Row<"roleVersions">["content"]["entitlements"],
) {
  const named = (await namedInForce(context)).set(roleKey, entitlements);
  const values = [roleKey, ...(await containersOf(context, roleKey))];
  const rows: Readonly<Record<string, unknown>>[] = [];
  for (const key of values)
    rows.push(...(await contentRows(context, key, flattened(key, named))).map((row) => ({ ...row })));
  return { column: "roleKey", values, rows };
}
