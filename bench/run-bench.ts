import { MissingProgramError } from "#test/support/programs.ts";

/**
 * Runs a bench and gives its closing lines; where a server is not installed that it measures against, one line that says
 * which package brings it.
 */
export async function runBench(name: string, run: () => Promise<string>): Promise<{ lines: string; ok: boolean }> {
  try {
    return { lines: await run(), ok: true };
  } catch (error) {
    if (!(error instanceof MissingProgramError)) throw error;
    return { lines: `${name}: ${error.message}`, ok: false };
  }
}
