import type { PasswordCheckStep } from "#domain/identity/password-check.ts";
import { ModuleName } from "#domain/module-name.ts";
import { engineCaller } from "#operations/callers.ts";
import type { ServiceContext } from "#operations/context.ts";
import { nextPasswordCheckStep } from "#operations/identity/next-password-check-step.ts";
import { invoke } from "#operations/invoke.ts";

import { asStep, requireLocal } from "./step.ts";

/** The hub step of the workflow `passwordCheck`, a short transaction that runs as a local activity. */
export interface PasswordCheckActivities {
  /** Tells from the row which proxy is to be asked, or ends what was asked. */
  nextPasswordCheckStep(input: { readonly key: string; readonly performed: boolean }): Promise<PasswordCheckStep>;
}

/** Makes the hub step of passwords about which targets are asked. */
export function createPasswordCheckActivities(service: ServiceContext): PasswordCheckActivities {
  // A step commits nothing for the outbox, so looking into it after each one would be in vain.
  const context: ServiceContext = { ...service, nudge: () => undefined };
  return {
    async nextPasswordCheckStep(input) {
      requireLocal();
      const { key } = input;
      return asStep(context, { passwordCheck: key }, "A step of asking a target about a password failed.", () =>
        invoke(nextPasswordCheckStep, context, engineCaller(ModuleName.Rest, key), input),
      );
    },
  };
}
