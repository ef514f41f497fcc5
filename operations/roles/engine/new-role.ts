import { ServiceError } from "#domain/errors.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { changeDraft, type DraftChanges, emptyContent } from "./role-versions.ts";

/**
 * Adds a role with a draft as its first version, in the current transaction; the caller owns it.
 * @throws ROLE_EXISTS
 */
export async function newRole(context: CallContext, id: string, draft: DraftChanges): Promise<Row<"roles">> {
  const { store, ids, clock, caller } = context;
  // Two callers who add the same name wait for each other.
  await store.nextNumber("roles");
  if ((await store.count("roles", { id })) > 0) throw new ServiceError("ROLE_EXISTS", { target: "id" });
  const { description = null } = draft;
  const role = await store.add("roles", { key: ids.guid(), id, description, createdAt: clock.now() });
  await changeDraft(context, role.key, { ...emptyContent, ...draft });
  if (caller.key !== null) await store.add("roleOwners", { key: ids.guid(), roleKey: role.key, userKey: caller.key });
  return role;
}
