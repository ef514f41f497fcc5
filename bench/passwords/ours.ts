import { setTimeout as sleep } from "node:timers/promises";

import { Secret } from "#connectors/contract/index.ts";
import { resetPassword, verifyPassword } from "#operations/accounts/account-passwords.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { OutboxDispatch } from "#platform/temporal/outbox-dispatch.ts";
import { connectTemporal } from "#platform/temporal/temporal.ts";
import { clusterTarget, startCluster } from "#test/support/cluster.ts";
import type { OpenLdap } from "#test/support/openldap.ts";
import { callerOf } from "#test/support/service.ts";

import { recordDirectory } from "./record-directory.ts";
import type { BenchAccount } from "./resetting.ts";

/** Our contender: an operation that resets and one that verifies, through hub, proxy and API as processes of their own. */
export interface Ours {
  /** Resets and verifies the passwords of accounts, `atOnce` at a time; returns the total milliseconds. */
  run(passwords: ReadonlyMap<string, string>, atOnce: number): Promise<number>;
  stop(): Promise<void>;
}

// Owner of all accounts: owners may verify and reset.
const owner = callerOf({ key: "bench", id: "bench", superuser: false });
const pauseMs = 10;

/** Starts an installation whose target is the directory, with its accounts in the record. */
export async function startOurs(
  temporalAddress: string,
  directory: OpenLdap,
  accounts: readonly BenchAccount[],
): Promise<Ours> {
  const cluster = await startCluster(temporalAddress, {}, { watched: false });
  const { store, log, settings } = cluster.service.context;
  const client = await connectTemporal({ ...settings, temporalAddress });
  const dispatch = new OutboxDispatch({ outbox: store.outbox, client, log });
  const context = { ...cluster.service.context, nudge: () => dispatch.nudge() };
  const ownerOf = () => ({ key: "bench", id: "bench" });
  const record = { targetSystemKey: clusterTarget, directory, accounts, keyOf: (name: string) => name, ownerOf };
  await recordDirectory(context, record);
  return {
    async run(passwords, atOnce) {
      const left = [...passwords];
      const startedMs = performance.now();
      await Promise.all(
        Array.from({ length: atOnce }, async () => {
          for (let next = left.pop(); next !== undefined; next = left.pop()) {
            const [key, text] = next;
            const password = new Secret(text);
            await ended(context, (await invoke(resetPassword, context, owner, { key, password })).key);
            await ended(context, (await invoke(verifyPassword, context, owner, { key, password })).key);
          }
        }),
      );
      return performance.now() - startedMs;
    },
    async stop() {
      await dispatch.stop();
      await client.connection.close();
      await cluster.stop();
    },
  };
}

async function ended({ store }: ServiceContext, key: string): Promise<void> {
  for (;;) {
    const row = await store.get("requestOperations", key);
    if (row?.result === "S") return;
    if (row?.finishedAt) throw new Error(`${row.code} failed: ${row.errorCode} ${row.errorMessage}`);
    // A retry comes after minutes, so the measured time would be meaningless.
    if (row?.nextTryAt) throw new Error(`${row.code} waits for another try: ${row.errorCode} ${row.errorMessage}`);
    await sleep(pauseMs);
  }
}
