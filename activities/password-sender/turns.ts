/** Turns of changes of the same account, so that they are numbered in the order in which the target makes them. */
export interface Turns {
  /** Takes the turn of an account, after those before have ended. A turn that has begun ends by itself after its time. */
  take(account: string): Promise<void>;
  /** Ends the present turn of an account. */
  end(account: string): void;
}

interface Turn {
  readonly begin: () => void;
  timer?: NodeJS.Timeout;
}

/** Makes turns that last at most `turnMs` milliseconds each. */
export function createTurns(turnMs: number): Turns {
  const waiting = new Map<string, Turn[]>();

  function begin(account: string, turn: Turn): void {
    // Without the limit, a change that the target refuses without a word would hold up all later ones.
    turn.timer = setTimeout(() => end(account, turn), turnMs).unref();
    turn.begin();
  }

  function end(account: string, turn: Turn | undefined): void {
    const queue = waiting.get(account);
    if (queue === undefined || turn === undefined || queue[0] !== turn) return;
    clearTimeout(turn.timer);
    queue.shift();
    const next = queue[0];
    if (next === undefined) waiting.delete(account);
    else begin(account, next);
  }

  return {
    async take(account) {
      const { promise: begun, resolve } = Promise.withResolvers<void>();
      const turn: Turn = { begin: resolve };
      const queue = waiting.get(account) ?? [];
      waiting.set(account, queue);
      queue.push(turn);
      if (queue.length === 1) begin(account, turn);
      await begun;
    },
    end: (account) => end(account, waiting.get(account)?.[0]),
  };
}
