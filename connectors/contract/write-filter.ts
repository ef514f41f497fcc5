import type { Filter } from "./listing.ts";

/** The comparison of an attribute with a value. */
export type Comparison = Extract<Filter, { readonly value: unknown }>;

/** Translation of each form of a filter into the language of a target. */
export interface FilterLanguage<T> {
  joined(op: "and" | "or", parts: readonly T[]): T;
  not(part: T): T;
  present(attr: string): T;
  compared(comparison: Comparison): T;
}

/** Writes a filter in the language of a target, inner parts first. Throws the language's error for a filter that it cannot express. */
export function writeFilter<T>(filter: Filter, language: FilterLanguage<T>): T {
  switch (filter.op) {
    case "and":
    case "or":
      return language.joined(
        filter.op,
        filter.of.map((part) => writeFilter(part, language)),
      );
    case "not":
      return language.not(writeFilter(filter.of, language));
    case "present":
      return language.present(filter.attr);
    default:
      return language.compared(filter);
  }
}
