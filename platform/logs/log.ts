import { type Bindings, type DestinationStream, type Logger as PinoLogger, pino } from "pino";

import { momentText } from "../moment-text.ts";
import { createLogOutput } from "./log-output.ts";
import { withheldFields } from "./withheld-fields.ts";

/** The levels a logger can be set to, from silent to talkative. */
export const logLevels = ["silent", "fatal", "error", "warn", "info", "debug", "trace"] as const;

/** One of the levels of the log. */
export type LogLevel = (typeof logLevels)[number];

/** A logger of JSON lines: `log.info({ requestId }, "words")`; `child` adds fields to each line. */
export type Logger = PinoLogger;

/** Options of a logger. */
export interface LoggerOptions {
  /** Name of the process or part that writes: api, hub, proxy, … */
  readonly module: string;
  readonly level?: LogLevel;
  /** Destination of the lines; standard output by default, several lines at once. */
  readonly destination?: DestinationStream;
}

const standardOutput = { descriptor: 1, gatheredMax: 64_000, gatheredMs: 100, waitingMax: 32_000_000 } as const;

let output: DestinationStream | undefined;

/** Makes the logger of a module; each line is one JSON object with time, level, module and words. */
export function createLogger({ module, level = "info", destination }: LoggerOptions): Logger {
  const options = {
    level,
    base: { module },
    timestamp: () => `,"time":"${momentText(Date.now())}"`,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: Record<string, unknown>) => withheldFields(fields),
    },
    serializers: { err: (error: Error) => withheldFields(pino.stdSerializers.err(error)) },
  };
  // One output for the process, because two would write into each other's lines.
  return withholding(pino(options, destination ?? (output ??= createLogOutput(standardOutput))));
}

/** Makes the children of a logger, and theirs, withhold secrets among their own fields too; returns the same logger. */
function withholding(log: Logger): Logger {
  const { child } = log;
  function childOf(this: Logger, fields: Bindings, options?: object) {
    return child.call(this, withheldFields(fields), options);
  }
  log.child = childOf as unknown as Logger["child"];
  return log;
}
