import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { keySettleSeconds } from "#domain/limits.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";

/**
 * Removes an older key from the vault, once no text needs it. What checks the audit and the ledgers of its time stays.
 * @throws VAULT_KEY_UNKNOWN
 * @throws VAULT_KEY_IN_USE when it is the current key, texts are sealed with it, or such texts may still be on their way
 */
export const removeKey = defineOperation({
  name: "vault.removeKey",
  input: z.strictObject({ kid: z.string() }),
  callers: ["engine"],
  audit: { operation: "VKRM", describe: ({ kid }) => ({ ident: kid }) },
  // A file, so outside of the transaction.
  async prepare(context, { kid }) {
    await requireUnused(context, kid);
    await context.store.vault.removeKey(kid);
  },
  run: (_context, { kid }) => Promise.resolve({ kid }),
});

async function requireUnused({ store, clock }: CallContext, kid: string): Promise<void> {
  const keys = store.vault.keys();
  const state = keys.find((key) => key.kid === kid)?.state;
  if (state === undefined || state === "removed") throw new ServiceError("VAULT_KEY_UNKNOWN", { target: kid });
  if (state === "current") throw inUse(kid, "It is the current key. Run 'gatehouse vault rotate-key' first.");
  const current = keys.find((key) => key.state === "current");
  const freeAtMs = Date.parse(current?.createdAt ?? "") + keySettleSeconds * 1000;
  if (clock.now() < freeAtMs) {
    const at = new Date(freeAtMs).toISOString();
    throw inUse(kid, `What was sealed before the current key came may still be on its way. Remove it from ${at}.`);
  }
  const needing = (await store.vault.counts()).filter((count) => count.kid === kid);
  if (needing.length === 0) return;
  const counts = needing.map(({ table, column, texts }) => `${table}.${column} ${texts}`).join(", ");
  throw inUse(kid, `Texts need it: ${counts}. Run 'gatehouse vault rotate-key' until none is left.`);
}

function inUse(kid: string, message: string): ServiceError {
  return new ServiceError("VAULT_KEY_IN_USE", { target: kid, message });
}
