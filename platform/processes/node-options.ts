/**
 * What Node is told when one of our processes is started. What lives for a moment only may take 32 MiB (three times as much without, of
 * which a hub under load used every bit); it stands in the first line of `bin/gatehouse.ts` too.
 */
export const nodeOptions: readonly string[] = ["--max-semi-space-size=16"];
