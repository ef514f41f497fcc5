/** Encoding of a file of the pages; `identity` if it is not packed. */
export type PackedEncoding = "br" | "gzip" | "identity";

/** Returns the best encoding at hand that the header Accept-Encoding accepts (RFC 9110, 12.5.3); `identity` without the header. */
export function acceptedEncoding(
  header: string | string[] | undefined,
  atHand: readonly Exclude<PackedEncoding, "identity">[],
): PackedEncoding {
  const weights = weightsOf([header ?? []].flat().join(","));
  const taken = atHand
    .map((name) => ({ name, weight: weights.get(name) ?? weights.get("*") ?? 0 }))
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight);
  return taken[0]?.name ?? "identity";
}

function weightsOf(header: string): ReadonlyMap<string, number> {
  const entries = header.split(",").map((part): [string, number] => {
    const [name = "", ...parameters] = part.split(";");
    const weight = parameters.map((text) => /^\s*q=(\d(?:\.\d{0,3})?)\s*$/i.exec(text)?.[1]).find(Boolean);
    return [name.trim().toLowerCase(), weight === undefined ? 1 : Number(weight)];
  });
  return new Map(entries.filter(([name]) => name !== ""));
}
