/** Size of a request: the phases to decide, and its calls of a connector. */
export interface RequestShape {
  readonly phases: number;
  readonly steps: number;
}

/** Writes a shape in words. */
export function shapeText({ phases, steps }: RequestShape): string {
  return `${counted(phases, "phase")}, ${counted(steps, "step")}`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

/** A number of requests of one shape. */
export interface RequestLoad {
  readonly count: number;
  /** Number of concurrent callers that submit and decide. */
  readonly atOnce: number;
  readonly shape: RequestShape;
}
