/**
 * Kills every process of a group by its number, which is that of the process that was spawned `detached`; a group that is gone is left
 * alone.
 */
export function endGroup(pid: number): void {
  signalGroup(pid, "SIGKILL");
}

/** Returns true if any process of a group still exists. */
export function hasGroup(pid: number): boolean {
  return signalGroup(pid, 0);
}

function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    return false;
  }
}
