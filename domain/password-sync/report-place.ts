import { pastSeriesMax } from "../password-sender-limits.ts";

/** Last recorded report of a sender. */
export interface LastReport {
  readonly series: string | null;
  readonly through: number;
  /** Series that were replaced, the latest first. */
  readonly pastSeries: readonly string[];
  /** Digest of the content of the last report. */
  readonly reportMark: string | null;
}

/** Report that a sender sends. */
export interface SentReport {
  readonly series: string;
  readonly number: number;
  readonly mark: string;
}

/**
 * Place of a report in the series of its sender: the next one; the last one again, as it was; one that was recorded before; one that leaves
 * out others; or one of a series that was replaced.
 */
export type ReportPlace = "next" | "again" | "repeated" | "gap" | "over";

/** Decides on the place of a report. A new series begins with its first number. */
export function placeOfReport({ series, number, mark }: SentReport, last: LastReport): ReportPlace {
  if (series !== last.series) {
    if (last.pastSeries.includes(series)) return "over";
    return number === 1 ? "next" : "gap";
  }
  if (number === last.through + 1) return "next";
  if (number > last.through) return "gap";
  return number === last.through && mark === last.reportMark ? "again" : "repeated";
}

/** Returns the last report of a sender after one was recorded. */
export function afterReport({ series, number, mark }: SentReport, last: LastReport): LastReport {
  const replaced = last.series === null || last.series === series ? [] : [last.series];
  const pastSeries = [...replaced, ...last.pastSeries].slice(0, pastSeriesMax);
  return { series, through: number, pastSeries, reportMark: mark };
}
