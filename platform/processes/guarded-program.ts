import type { ChildProcess } from "node:child_process";

import { endGroup } from "./process-group.ts";

// The standard input of the guard is a pipe that we hold and never write to. When this process ends, however that happens, the pipe ends,
// and the guard ends the program, which has taken the shell's place and number.
const guard = `exec 3<&0 </dev/null
(
  trap '' TERM INT HUP
  read -r _ <&3
  kill -TERM "$$" && n=0
  while kill -0 "$$" && [ "$n" -lt 50 ]; do n=$((n + 1)); sleep 0.2; done
  kill -KILL "$$"
) >/dev/null 2>&1 &
exec "$@" 3<&-`;

/**
 * Returns the command that runs a program so that it ends with this process, even when this one is killed. It must be spawned in a group of
 * its own (`detached`), with a pipe as standard input; without a shell the program runs alone.
 */
export function guarded(program: string, parts: readonly string[]): [command: string, parts: string[]] {
  return process.platform === "win32" ? [program, [...parts]] : ["/bin/sh", ["-c", guard, "guard", program, ...parts]];
}

/** Ends the guard of a program that has ended: another process may get its number, and must not be ended in its place. */
export function endGuard({ pid }: ChildProcess): void {
  if (pid !== undefined && process.platform !== "win32") endGroup(pid);
}
