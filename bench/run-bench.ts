import { MissingProgramError } from "#test/support/programs.ts";

/**
 * Runs a bench and returns its closing lines. If a server for the comparison is not installed, it returns one line that names the
 * package.
 */
export async function runBench(name: string, run: () => Promise<string>): Promise<{ lines: string; ok: boolean }> {
  try {
    return { lines: await run(), ok: true };
  } catch (error) {
    if (!(error instanceof MissingProgramError)) throw error;
    return { lines: `${name}: ${error.message}`, ok: false };
  }
}
