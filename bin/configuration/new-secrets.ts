import { stringify } from "yaml";

import { withNewFiles } from "../new-file.ts";

/** Secret that the service has made for an added object. */
export interface NewSecret {
  readonly kind: string;
  readonly id: string;
  readonly secret: string;
}

/**
 * Runs something that may get secrets, and writes these to a new file for its owner alone, also if it fails after some of them: no other
 * answer shows them.
 * @throws CliError if the file is there already, or cannot be written
 */
export async function withNewSecrets(
  file: string | undefined,
  run: (keep: (secret: NewSecret) => void) => Promise<void>,
): Promise<void> {
  if (file === undefined) {
    await run(({ kind, id }) => {
      throw new TypeError(`there is no place for the secret of ${kind} ${id}`);
    });
    return;
  }
  const failure = await withNewFiles([file], async ([written]) => {
    try {
      await run((secret) => written?.write(stringify([secret])));
      return undefined;
    } catch (error) {
      return { error };
    }
  });
  if (failure !== undefined) throw failure.error;
}
