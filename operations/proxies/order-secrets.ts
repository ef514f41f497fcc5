import type { OrderCredential } from "#domain/order.ts";
import type { SealedAt, Store } from "#store/store.ts";

/** The credentials of a target system in their order of use, in the clear, for a message that is sealed to a proxy. */
export async function orderCredentials(store: Store, targetSystemId: string): Promise<OrderCredential[]> {
  const credentials = await store.select("targetSystemCredentials", {
    where: { targetSystemId },
    orderBy: [
      ["useOrder", "asc"],
      ["key", "asc"],
    ],
  });
  return credentials.map(({ key, administratorId, password, isSystemPassword }) => ({
    role: isSystemPassword ? "system" : "admin",
    login: administratorId,
    secret:
      password === null ? "" : reveal(store, password, { table: "targetSystemCredentials", column: "password", key }),
  }));
}

/** The only way by which secrets of targets and accounts leave their boxes: straight into a message sealed to the proxy. */
export function reveal(store: Store, sealed: string, at: SealedAt): string {
  return store.unseal(sealed, at).use((plaintext) => plaintext);
}
