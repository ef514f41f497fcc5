import type { Random } from "../random.fixture.ts";
import { changedRules, initialRules, type PolicyRules } from "./password-rules.ts";

/** One after the other: characters of a set, at least and at most so many. */
export interface Segment {
  readonly set: string;
  readonly characters: readonly string[];
  readonly least: number;
  readonly most: number;
}

/** A random policy, and the segments of which its pattern consists; undefined without a pattern. */
export interface GeneratedPolicy {
  readonly rules: PolicyRules;
  readonly segments: readonly Segment[] | undefined;
}

const between = (first: string, last: string) =>
  Array.from({ length: last.charCodeAt(0) - first.charCodeAt(0) + 1 }, (_, index) =>
    String.fromCharCode(first.charCodeAt(0) + index),
  );
const upper = between("A", "Z");
const lower = between("a", "z");
const digits = between("0", "9");
const sets: Readonly<Record<string, readonly string[]>> = {
  "[A-Z]": upper,
  "[a-z]": lower,
  "[0-9]": digits,
  "[a-z0-9]": [...lower, ...digits],
  "[A-Za-z]": [...upper, ...lower],
  "[ -~]": between(" ", "~"),
};

const allowed = ["0123456789abcdef", "ABCDEFGHIJabcdefghij0123456789!?#", "äöüÄÖÜ1234567890-", "xyzXYZ"];
const forbidden = ["-_.", "0123456789", "aeiouAEIOU", "\"'`$\\", upper.join("")];
const required = (value?: number | string) => ({ mode: "required", value: value ?? null }) as const;

/** Makes a policy of random rules, many of which contradict each other. */
export function generatedPolicy(random: Random): GeneratedPolicy {
  const maybe = (chance: number, value?: number | string) =>
    random.below(100) < chance ? required(value) : ({ mode: "disabled" } as const);
  const shortest = 1 + random.below(40);
  const longest = Math.min(127, Math.max(1, shortest - 2 + random.below(60)));
  const segments = random.below(100) < 20 ? randomSegments(random) : undefined;
  const rules = changedRules(initialRules(), {
    length: { minLength: maybe(90, shortest), maxLength: maybe(90, longest) },
    character: {
      minUpper: maybe(60, random.below(8)),
      minLower: maybe(60, random.below(8)),
      minDigits: maybe(60, random.below(8)),
      minSpecial: maybe(30, random.below(8)),
      maxRepeat: maybe(40, 1 + random.below(3)),
      maxSequence: maybe(40, 1 + random.below(3)),
      beginsWithLetter: maybe(30),
      allowedChars: maybe(12, random.pick(allowed)),
      forbiddenChars: maybe(25, random.pick(forbidden)),
    },
    dictionary: { notDictionary: maybe(50) },
    custom: { regex: segments === undefined ? { mode: "disabled" } : required(patternOf(segments)) },
  });
  return { rules, segments };
}

function randomSegments(random: Random): readonly Segment[] {
  return Array.from({ length: 1 + random.below(3) }, (): Segment => {
    const set = random.pick(Object.keys(sets));
    const least = random.below(6);
    return { set, characters: sets[set] ?? [], least, most: Math.max(1, least + random.below(20)) };
  });
}

function patternOf(segments: readonly Segment[]): string {
  return `^${segments.map(({ set, least, most }) => `${set}{${least},${most}}`).join("")}$`;
}
