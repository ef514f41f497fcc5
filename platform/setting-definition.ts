import type { z } from "zod";

/** One setting: its name in the environment, what it does, and how its text is read. */
export interface SettingDefinition<Schema extends z.ZodType = z.ZodType> {
  /** The variable of the environment. */
  readonly name: string;
  /** What the setting does, in one sentence, for `--help` and the documents. */
  readonly description: string;
  /** The kind of value, in the words of the documents. */
  readonly type: string;
  /** The text used when the variable is absent or empty; null = no value. */
  readonly default: string | null;
  /** Reads the text. */
  readonly schema: Schema;
  /** True for the settings that a proxy reads too; a proxy knows no others, so it cannot be given a database. */
  readonly proxy: boolean;
}
