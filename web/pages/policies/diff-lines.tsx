import "./policies.css";
import type { DiffLine } from "#domain/line-diff.ts";

import { useText } from "../../messages/text.ts";

const marks = { same: " ", added: "+", removed: "−" } as const;

/** Lines of a comparison of two texts: added and removed ones are marked, also in words for screen readers. */
export function DiffLines({ lines, label }: { readonly lines: readonly DiffLine[]; readonly label: string }) {
  const say = useText();
  return (
    <ul className="gatehouse-lines" aria-label={label}>
      {lines.map(({ kind, text }, index) => (
        // Lines may be equal, and keep their order.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={`${index} ${kind}`} className={`gatehouse-line-${kind}`}>
          <span aria-hidden="true">{`${marks[kind]} `}</span>
          {kind === "same" ? null : <span className="pf-v6-u-screen-reader">{say(`policy.line.${kind}`)}</span>}
          {text}
        </li>
      ))}
    </ul>
  );
}
