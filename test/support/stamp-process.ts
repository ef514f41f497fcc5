import { systemClock } from "#platform/clock.ts";
import { systemIds } from "#platform/ids.ts";
import { createKeyRing } from "#platform/keys/keys.ts";
import { openStore } from "#store/open-store.ts";

// A process of its own that writes one row repeatedly, several times at once; it sends a message when it has finished, and waits to be
// killed.
const [databaseUrl = "", folder = "", id = "", ...numbers] = process.argv.slice(2);
const [writes = 0, aheadMs = 0, atOnce = 1] = numbers.map(Number);

const clock = { now: () => systemClock.now() + aheadMs };
const store = await openStore({
  databaseUrl,
  node: "node1",
  clock,
  ids: systemIds,
  keyRing: createKeyRing({ folder }),
});
for (let done = 0; done < writes; done += atOnce) {
  const those = Array.from({ length: Math.min(atOnce, writes - done) }, (_, index) => `${process.pid} ${done + index}`);
  await Promise.all(
    those.map((description) => store.transaction(() => store.save("userClasses", { id, description }))),
  );
}
process.send?.("done");
setInterval(() => undefined, 60_000);
