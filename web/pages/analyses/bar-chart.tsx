/** A bar with its name. */
export interface Bar {
  readonly name: string;
  readonly value: number;
}

const rowHeight = 28;
const barHeight = 18;
const nameWidth = 220;
const barsWidth = 340;
const valueGap = 8;
const width = nameWidth + barsWidth + 80;

/**
 * A chart of horizontal bars. Its name and its values stand in the picture as text, and whoever does not see it hears them as one
 * sentence; the table below the chart has the same numbers.
 */
export function BarChart({ title, bars }: { readonly title: string; readonly bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const spoken = bars.map(({ name, value }) => `${name}: ${value}`).join(", ");
  return (
    <svg
      role="img"
      aria-label={`${title}. ${spoken}`}
      viewBox={`0 0 ${width} ${bars.length * rowHeight}`}
      style={{ maxInlineSize: `${width}px`, inlineSize: "100%" }}
    >
      {bars.map(({ name, value }, index) => (
        <g key={name} transform={`translate(0 ${index * rowHeight})`} aria-hidden="true">
          <text
            x={nameWidth - valueGap}
            y={rowHeight / 2}
            textAnchor="end"
            dominantBaseline="middle"
            fill="currentColor"
          >
            {name}
          </text>
          <rect
            x={nameWidth}
            y={(rowHeight - barHeight) / 2}
            width={Math.max(1, (value / most) * barsWidth)}
            height={barHeight}
            fill="var(--pf-t--global--color--brand--default)"
          />
          <text
            x={nameWidth + (value / most) * barsWidth + valueGap}
            y={rowHeight / 2}
            dominantBaseline="middle"
            fill="currentColor"
          >
            {value}
          </text>
        </g>
      ))}
    </svg>
  );
}
