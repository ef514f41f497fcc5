const dayMs = 86_400_000;

/** Facts of a person that external people must have. */
export interface ExternalFacts {
  readonly sponsorKey: string | null;
  readonly endsAt: number | null;
}

/** Returns the field that an external person lacks; undefined if none is missing. */
export function missingOf({ sponsorKey, endsAt }: ExternalFacts): keyof ExternalFacts | undefined {
  if (endsAt === null) return "endsAt";
  return sponsorKey === null ? "sponsorKey" : undefined;
}

/** Returns the latest end that an external person may get at a moment. */
export function latestEnd(now: number, longestDays: number): number {
  return now + longestDays * dayMs;
}
