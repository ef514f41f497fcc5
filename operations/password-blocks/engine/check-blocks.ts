import { ServiceError } from "#domain/errors.ts";
import type { PasswordWarning } from "#domain/passwords/password-check.ts";
import type { ResetSubject } from "#platform/nodes/nodes.ts";
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
  const nodes = await context.store.select("nodes", { orderBy: [["id", "asc"]] });
  const others = nodes.filter(({ id }) => id !== context.store.node);
  const answers = await Promise.all(others.map(async ({ id }) => [id, await askNode(context, id, subjects)] as const));
  if (answers.some(([, blocks]) => blocks === true))
    throw new ServiceError("PASSWORD_RESET_BLOCKED", { target: "key" });
  return answers.flatMap(([id, blocks]) => (blocks === undefined ? [silent(id)] : []));
}

/** Returns an account with its owner as the subject of a reset. */
export function resetSubject({ key: accountKey, userKey }: Pick<Row<"accounts">, "key" | "userKey">): ResetSubject {
  return { accountKey, userKey };
}

async function askNode(
  { nodes }: Pick<ServiceContext, "nodes">,
  id: string,
  subjects: readonly ResetSubject[],
): Promise<boolean | undefined> {
  return nodes.isAvailable(id) ? nodes.blocksReset(id, subjects) : undefined;
}

/** Makes the warning about a node that gave no answer. */
function silent(id: string): PasswordWarning {
  return {
    rule: "blocks.allNodes",
    message: `The node '${id}' could not be asked for blocks of password resets. Check it before you rely on them.`,
  };
}
