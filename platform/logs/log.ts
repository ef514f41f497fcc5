import { type DestinationStream, type Logger as PinoLogger, pino } from "pino";

import { momentText } from "../moment-text.ts";
import { createLogOutput } from "./log-output.ts";

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

const standardOutput = { descriptor: 1, gatheredMax: 64_000, gatheredMs: 100, waitingMax: 32_000_000 } as const;

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
  return pino(options, destination ?? (output ??= createLogOutput(standardOutput)));
}
