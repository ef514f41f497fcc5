import { comparedName } from "./compared-name.ts";

/** An account of a target that another object there may name to refer to a person. */
export interface NamedAccount {
  readonly userKey: string | null;
  readonly targetSystemKey: string;
  readonly stableId: string;
  readonly shortId: string;
  readonly dn: string | undefined;
  /** True if names differ by case on its target. */
  readonly caseExact?: boolean;
}

/** Key of the user by name that is looked for; null if several users have the name. */
export type AccountNames = ReadonlyMap<string, string | null>;

/**
 * Returns the users of those accounts that a reference names. Each form of a name stands behind the target and a line break; the form of a
 * DN also stands alone.
 */
export function namesOf(references: Iterable<string>, accounts: Iterable<NamedAccount>): AccountNames {
  const wanted = new Set([...references].flatMap(formsOf));
  const names = new Map<string, string | null>();
  const note = (name: string, userKey: string) => {
    const before = names.get(name);
    names.set(name, before === undefined || before === userKey ? userKey : null);
  };
  for (const { userKey, targetSystemKey, stableId, shortId, dn, caseExact = false } of accounts) {
    if (userKey === null) continue;
    const dnForm = dn === undefined ? undefined : `dn\n${plainDn(dn)}`;
    for (const form of [`id\n${stableId}`, `name\n${shortId}`, dnForm, caseExact ? undefined : anyCase(shortId)])
      if (form !== undefined && wanted.has(form)) note(`${targetSystemKey}\n${form}`, userKey);
    if (dnForm !== undefined && wanted.has(dnForm)) note(dnForm, userKey);
  }
  return names;
}

/** Returns the forms in which a reference may name an account, the surest first. */
export function formsOf(reference: string): readonly string[] {
  const text = reference.trim();
  return [`id\n${text}`, `dn\n${plainDn(text)}`, `name\n${text}`, anyCase(text)];
}

const anyCase = (name: string) => `any case\n${comparedName(name, false)}`;

/** Normalizes a DN: case and blanks between its parts make no difference. */
function plainDn(dn: string): string {
  const trimmed = (text: string, sign: string) =>
    text
      .split(sign)
      .map((part) => part.trim())
      .join(sign);
  return trimmed(trimmed(dn.toLowerCase(), ","), "=");
}
