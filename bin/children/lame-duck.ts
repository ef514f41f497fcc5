import type { HealthCheck } from "#api/health.ts";

/** State of a process that still answers calls, and wants no new ones. */
export interface LameDuck {
  begin(): void;
  hasBegun(): boolean;
  /** Check of `/ready`: rejects once it has begun. */
  readonly check: HealthCheck;
}

/** Makes the state of a process that takes calls until `begin`. */
export function createLameDuck(): LameDuck {
  let begun = false;
  return {
    begin() {
      begun = true;
    },
    hasBegun: () => begun,
    async check() {
      if (begun) throw new Error("The process is about to end.");
    },
  };
}
