import { tmpdir } from "node:os";
import { join } from "node:path";

import { withFileLock } from "#platform/processes/file-lock.ts";

/** Waits until no other test of this machine holds the resource of that name; returns the function that releases it. */
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
