/** Name and duration of a step or a test file. */
export interface Timed {
  readonly name: string;
  readonly seconds: number;
}

/** Results of the tests of a step. */
export interface StepReport {
  readonly passed: number;
  /** A line for each test that failed, and for each failure outside a test: `<file> (<project>) <name>`. */
  readonly failures: readonly string[];
  /** Test files that ran, each as `<file> (<project>)`; one that runs on two databases is listed twice. */
  readonly files: readonly Timed[];
}

/** Environment variable with the file for the report of a step. */
export const reportVariable = "GATEHOUSE_STEP_REPORT";
