/** Kind of the values of a property. A `structure` has members of its own. */
export type PropertyKind =
  | "text"
  | "longText"
  | "sealed"
  | "number"
  | "flag"
  | "time"
  | "member"
  | "members"
  | "texts"
  | "structure";

/** Properties of a resource as its declaration has them, for forms and facts. */
export interface DeclaredProperty {
  readonly kind: PropertyKind;
  /** Writes of callers that may name it. */
  readonly writing: "never" | "create" | "change" | "always";
  /** True if a new object must name it, and no object is without it. */
  readonly required?: boolean;
  readonly nullable?: boolean;
  /** Value of a new object that does not name it. */
  readonly initial?: string | number | boolean;
  readonly min?: number;
  readonly max?: number;
  readonly members?: readonly string[];
  /** Resource whose key it is. */
  readonly of?: string;
  /** Navigation to the object with that key. */
  readonly by?: string;
  /** True if only its initial value is supported yet. */
  readonly waits?: boolean;
  /** Part of its form, if it does not stand in the first one. */
  readonly part?: "options";
}

/** A resource whose forms and facts come from its declaration. */
export interface DeclaredResource {
  /** Name of the resource, also in the keys of its texts. */
  readonly name: string;
  readonly properties: Readonly<Record<string, DeclaredProperty>>;
}

/** Name of a property of a resource. */
export type PropertyName<Of extends DeclaredResource> = keyof Of["properties"];

/** Occasion on which a form writes an object. */
export type Occasion = "create" | "change";
