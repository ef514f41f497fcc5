import type { SpecificationRow } from "#test/specification/rows/row.ts";

import type { SpecificationMark } from "./specification-marks.ts";

/** Parts of the map of the specification. */
export interface SpecificationMap {
  readonly rows: readonly SpecificationRow[];
  readonly marks: readonly SpecificationMark[];
  /** Places that a row may name. */
  readonly places: ReadonlyMap<string, unknown>;
  /** Names of all that the service supports. */
  readonly supported: readonly string[];
}

/** Returns the parts of the product for which a row waits; none if it is built. */
export function waitsFor(row: SpecificationRow, rows: readonly SpecificationRow[]): readonly string[] {
  if (row.later !== undefined) return [row.later];
  const repeated = rows.filter(({ id }) => row.repeats?.includes(id));
  return [...new Set(repeated.flatMap((other) => other.later ?? []))];
}

/** Returns one sentence for each row, mark and place that does not fit the others. */
export function mapProblems(map: SpecificationMap): string[] {
  const { rows, marks, places } = map;
  const known = new Map(rows.map((row) => [row.id, row]));
  const twice = rows.filter((row) => known.get(row.id) !== row).map(({ id }) => `${id} is there twice.`);
  const ofRows = rows.flatMap((row) => rowProblems(row, map).map((problem) => `${row.id} ${problem}`));
  const ofPlaces = rows.flatMap(({ id, at = [] }) =>
    at.filter((place) => !places.has(place)).map((place) => `${id} names ${place}, which is not there.`),
  );
  const ofMarks = marks.flatMap((mark) => {
    const problem = markProblem(mark, known.get(mark.row));
    return problem === undefined ? [] : [`${mark.path}:${mark.line}: ${problem}`];
  });
  return [...twice, ...ofRows, ...ofPlaces, ...ofMarks];
}

function rowProblems(row: SpecificationRow, { rows, marks, supported }: SpecificationMap): string[] {
  const { id, at, later, repeats } = row;
  const says = [at, later, repeats].filter((part) => part !== undefined);
  if (says.length !== 1) return ["must say one thing: where it is, which part brings it, or which rows it repeats."];
  const unknown = (repeats ?? []).filter(
    (other) => !rows.some((each) => each.id === other && each.repeats === undefined),
  );
  if (unknown.length > 0) return [`repeats ${unknown.join(", ")}, which is no row that says it itself.`];
  if (later !== undefined) return waitingProblems(row, supported);
  if (at === undefined) return [];
  if (at.length === 0) return ["is built nowhere."];
  return marks.some((mark) => mark.row === id) ? [] : ["is built, and no test shows it."];
}

function waitingProblems({ names = [] }: SpecificationRow, supported: readonly string[]): string[] {
  if (names.length === 0) return ["waits for a later part, and does not say under which names it will be there."];
  const there = supported.filter((name) => names.some((awaited) => plain(name).includes(plain(awaited))));
  return there.length === 0
    ? []
    : [`waits for a later part, and the service has ${there.join(", ")}: say where it is.`];
}

const plain = (name: string) => name.replaceAll(/[^a-z0-9]/gi, "").toLowerCase();

function markProblem({ row, title }: SpecificationMark, known: SpecificationRow | undefined): string | undefined {
  if (title === undefined) return "a mark must stand right above it, test or describe, and one that runs.";
  if (known === undefined) return `${row} is no row of the specification.`;
  if (known.repeats) return `${row} repeats other rows: mark ${known.repeats.join(", ")}.`;
  return known.later === undefined
    ? undefined
    : `${row} waits for a later part, and here is its test: say where it is.`;
}
