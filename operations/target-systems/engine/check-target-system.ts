import { ServiceError } from "#domain/errors.ts";

import type { CallContext } from "../../kernel/context.ts";

/**
 * Returns the description of a target system, without surrounding blanks.
 * @throws TARGET_DESCRIPTION_EMPTY
 */
export function checkedDescription(description: string | null | undefined): string {
  const trimmed = description?.trim() ?? "";
  if (trimmed === "") throw new ServiceError("TARGET_DESCRIPTION_EMPTY", { target: "description" });
  return trimmed;
}

/**
 * Checks the references of a target system.
 * @throws TARGET_GROUP_UNKNOWN, PROXY_UNKNOWN
 */
export async function checkReferences(
  { store }: CallContext,
  { targetGroup, proxyServers }: { readonly targetGroup: string; readonly proxyServers: readonly string[] },
): Promise<void> {
  if (!(await store.get("targetGroups", targetGroup))) {
    throw new ServiceError("TARGET_GROUP_UNKNOWN", { target: "targetGroup" });
  }
  for (const [index, id] of proxyServers.entries()) {
    if (!(await store.get("proxyServers", id)))
      throw new ServiceError("PROXY_UNKNOWN", { target: `proxyServers.${index}` });
  }
}
