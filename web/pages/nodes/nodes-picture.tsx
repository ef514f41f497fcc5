import type { NodesStatus } from "../../api/model.ts";
import { type Say, useText } from "../../messages/text.ts";
import { type ShownNodeState, shownState } from "./node-looks.ts";

const width = 420;
const boxWidth = 130;
const boxHeight = 44;
const rowHeight = 64;
const middleX = width / 2;
const charactersMax = 15;

const strokes: Readonly<Record<ShownNodeState, string>> = {
  active: "var(--pf-t--global--color--status--success--default)",
  joining: "var(--pf-t--global--color--status--info--default)",
  paused: "var(--pf-t--global--color--status--warning--default)",
  expelled: "currentColor",
  away: "var(--pf-t--global--color--status--danger--default)",
  held: "var(--pf-t--global--color--status--danger--default)",
};
/** Links on which nothing travels are broken lines, so that color is not all that tells them. */
const dashes: Partial<Record<ShownNodeState, string>> = { paused: "6 6", expelled: "2 8", away: "6 6", held: "12 4" };

/**
 * A picture of this node and the others, with a line for each link and the time that changes need on it. Whoever does not see it hears it
 * as one sentence; the table below it has the same facts.
 */
export function NodesPicture({ status }: { readonly status: NodesStatus }) {
  const say = useText();
  const { name, nodes } = status;
  const height = Math.max(nodes.length, 1) * rowHeight;
  const links = nodes.map((node) => ({ name: node.name, state: shownState(node), words: linkWords(node, say) }));
  const spoken = links.map((link) => `${link.name}: ${link.words}`).join(", ");
  return (
    <svg
      role="img"
      aria-label={say("nodes.pictureOf", { name, links: spoken })}
      viewBox={`0 0 ${width} ${height}`}
      style={{ maxInlineSize: `${width}px`, inlineSize: "100%" }}
    >
      <g aria-hidden="true">
        {links.map(({ name: other, state, words }, index) => {
          const y = index * rowHeight + rowHeight / 2;
          return (
            <g key={other}>
              <line
                x1={boxWidth}
                y1={height / 2}
                x2={width - boxWidth}
                y2={y}
                stroke={strokes[state]}
                strokeWidth={2}
                strokeDasharray={dashes[state]}
              />
              <text x={middleX} y={(height / 2 + y) / 2 - 6} textAnchor="middle" fontSize="12" fill="currentColor">
                {words}
              </text>
              <Box x={width - boxWidth} y={y} name={other} />
            </g>
          );
        })}
        <Box x={0} y={height / 2} name={name} isBold />
      </g>
    </svg>
  );
}

interface BoxProps {
  readonly x: number;
  /** Middle of the box. */
  readonly y: number;
  readonly name: string;
  readonly isBold?: true;
}

function Box({ x, y, name, isBold }: BoxProps) {
  const shown = name.length <= charactersMax ? name : `${name.slice(0, charactersMax - 1)}…`;
  return (
    <>
      <rect
        x={x + 1}
        y={y - boxHeight / 2}
        width={boxWidth - 2}
        height={boxHeight}
        rx={8}
        fill="var(--pf-t--global--background--color--primary--default)"
        stroke="currentColor"
      />
      <text
        x={x + boxWidth / 2}
        y={y}
        textAnchor="middle"
        dominantBaseline="middle"
        fontSize="14"
        fontWeight={isBold ? "bold" : "normal"}
        fill="currentColor"
      >
        {shown}
      </text>
    </>
  );
}

/** Returns the words of a link: the time that changes need, or why none come. */
function linkWords(node: NodesStatus["nodes"][number], say: Say): string {
  const state = shownState(node);
  if (state !== "active" || node.lag === null) return say(`nodes.state.${state}`);
  return say("nodes.milliseconds", { ms: node.lag.p95 });
}
