import type { TestApi } from "./api.ts";

/** Has a user given the answer of a hash to each of some questions. */
export async function giveAnswers(
  { store, ids }: Pick<TestApi["context"], "store" | "ids">,
  userKey: string,
  answerHash: string,
  questions: readonly string[] = ["My dog?", "My cat?"],
): Promise<void> {
  await store.transaction(async () => {
    for (const question of questions) {
      const given = { userKey, type: "Question", question, answerHash, lastChanged: 0 } as const;
      await store.add("userCredentials", { key: ids.guid(), ...given });
    }
  });
}
