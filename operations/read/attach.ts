import type { QueryResult, ResultRow } from "#domain/query/bound-query.ts";

import { attachToAccounts } from "../accounts/engine/attach-to-accounts.ts";
import { attachToCatalogueItems } from "../catalogue/engine/attach-to-catalogue-items.ts";
import { attachStand } from "../chains/engine/attach-stand.ts";
import { attachToGroups } from "../groups/engine/attach-to-groups.ts";
import type { CallContext } from "../kernel/context.ts";
import { attachSystemConfirmation } from "../managed-accounts/engine/attach-confirmation.ts";
import { attachCheckoutPhases } from "../managed-accounts/engine/attach-phases.ts";
import { attachToManagedAccounts } from "../managed-accounts/engine/attach-to-managed-accounts.ts";
import { attachPolicyInForce } from "../policies/engine/attach-in-force.ts";
import { attachAuthorizers } from "../requests/engine/attach-authorizers.ts";
import { attachRisks } from "../requests/engine/attach-risks.ts";
import { attachInForce } from "../settings/engine/attach-in-force.ts";
import { attachToTargetSystems } from "../target-systems/engine/target-system-view.ts";
import { attachProgress } from "../webhooks/engine/attach-progress.ts";

type Values = Readonly<Record<string, unknown>>;

/** What values are made from; `visible` where the call was checked by rows. */
type AttachContext = Pick<CallContext, "store" | "settings" | "log"> & Partial<Pick<CallContext, "visible">>;

/** Adds to the rows of a page, in few statements for all, those of its values that are wanted. */
type Attach = (
  context: AttachContext,
  rows: readonly Values[],
  wanted: readonly string[],
) => Promise<readonly Values[]>;

/** What adds values that no column holds, by name. */
const attachments = {
  account: attachToAccounts,
  authorizers: attachAuthorizers,
  catalogue: attachToCatalogueItems,
  chainStand: attachStand,
  group: attachToGroups,
  managedAccount: attachToManagedAccounts,
  managedSystem: attachSystemConfirmation,
  managedSystemPolicy: attachCheckoutPhases,
  policyInForce: attachPolicyInForce,
  requestRisks: attachRisks,
  settingInForce: attachInForce,
  targetSystem: attachToTargetSystems,
  webhookProgress: attachProgress,
} as const satisfies Readonly<Record<string, Attach>>;

/** The name of what adds values to rows. */
export type AttachmentName = keyof typeof attachments;

/** What is to be added to the rows of a result, and to those that they expand. */
export interface Attaching {
  readonly attachment: AttachmentName | undefined;
  readonly wanted: readonly string[];
  readonly expand: readonly { readonly name: string; readonly attaching: Attaching }[];
}

/** The rows with the values that are wanted of an attachment. */
export async function attachValues(
  context: AttachContext,
  { attachment, wanted }: Pick<Attaching, "attachment" | "wanted">,
  rows: readonly Values[],
): Promise<readonly Values[]> {
  if (attachment === undefined || wanted.length === 0 || rows.length === 0) return rows;
  const attach: Attach = attachments[attachment];
  return attach(context, rows, wanted);
}

/** Adds what no column holds to the rows of results, in one call per attachment and level. */
export async function attachTo(
  context: AttachContext,
  attaching: Attaching,
  results: readonly QueryResult[],
): Promise<readonly QueryResult[]> {
  const flat = results.flatMap(({ rows }) => rows);
  const values = await attachValues(
    context,
    attaching,
    flat.map((row) => row.values),
  );
  let rows: readonly ResultRow[] = flat.map(
    (row, index) => new CompletedRow(row, { values: values[index] ?? row.values }),
  );
  for (const { name, attaching: below } of attaching.expand) {
    const owners = rows.filter(({ expanded }) => expanded[name] !== undefined);
    const attached = await attachTo(
      context,
      below,
      owners.map(({ expanded }) => expanded[name] as QueryResult),
    );
    const byOwner = new Map(owners.map((owner, index) => [owner, attached[index] as QueryResult]));
    rows = rows.map((row) => {
      const result = byOwner.get(row);
      return result === undefined ? row : new CompletedRow(row, { expanded: { ...row.expanded, [name]: result } });
    });
  }
  let from = 0;
  return results.map((result) => {
    const own = rows.slice(from, from + result.rows.length);
    from += result.rows.length;
    return { ...result, rows: own };
  });
}

/** A row with more in it; its place in the order stays that of the row, and is still read only where a page ends. */
class CompletedRow implements ResultRow {
  readonly values: ResultRow["values"];
  readonly computed: ResultRow["computed"];
  readonly expanded: ResultRow["expanded"];
  readonly #row: ResultRow;

  constructor(row: ResultRow, { values = row.values, expanded = row.expanded }: Partial<ResultRow>) {
    this.values = values;
    this.computed = row.computed;
    this.expanded = expanded;
    this.#row = row;
  }

  get position(): ResultRow["position"] {
    return this.#row.position;
  }
}
