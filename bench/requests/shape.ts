/** How much a request is: the phases that people decide, and its calls of a connector. */
export interface RequestShape {
  readonly phases: number;
  readonly steps: number;
}

/** The shape in words. */
export function shapeText({ phases, steps }: RequestShape): string {
  return `${counted(phases, "phase")}, ${counted(steps, "step")}`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

/** So many requests of a shape. */
export interface RequestLoad {
  readonly count: number;
  /** Callers that submit and decide. */
  readonly atOnce: number;
  readonly shape: RequestShape;
}
