import { type MetricKey, metricTable } from "#domain/metrics/metric-table.ts";

/** Returns the lines of series of a text of metrics. */
export function seriesIn(text: string): readonly string[] {
  return text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
}

/**
 * Returns the sum of the series of a metric whose labels contain a text such as `result="ok"`; of a histogram the number of its durations.
 * Undefined if there is none.
 */
export function valueIn(text: string, key: MetricKey, labels = ""): number | undefined {
  const { name, type } = metricTable[key];
  const series = type === "histogram" ? `${name}_count` : name;
  const found = seriesIn(text).filter((line) => {
    const rest = line.slice(series.length);
    return line.startsWith(series) && (rest.startsWith(" ") || rest.startsWith("{")) && rest.includes(labels);
  });
  if (found.length === 0) return undefined;
  return found.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" ") + 1)), 0);
}
