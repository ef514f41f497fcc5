/** Kinds of columns: `time` is integer milliseconds UTC, `sealed` is an encrypted secret, `json` is text. */
export type ColumnKind = "text" | "longText" | "integer" | "time" | "flag" | "json" | "sealed";

/** Column of a table as the store sees it. */
export interface Column {
  readonly kind: ColumnKind;
  readonly nullable: boolean;
  /** Length in characters; only for `text`. */
  readonly size?: number | undefined;
  /** True for a whole number of 64 bits. */
  readonly wide?: true | undefined;
  /** Value of a new row that does not name the column. */
  readonly initial?: unknown;
  /** True if each node has a value of its own, which the change log leaves out. */
  readonly ofNode?: true | undefined;
  /**
   * Order in which the value may rise in a row of the class `rising`: its members in their order, or true for a value that is set once
   * or, as a number, grows.
   */
  readonly rises?: true | readonly string[] | undefined;
}

/** Type of a property in OData; null for a structure, which the REST layer describes. */
export type PropertyType =
  | "Edm.String"
  | "Edm.Boolean"
  | "Edm.Int32"
  | "Edm.Int64"
  | "Edm.Guid"
  | "Edm.DateTimeOffset"
  | "Edm.Date"
  | "Edm.PrimitiveType"
  | null;

/** Kind of callers' writes that may name a property: none, the one that creates the resource, those that change it, or both. */
export type Writing = "never" | "create" | "change" | "always";

/** Place of a value: in a column, sealed in one, or not in the row at all. */
export type Home = "row" | "sealed" | "elsewhere";

/** Form of a text beyond its length, by name; the inputs of operations say what each means. */
export type TextFormat =
  | "filled"
  | "notEmpty"
  | "newId"
  | "personId"
  | "webAddress"
  | "nodeAddress"
  | "cron"
  | "pattern"
  | "mailAddress";

/** Facts about one property. */
export interface PropertyFacts extends Column {
  readonly type: PropertyType;
  readonly home: Home;
  readonly writing: Writing;
  /** True if the value is a list of the type. */
  readonly collection?: true;
  /** Members of an enumeration. */
  readonly members?: readonly string[];
  /** Meaning for callers; a property without it is shown to nobody. */
  readonly description?: string;
  /** Name on pages, if it is not that of the property in words. */
  readonly label?: string;
  /** Names of members on pages, if they are not those of the members in words. */
  readonly memberLabels?: Readonly<Record<string, string>>;
  readonly readByPolicies?: true;
  /** Column in which `$search` looks for it, behind the relations that lead there; true for its own. */
  readonly searched?: string | true;
  readonly ordered?: true;
  readonly lookedUp?: true;
  readonly format?: TextFormat;
  readonly min?: number;
  /** Largest value that a caller may give: of a number its value, of a text its characters, of a list its items. */
  readonly max?: number;
  /** Longest item of a list of texts, in characters. */
  readonly itemMax?: number;
}

/**
 * Property of a resource. `T` is its value in a row, and `N` says whether a new row must name it. `W` says which writes of callers name
 * it, and `H` where it is.
 */
export class ResourceProperty<
  T = unknown,
  N extends "must" | "may" = "must" | "may",
  W extends Writing = Writing,
  H extends Home = Home,
> {
  declare readonly value: T;
  declare readonly need: N;
  declare readonly writing: W;
  declare readonly home: H;
  readonly facts: PropertyFacts;

  constructor(facts: PropertyFacts) {
    this.facts = facts;
  }

  #with<P>(more: Partial<PropertyFacts>): P {
    return new ResourceProperty({ ...this.facts, ...more }) as P;
  }

  /** Allows null, which is then the value of a new row. */
  optional(): ResourceProperty<T | null, "may", W, H> {
    return this.#with({ nullable: true, initial: null });
  }

  /** Sets the value of a new row that does not name the property. */
  initially(value: T): ResourceProperty<T, "may", W, H> {
    return this.#with({ initial: value });
  }

  /** Keeps a value of its own on each node. */
  ofNode(): ResourceProperty<T, N, W, H> {
    return this.#with({ ofNode: true });
  }

  /**
   * Lets the value rise in a row of the class `rising`: a member of an enumeration in the order of its members, a time to a later one; a
   * value that is null is set once.
   */
  rising(): ResourceProperty<T, N, W, H> {
    return this.#with({ rises: this.facts.members ?? true });
  }

  /** Shows the property to callers; the description stands in all documents. */
  shown(description: string): ResourceProperty<T, N, W, H> {
    return this.#with({ description });
  }

  /** Names the property on pages, where its own name in words is not what people know. */
  label(label: string): ResourceProperty<T, N, W, H> {
    return this.#with({ label });
  }

  /** Names members on pages, where their own names in words are not what people know. */
  memberLabels(memberLabels: Readonly<Record<string, string>>): ResourceProperty<T, N, W, H> {
    return this.#with({ memberLabels });
  }

  /** Lets callers give it to a new resource and change it. */
  given(): ResourceProperty<T, N, "always", H> {
    return this.#with({ writing: "always" });
  }

  /** Lets callers give it to a new resource and never change it. */
  givenOnce(): ResourceProperty<T, N, "create", H> {
    return this.#with({ writing: "create" });
  }

  /** Lets callers change it; a new resource has the initial value. */
  changed(): ResourceProperty<T, N, "change", H> {
    return this.#with({ writing: "change" });
  }

  /** Declares that no column holds it: it is computed from others, kept elsewhere, or only comes in. The REST layer says how. */
  elsewhere(): ResourceProperty<T, N, W, "elsewhere"> {
    return this.#with({ home: "elsewhere" });
  }

  /** Lets policies name it of a resource. */
  policy(): ResourceProperty<T, N, W, H> {
    return this.#with({ readByPolicies: true });
  }

  /**
   * Lets `$search` look in it; for a property without a column, in the column of the one row to which relations lead: `account/shortId`.
   */
  searched(at: string | true = true): ResourceProperty<T, N, W, H> {
    return this.#with({ searched: at });
  }

  /** Lets rows be ordered by it, because an index begins with it. A set with such properties cannot be ordered by any others. */
  ordered(): ResourceProperty<T, N, W, H> {
    return this.#with({ ordered: true });
  }

  /** Lets conditions find rows by an equal value of it, because an index begins with it. */
  lookedUp(): ResourceProperty<T, N, W, H> {
    return this.#with({ lookedUp: true });
  }

  /** Sets the form that a text of a caller must have. */
  format(format: TextFormat): ResourceProperty<T, N, W, H> {
    return this.#with({ format });
  }

  /** Sets the least and the most that a caller may give. */
  between(min: number, max: number): ResourceProperty<T, N, W, H> {
    return this.#with({ min, max });
  }

  /** Sets the least that a caller may give. */
  atLeast(min: number): ResourceProperty<T, N, W, H> {
    return this.#with({ min });
  }

  /** Sets the most that a caller may give. */
  atMost(max: number): ResourceProperty<T, N, W, H> {
    return this.#with({ max });
  }
}

/** Properties of a resource by name. */
export type Properties = Readonly<Record<string, ResourceProperty>>;
