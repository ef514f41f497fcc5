import type { PasswordFacts } from "./password-check.ts";

/** Facts about a person without ids, names and earlier passwords, whose password is in no data breach. */
export const factsOfNobody: PasswordFacts = {
  ids: { known: [] },
  names: { known: [] },
  oldPassword: { known: null },
  usedBefore: { known: null },
  breached: { known: false },
};
