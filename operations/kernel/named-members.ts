import { z } from "zod";

/**
 * Returns the schema of an object whose members have names chosen by the caller. The API description shows both rules; the checks of a name
 * and of a member use the same words when they refuse one.
 */
export function namedMembers<Name extends z.core.$ZodRecordKey, Member extends z.core.SomeType>(
  [name, nameRule]: readonly [Name, string],
  [member, memberRule]: readonly [Member, string],
) {
  return z
    .record(name, member, { error: ({ code }) => (code === "invalid_key" ? nameRule : undefined) })
    .meta({ nameRule, memberRule });
}
