import { comparedName } from "./compared-name.ts";

/** An account of a target, by which another object there may name a person. */
export interface NamedAccount {
  readonly userKey: string | null;
  readonly targetSystemKey: string;
  readonly stableId: string;
  readonly shortId: string;
  readonly dn: string | undefined;
  /** True where names differ in case on its target. */
  readonly caseExact?: boolean;
}

/** The person of each name that is looked for; null where it is that of more than one. */
export type AccountNames = ReadonlyMap<string, string | null>;

/**
 * The people of those accounts that are named by a reference: each form of a name behind the target and a line break, and those of a
 * DN also by itself.
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

/** What an account may be named by, the surest first. */
export function formsOf(reference: string): readonly string[] {
  const text = reference.trim();
  return [`id\n${text}`, `dn\n${plainDn(text)}`, `name\n${text}`, anyCase(text)];
}

const anyCase = (name: string) => `any case\n${comparedName(name, false)}`;

/** A DN without what makes no difference in it: capitals, and blanks between its parts. */
function plainDn(dn: string): string {
  const trimmed = (text: string, sign: string) =>
    text
      .split(sign)
      .map((part) => part.trim())
      .join(sign);
  return trimmed(trimmed(dn.toLowerCase(), ","), "=");
}
