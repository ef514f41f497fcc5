/**
 * Options of Node for our processes; the first line of `bin/gatehouse.ts` has them too. Memory for short-lived objects is limited to 32 MiB (three
 * times as much without the option, of which a hub under load used every bit). What became garbage later is collected from 64 MiB on, and then
 * whenever the memory has grown by a half: otherwise a process that carries out tens of thousands of orders keeps all of their garbage until it
 * has grown by hundreds of megabytes.
 */
export const nodeOptions: readonly string[] = [
  "--max-semi-space-size=16",
  "--initial-old-space-size=64",
  "--heap-growing-percent=50",
];

/**
 * Environment of our processes beside their own. The memory allocator of Linux has two pools instead of eight for each processor: in the others a
 * busy hub kept 60 MB that nothing used.
 */
export const allocatorEnvironment = { MALLOC_ARENA_MAX: "2" } as const;
