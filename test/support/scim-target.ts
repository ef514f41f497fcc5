import type { KitTarget } from "#connectors/contract/index.ts";

import { startScimServer } from "./scim-server.ts";

/** Starts a target for the scim connector: a third-party SCIM service of its own. */
export async function start(): Promise<KitTarget> {
  const { url, token, stop } = await startScimServer();
  return {
    address: { url },
    credentials: [{ role: "admin", login: "gatehouse", secret: token }],
    samples: { moreThanSchema: true, attribute: "entitlements" },
    stop,
  };
}
