import { ServiceError } from "#domain/errors.ts";
import type { ResetSubject } from "#domain/nodes/node-call.ts";
import type { PasswordWarning } from "#domain/passwords/password-check.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../kernel/context.ts";
import { isResetBlocked } from "./blocks-on.ts";

/**
 * Throws if a block of password resets holds for a user or an account: by the records of this node, and by those of all nodes where
 * IDPM BLOCK CHECK ALL NODES is on. A node that gives no answer blocks nothing; a warning about it is returned. Not inside a transaction.
 * @throws PASSWORD_RESET_BLOCKED
 */
export async function checkBlocks(
  context: Pick<ServiceContext, "store" | "clock" | "nodes" | "settings">,
  subjects: readonly ResetSubject[],
): Promise<readonly PasswordWarning[]> {
  if (await isResetBlocked(context, subjects)) throw new ServiceError("PASSWORD_RESET_BLOCKED", { target: "key" });
  if (!context.settings.blockCheckAllNodes) return [];
  const { isBlocked, silent } = await context.nodes.blocksReset(subjects);
  if (isBlocked) throw new ServiceError("PASSWORD_RESET_BLOCKED", { target: "key" });
  return silent.map(warningOf);
}

/** Returns an account with its owner as the subject of a reset. */
export function resetSubject({ key: accountKey, userKey }: Pick<Row<"accounts">, "key" | "userKey">): ResetSubject {
  return { accountKey, userKey };
}

/** Makes the warning about a node that gave no answer. */
function warningOf(id: string): PasswordWarning {
  return {
    rule: "blocks.allNodes",
    message: `The node '${id}' could not be asked for blocks of password resets. Check it before you rely on them.`,
  };
}
