/** Pure work in short steps: its caller may serve others between two of them. */
export type Steps<T> = Generator<undefined, T>;

/** Returns the result of work in steps, done at once. */
export function allAtOnce<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}
