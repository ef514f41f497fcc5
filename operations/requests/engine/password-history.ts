import { createHmac, randomBytes } from "node:crypto";

import { Secret } from "#connectors/contract/index.ts";
import { passwordHistoryMax } from "#domain/limits.ts";
import type { SealedAt, Store } from "#store/store.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../kernel/context.ts";

const secretBytes = 32;
const digestBytes = 18;

/** Returns the place of a password in the history of an account: 1 is the present one; null if it is not among the known ones. */
export async function usedBefore(
  { store }: ServiceContext,
  accountKey: string,
  password: Secret,
): Promise<number | null> {
  const history = await store.get("passwordHistories", accountKey);
  if (!history) return null;
  const place = history.digests.indexOf(digest(secretOf(store, history), password));
  return place < 0 ? null : place + 1;
}

/**
 * Stores a digest of the password that an operation has set, in the current transaction. A digest is keyed by a secret of the account, so
 * that it is quick to compare here and useless for guessing elsewhere.
 */
export async function rememberPassword(
  { store }: ServiceContext,
  { key, password }: Row<"requestOperations">,
  accountKey: string,
): Promise<void> {
  if (password === null) return;
  const set = store.unseal(password, { table: "requestOperations", key, column: "password" });
  const history = await store.lock("passwordHistories", accountKey);
  const secret = history ? secretOf(store, history) : new Secret(randomBytes(secretBytes).toString("base64url"));
  const digests = [digest(secret, set), ...(history?.digests ?? [])].slice(0, passwordHistoryMax);
  await store.save("passwordHistories", {
    accountKey,
    digests,
    ...(history ? {} : { secret: store.seal(secret, placeOf(accountKey)) }),
  });
}

function secretOf(store: Store, { accountKey, secret }: Row<"passwordHistories">): Secret {
  return store.unseal(secret, placeOf(accountKey));
}

function placeOf(accountKey: string): SealedAt {
  return { table: "passwordHistories", key: accountKey, column: "secret" };
}

function digest(secret: Secret, password: Secret): string {
  const whole = secret.use((key) => password.use((text) => createHmac("sha256", key).update(text).digest()));
  return whole.subarray(0, digestBytes).toString("base64url");
}
