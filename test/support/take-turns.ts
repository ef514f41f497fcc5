import { tmpdir } from "node:os";
import { join } from "node:path";

import { withFileLock } from "#platform/processes/file-lock.ts";

/** Waits until no other test of this machine holds what exists once under that name; gives the function that hands it on. */
export async function takeTurn(name: string): Promise<() => Promise<void>> {
  const { promise: done, resolve: finish } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin, reject: fail } = Promise.withResolvers<void>();
  const turn = withFileLock(join(tmpdir(), `gatehouse-${name}.lock`), async () => {
    begin();
    await done;
  });
  turn.catch(fail);
  await begun;
  return async () => {
    finish();
    await turn;
  };
}
