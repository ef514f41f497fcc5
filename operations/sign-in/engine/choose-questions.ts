import { askedQuestionsDays, standInQuestionsMore } from "#domain/chain-limits.ts";
import type { Texts } from "#domain/chains/asked-fields.ts";
import { inAllLanguages, offeredAs, offeredQuestions } from "#domain/chains/offered-questions.ts";
import { isExternalSet } from "#domain/chains/question-sets.ts";
import { usualQuestions } from "#domain/chains/step-texts.ts";

import type { CallContext } from "../../kernel/context.ts";
import { externalQuestions } from "./external-questions.ts";
import type { PersonAtHand } from "./person-at-hand.ts";

/** A question for the user. */
export interface ChosenQuestion {
  /** Name of its question set; null for a stand-in question, to which no answer is right. */
  readonly set: string | null;
  /** Key of the credential, or of the question in its external set. */
  readonly key: string;
  readonly text: Texts;
}

/** Question sets and number of questions of a step. */
export interface WantedQuestions {
  readonly sets: readonly string[];
  readonly count: number;
}

/**
 * Chooses the questions for a person, the same for a period, so that no one can get others by asking again. Those of the next period are
 * others, so that not the same answers are said each time. Returns undefined if there are too few. Asks plug-ins, so it runs before the
 * transaction.
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
  // A question answered in two languages counts as one.
  const own = answered.filter(({ text }, index) => answered.findIndex((one) => one.text.en === text.en) === index);
  const external = sets.filter(isExternalSet).map(async (set) => {
    const questions = await externalQuestions(context, set, { person, count });
    return questions.map(({ questionKey, text }) => ({ set, key: questionKey, text: inAllLanguages(text) }));
  });
  const all = [...own.filter(({ set }) => set !== null && sets.includes(set)), ...(await Promise.all(external)).flat()];
  if (all.length < count) return undefined;
  return ofPeriod(context, person, all, ({ set, key }) => `${set}\n${key}`).slice(0, count);
}

/**
 * Turns an answered question into a chosen one. An offered question has the texts of all languages, like those of users who answered none.
 */
function asChosen(key: string, question: string, offered: readonly Texts[]): ChosenQuestion {
  const text = offeredAs(question, offered);
  return text === undefined ? { set: "user", key, text: inAllLanguages(question) } : { set: "predefined", key, text };
}

/**
 * Returns stand-in questions for an unknown user or one with too few: as many, plausible, and chosen as for a person who has answered some
 * more than are asked.
 */
export function standInQuestions(
  context: CallContext,
  person: PersonAtHand,
  { count }: WantedQuestions,
): readonly ChosenQuestion[] {
  const offered = offeredQuestions(context.settings.predefinedQuestions);
  const order = (texts: readonly Texts[]) => inOrderOf(context, person, texts, ({ en }) => en);
  const others = usualQuestions.filter(({ en }) => !offered.some((texts) => Object.values(texts).includes(en)));
  const spare = Math.max(0, offered.length - count);
  const more = Math.min(spare, digitOf(context, person) % (standInQuestionsMore + 1));
  const answered = [...order(offered), ...order(others)].slice(0, count + more);
  const asked = ofPeriod(context, person, answered, ({ en }) => en).slice(0, count);
  return asked.map((text) => ({ set: null, key: "", text }));
}

/** Returns a number for a name that is the same each time and unpredictable without the keys of the service. */
function digitOf({ store }: CallContext, { name }: PersonAtHand): number {
  // The last character but one: the first ones name the key, and the last one has fewer values.
  return store.fingerprint(`answered questions\n${name}`).at(-2)?.codePointAt(0) ?? 0;
}

const periodMs = askedQuestionsDays * 24 * 60 * 60 * 1000;

/** Sorts entries in an order of the present period. */
function ofPeriod<T>(
  context: CallContext,
  person: PersonAtHand,
  entries: readonly T[],
  idOf: (entry: T) => string,
): readonly T[] {
  const period = Math.floor(context.clock.now() / periodMs);
  return inOrderOf(context, person, entries, (entry) => `${period}\n${idOf(entry)}`);
}

/** Sorts entries in an order that is the same each time and unpredictable without the keys of the service. */
function inOrderOf<T>(
  { store }: CallContext,
  { name }: PersonAtHand,
  entries: readonly T[],
  idOf: (entry: T) => string,
): readonly T[] {
  const placed = entries.map((entry) => ({ entry, place: store.fingerprint(`questions\n${name}\n${idOf(entry)}`) }));
  return placed.toSorted((a, b) => (a.place < b.place ? -1 : 1)).map(({ entry }) => entry);
}
