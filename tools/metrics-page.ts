import { seriesMax } from "#domain/metric-limits.ts";
import { type MetricDefinition, seriesAtMost } from "#domain/metrics/metric-definition.ts";
import { allMetrics } from "#domain/metrics/metric-table.ts";

import { markdownTable, writtenByDocs } from "./markdown.ts";

const introduction = `The metrics at \`/metrics\` of the management port, in the text format of Prometheus. [operating.md](operating.md#the-management-port) says how to reach it. There are
rules for Prometheus in [gatehouse-rules.yml](monitoring/gatehouse-rules.yml), and a dashboard for Grafana in [gatehouse-dashboard.json](monitoring/gatehouse-dashboard.json).

All metrics together have at most ${seriesMax.toLocaleString("en")} series, whatever callers send and however many target systems there are. A label takes a value of a list, the pattern of a route, or the name of an operation,
a target system, a proxy, an identity provider or a version. What is beyond the limit of a metric is counted together as \`other\`. No label holds a path, a header, a user, an address or a secret.

The source says where the value comes from, and how the values of several processes become one:

- **calls**: what the processes of the host have answered since \`gatehouse up\` started, or since the process started where it runs alone. A process that starts again does not make them fall.
- **record**: what the database says, at most five seconds old. Counts stop at 100,000. Each host shows the same, so take \`max\` over several hosts. While the database does not answer these metrics have no value.
- **process**: what a process says of itself.
- **supervisor**: what \`gatehouse up\` says of the processes that it keeps running.`;

/** Writes the page of the metrics. */
export function metricsPage(): string {
  const rows = allMetrics.map(([, definition]) => {
    const { name, type, help, source, across, cause } = definition;
    return [
      `\`${name}\``,
      type,
      labelsOf(definition),
      help,
      `${source}, ${across}`,
      cause,
      String(seriesAtMost(definition)),
    ];
  });
  const head = ["metric", "type", "labels", "what it says", "source", "moves by", "series at most"];
  return `# Metrics\n\n${writtenByDocs}\n\n${introduction}\n\n${markdownTable([head, ...rows])}\n`;
}

function labelsOf({ labels, openMax }: MetricDefinition): string {
  return Object.entries(labels)
    .map(([name, values]) => `\`${name}\` (${values === "open" ? `up to ${openMax} in all` : values.join(", ")})`)
    .join(", ");
}
