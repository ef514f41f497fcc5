import type { Secret } from "#connectors/contract/index.ts";
import type { Store } from "#store/store.ts";
import type { Row } from "#store/tables.ts";

type SecretColumn = "secret" | "previousSecret";

const placeOf = (key: string, column: SecretColumn) => ({ table: "webhooks", key, column });

/** Seals a secret to its column of a webhook. */
export function sealSecret(store: Store, key: string, column: SecretColumn, secret: Secret): string {
  return store.seal(secret, placeOf(key, column));
}

/** Returns the secret that signs now. */
export function currentSecret(store: Store, { key, secret }: Row<"webhooks">): Secret {
  return store.unseal(secret, placeOf(key, "secret"));
}

/** Returns every secret that signs at a time: the current one, and the previous one while receivers may still use it. */
export function signingSecrets(store: Store, webhook: Row<"webhooks">, now: number): readonly Secret[] {
  const { key, previousSecret, previousSecretUntil } = webhook;
  const current = currentSecret(store, webhook);
  if (previousSecret === null || (previousSecretUntil ?? 0) <= now) return [current];
  return [current, store.unseal(previousSecret, placeOf(key, "previousSecret"))];
}
