import type { Command } from "commander";

import type { Row } from "#store/tables.ts";

import { wholeNumber } from "./option-values.ts";

/** Options of a command that makes a new version of something. */
export interface VersionOptions {
  readonly comment?: string;
  readonly expectVersion?: number;
}

/** Adds these options to a command. */
export function withVersionOptions(command: Command): Command {
  return command
    .option("--comment <text>", "why")
    .option("--expect-version <number>", "refuse when the newest version is another one", wholeNumber);
}

/** Returns the options as fields of the change. */
export function versionInput({ comment, expectVersion }: VersionOptions): object {
  return {
    ...(comment === undefined ? {} : { comment }),
    ...(expectVersion === undefined ? {} : { expectedNumber: expectVersion }),
  };
}

/** A version of any versioned thing. */
interface Version<A> extends Pick<Row<"policyVersions">, "number" | "changedBy" | "changedAt" | "comment" | "enabled"> {
  readonly action: string;
  /** Content after the change; null if nothing was stored then. */
  readonly after: A | null;
}

/** Returns two lines about a version: author, time and comment, and its content in words. */
export function versionLines<A>(version: Version<A>, wordsOf: (after: A) => string): readonly string[] {
  const { number, action, changedBy, changedAt, comment, after, enabled } = version;
  const state = after === null || enabled ? "" : " (not enabled)";
  const why = comment === null ? "" : `  ${oneLine(comment)}`;
  return [
    `${number}  ${new Date(changedAt).toISOString()}  ${changedBy}  ${action}${state}${why}`,
    `   ${after === null ? "the default" : wordsOf(after)}`,
  ];
}

/** Returns a text on one line. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
