import type { AuditCode } from "#domain/audit/audit-operations.ts";
import {
  type ImportAction,
  type ImportCounts,
  importCountOf,
  isToChange,
  noImports,
} from "#domain/discovery/import-rules.ts";
import { importPageObjects } from "#domain/limits.ts";
import { allOf } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { BroughtUnder } from "../../managed-accounts/engine/manage-again.ts";
import { tellMoved } from "../../managed-accounts/engine/tell-moved.ts";
import { askWhatOpens } from "../../vault/engine/ask-what-opens.ts";
import { type UsableRule, usableRules } from "./compile-import-rules.ts";
import { type DecidingRule, decidingRules } from "./decided-objects.ts";
import { importAccount } from "./import-accounts.ts";
import { importSystem } from "./import-systems.ts";

/** Changes by one page of the import rules; `more` is true if another page is left. */
export interface ImportPage {
  readonly counts: ImportCounts;
  readonly more: boolean;
}

const auditCodes: Readonly<Record<ImportAction, AuditCode>> = { bind: "IMPB", unbind: "IMPU", delete: "IMPD" };

/**
 * Applies the import rules to at most one page of objects, in the current transaction, each with its audit row. The first match wins, and
 * objects that already satisfy their rule are not changed. The call may be limited to one target system.
 * @throws IMPORT_RULE_INVALID
 */
export async function carryOutPage(context: CallContext, targetSystemKey: string | null): Promise<ImportPage> {
  const counts: Record<keyof ImportCounts, number> = { ...noImports };
  let left = importPageObjects;
  for (const rule of decidingRules(await usableRules(context), targetSystemKey)) {
    const changed = await carryOut(context, rule, left);
    counts[importCountOf[rule.row.action]] += changed;
    left -= changed;
    if (left === 0) return { counts, more: true };
  }
  return { counts, more: false };
}

async function carryOut(context: CallContext, one: DecidingRule, limit: number): Promise<number> {
  const { store } = context;
  const where = allOf(one.decides, isToChange(one.rule));
  if (one.row.objectType === "managedSystem") {
    const targets = await store.select("targetSystems", { where, orderBy: [["id", "asc"]], limit });
    for (const target of targets) {
      await importSystem(context, one, target);
      await audit(context, one, { targetSystem: target.id, account: null });
    }
    return targets.length;
  }
  const accounts = await store.select("accounts", { where, orderBy: [["key", "asc"]], limit });
  const brought: BroughtUnder[] = [];
  for (const account of accounts) {
    const under = await importAccount(context, one, account);
    if (under !== undefined) brought.push(under);
    await audit(context, one, { targetSystem: account.targetSystemKey, account: account.shortId });
  }
  await askWhatOpens(
    context,
    brought.flatMap(({ toAsk }) => toAsk),
  );
  await tellMoved(
    context,
    brought.map(({ moved }) => moved),
  );
  return accounts.length;
}

function audit(
  { store, caller }: CallContext,
  { row }: UsableRule,
  object: Pick<Row<"sesslog_full">, "targetSystem" | "account">,
): Promise<void> {
  return store.audit({
    ...object,
    sessid: caller.sessid,
    operation: auditCodes[row.action],
    result: "S",
    actor: caller.key ?? caller.id,
    requestId: caller.requestId,
    ident: row.key,
    message: row.policyId,
  });
}
