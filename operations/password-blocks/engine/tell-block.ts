import type { PasswordBlockChange } from "#domain/notices/notice-kinds.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { notice } from "../../notices/engine/notice.ts";

/** Notifies the user of a block, or the owner of its account, that it was created or lifted by someone else. */
export async function tellBlock(
  context: CallContext,
  { userKey, accountKey }: Pick<Row<"passwordBlocks">, "userKey" | "accountKey">,
  change: PasswordBlockChange,
): Promise<void> {
  const account = accountKey === null ? undefined : await context.store.get("accounts", accountKey);
  const person = userKey ?? account?.userKey ?? null;
  const changerKey = context.caller.key ?? "";
  if (person === null || person === changerKey) return;
  notice(context, "passwordBlock", { requestKey: null, to: [person], facts: { change, changerKey } });
}
