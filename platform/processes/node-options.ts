/**
 * Options of Node for our processes. Memory for short-lived objects is limited to 32 MiB (three times as much without the option, of which
 * a hub under load used every bit); the first line of `bin/gatehouse.ts` has the option too.
 */
export const nodeOptions: readonly string[] = ["--max-semi-space-size=16"];
