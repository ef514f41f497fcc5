import { warningsOfAll } from "#domain/chains/chain-warnings.ts";
import { builtInParts } from "#domain/chains/parts.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../kernel/context.ts";
import { chainsInForce, standOf } from "./stored-chains.ts";

type Values = Readonly<Record<string, unknown>>;

/** Names of the computed columns about the active chain of a name. */
export const standNames = ["inForce", "inForceNumber", "fault", "warnings"] as const;

/** Adds the active chain of their names to rows of chains. */
export async function attachStand<R extends Values>(
  context: Pick<ServiceContext, "store" | "log">,
  rows: readonly R[],
  wanted: readonly string[],
): Promise<readonly (R & Values)[]> {
  if (!standNames.some((name) => wanted.includes(name))) return rows;
  const chains = wanted.includes("warnings") ? (await chainsInForce(context)).map(({ chain }) => chain) : [];
  const warnings = warningsOfAll(chains, builtInParts);
  return Promise.all(
    rows.map(async (row) => {
      const { name, stored, enabled, number } = row as unknown as Row<"authChains">;
      const { inForce, fault } = await standOf(context, name, { stored, enabled, number });
      const chain = inForce?.chain ?? null;
      const shown = { inForce: chain, inForceNumber: inForce?.number ?? null, fault };
      return { ...row, ...shown, warnings: warnings.get(chain?.name ?? "") ?? [] };
    }),
  );
}
