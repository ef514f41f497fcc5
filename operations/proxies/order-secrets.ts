import { Secret } from "#connectors/contract/index.ts";
import type { OrderCredential } from "#domain/order.ts";
import type { Store } from "#store/store.ts";

/** The credentials of a target system in their order of use, for a message that is sealed to a proxy. */
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
      password === null
        ? new Secret("")
        : store.unseal(password, { table: "targetSystemCredentials", column: "password", key }),
  }));
}
