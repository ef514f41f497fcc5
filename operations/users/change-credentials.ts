import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { questionMaxCharacters } from "#domain/chain-limits.ts";
import { isSecondFactor } from "#domain/credential-types.ts";
import { ServiceError } from "#domain/errors.ts";
import { passwordMaxBytes } from "#domain/limits.ts";
import { normaliseAnswer } from "#domain/passwords/question-answer.ts";
import { policyOf } from "#domain/policy-name.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { childRow } from "../kernel/rows/child-row.ts";
import { visibleRow } from "../kernel/rows/visible-row.ts";
import { filledText } from "../kernel/text-input.ts";
import { tellSecondFactor } from "./engine/tell-second-factor.ts";

const credentials = { table: "userCredentials", path: "users/credentials", column: "userKey" } as const;

const bytesRule = `must have at most ${passwordMaxBytes} bytes`;

const answer = z
  .instanceof(Secret, { message: "must be a text" })
  .superRefine((secret, refinement) => {
    const message = secret.use(answerFault);
    if (message !== undefined) refinement.addIssue({ code: "custom", message });
  })
  .meta({ pattern: "\\S", maxLength: passwordMaxBytes, rule: bytesRule });

function answerFault(plain: string): string | undefined {
  // Normalizing a long text takes as long as its sender likes.
  if (Buffer.byteLength(plain) > passwordMaxBytes) return bytesRule;
  const normalised = normaliseAnswer(plain);
  if (normalised === "") return "must not be empty";
  return Buffer.byteLength(normalised) > passwordMaxBytes ? bytesRule : undefined;
}

/**
 * Adds a question with its answer to a user's credentials; of the answer only the hash of its normalized form is stored.
 * @throws NOT_FOUND at once if the user does not exist (specification section 4), FORBIDDEN, QUESTION_EXISTS
 */
export const addQuestion = defineOperation({
  name: "users.addQuestion",
  input: z.strictObject({
    userKey: z.string(),
    question: filledText(questionMaxCharacters),
    answer,
  }),
  callers: ["user"],
  proof: "fresh",
  policies: [
    { name: policyOf.get("users"), rows: true },
    { name: policyOf.create(credentials.path), facts: (_, { userKey }) => Promise.resolve({ userKey }) },
  ],
  audit: { operation: "USQA", describe: ({ userKey }) => ({ recipient: userKey }) },
  async prepare(context, { userKey, answer: given }) {
    await visibleRow(context, { table: "users", key: userKey });
    return context.passwords.hash(given.use((plain) => new Secret(normaliseAnswer(plain))));
  },
  async run(context, { userKey, question }, answerHash) {
    const { store, ids, clock } = context;
    await visibleRow(context, { table: "users", key: userKey });
    if ((await store.count("userCredentials", { userKey, type: "Question", question })) > 0) {
      throw new ServiceError("QUESTION_EXISTS", { target: "question" });
    }
    const { answerHash: _, ...row } = await store.save("userCredentials", {
      key: ids.guid(),
      userKey,
      type: "Question",
      question,
      answerHash,
      lastChanged: clock.now(),
    });
    return row;
  },
});

/**
 * Deletes a credential of a user, such as a question or the codes of a lost device. The user is notified of the removal of a device.
 * @throws NOT_FOUND, FORBIDDEN
 */
export const removeCredential = defineOperation({
  name: "users.removeCredential",
  callers: ["user"],
  proof: "fresh",
  audit: { operation: "USQD", describe: ({ userKey, key }) => ({ recipient: userKey, ident: key }) },
  input: z.strictObject({ userKey: z.string(), key: z.string() }),
  policies: [
    { name: policyOf.get("users"), rows: true },
    { name: policyOf.remove(credentials.path), facts: (_, { userKey }) => Promise.resolve({ userKey }) },
  ],
  async run(context, given) {
    const { key, type } = await childRow(context, credentials, given);
    await context.store.remove(credentials.table, key);
    if (isSecondFactor(type)) tellSecondFactor(context, given.userKey, { factor: type, change: "removed" });
    return {};
  },
});
