import { ServiceError } from "#domain/errors.ts";

import type { ServiceContext, Together } from "./context.ts";

/**
 * One call of an atomic group, which succeeds or fails as a whole. It gets the services to run with, and the answers of the calls before
 * it.
 */
export type AtomicCall<T> = (context: ServiceContext, before: readonly T[]) => Promise<T>;

/** Result of an atomic group: all answers, or the answer that failed with its place. */
export type AtomicResult<T> =
  | { readonly done: readonly T[] }
  | { readonly done: null; readonly failed: T; readonly place: number };

class Undone<T> extends Error {
  override readonly name = "Undone";
  readonly answer: T;
  readonly place: number;

  constructor(answer: T, place: number) {
    super("a call of a group failed");
    this.answer = answer;
    this.place = place;
  }
}

/**
 * Runs calls in one transaction. Slow preparations of all calls run before it opens. The first failure rolls back all calls, and only the
 * audit of refusals stays.
 * @throws DATABASE_BUSY, DATABASE_UNAVAILABLE
 */
export async function runAtomically<T>(
  service: ServiceContext,
  calls: readonly AtomicCall<T>[],
  failed: (answer: T) => boolean,
): Promise<AtomicResult<T>> {
  const memories = calls.map(() => new Map<string, unknown>());
  const isAlone = calls.length === 1;
  for (const [place, call] of calls.entries()) await call(preparing(service, memories[place], isAlone), []);
  let refusals: (() => Promise<void>)[] = [];
  try {
    const done = await service.store.transaction(async () => {
      // The transaction restarts here after a deadlock.
      refusals = [];
      const answers: T[] = [];
      for (const [place, call] of calls.entries()) {
        const errors: Error[] = [];
        const together = { ...running(memories[place], refusals, errors), isAlone };
        const answer = await call({ ...service, nudge: () => undefined, together }, answers);
        if (failed(answer)) throw errors.find(isOfDatabase) ?? new Undone(answer, place);
        answers.push(answer);
      }
      return answers;
    });
    service.nudge();
    return { done };
  } catch (error) {
    for (const audit of refusals) await audit();
    if (!(error instanceof Undone)) throw error;
    const { answer, place } = error as Undone<T>;
    return { done: null, failed: answer, place };
  }
}

// Any other error is the database's: it may be a deadlock, after which everything can be retried.
function isOfDatabase(error: Error): boolean {
  return !(error instanceof ServiceError);
}

/** Returns the services of a call that only prepares. It ends before its transaction, which is no refusal. */
function preparing(
  service: ServiceContext,
  memory: Map<string, unknown> | undefined,
  isAlone: boolean,
): ServiceContext {
  const together: Together = {
    isPreparing: true,
    isAlone,
    async prepared(operation, prepare) {
      memory?.set(operation, await prepare());
      throw new ServiceError("DEPENDENCY_FAILED", { detail: "prepared only" });
    },
    refused: () => undefined,
  };
  return { ...service, nudge: () => undefined, together };
}

function running(
  memory: ReadonlyMap<string, unknown> | undefined,
  refusals: (() => Promise<void>)[],
  errors: Error[],
): Omit<Together, "isAlone"> {
  return {
    isPreparing: false,
    prepared: async <T>(operation: string, prepare: () => Promise<T>) =>
      memory?.has(operation) === true ? (memory.get(operation) as T) : prepare(),
    refused(error, audit) {
      if (error instanceof Error) errors.push(error);
      refusals.push(audit);
    },
  };
}
