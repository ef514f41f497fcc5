/** Processor time that calls took of the event loop. */
export interface LoopTime {
  /** Total in milliseconds. */
  readonly totalMs: number;
  /** Longest piece in milliseconds, during which nothing else was served. */
  readonly pieceMs: number;
}

/** Measures the processor time of this thread while something runs: other processes of the machine do not count. */
export async function loopTime(run: () => Promise<unknown>): Promise<LoopTime> {
  const begunAt = threadMs();
  let last = begunAt;
  let pieceMs = 0;
  let isOver = false;
  const look = () => {
    const now = threadMs();
    pieceMs = Math.max(pieceMs, now - last);
    last = now;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await run();
  isOver = true;
  const endedAt = threadMs();
  return { totalMs: endedAt - begunAt, pieceMs: Math.max(pieceMs, endedAt - last) };
}

/** Returns the milliseconds that this thread has worked while something ran. */
export async function workedMs(run: () => Promise<unknown>): Promise<number> {
  const before = threadMs();
  await run();
  return threadMs() - before;
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
