import type { Model } from "../model/model.ts";
import { checkKnownType } from "./named-types.ts";

/** An annotation in a body, and the property that it annotates; empty for the object around it. */
export interface Annotation {
  readonly of: string;
  /** `type`, `bind`, …: control information of OData, with or without its prefix; null for any other annotation. */
  readonly term: string | null;
  /** Name as written. */
  readonly name: string;
}

/** Returns the annotation that a name in a body is; null if it is the name of a property. */
export function annotationIn(name: string): Annotation | null {
  const at = name.indexOf("@");
  // Advertised actions of an entity.
  if (name.startsWith("#")) return { of: "", term: null, name };
  if (at < 0) return null;
  const written = name.slice(at + 1);
  const term = written.replace(/^odata\./, "");
  return { of: name.slice(0, at), term: term.includes(".") ? null : term, name };
}

/**
 * Reads a value that no type describes. Annotations inside are left out, and a type that is named must exist.
 * @throws INPUT_INVALID
 */
export function readDynamic(
  value: unknown,
  { model, path }: { readonly model: Model; readonly path: string },
): unknown {
  if (Array.isArray(value)) return value.map((part) => readDynamic(part, { model, path }));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([name, part]) => {
    const annotation = annotationIn(name);
    if (annotation?.term === "type") checkKnownType(part, model, `${path}.${name}`);
    return annotation === null;
  });
  return Object.fromEntries(
    entries.map(([name, part]) => [name, readDynamic(part, { model, path: `${path}.${name}` })]),
  );
}
