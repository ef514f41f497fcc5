import type { ExplainedPart } from "../../api/model.ts";

/** A part of a rule with its inner parts. */
export interface PartOfRule extends ExplainedPart {
  readonly inner: readonly PartOfRule[];
}

/** Nests the parts of a rule by their depth; each part comes before its inner parts. */
export function partTree(parts: readonly ExplainedPart[]): readonly PartOfRule[] {
  const tops = parts.flatMap((part, index) => (part.depth === (parts[0]?.depth ?? 0) ? [index] : []));
  return tops.map((from, at) => {
    const part = parts[from] as ExplainedPart;
    return { ...part, inner: partTree(parts.slice(from + 1, tops[at + 1])) };
  });
}
