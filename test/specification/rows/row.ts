/** The parts that are not built yet, and where they are described. */
export const parts: Readonly<Record<string, string>> = {};

/** One requirement of the interface specification. */
export interface SpecificationRow {
  /** Number of the section and a name: `4.delete-account`. Tests name it in a mark. */
  readonly id: string;
  /** The requirement in our own words. */
  readonly says: string;
  /** Its places: routes (`GET /v2/users`), operations, settings, commands. The operation of a route is found by its policy. */
  readonly at?: readonly string[];
  /** The part that brings it; absent if it is built. */
  readonly later?: string;
  /** Names in the service of a requirement that waits: none is there, or the service says that it does not support it yet. */
  readonly names?: readonly string[];
  /** Rows that it repeats, whose tests show it. */
  readonly repeats?: readonly string[];
}

/** A section of the interface specification. */
export interface SpecificationSection {
  readonly number: number;
  readonly title: string;
  readonly rows: readonly SpecificationRow[];
}
