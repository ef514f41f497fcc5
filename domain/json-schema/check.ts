import type { JsonValue } from "../json.ts";
import { addressFaultsMax, addressStepsMax } from "../report-limits.ts";

/** A fault of a value, and its path. */
export interface SchemaFault {
  readonly path: readonly string[];
  readonly message: string;
}

/** Compiled rule of a schema; it reports the faults of a value to the run. */
export type Check = (value: JsonValue, path: readonly string[], checking: Checking) => void;

/** Refusal of a value that takes more work to check than is allowed. */
export class CheckingTooLong extends Error {
  override readonly name = "CheckingTooLong";
}

/** One run of a schema over a value: it collects faults and counts the work. */
export class Checking {
  readonly faults: SchemaFault[] = [];
  readonly #work: { steps: number };

  constructor(work = { steps: 0 }) {
    this.#work = work;
  }

  /** Records a fault; those beyond the limit are dropped. */
  fault(path: readonly string[], message: string): void {
    if (this.faults.length < addressFaultsMax) this.faults.push({ path, message });
  }

  /**
   * Counts steps of work.
   * @throws CheckingTooLong
   */
  spend(steps: number): void {
    this.#work.steps += steps;
    if (this.#work.steps > addressStepsMax) throw new CheckingTooLong();
  }

  /** Returns the faults of a check by itself; its work is counted in this run. */
  faultsOf(check: Check, value: JsonValue, path: readonly string[]): readonly SchemaFault[] {
    const alone = new Checking(this.#work);
    check(value, path, alone);
    return alone.faults;
  }
}

/** Combines checks into one that a value passes if it passes all of them. */
export function allOf(checks: readonly Check[]): Check {
  return (value, path, checking) => {
    checking.spend(1);
    for (const check of checks) check(value, path, checking);
  };
}

/** Returns true if a value is a JSON object. */
export function isObject(value: JsonValue | undefined): value is { readonly [name: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns true if a value is a list. */
export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
