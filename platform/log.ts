import { type DestinationStream, type Logger as PinoLogger, pino } from "pino";

import { momentText } from "./moment-text.ts";

/** The levels a logger can be set to, from silent to talkative. */
export const logLevels = ["silent", "fatal", "error", "warn", "info", "debug", "trace"] as const;

/** One of the levels of the log. */
export type LogLevel = (typeof logLevels)[number];

/** A logger of JSON lines: `log.info({ requestId }, "words")`; `child` adds fields to each line. */
export type Logger = PinoLogger;

/** What a logger needs to know. */
export interface LoggerOptions {
  /** The process or part that writes: api, hub, proxy, … */
  readonly module: string;
  readonly level?: LogLevel;
  /** Where the lines go; standard output when not given, some lines at once. */
  readonly destination?: DestinationStream;
}

const secretNames = [
  "password",
  "newPassword",
  "currentPassword",
  "secret",
  "clientSecret",
  "token",
  "accessToken",
  "access_token",
  "refreshToken",
  "refresh_token",
  "enrolmentToken",
  "authorization",
  "cookie",
  "privateKey",
  "credentials",
];
// A second line of defence only (values of the type Secret print themselves as [secret] at any depth), so it looks three levels deep.
const redacted = secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

const gatheredBytes = 16_000;
const gatheredMs = 100;
const standardOutput = 1;

/**
 * Standard output, written some lines at once and by another thread, so that a call does not wait for its own line. What was
 * gathered is written before the process exits.
 */
function gatheredOutput(): DestinationStream {
  return pino.destination({
    dest: standardOutput,
    sync: false,
    minLength: gatheredBytes,
    periodicFlush: gatheredMs,
  });
}

let output: DestinationStream | undefined;

/** Makes the logger of a module; each line is one JSON object with time, level, module and words. */
export function createLogger({ module, level = "info", destination }: LoggerOptions): Logger {
  const options = {
    level,
    base: { module },
    redact: { paths: redacted, censor: "[secret]" },
    timestamp: () => `,"time":"${momentText(Date.now())}"`,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  // One for the process: two would write into each other's lines.
  return pino(options, destination ?? (output ??= gatheredOutput()));
}
