import { type MetricDefinition, otherLabel } from "./metric-definition.ts";

/** Labels of one series. */
export type Labels = Readonly<Record<string, string>>;

/**
 * Makes the function that limits the labels of a metric: a value that is not in the list of its label becomes `other`, and so do all open
 * labels of a combination that comes after the limit is reached. The earlier combinations keep their own series.
 */
export function createLabelCap({ labels: definition, openMax = 0 }: MetricDefinition): (labels: Labels) => Labels {
  const known = new Set<string>();
  const names = Object.entries(definition);
  const isOpen = names.some(([, values]) => values === "open");
  return (labels) => {
    const closed = names.map(([name, values]) => {
      const value = labels[name] ?? otherLabel;
      return [name, values === "open" || values.includes(value) ? value : otherLabel] as const;
    });
    if (!isOpen) return Object.fromEntries(closed);
    const key = JSON.stringify(closed);
    if (known.has(key)) return Object.fromEntries(closed);
    const others = closed.map(([name, value]) => [name, definition[name] === "open" ? otherLabel : value] as const);
    if (known.size >= openMax || JSON.stringify(others) === key) return Object.fromEntries(others);
    known.add(key);
    return Object.fromEntries(closed);
  };
}
