import { allOf, eq, ne, oneOf, related } from "#domain/query/condition.ts";
import { withMemberships } from "#domain/requests/changed-memberships.ts";
import { risksOf } from "#domain/requests/request-risks.ts";
import { historicalPolicyId } from "#domain/vault/historical-policy.ts";
import type { Row } from "#store/tables.ts";

import { noPhase } from "../../approvals/keep-waiting.ts";
import type { CallContext } from "../../kernel/context.ts";
import { violatedByRequests } from "./violated-by-requests.ts";

type Values = Readonly<Record<string, unknown>>;
type Stored = Pick<CallContext, "store">;

const isManaged = ne("policyId", historicalPolicyId);

/**
 * Adds the risks of requests, to examine before approval: six statements for all, and some for each that a rule of separation of duties
 * names.
 */
export async function attachRisks(
  { store }: Stored,
  rows: readonly Values[],
  wanted: readonly string[],
): Promise<readonly Values[]> {
  const isWanted = wanted.includes("risks");
  if (!isWanted && !wanted.includes("violatedRules")) return rows;
  const keys = rows.map(({ key }) => String(key));
  const requested = await store.select("requestOperations", { where: oneOf("requestKey", keys) });
  const violated = await violatedByRequests({ store }, rows as readonly Row<"reqbatch">[], requested);
  const withRules = rows.map((row) => ({ ...row, violatedRules: violated.get(String(row["key"])) ?? [] }));
  return isWanted ? withRisks({ store }, withRules, requested) : withRules;
}

async function withRisks(
  { store }: Stored,
  rows: readonly (Values & { readonly violatedRules: readonly string[] })[],
  requested: readonly Row<"requestOperations">[],
): Promise<readonly Values[]> {
  const keys = rows.map((row) => String(row["key"]));
  const operations = withMemberships(requested);
  const asked = await store.select("requestAuthorizers", {
    where: allOf(oneOf("requestKey", keys), ne("requestPhaseKey", noPhase)),
  });
  const risky = await riskyObjects({ store }, operations);
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
      violatedRules: row.violatedRules,
      alreadyHeld: Array.isArray(row["alreadyHeld"]) ? row["alreadyHeld"] : [],
      authorizerKeys: (askedOf.get(key) ?? []).map(({ userKey }) => userKey),
      ...risky,
    });
    return { ...row, risks };
  });
}

/**
 * Returns the objects of operations from which risks follow: managed accounts, groups with managed accounts as members, and groups that are
 * not managed.
 */
async function riskyObjects({ store }: Stored, operations: readonly Row<"requestOperations">[]) {
  const accountKeys = [...new Set(operations.flatMap(({ accountKey }) => accountKey ?? []))];
  const groupKeys = [...new Set(operations.flatMap(({ groupKey }) => groupKey ?? []))];
  const accounts = await store.select("managedAccounts", { where: allOf(oneOf("accountKey", accountKeys), isManaged) });
  const groups = await store.select("groups", {
    where: allOf(oneOf("key", groupKeys), related("members", related("managedAccounts", isManaged))),
  });
  const unmanaged = await store.select("groups", { where: allOf(oneOf("key", groupKeys), eq("managed", false)) });
  return {
    privilegedAccounts: new Set(accounts.map(({ accountKey }) => accountKey)),
    privilegedGroups: new Set(groups.map(({ key }) => key)),
    unmanagedGroups: new Set(unmanaged.map(({ key }) => key)),
  };
}
