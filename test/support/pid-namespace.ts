import { spawnSync } from "node:child_process";

const ways = [[], ["--user", "--map-root-user"]].map((more) => [
  "unshare",
  ...more,
  "--pid",
  "--fork",
  "--kill-child",
  "--mount-proc",
]);

/**
 * Returns the words before a command that run it in a process namespace of its own, as a container does; undefined if the machine does not
 * allow that.
 */
export function pidNamespace(): readonly string[] | undefined {
  return ways.find(([program = "", ...parts]) => spawnSync(program, [...parts, "true"]).status === 0);
}
