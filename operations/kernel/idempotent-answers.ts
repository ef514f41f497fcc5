import { ServiceError } from "#domain/errors.ts";
import type { KeyedCall } from "#store/kept-answers.ts";

import { AnsweredBefore } from "./answer-before.ts";
import { runAtomically } from "./atomic-group.ts";
import type { ServiceContext } from "./context.ts";
import type { SeenRow } from "./seen-row.ts";

type Outcome<T> = { readonly answer: T } | { readonly error: unknown };
type Run<T> = (context: ServiceContext) => Promise<T>;

/** What is kept of a call: its answer, and the rows that it was allowed to see, which are asked about before it is given again. */
interface Kept<T> {
  readonly answer: T;
  readonly rows: readonly SeenRow[];
}

/**
 * Makes a call idempotent by its key: it is carried out once, its answer is kept in the transaction of what it does, and whoever sends it again gets that answer,
 * after the policies of the call were asked again. A call that is refused does nothing, so nothing is kept of it.
 * @throws IDEMPOTENCY_KEY_REUSED, ANSWER_NOT_KEPT and whatever the call itself refuses
 */
export async function idempotentAnswer<T>(context: ServiceContext, call: KeyedCall, run: Run<T>): Promise<T> {
  if (context.together !== undefined) return keeping(context, call, run);
  const { store } = context;
  if ((await store.keptAnswers.find(call)) !== null) {
    // What is seen may not be on the disk yet; a transaction ends when all before it is.
    const known = await store.transaction(() => store.keptAnswers.find(call));
    if (known !== null) return again(context, known, run);
  }
  const alone = async (services: ServiceContext): Promise<Outcome<T>> => {
    try {
      return { answer: await keeping(services, call, run) };
    } catch (error) {
      return { error };
    }
  };
  const result = await runAtomically(context, [alone], (outcome) => "error" in outcome);
  const outcome = result.done === null ? result.failed : result.done[0];
  if (outcome === undefined) throw new ServiceError("INTERNAL", { detail: "a call has no outcome" });
  if ("error" in outcome) throw outcome.error;
  return outcome.answer;
}

/** Runs a call in the transaction that is open; one that only prepares claims nothing. */
async function keeping<T>(context: ServiceContext, call: KeyedCall, run: Run<T>): Promise<T> {
  const { together, store } = context;
  if (together?.isPreparing === true) return run(context);
  const known = await store.keptAnswers.claim(call);
  if (known !== null) return again(context, known, run);
  const rows: SeenRow[] = [];
  const answer = await run({ ...context, seen: rows });
  const kept: Kept<T> = { answer, rows };
  await store.keptAnswers.keep(call, JSON.stringify(kept));
  return answer;
}

/** The answer that is kept, given by the operation of the call: it asks its policies, and does nothing. */
async function again<T>(context: ServiceContext, known: string, run: Run<T>): Promise<T> {
  const { answer, rows } = JSON.parse(known) as Kept<T>;
  try {
    await run({ ...context, before: rows });
  } catch (error) {
    if (error instanceof AnsweredBefore) return answer;
    throw error;
  }
  throw new ServiceError("INTERNAL", { detail: "a call that was carried out before has been carried out again" });
}
