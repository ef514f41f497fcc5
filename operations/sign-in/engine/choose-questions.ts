import type { Texts } from "#domain/chains/asked-fields.ts";
import { inAllLanguages, offeredAs, offeredQuestions } from "#domain/chains/offered-questions.ts";
import { isExternalSet } from "#domain/chains/question-sets.ts";
import { usualQuestions } from "#domain/chains/step-texts.ts";

import type { CallContext } from "../../kernel/context.ts";
import { externalQuestions } from "./external-questions.ts";
import type { PersonAtHand } from "./person-at-hand.ts";

/** A question that somebody is asked. */
export interface ChosenQuestion {
  /** From where it comes; null = it stands in for one that there is not, and no answer to it is right. */
  readonly set: string | null;
  /** The key of the credential, or of the question in its external set. */
  readonly key: string;
  readonly text: Texts;
}

/** Which questions are wanted. */
export interface WantedQuestions {
  readonly sets: readonly string[];
  readonly count: number;
}

/**
 * The questions of a person that are asked, the same each time, so that nobody can ask for others; undefined where there are too few. It
 * asks plug-ins and belongs before the transaction.
 */
export async function chooseQuestions(
  context: CallContext,
  person: PersonAtHand,
  { sets, count }: WantedQuestions,
): Promise<readonly ChosenQuestion[] | undefined> {
  const { store, settings } = context;
  const offered = offeredQuestions(settings.predefinedQuestions);
  const rows = await store.select("userCredentials", { where: { userKey: person.user?.key ?? "", type: "Question" } });
  const answered = rows.flatMap(({ key, question }) => (question === null ? [] : asChosen(key, question, offered)));
  // One that was answered in two languages is one question.
  const own = answered.filter(({ text }, index) => answered.findIndex((one) => one.text.en === text.en) === index);
  const external = sets.filter(isExternalSet).map(async (set) => {
    const questions = await externalQuestions(context, set, { person, count });
    return questions.map(({ questionKey, text }) => ({ set, key: questionKey, text: inAllLanguages(text) }));
  });
  const all = [...own.filter(({ set }) => set !== null && sets.includes(set)), ...(await Promise.all(external)).flat()];
  if (all.length < count) return undefined;
  return inOrderOf(context, person, all, ({ set, key }) => `${set}\n${key}`).slice(0, count);
}

/** A question that somebody has answered; one that is offered stands as those do who have answered none. */
function asChosen(key: string, question: string, offered: readonly Texts[]): ChosenQuestion {
  const text = offeredAs(question, offered);
  return text === undefined ? { set: "user", key, text: inAllLanguages(question) } : { set: "predefined", key, text };
}

/** Questions for who has too few, or is nobody: as many, plausible, and the same each time for a name. */
export function standInQuestions(
  context: CallContext,
  person: PersonAtHand,
  { count }: WantedQuestions,
): readonly ChosenQuestion[] {
  const offered = offeredQuestions(context.settings.predefinedQuestions);
  const order = (texts: readonly Texts[]) => inOrderOf(context, person, texts, ({ en }) => en);
  const others = usualQuestions.filter(({ en }) => !offered.some((texts) => Object.values(texts).includes(en)));
  const texts = [...order(offered), ...order(others)];
  return texts.slice(0, count).map((text) => ({ set: null, key: "", text }));
}

/** An order that nobody can foresee who does not have the keys of the service, and that is the same each time. */
function inOrderOf<T>(
  { store }: CallContext,
  { name }: PersonAtHand,
  entries: readonly T[],
  idOf: (entry: T) => string,
): readonly T[] {
  const placed = entries.map((entry) => ({ entry, place: store.fingerprint(`questions\n${name}\n${idOf(entry)}`) }));
  return placed.toSorted((a, b) => (a.place < b.place ? -1 : 1)).map(({ entry }) => entry);
}
