import { ServiceError } from "#domain/errors.ts";
import { allOf, eq, ne, oneOf, related } from "#domain/query/condition.ts";
import type { PhaseResource } from "#domain/requests/phase-resources.ts";
import { simulatedOperationsMax } from "#domain/rule-limits.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";

/**
 * Throws unless there is a resource whose requests can be simulated.
 * @throws TARGET_UNKNOWN, GROUP_UNKNOWN, MANAGED_SYSTEM_POLICY_UNKNOWN, TEMPLATE_UNKNOWN
 */
export async function requireSimulated(
  { store }: CallContext,
  { resourceType, resourceKey }: PhaseResource,
): Promise<void> {
  const target = "resourceKey";
  if (resourceType === "managedGroup") {
    if ((await store.get("groups", resourceKey)) !== undefined) return;
    const message = "No group has this resourceKey. Look the key up under /v2/groups.";
    throw new ServiceError("GROUP_UNKNOWN", { target, message });
  }
  if (resourceType === "managedSystemPolicy") {
    if ((await store.get("managedSystemPolicies", resourceKey)) !== undefined) return;
    throw new ServiceError("MANAGED_SYSTEM_POLICY_UNKNOWN", { target });
  }
  if (resourceType === "template") {
    if ((await store.get("templates", resourceKey)) !== undefined) return;
    const message = "No template has this resourceKey. Look the key up under /v2/templates.";
    throw new ServiceError("TEMPLATE_UNKNOWN", { target, message });
  }
  if ((await store.get("targetSystems", resourceKey)) === undefined)
    throw new ServiceError("TARGET_UNKNOWN", { target });
}

/** Types of the calls that submit requests for approval. */
const submissions: ReadonlySet<string> = new Set(["REQUEST_SUBMIT", "TEMPLATE_REQUEST"]);

/** Returns the latest requests for a resource; direct writes are no requests. */
export async function latestRequests(
  context: CallContext,
  { resourceType, resourceKey }: PhaseResource,
  last: number,
): Promise<Row<"reqbatch">[]> {
  const { store } = context;
  if (resourceType === "managedSystemPolicy") return latestCheckouts(context, resourceKey, last);
  if (resourceType === "template")
    return store.select("reqbatch", {
      where: related("batch", eq("templateKey", resourceKey)),
      orderBy: [["createdAt", "desc"]],
      limit: last,
    });
  const operations = await store.select("requestOperations", {
    where: resourceType === "managedGroup" ? { groupKey: resourceKey } : { targetSystemKey: resourceKey },
    orderBy: [["createdAt", "desc"]],
    limit: simulatedOperationsMax,
  });
  const keys = [...new Set(operations.map(({ requestKey }) => requestKey))];
  const requests = await store.select("reqbatch", { where: oneOf("key", keys), orderBy: [["createdAt", "desc"]] });
  const identifiers = requests.flatMap(({ operationId }) => operationId ?? []);
  const accepted = await store.select("operationIdentifiers", { where: oneOf("operationId", identifiers) });
  const asked = new Set(
    accepted.flatMap(({ operationType, operationId }) => (submissions.has(operationType) ? [operationId] : [])),
  );
  return requests.filter(({ operationId }) => operationId !== null && asked.has(operationId)).slice(0, last);
}

/** Returns the latest requests for passwords under a policy; users with permission need none. */
async function latestCheckouts({ store }: CallContext, policyId: string, last: number): Promise<Row<"reqbatch">[]> {
  const checkouts = await store.select("checkouts", {
    where: allOf(eq("policyId", policyId), ne("requestKey", null)),
    orderBy: [["requestedAt", "desc"]],
    limit: last,
  });
  const keys = checkouts.flatMap(({ requestKey }) => requestKey ?? []);
  return store.select("reqbatch", { where: oneOf("key", keys), orderBy: [["createdAt", "desc"]] });
}
