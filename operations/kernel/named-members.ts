import { z } from "zod";

/**
 * An object whose members have names of the caller's choice. Documents tell both rules; the checks of a name and of a member say the same
 * words where they refuse one.
 */
export function namedMembers<Name extends z.core.$ZodRecordKey, Member extends z.core.SomeType>(
  [name, nameRule]: readonly [Name, string],
  [member, memberRule]: readonly [Member, string],
) {
  return z
    .record(name, member, { error: ({ code }) => (code === "invalid_key" ? nameRule : undefined) })
    .meta({ nameRule, memberRule });
}
