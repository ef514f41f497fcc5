/** How a value is kept: times are integer milliseconds UTC, `sealed` is an encrypted secret, `json` is text. */
export type ColumnKind = "text" | "longText" | "integer" | "time" | "flag" | "json" | "sealed";

/** A column of a table as the store sees it. */
export interface Column {
  readonly kind: ColumnKind;
  readonly nullable: boolean;
  /** Length in characters; only for `text`. */
  readonly size?: number | undefined;
  /** True for a whole number of 64 bits. */
  readonly wide?: true | undefined;
  /** Value of a new row that does not name the column. */
  readonly initial?: unknown;
  /** True where each node has a value of its own: the change log does not tell it. */
  readonly ofNode?: true | undefined;
  /** What may become of it in a row of the class `rising`: its members in their order, or true for what is set once or, as a number, grows. */
  readonly rises?: true | readonly string[] | undefined;
}

/** The type of a property in OData; null where it is a structure, of which the REST layer says more. */
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

/** Which callers' writes may name a property: none, the one that makes the resource, those that change it, or both. */
export type Writing = "never" | "create" | "change" | "always";

/** Where its value is: in a column, sealed in one, or not in the row at all. */
export type Home = "row" | "sealed" | "elsewhere";

/** What a text must be beyond its length, by name; the inputs of operations say what each means. */
export type TextFormat =
  | "filled"
  | "notEmpty"
  | "newId"
  | "personId"
  | "webAddress"
  | "cron"
  | "pattern"
  | "mailAddress";

/** Everything that is said of one property. */
export interface PropertyFacts extends Column {
  readonly type: PropertyType;
  readonly home: Home;
  readonly writing: Writing;
  /** True where the value is a list of the type. */
  readonly collection?: true;
  /** The members of an enumeration. */
  readonly members?: readonly string[];
  /** What it means to callers; a property without it is shown to nobody. */
  readonly description?: string;
  readonly readByPolicies?: true;
  /** The column in which `$search` looks for it, behind the relations that lead there; true = its own. */
  readonly searched?: string | true;
  readonly ordered?: true;
  readonly lookedUp?: true;
  readonly format?: TextFormat;
  readonly min?: number;
  /** The most that a caller may give: of a number its value, of a text its characters, of a list its items. */
  readonly max?: number;
  /** The most characters of each item of a list of texts. */
  readonly itemMax?: number;
}

/** One property of a resource. `T` is its value in a row; `N` says whether a new row must name it; `W` who else writes it; `H` where it is. */
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

  /** Null is allowed, and is the value of a new row. */
  optional(): ResourceProperty<T | null, "may", W, H> {
    return this.#with({ nullable: true, initial: null });
  }

  /** The value of a new row that does not name it. */
  initially(value: T): ResourceProperty<T, "may", W, H> {
    return this.#with({ initial: value });
  }

  /** Each node counts for itself. */
  ofNode(): ResourceProperty<T, N, W, H> {
    return this.#with({ ofNode: true });
  }

  /** In a row of the class `rising` it may rise: a member of an enumeration in the order of its members, a moment to a later one; what is null is set once. */
  rising(): ResourceProperty<T, N, W, H> {
    return this.#with({ rises: this.facts.members ?? true });
  }

  /** Callers read it; the description stands in all documents. */
  shown(description: string): ResourceProperty<T, N, W, H> {
    return this.#with({ description });
  }

  /** Callers give it to a new resource and change it. */
  given(): ResourceProperty<T, N, "always", H> {
    return this.#with({ writing: "always" });
  }

  /** Callers give it to a new resource and never change it. */
  givenOnce(): ResourceProperty<T, N, "create", H> {
    return this.#with({ writing: "create" });
  }

  /** Callers change it, and a new resource has the initial value. */
  changed(): ResourceProperty<T, N, "change", H> {
    return this.#with({ writing: "change" });
  }

  /** No column holds it: it is made from others, kept elsewhere, or only comes in. The REST layer says how. */
  elsewhere(): ResourceProperty<T, N, W, "elsewhere"> {
    return this.#with({ home: "elsewhere" });
  }

  /** Policies may name it of a resource. */
  policy(): ResourceProperty<T, N, W, H> {
    return this.#with({ readByPolicies: true });
  }

  /** `$search` looks in it; of what stands elsewhere, in the column of the one row to which relations lead: `account/shortId`. */
  searched(at: string | true = true): ResourceProperty<T, N, W, H> {
    return this.#with({ searched: at });
  }

  /** Rows may be ordered by it, because an index begins with it; of a set in which one property is ordered no other may be. */
  ordered(): ResourceProperty<T, N, W, H> {
    return this.#with({ ordered: true });
  }

  /** Conditions find rows by an equal value of it, because an index begins with it. */
  lookedUp(): ResourceProperty<T, N, W, H> {
    return this.#with({ lookedUp: true });
  }

  /** What a text of a caller must be. */
  format(format: TextFormat): ResourceProperty<T, N, W, H> {
    return this.#with({ format });
  }

  /** The least and the most that a caller may give. */
  between(min: number, max: number): ResourceProperty<T, N, W, H> {
    return this.#with({ min, max });
  }

  /** The least that a caller may give. */
  atLeast(min: number): ResourceProperty<T, N, W, H> {
    return this.#with({ min });
  }

  /** The most that a caller may give. */
  atMost(max: number): ResourceProperty<T, N, W, H> {
    return this.#with({ max });
  }
}

/** The properties of a resource by name. */
export type Properties = Readonly<Record<string, ResourceProperty>>;
