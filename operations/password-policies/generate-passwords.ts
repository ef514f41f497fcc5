import { z } from "zod";

import type { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { generatedPasswordsMax, passphraseWordsMax, passwordLengthMax } from "#domain/limits.ts";
import { generatePassphrase } from "#domain/passwords/generate-passphrase.ts";
import { generateMeasured } from "#domain/passwords/generate-password.ts";
import { giveWay } from "#platform/loop-turns.ts";

import { makeUnbreached } from "../abilities/breached-passwords.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { policiesOfChange } from "../kernel/row-changes.ts";
import { visibleRow } from "../kernel/rows/visible-row.ts";

/** Forms of generated passwords. */
export const generatedForms = ["password", "passphrase"] as const;

/** A generated password, which nothing stores. */
export interface GeneratedPassword {
  readonly password: Secret;
  /** Whole bits of entropy for an attacker who knows how it was generated. */
  readonly bits: number;
}

/**
 * Generates passwords or passphrases that keep the rules of a policy that do not depend on the person. Nothing stores them.
 * @throws NOT_FOUND, FORBIDDEN, GENERATED_PASSWORD_IMPOSSIBLE, BREACHED_LIST_UNAVAILABLE
 */
export const generatePolicyPasswords = defineOperation({
  name: "passwordPolicies.generate",
  input: z.strictObject({
    key: z.string(),
    count: z.int().min(1).max(generatedPasswordsMax).nullish(),
    form: z.enum(generatedForms).nullish(),
    length: z.int().min(1).max(passwordLengthMax).nullish(),
    words: z.int().min(1).max(passphraseWordsMax).nullish(),
  }),
  callers: ["user"],
  policies: policiesOfChange("action", "passwordPolicies/generate"),
  audit: {
    operation: "PPGN",
    describe: ({ key, count, form }) => ({ ident: key, message: `${count ?? 1} × ${form ?? "password"}` }),
  },
  // A policy of many rules may take a while, so it runs before the transaction.
  async prepare(context, { key, count, form, length, words }): Promise<readonly GeneratedPassword[]> {
    const rules = await visibleRow(context, { table: "passwordPolicies", key });
    const below = (limit: number) => context.ids.below(limit);
    const generate = () =>
      form === "passphrase"
        ? generatePassphrase(rules, below, words ?? undefined)
        : generateMeasured(rules, below, length ?? undefined);
    const made: GeneratedPassword[] = [];
    for (let number = 0; number < (count ?? 1); number++) {
      const one = await makeUnbreached(context, rules, generate);
      if (one === undefined) throw new ServiceError("GENERATED_PASSWORD_IMPOSSIBLE", { target: "form" });
      made.push({ password: one.password, bits: Math.floor(one.bits) });
      await giveWay();
    }
    return made;
  },
  async run(_context, _input, passwords) {
    return { passwords };
  },
});
