import { usualQuestions } from "#domain/chains/step-texts.ts";

import type { TestApi } from "./api.ts";

const offered = usualQuestions.slice(0, 2).map(({ en }) => en);

/**
 * Stores a user's answers to security questions.
 * @param answerHashes the hash of the answer to each question; one alone is that of the answer to two questions
 */
export async function giveAnswers(
  { store, ids }: Pick<TestApi["context"], "store" | "ids">,
  userKey: string,
  answerHashes: string | Readonly<Record<string, string>>,
): Promise<void> {
  const given =
    typeof answerHashes === "string"
      ? offered.map((question) => ({ question, answerHash: answerHashes }))
      : Object.entries(answerHashes).map(([question, answerHash]) => ({ question, answerHash }));
  await store.transaction(async () => {
    for (const { question, answerHash } of given) {
      await store.add("userCredentials", {
        key: ids.guid(),
        userKey,
        type: "Question",
        question,
        answerHash,
        lastChanged: 0,
      });
    }
  });
}
