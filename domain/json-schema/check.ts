import type { JsonValue } from "../json.ts";
import { addressFaultsMax, addressStepsMax } from "../report-limits.ts";

/** What does not fit, and where. */
export interface SchemaFault {
  readonly path: readonly string[];
  readonly message: string;
}

/** A rule of a schema, made ready: it tells the faults of a value to the checking. */
export type Check = (value: JsonValue, path: readonly string[], checking: Checking) => void;

/** A value takes more work to check than anybody may ask for. */
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

  /** Remembers a fault; those beyond the limit change nothing. */
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

  /** The faults of a check by itself, its work counted here. */
  faultsOf(check: Check, value: JsonValue, path: readonly string[]): readonly SchemaFault[] {
    const alone = new Checking(this.#work);
    check(value, path, alone);
    return alone.faults;
  }
}

/** A check by which a value fits where all of these do. */
export function allOf(checks: readonly Check[]): Check {
  return (value, path, checking) => {
    checking.spend(1);
    for (const check of checks) check(value, path, checking);
  };
}

/** Whether a value is a JSON object. */
export function isObject(value: JsonValue | undefined): value is { readonly [name: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is a list. */
export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
