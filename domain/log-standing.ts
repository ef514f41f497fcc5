/** Standings of another node towards the log here, from the best to the worst. */
export const logStandings = ["upToDate", "silent", "halfQuota", "mustRejoin"] as const;

/**
 * Standing of another node towards the log here: it reads it, has been silent for a day, the log keeps half of its quota for it, or it lacks
 * what has left the log.
 */
export type LogStanding = (typeof logStandings)[number];

/** Facts about another node and the log. */
export interface LogStandingFacts {
  /** Milliseconds UTC of its last call, or of when it was met. */
  readonly heardAt: number;
  readonly now: number;
  /** Rows that the log keeps for it beyond their time, and as many as it may keep. */
  readonly rows: number;
  readonly rowsMax: number;
  /** True if it lacks changes that have left the log. */
  readonly isBehind: boolean;
}

/** Milliseconds after which a node that has not called is silent. */
const silentMs = 86_400_000;
/** Part of the quota at which superusers are told. */
const toldShare = 0.5;
/** Part of the quota from which on a node is no longer waited for. */
export const rejoinShare = 0.8;

/** Returns the standing of another node. */
export function logStanding({ heardAt, now, rows, rowsMax, isBehind }: LogStandingFacts): LogStanding {
  if (isBehind) return "mustRejoin";
  if (rows >= toldShare * rowsMax) return "halfQuota";
  return now - heardAt >= silentMs ? "silent" : "upToDate";
}

/** Returns true if a standing is worse than the one before, so that it is told. */
export function isWorse(standing: LogStanding, before: LogStanding): boolean {
  return logStandings.indexOf(standing) > logStandings.indexOf(before);
}
