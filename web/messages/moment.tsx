import { useLanguage } from "./language.ts";
import type { Language } from "./languages.ts";

const units = [
  ["year", 31_536_000_000],
  ["month", 2_592_000_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

// Creating one costs more than all other work for a row of a list.
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

/** Formats a moment relative to another one: "in 3 hours", "yesterday". */
function inWords(at: number, now: number, language: Language): string {
  const [unit, size] = units.find(([, length]) => Math.abs(at - now) >= length) ?? (["second", 1_000] as const);
  return formatsFor(language).words.format(Math.round((at - now) / size), unit);
}

/** Formats a moment exactly, in the time zone of the browser. */
function exactly(at: number, language: Language): string {
  return formatsFor(language).exact.format(at);
}

/** A moment in relative words, with the exact time at hover. */
export function Moment({ at }: { readonly at: string }) {
  const language = useLanguage();
  const time = Date.parse(at);
  return (
    <time dateTime={at} title={exactly(time, language)}>
      {inWords(time, Date.now(), language)}
    </time>
  );
}

/** A moment to the second, for pages where the exact time matters. */
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
