import { ServiceError } from "#domain/errors.ts";
import { isSecretWay, secretColumnsOf } from "#domain/secrets/secret-ways.ts";
import { historicalPolicyId } from "#domain/vault/historical-policy.ts";

import { currentOperation } from "./module-scope.ts";
import type { SqlValue } from "./sql/sql.ts";
import type { TableName } from "./tables.ts";

/** Values that disclose no secret: under HISTORICAL nothing is disclosed. */
const leadsNowhere: Readonly<Record<string, string>> = { "managedAccounts.policyId": historicalPolicyId };

/**
 * Refuses to write a column that decides where secrets travel, if the writing operation has no row in the table of the ways to secrets
 * (INTERNAL): a way that no one has reviewed is not allowed.
 */
export function requireSecretWay(table: TableName, values: Readonly<Record<string, SqlValue>>): void {
  const columns = secretColumnsOf(table);
  if (columns === undefined) return;
  const operation = currentOperation();
  if (operation === undefined) return;
  for (const column of columns) {
    const value = values[column];
    const isWritten = value !== undefined && value !== null && value !== leadsNowhere[`${table}.${column}`];
    if (isWritten && !isSecretWay(operation, table, column)) {
      const detail = `${operation} writes ${table}.${column}, by which secrets can be led elsewhere, and is not in the table of secret ways`;
      throw new ServiceError("INTERNAL", { detail });
    }
  }
}
