/** Values of a label: the list of all of them, or `open` for names that the installation chooses, whose number is limited. */
export type LabelValues = readonly string[] | "open";

/** Way in which values of one series become one. */
export type Merge = "sum" | "max" | "min";

/**
 * Source of a metric: `calls` that the process answers, what the process counts of itself (`process`), what the record says at the time of
 * a scrape (`record`), or the supervisor (`supervisor`).
 */
export type MetricSource = "calls" | "process" | "record" | "supervisor";

/** Definition of a metric. */
export interface MetricDefinition {
  readonly name: `gatehouse_${string}`;
  readonly type: "counter" | "gauge" | "histogram";
  /** Meaning and unit, one sentence. */
  readonly help: string;
  readonly source: MetricSource;
  readonly labels: Readonly<Record<string, LabelValues>>;
  /** Most combinations of labels that have values of their own, if a label is open; any further value becomes `other`. */
  readonly openMax?: number;
  /** Upper bounds of the buckets of a histogram, in seconds. */
  readonly buckets?: readonly number[];
  /** Way in which the values of several processes become one. */
  readonly across: Merge;
  /** Way in which the values of a gauge become the one of `other`; `sum` by default. */
  readonly into?: Merge;
  /** Event after which it has another value. */
  readonly cause: string;
}

/** Value of a label in place of one that is not in its list, or beyond the limit. */
export const otherLabel = "other";

/** Returns the number of series that a metric has at most, whatever the values of its labels are. */
export function seriesAtMost({ labels, openMax = 0, buckets }: MetricDefinition): number {
  const closed = Object.values(labels).reduce(
    (product, values) => product * (values === "open" ? 1 : values.length + 1),
    1,
  );
  // Beside its buckets a histogram has the one without a bound, the sum and the count.
  return (openMax + closed) * (buckets === undefined ? 1 : buckets.length + 3);
}
