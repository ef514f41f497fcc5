/** The value of an annotation: `{ $path }` names a property or a navigation, `{ $enum }` a member. */
export type AnnotationValue =
  | string
  | number
  | boolean
  | { readonly $path: string; readonly navigation?: true }
  | { readonly $enum: string }
  | readonly AnnotationValue[]
  | { readonly [property: string]: AnnotationValue };

/** Returns the member that a value names; null if it names none. */
export function memberIn(value: object): string | null {
  return "$enum" in value && typeof value.$enum === "string" ? value.$enum : null;
}

/** Returns the path that a value names; null if it names none. */
export function pathIn(value: object): string | null {
  return "$path" in value && typeof value.$path === "string" ? value.$path : null;
}

/** Annotations by their full term. */
export type Annotations = Readonly<Record<string, AnnotationValue>>;
