import type { SqlClient } from "../client.ts";

const modes = {
  // Without NO_AUTO_CREATE_USER a GRANT to an account deleted meanwhile would create it again, without a password.
  mariadb: "STRICT_ALL_TABLES,NO_AUTO_CREATE_USER,NO_ENGINE_SUBSTITUTION",
  mysql: "STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION",
} as const;

/** Makes the server read literals as `literal` writes them, whatever its own SQL mode and character set are. */
export async function prepareClient(client: SqlClient, product: "mariadb" | "mysql"): Promise<void> {
  const charset = ["client", "connection", "results"].map((part) => `character_set_${part} = utf8mb4`);
  await client.query(`SET ${charset.join(", ")}, sql_mode = '${modes[product]}'`);
}
