import { monitorEventLoopDelay } from "node:perf_hooks";

import { systemClock } from "#platform/clock.ts";
import { systemIds } from "#platform/ids.ts";
import { createKeyRing } from "#platform/keys/keys.ts";
import { openStore } from "#store/open-store.ts";

// A process of its own that increments a counter in many transactions, some nested, and reports how long its event loop was blocked.
const [databaseUrl = "", keyFolder = "", userKey = "", times = "0"] = process.argv.slice(2);
const store = await openStore({
  databaseUrl,
  node: "node1",
  clock: systemClock,
  ids: systemIds,
  keyRing: createKeyRing({ folder: keyFolder }),
});

async function raise(): Promise<void> {
  const row = await store.get("users", userKey);
  await store.save("users", { key: userKey, failures: (row?.failures ?? 0) + 1 });
}

async function work(): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  let failures = 0;
  const transactions = Array.from({ length: Number(times) }, (_, index) =>
    store
      .transaction(() => (index % 4 === 0 ? store.transaction(raise) : raise()))
      .catch(() => {
        failures += 1;
      }),
  );
  await Promise.all(transactions);
  delay.disable();
  await store.close();
  process.send?.({ failures, lagMs: delay.max / 1e6 });
  process.disconnect();
}

process.once("message", () => void work());
process.send?.("ready");
