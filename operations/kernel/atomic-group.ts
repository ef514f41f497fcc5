import { ServiceError } from "#domain/errors.ts";

import type { ServiceContext, Together } from "./context.ts";

/** One call of an atomic group, which happens whole or not at all; it gets the services to run with, and the answers of those before it. */
export type AtomicCall<T> = (context: ServiceContext, before: readonly T[]) => Promise<T>;

/** What became of calls that happen together: all answers, or the one that failed with its place. */
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
 * Runs calls in one transaction. What takes long is prepared for all of them before it opens; the first that fails undoes
 * all of them, and only the audit of refusals stays.
 * @throws DATABASE_BUSY, DATABASE_UNAVAILABLE
 */
export async function runAtomically<T>(
  service: ServiceContext,
  calls: readonly AtomicCall<T>[],
  failed: (answer: T) => boolean,
): Promise<AtomicResult<T>> {
  const memories = calls.map(() => new Map<string, unknown>());
  for (const [place, call] of calls.entries()) await call(preparing(service, memories[place]), []);
  let refusals: (() => Promise<void>)[] = [];
  try {
    const done = await service.store.transaction(async () => {
      // It begins anew where the database undid it because of a deadlock.
      refusals = [];
      const answers: T[] = [];
      for (const [place, call] of calls.entries()) {
        const errors: Error[] = [];
        const together = running(memories[place], refusals, errors);
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

// What the service does not know itself is the database's: it may be a deadlock, after which all can be tried again.
function isOfDatabase(error: Error): boolean {
  return !(error instanceof ServiceError);
}

/** The services of a call that only prepares: it ends before its transaction, and that is no refusal. */
function preparing(service: ServiceContext, memory: Map<string, unknown> | undefined): ServiceContext {
  const together: Together = {
    isPreparing: true,
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
): Together {
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
