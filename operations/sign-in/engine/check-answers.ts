import { Secret } from "#connectors/contract/index.ts";
import { isExternalSet } from "#domain/chains/question-sets.ts";
import { normaliseAnswer } from "#domain/passwords/question-answer.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { ChosenQuestion } from "./choose-questions.ts";
import { rightExternalAnswers } from "./external-questions.ts";
import type { PersonAtHand } from "./person-at-hand.ts";

/** An answer to a question that was asked. */
export interface GivenAnswer extends Pick<ChosenQuestion, "set" | "key"> {
  readonly answer: Secret;
}

/** An answer that was compared, with the stored hash with which it was. */
export interface CheckedAnswer {
  readonly key: string;
  readonly hash: string | null;
  readonly isRight: boolean;
}

/**
 * Compares all answers, regardless of the others. Each costs a hash, and each external set of the step is asked, even if nothing is
 * compared. So the time reveals neither names nor right answers. Not inside a transaction.
 * @throws SIGN_IN_BUSY
 */
export async function checkAnswers(
  context: CallContext,
  person: PersonAtHand,
  { sets, given }: { readonly sets: readonly string[]; readonly given: readonly GivenAnswer[] },
): Promise<readonly CheckedAnswer[]> {
  const external = sets.filter(isExternalSet).map(async (set) => {
    const answers = given.flatMap((one) => (one.set === set ? { questionKey: one.key, answer: one.answer } : []));
    return [set, await rightExternalAnswers(context, set, { person, answers })] as const;
  });
  const compared = given.map((one) => compare(context, person, one));
  const [rightElsewhere, checked] = await Promise.all([Promise.all(external), Promise.all(compared)]);
  const rightBySet = new Map(rightElsewhere);
  return checked.map((answer, index) => {
    const { set = null, key = "" } = given[index] ?? {};
    const isRight = answer.isRight || (set !== null && rightBySet.get(set)?.has(key) === true);
    return { ...answer, isRight };
  });
}

async function compare(
  { store, passwords, caller }: CallContext,
  { user }: PersonAtHand,
  { set, key, answer }: GivenAnswer,
): Promise<CheckedAnswer> {
  const isOurs = set !== null && !isExternalSet(set);
  const row = await store.get("userCredentials", isOurs ? key : "");
  const hash = row !== undefined && row.userKey === user?.key ? row.answerHash : null;
  const normalised = answer.use((text) => new Secret(normaliseAnswer(text)));
  const isRight = await passwords.verify(hash, normalised, caller.ip);
  return { key: isOurs ? key : "", hash, isRight };
}

/** Reports whether the stored answers of a user are the same as when they were compared, in the current transaction. */
export async function areUnchanged({ store }: CallContext, checked: readonly CheckedAnswer[]): Promise<boolean> {
  let isUnchanged = true;
  for (const { key, hash } of checked) {
    const row = await store.get("userCredentials", key);
    isUnchanged &&= (row?.answerHash ?? null) === hash;
  }
  return isUnchanged;
}
