/** The parts that are still to come, and where they are described. */
export const parts = {
  doors: "the other doors: chains, sessions of browsers, SOAP, the library (issue 16)",
  passwords: "passwords of people on many targets: mass resets, synchronization, uniqueness",
  roles: "roles and their enforcement",
  implementers: "work that people carry out",
  nodes: "several nodes that replicate",
} as const;

/** One thing that the interface specification asks for. */
export interface SpecificationRow {
  /** The number of the section and a name: `4.delete-account`. Tests name it in a mark. */
  readonly id: string;
  /** What is asked for, in our own words. */
  readonly says: string;
  /** Where it is: routes (`GET /v2/users`), operations, settings, commands. What a route runs is found by its policy. */
  readonly at?: readonly string[];
  /** The part that brings it; absent for what is built. */
  readonly later?: keyof typeof parts;
  /** The rows that it says once more, by whose tests it is shown. */
  readonly repeats?: readonly string[];
}

/** A section of the interface specification. */
export interface SpecificationSection {
  readonly number: number;
  readonly title: string;
  readonly rows: readonly SpecificationRow[];
}
