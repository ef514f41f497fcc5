import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createProxyClient, type ProxyClient } from "#activities/proxy/client.ts";
import { openProxyKeys } from "#activities/proxy/keys.ts";

import type { TestApi } from "./api.ts";

/** Enrolls an attacker's program as a proxy, with keys of its own and through the public API, and returns its client. */
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

/** Returns the secrets that a proxy receives with operations: passwords of credentials, and those to be set or verified. */
export async function secretsOf(client: ProxyClient, operationKeys: readonly string[]): Promise<readonly string[]> {
  const orders = await client.orders(operationKeys);
  return orders.flatMap(({ credentials, password }) =>
    [...credentials.map(({ secret }) => secret), ...(password === undefined ? [] : [password])].map((secret) =>
      secret.use((plain) => plain),
    ),
  );
}
