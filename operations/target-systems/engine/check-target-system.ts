import { ServiceError } from "#domain/errors.ts";

import type { CallContext } from "../../kernel/context.ts";

/**
 * The description of a target system, without blanks around it.
 * @throws TARGET_DESCRIPTION_EMPTY
 */
export function checkedDescription(description: string | null | undefined): string {
  const trimmed = description?.trim() ?? "";
  if (trimmed === "") throw new ServiceError("TARGET_DESCRIPTION_EMPTY", { target: "description" });
  return trimmed;
}

/**
 * Checks what a target system refers to.
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
