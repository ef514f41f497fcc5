import { useLanguage } from "./language.ts";
import type { Language } from "./languages.ts";

const units = [
  ["year", 31_536_000_000],
  ["month", 2_592_000_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

// They cost more to make than all else in a row of a list.
const formats = new Map<Language, ReturnType<typeof formatsOf>>();

function formatsOf(language: Language) {
  return {
    words: new Intl.RelativeTimeFormat(language, { numeric: "auto" }),
    exact: new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "long" }),
  };
}

function formatsFor(language: Language) {
  const known = formats.get(language) ?? formatsOf(language);
  formats.set(language, known);
  return known;
}

/** A moment in words, seen from another one: "in 3 hours", "yesterday". */
function inWords(at: number, now: number, language: Language): string {
  const [unit, size] = units.find(([, length]) => Math.abs(at - now) >= length) ?? (["second", 1_000] as const);
  return formatsFor(language).words.format(Math.round((at - now) / size), unit);
}

/** A moment exactly, in the time zone of the browser. */
function exactly(at: number, language: Language): string {
  return formatsFor(language).exact.format(at);
}

/** A moment in words, with the exact one at hover. */
export function Moment({ at }: { readonly at: string }) {
  const language = useLanguage();
  const time = Date.parse(at);
  return (
    <time dateTime={at} title={exactly(time, language)}>
      {inWords(time, Date.now(), language)}
    </time>
  );
}

/** A moment to the second, where it matters exactly when something was. */
export function ExactMoment({ at }: { readonly at: string }) {
  const language = useLanguage();
  const time = Date.parse(at);
  const format = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "medium" });
  return (
    <time dateTime={at} title={exactly(time, language)}>
      {format.format(time)}
    </time>
  );
}
