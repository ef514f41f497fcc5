/** The primitive types that properties have. */
export type EdmType = "Edm.String" | "Edm.Boolean" | "Edm.Int32" | "Edm.Guid" | "Edm.DateTimeOffset" | "Edm.Untyped";

/** A row as an operation gives it. */
export type SourceRow = Readonly<Record<string, unknown>>;

/** One property of an entity or of a complex value. */
export interface Property {
  readonly type: EdmType | StructuredType;
  /** True where the value is a list of the type. */
  readonly collection?: true;
  /** True where the value may be null. */
  readonly nullable?: true;
  /** `read`: callers cannot set it. `write`: it never leaves, and goes to the operation as a Secret. */
  readonly access?: "read" | "write";
  /** Where the value is not the row's own of the same name. */
  from?(row: SourceRow): unknown;
}

/** An entity type or a complex type. */
export interface StructuredType {
  /** Name without its namespace. */
  readonly name: string;
  readonly properties: Readonly<Record<string, Property>>;
  /** True where values may have properties beyond those named. */
  readonly open?: true;
}

/** An entity type with what every entity has: who wrote it last, where. */
export function entityType(name: string, properties: Readonly<Record<string, Property>>): StructuredType {
  const readOnly = { type: "Edm.String", access: "read" } as const;
  return { name, properties: { ...properties, lastUpdatedModule: readOnly, lastUpdatedNode: readOnly } };
}

/** Shows a row as JSON: the declared properties only, moments as ISO texts, what is write-only left out. */
export function presentEntity(type: StructuredType, source: object): Record<string, unknown> {
  const row = source as SourceRow;
  const shown: Record<string, unknown> = type.open ? { ...row } : {};
  for (const [name, property] of Object.entries(type.properties)) {
    if (property.access === "write") continue;
    const value = property.from ? property.from(row) : row[name];
    shown[name] = presentValue(property, value ?? null);
  }
  return shown;
}

function presentValue(property: Property, value: unknown): unknown {
  if (property.collection && Array.isArray(value)) {
    return value.map((part: unknown) => presentValue({ type: property.type }, part));
  }
  if (value === null) return null;
  if (typeof property.type === "object") return presentEntity(property.type, value as object);
  return property.type === "Edm.DateTimeOffset" ? new Date(value as number).toISOString() : value;
}
