import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { whenThere } from "./when-there.ts";

/** Successive answers of the service to a read of the session; the last one repeats. */
let answers: readonly (() => Response)[] = [];
const refused = () => {
  throw new TypeError("Failed to fetch");
};
const starting = () => Response.json({ error: { code: "UNAVAILABLE", message: "starts" } }, { status: 503 });
const there = () => Response.json({});

beforeEach(() => {
  vi.useFakeTimers();
  let asked = 0;
  vi.stubGlobal("fetch", async () => answers[Math.min(asked++, answers.length - 1)]?.());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Returns a loader that fails the given number of times and then succeeds. */
function failing(times: number): { load(): Promise<string>; tries(): number } {
  let tries = 0;
  return {
    tries: () => tries,
    load: async () => {
      tries += 1;
      if (tries <= times) throw new TypeError("Failed to fetch dynamically imported module");
      return "the part";
    },
  };
}

it.each<[string, readonly (() => Response)[], number]>([
  ["does not answer", [refused], 7],
  ["is being started", [refused, starting, starting, starting, starting], 5],
  ["comes between the part and the question", [refused, refused, there, there], 4],
  ["goes and comes again and again", [there, there, refused, there, there, refused, there], 7],
])("a part is loaded in the end from a service that %s", async (_what, said, times) => {
  answers = said;
  const { load } = failing(times);
  const loading = whenThere(load);
  await vi.runAllTimersAsync();
  expect(await loading).toBe("the part");
});

it("a part that a service does not have is tried three times, and its failure is told", async () => {
  answers = [there];
  const { load, tries } = failing(Number.POSITIVE_INFINITY);
  const loading = whenThere(load).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  expect(await loading).toBeInstanceOf(TypeError);
  expect(tries()).toBe(3);
});

const patient = /\b(openedLater|loadedLater|whenThere)(<[^>]*>)?\($/;
/** Files whose parts are loaded by other code, which waits for them. */
const loadedByOthers = /^\.\.\/(routes\/[\w-]+|messages\/language)\.ts$/;

/** Returns the places in a source file at which a part is loaded without waiting for an unavailable service. */
function impatient(source: string): readonly string[] {
  return [...source.matchAll(/\bimport\(|\blazy\(/g)].flatMap(({ index, 0: found }) => {
    const before = source.slice(0, index).replaceAll(/\s+/g, " ");
    const call = before.replace(/(async )?\(\) => ?[({]?.{0,4}(await ?)?(withTexts\("[\w-]+", ?)*$/, "").trimEnd();
    return patient.test(call) ? [] : [`${source.slice(Math.max(0, index - 60), index)}${found}`];
  });
}

it("every part of the pages that is loaded later waits for a service that is away", () => {
  const sources = import.meta.glob<string>(
    ["../**/*.{ts,tsx}", "!../dist/**", "!../**/*.test.ts", "!../components/opened-later.tsx"],
    { query: "?raw", import: "default", eager: true },
  );
  const found = Object.entries(sources).filter(([file]) => !loadedByOthers.test(file));
  expect(found.length).toBeGreaterThan(300);
  expect(found.flatMap(([file, source]) => impatient(source).map((place) => `${file}: ${place}`))).toEqual([]);
});

it.each([
  'const Part = lazy(async () => ({ default: (await import("./part.tsx")).Part }));',
  'const load = () => void import("./part.tsx");',
])("a part that does not wait is found: %s", (source) => {
  expect(impatient(source)).not.toEqual([]);
});
