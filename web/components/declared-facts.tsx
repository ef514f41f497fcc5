import type { ReactNode } from "react";

import type { DeclaredProperty, DeclaredResource, PropertyName } from "../api/declared-property.ts";
import type { Person } from "../api/model.ts";
import { type SayDeclared, useDeclaredText } from "../messages/declared-text.ts";
import { Moment } from "../messages/moment.tsx";
import { type Say, useText } from "../messages/text.ts";
import { type Fact, Facts } from "./facts.tsx";
import { PersonName } from "./person-name.tsx";

interface DeclaredFactsProps<Of extends DeclaredResource> {
  readonly of: Of;
  readonly row: object;
  /** Properties that stand elsewhere on the page. */
  readonly leftOut?: readonly PropertyName<Of>[];
  /** Values that are not shown as their kind is. */
  readonly own?: { readonly [Name in PropertyName<Of>]?: ReactNode };
  /** True if properties that only the service sets are shown without a value too. */
  readonly showsUnset?: boolean;
  /** Facts behind those of its properties, such as its relations. */
  readonly more?: readonly Fact[];
}

/** All properties of an object that callers read. One that only the service sets is usually left out while it has no value. */
export function DeclaredFacts<Of extends DeclaredResource>(props: DeclaredFactsProps<Of>) {
  const { of, row, leftOut = [], own = {}, showsUnset = false, more = [] } = props;
  const say = useText();
  const sayDeclared = useDeclaredText();
  const values = row as Readonly<Record<string, unknown>>;
  const unshown = new Set<unknown>(leftOut);
  const properties = Object.entries<DeclaredProperty>(of.properties).filter(
    ([name, { writing }]) =>
      !unshown.has(name) && (showsUnset || writing !== "never" || (values[name] ?? null) !== null),
  );
  const facts = properties.map(([name, property]) => ({
    term: sayDeclared(of, name) ?? name,
    value: Object.hasOwn(own, name)
      ? (own as Readonly<Record<string, ReactNode>>)[name]
      : shownValue({ of, name, property, values, say, sayDeclared }),
  }));
  return <Facts facts={[...facts, ...more]} />;
}

interface ValueTerms {
  readonly of: DeclaredResource;
  readonly name: string;
  readonly property: DeclaredProperty;
  readonly values: Readonly<Record<string, unknown>>;
  readonly say: Say;
  readonly sayDeclared: SayDeclared;
}

function shownValue({ of, name, property, values, say, sayDeclared }: ValueTerms): ReactNode {
  const value = values[name];
  if (value === null || value === undefined) return null;
  if (property.of === "users") return <PersonName person={values[property.by ?? ""] as Person | null | undefined} />;
  if (property.kind === "flag") return say(`value.${value === true}`);
  if (property.kind === "time" && typeof value === "string") return <Moment at={value} />;
  const wordOf = (one: unknown) => sayDeclared(of, name, `.${String(one)}`) ?? String(one);
  if (property.members !== undefined) return [value].flat().map(wordOf).join("\n");
  if (Array.isArray(value)) return value.join("\n");
  return typeof value === "string" || typeof value === "number" ? value : JSON.stringify(value);
}
