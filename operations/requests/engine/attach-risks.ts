import { allOf, ne, oneOf, related } from "#domain/query/condition.ts";
import { withMemberships } from "#domain/requests/changed-memberships.ts";
import { risksOf } from "#domain/requests/request-risks.ts";
import { historicalPolicyId } from "#domain/vault/historical-policy.ts";
import type { Row } from "#store/tables.ts";

import { noPhase } from "../../approvals/keep-waiting.ts";
import type { CallContext } from "../../kernel/context.ts";

type Values = Readonly<Record<string, unknown>>;
type Stored = Pick<CallContext, "store">;

const isManaged = ne("policyId", historicalPolicyId);

/** Adds the risks of requests, to examine before approval: four statements for all. */
export async function attachRisks(
  { store }: Stored,
  rows: readonly Values[],
  wanted: readonly string[],
): Promise<readonly Values[]> {
  if (!wanted.includes("risks")) return rows;
  const keys = rows.map(({ key }) => String(key));
  const requested = await store.select("requestOperations", { where: oneOf("requestKey", keys) });
  const operations = withMemberships(requested);
  const asked = await store.select("requestAuthorizers", {
    where: allOf(oneOf("requestKey", keys), ne("requestPhaseKey", noPhase)),
  });
  const privileged = await privilegedOf({ store }, operations);
  const operationsOf = Map.groupBy(operations, ({ requestKey }) => requestKey);
  // Implementers decide nothing.
  const tasks = new Set(requested.map(({ key }) => key));
  const authorizers = asked.filter(({ requestPhaseKey }) => !tasks.has(requestPhaseKey));
  const askedOf = Map.groupBy(authorizers, ({ requestKey }) => requestKey);
  return rows.map((row) => {
    const key = String(row["key"]);
    const risks = risksOf({
      requesterKey: String(row["requesterKey"]),
      recipientKey: typeof row["recipientKey"] === "string" ? row["recipientKey"] : null,
      operations: operationsOf.get(key) ?? [],
      authorizerKeys: (askedOf.get(key) ?? []).map(({ userKey }) => userKey),
      ...privileged,
    });
    return { ...row, risks };
  });
}

/** Returns the privileged objects among those of operations: managed accounts, and groups with managed accounts as members. */
async function privilegedOf({ store }: Stored, operations: readonly Row<"requestOperations">[]) {
  const accountKeys = [...new Set(operations.flatMap(({ accountKey }) => accountKey ?? []))];
  const groupKeys = [...new Set(operations.flatMap(({ groupKey }) => groupKey ?? []))];
  const accounts = await store.select("managedAccounts", { where: allOf(oneOf("accountKey", accountKeys), isManaged) });
  const groups = await store.select("groups", {
    where: allOf(oneOf("key", groupKeys), related("members", related("managedAccounts", isManaged))),
  });
  return {
    privilegedAccounts: new Set(accounts.map(({ accountKey }) => accountKey)),
    privilegedGroups: new Set(groups.map(({ key }) => key)),
  };
}
