import type { Secret } from "#connectors/contract/index.ts";
import type { Store } from "#store/store.ts";
import type { Row } from "#store/tables.ts";

type SecretColumn = "secret" | "previousSecret";

const placeOf = (key: string, column: SecretColumn) => ({ table: "ticketSystems", key, column });

/** Seals a secret to its column of a ticket system. */
export function sealTicketSecret(store: Store, id: string, column: SecretColumn, secret: Secret): string {
  return store.seal(secret, placeOf(id, column));
}

/** Returns the secret by which a ticket system signs now. */
export function currentTicketSecret(store: Store, { id, secret }: Row<"ticketSystems">): Secret {
  return store.unseal(secret, placeOf(id, "secret"));
}

/** Returns every secret by which a ticket system may sign at a time: the current one, and the previous one until its time is over. */
export function acceptedTicketSecrets(store: Store, system: Row<"ticketSystems">, now: number): readonly Secret[] {
  const { id, previousSecret, previousSecretUntil } = system;
  const current = currentTicketSecret(store, system);
  if (previousSecret === null || (previousSecretUntil ?? 0) <= now) return [current];
  return [current, store.unseal(previousSecret, placeOf(id, "previousSecret"))];
}
