import { ServiceError } from "#domain/errors.ts";
import { circleOf, type ClassUse, classUse } from "#domain/identity/class-conditions.ts";
import { isComputedClass } from "#domain/identity/user-classes.ts";
import { asService } from "#domain/query/as-service.ts";
import type { Expression } from "#domain/query/bound-query.ts";
import { never } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";

type Context = Pick<CallContext, "store" | "userCondition">;

/** A class with its condition. */
interface BoundClass extends ClassUse {
  readonly id: string;
  /** Condition on the users that it chooses, for any reader; never true if it has none, or a fault. */
  readonly condition: Expression;
}

/** Binds the condition of a class. An error becomes its fault and is not thrown. */
export async function boundClass(
  { userCondition }: Pick<Context, "userCondition">,
  { id, condition: text }: Pick<Row<"userClasses">, "id" | "condition">,
): Promise<BoundClass> {
  if (text === null) return { id, condition: never, classes: [] };
  try {
    const condition = asService(await userCondition(text));
    return { id, condition, ...classUse(condition) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { id, condition: never, classes: [], fault: error.message };
  }
}

/** Returns every class whose members are stored, with its condition bound. */
export async function boundClasses(context: Context): Promise<readonly BoundClass[]> {
  const rows = await context.store.select("userClasses", { orderBy: [["id", "asc"]] });
  return Promise.all(rows.filter(({ id }) => !isComputedClass(id)).map((row) => boundClass(context, row)));
}

/**
 * Binds the new condition of a class.
 * @throws USER_CLASS_CONDITION_INVALID if it uses the time, unknown classes, or, directly or indirectly, the class itself
 * @throws QUERY_OPTION_INVALID, PROPERTY_UNKNOWN and the other codes of a $filter
 */
export async function judgedCondition(context: Context, id: string, text: string): Promise<Expression> {
  const condition = asService(await context.userCondition(text));
  const { classes, fault } = classUse(condition);
  if (fault !== undefined) throw invalid(`${fault}.`);
  for (const named of classes) await requireMembers(context, named);
  const others = (await boundClasses(context)).map((other) => [other.id, other.classes] as const);
  const way = circleOf(id, new Map([...others, [id, classes]]));
  if (way === undefined) return condition;
  throw invalid(`the class '${id}' would contain itself: ${way.join(" → ")}. Leave one of them out.`);
}

async function requireMembers({ store }: Context, id: string): Promise<void> {
  if (isComputedClass(id)) throw invalid(`the members of '${id}' are stored nowhere. Leave the class out.`);
  if (await store.get("userClasses", id)) return;
  throw invalid(`no user class is named '${id}'. 'gatehouse user class list' shows them.`);
}

function invalid(reason: string): ServiceError {
  return new ServiceError("USER_CLASS_CONDITION_INVALID", { target: "condition", message: `condition: ${reason}` });
}
