import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createProxyClient, type ProxyClient } from "#activities/proxy/client.ts";
import { openProxyKeys } from "#activities/proxy/keys.ts";

import type { TestApi } from "./api.ts";

/** Enrols somebody's own program as a proxy, with keys of its own and through the public door, and gives what it can call then. */
export async function enrolThief(
  { context, address }: Pick<TestApi, "context" | "address">,
  proxyId: string,
  token: string,
): Promise<ProxyClient> {
  const keys = openProxyKeys(mkdtempSync(join(tmpdir(), "gatehouse-thief-")));
  const { clock, ids } = context;
  const client = createProxyClient({ proxyId, address, keys, clock, ids, keepAliveSeconds: 1 });
  await client.enrol(token);
  return client;
}

/** The secrets that a proxy gets with orders: passwords of logins, and those that are to be set or tried. */
export async function secretsOf(client: ProxyClient, operationKeys: readonly string[]): Promise<readonly string[]> {
  const orders = await client.orders(operationKeys);
  return orders.flatMap(({ credentials, password }) =>
    [...credentials.map(({ secret }) => secret), ...(password === undefined ? [] : [password])].map((secret) =>
      secret.use((plain) => plain),
    ),
  );
}
