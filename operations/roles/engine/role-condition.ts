import { ServiceError } from "#domain/errors.ts";
import { classUse } from "#domain/identity/class-conditions.ts";
import { asService } from "#domain/query/as-service.ts";
import type { Expression } from "#domain/query/bound-query.ts";
import { oneOf } from "#domain/query/condition.ts";
import type { TableName } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { tablesOf } from "../../user-classes/engine/tables-of.ts";

type Context = Pick<CallContext, "store" | "userCondition">;

/** Tables that a role itself changes: a condition that reads them, by whichever way, could keep itself true. */
const ofRoles: readonly TableName[] = ["roles", "roleMembers", "grants"];

/**
 * Binds the condition of a role.
 * @throws ROLE_INVALID if it uses the time, unknown classes, or roles, also by the condition of a class
 * @throws QUERY_OPTION_INVALID, PROPERTY_UNKNOWN and the other codes of a $filter
 */
export async function judgedRoleCondition(context: Context, text: string): Promise<Expression> {
  const condition = asService(await context.userCondition(text));
  await judge(context, { condition, by: null }, new Set());
  return condition;
}

interface Judged {
  readonly condition: Expression;
  /** Class whose condition it is; null for that of the role itself. */
  readonly by: string | null;
}

/** Judges a condition and those of the classes that it names; each class is judged once, however many ways lead to it. */
async function judge(context: Context, judged: Judged, seen: Set<string>): Promise<void> {
  const { condition } = judged;
  const { classes, fault } = classUse(condition);
  const by = judged.by === null ? "" : ` (by the user class '${judged.by}')`;
  if (fault !== undefined) throw invalid(`${fault}${by}`);
  const tables = tablesOf("users", condition);
  const read = ofRoles.find((table) => tables.includes(table));
  if (read !== undefined) throw invalid(`it reads '${read}'${by}, which roles change themselves. Name other facts`);
  const rows = await context.store.select("userClasses", { where: oneOf("id", [...classes]) });
  const unknown = classes.find((id) => !rows.some((row) => row.id === id));
  if (unknown !== undefined)
    throw invalid(`no user class is named '${unknown}'. 'gatehouse user class list' shows them`);
  for (const { id, condition: text } of rows) {
    if (text === null || seen.has(id)) continue;
    seen.add(id);
    await judge(context, { condition: asService(await context.userCondition(text)), by: id }, seen);
  }
}

function invalid(reason: string): ServiceError {
  return new ServiceError("ROLE_INVALID", { target: "condition", message: `condition: ${reason}.` });
}
