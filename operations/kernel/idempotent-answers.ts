import { ServiceError } from "#domain/errors.ts";
import type { KeyedCall } from "#store/kept-answers.ts";

import { AnsweredBefore } from "./answer-before.ts";
import { runAtomically } from "./atomic-group.ts";
import type { ServiceContext } from "./context.ts";
import type { SeenRow } from "./seen-row.ts";

type Outcome<T> = { readonly answer: T } | { readonly error: unknown };
type Run<T> = (context: ServiceContext) => Promise<T>;

/** Stored answer of a call, and the rows that it was allowed to see; access to them is checked before the answer is given again. */
interface Kept<T> {
  readonly answer: T;
  readonly rows: readonly SeenRow[];
}

/**
 * Makes a call idempotent by its key. It is performed once, and its answer is stored in the same transaction. A repeated call gets that
 * answer, after its policies are asked again. A refused call does nothing, so nothing of it is stored.
 * @throws IDEMPOTENCY_KEY_REUSED, ANSWER_NOT_KEPT and any refusal of the call itself
 */
export async function idempotentAnswer<T>(context: ServiceContext, call: KeyedCall, run: Run<T>): Promise<T> {
  if (context.together !== undefined) return keeping(context, call, run);
  const { store } = context;
  if ((await store.keptAnswers.find(call)) !== null) {
    // The row may not be on disk yet; a transaction ends only when everything before it is.
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

/** Runs a call in the open transaction; one that only prepares claims nothing. */
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

/** Returns the stored answer after the operation of the call has asked its policies; it does nothing else. */
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
