import { classesOf } from "#domain/identity/user-classes.ts";
import { ModuleName } from "#domain/module-name.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";

/** User facts for policies. */
export type PolicyUser = Pick<Row<"users">, "key" | "id" | "superuser">;

/** Returns the context of a call made as a user whose identity was proved on a page; it begins no session. */
export async function contextOfUser<Context extends Pick<CallContext, "store" | "caller">>(
  context: Context,
  { key, id, superuser }: PolicyUser,
): Promise<Context> {
  const classes = classesOf(await context.store.select("userClassMembers", { where: { userKey: key } }));
  return {
    ...context,
    caller: { ...context.caller, kind: "user", key, id, superuser, classes, module: ModuleName.Ui },
  };
}
