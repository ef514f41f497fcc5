/** Something that took its time. */
export interface Timed {
  readonly name: string;
  readonly seconds: number;
}

/** What became of the tests of a step. */
export interface StepReport {
  readonly passed: number;
  /** A line for each test that failed, and for each failure outside of a test: `<file> (<project>) <name>`. */
  readonly failures: readonly string[];
  /** The test files that ran, each as `<file> (<project>)`; one that runs on two databases is there twice. */
  readonly files: readonly Timed[];
}

/** The variable that tells a step where it writes its report. */
export const reportVariable = "GATEHOUSE_STEP_REPORT";
