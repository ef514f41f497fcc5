import { parsedJson } from "./option-values.ts";
import { readText } from "./read-text.ts";

/**
 * Reads a JSON file that says what is written or computed; `-` means standard input.
 * @throws CliError
 */
export function readJson(file: string): object {
  return parsedJson(readText(file), (why) => `'${file}' is not JSON: ${why}. Correct the file.`) as object;
}
