import type { RandomizeContender } from "./contender.ts";
import type { BenchVault } from "./vault.ts";

const msPerSecond = 1000;

/** Makes our contender: one run over all accounts, from the call that starts it to its end. */
export function createOurs(vault: BenchVault, managed: ReadonlyMap<string, string>): RandomizeContender {
  return {
    async randomize() {
      const cpuBefore = vault.cpuMs();
      const startedMs = performance.now();
      const run = await vault.begin();
      await vault.ended(run);
      const seconds = (performance.now() - startedMs) / msPerSecond;
      const cpuMs = vault.cpuMs() - cpuBefore;
      return { seconds, cpuMs, passwords: await vault.passwordsOf(run, managed) };
    },
    stop: () => vault.stop(),
  };
}
