import { ServiceError } from "#domain/errors.ts";
import type { Store } from "#store/store.ts";
import type { Row } from "#store/tables.ts";

/**
 * The row of a client.
 * @throws CLIENT_UNKNOWN
 */
export async function requireClient(store: Pick<Store, "get">, id: string): Promise<Row<"clients">> {
  const client = await store.get("clients", id);
  if (client === undefined) throw new ServiceError("CLIENT_UNKNOWN", { target: "id" });
  return client;
}
