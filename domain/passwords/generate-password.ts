import { type Alphabets, alphabetsOf } from "./password-alphabets.ts";
import { changedRules, initialRules, type PolicyRules, RuleMode } from "./password-rules.ts";
import { type Below, type MadePassword, randomWalk } from "./random-walk.ts";
import { askedOfSorts, keepsRequired, lengthsOf, requiredOf, type RequiredRules, sortsOf } from "./required-rules.ts";

/** The characters of a password that nobody wants shorter or longer. */
export const generatedLength = 24;

/** How often each way of making a password is tried. */
const triesMax = 100;
/** So many bits nobody guesses: troublesome characters need not make more of them. */
const bitsEnough = 100;
/** Characters that make no trouble may cost so much of the bits that all characters would give. */
const shareOfBits = 5 / 6;

const required = { mode: RuleMode.Required };

/** The rules where no policy is given: all four sorts, and a letter in front, which no program takes for an option. */
const rulesOfOurs: PolicyRules = changedRules(initialRules(), {
  character: { minSpecial: { ...required, value: 1 }, beginsWithLetter: required },
});

/** What follows from a policy, whosever password is made by it. */
interface Prepared {
  readonly policy: PolicyRules;
  readonly rules: RequiredRules;
  readonly alphabets: Alphabets;
}

/** The same for a password with a letter in front, and for one without. */
interface PreparedBoth {
  readonly letterFirst: Prepared;
  readonly given: Prepared;
}

// Thousands of passwords are made by one policy, and finding out what it allows takes longer than making one.
const preparedOf = new WeakMap<PolicyRules, PreparedBoth>();

/** What a password is made of. */
interface Making extends Omit<Prepared, "alphabets"> {
  readonly alphabet: readonly string[];
  readonly below: Below;
  readonly length: number;
}

/**
 * Makes a random password that keeps all required rules of a policy that do not depend on whose it is; where the policy leaves
 * it open, of so many characters, of those that make no trouble, and with a letter in front. Undefined where the rules allow no
 * password, or none is found in bounded tries.
 */
export function generatePassword(
  policy: PolicyRules | undefined,
  below: Below,
  length = generatedLength,
): string | undefined {
  const { letterFirst, given } = prepared(policy ?? rulesOfOurs);
  const making = { below, length };
  return preferred(
    () => madeBy(letterFirst, making),
    () => madeBy(given, making),
  )?.password;
}

function prepared(policy: PolicyRules): PreparedBoth {
  const known = preparedOf.get(policy);
  if (known !== undefined) return known;
  const letterFirst = changedRules(policy, { character: { beginsWithLetter: required } });
  const made = { letterFirst: preparedOne(letterFirst), given: preparedOne(policy) };
  preparedOf.set(policy, made);
  return made;
}

function preparedOne(policy: PolicyRules): Prepared {
  const rules = requiredOf(policy);
  return { policy, rules, alphabets: alphabetsOf(rules) };
}

/** The first password, unless it is much easier to guess than the second one. */
function preferred(make: () => MadePassword | undefined, otherwise: () => MadePassword | undefined) {
  const first = make();
  if (first && first.bits >= bitsEnough) return first;
  const second = otherwise();
  return first && (!second || first.bits >= shareOfBits * second.bits) ? first : second;
}

function madeBy(
  { policy, rules, alphabets: { clear, all, widest } }: Prepared,
  { below, length }: Pick<Making, "below" | "length">,
): MadePassword | undefined {
  const of = (alphabet: readonly string[]) => madeOf({ policy, rules, alphabet, below, length });
  return preferred(
    () => of(clear),
    () => of(all) ?? of(widest),
  );
}

function madeOf(making: Making): MadePassword | undefined {
  const { rules, alphabet, policy, below } = making;
  if (alphabet.length === 0) return undefined;
  const { shortest, longest } = lengthsOf(rules);
  const asked = askedOfSorts(rules).reduce((sum, count) => sum + count, 0);
  const length = Math.min(longest, Math.max(making.length, shortest, asked));
  if (rules.regex === undefined) {
    const found = tried(policy, () => drawn(making, length)) ?? tried(policy, () => dealt(making, length));
    if (found) return found;
  }
  const { reaches, walk } = randomWalk(rules, alphabet);
  const walked = (lengths: readonly number[]) => {
    const reached = lengths.find((count) => reaches(count));
    return reached === undefined ? undefined : tried(policy, () => walk(below, reached));
  };
  return preferred(
    () => walked(upTo(shortest, length).toReversed()),
    () => walked(upTo(length + 1, longest)),
  );
}

function tried(policy: PolicyRules, make: () => MadePassword | undefined): MadePassword | undefined {
  for (let count = 0; count < triesMax; count++) {
    const found = make();
    if (found && keepsRequired(policy, found.password)) return found;
  }
  return undefined;
}

/** Characters drawn one by one: of the passwords that keep the rules each is as likely as the others. */
function drawn({ alphabet, below }: Making, length: number): MadePassword {
  const characters = Array.from({ length }, () => alphabet[below(alphabet.length)] as string);
  return { password: characters.join(""), bits: length * Math.log2(alphabet.length) };
}

/** As many of each sort as are asked for, the rest of any, shuffled. */
function dealt({ rules, alphabet, below }: Making, length: number): MadePassword | undefined {
  const sets = askedOfSorts(rules).flatMap((count, sort) => {
    const ofSort = alphabet.filter((character) => (sortsOf(character)[sort] ?? 0) > 0);
    return Array.from({ length: count }, () => ofSort);
  });
  if (sets.some((set) => set.length === 0)) return undefined;
  const all = [...sets, ...Array.from({ length: length - sets.length }, () => alphabet)];
  const characters = all.map((set) => set[below(set.length)] as string);
  for (let place = characters.length - 1; place > 0; place--) {
    const other = below(place + 1);
    [characters[place], characters[other]] = [characters[other] as string, characters[place] as string];
  }
  return { password: characters.join(""), bits: all.reduce((sum, set) => sum + Math.log2(set.length), 0) };
}

/** The whole numbers from one up to another. */
function upTo(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
