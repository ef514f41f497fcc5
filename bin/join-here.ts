import { beginJoin, makeOwnKeys } from "#operations/nodes/begin-join.ts";
import { endJoin } from "#operations/nodes/end-join.ts";
import { pullChanges } from "#operations/nodes/pull-changes.ts";
import { pullSnapshot } from "#operations/nodes/pull-snapshot.ts";
import { showNodeStatus } from "#operations/nodes/show-node-status.ts";

import { CliError, ExitCode } from "./cli-error.ts";
import type { CallOperation } from "./with-service.ts";

/** A node that joins. */
export interface JoinHere {
  /** Address of the node that has invited it. */
  readonly url: string;
  /** Reads the token, which a repeated call may need no more. */
  readonly token: () => string;
  /** Address at which other nodes reach it; null for that of the settings. */
  readonly address: string | null;
  /** Receives in words how far it is. */
  readonly report: (words: string) => void;
}

/**
 * Joins this node to an installation, and fetches its record until there is nothing more; returns the result in words. A call that was
 * stopped is repeated: it goes on where it was.
 * @throws CliError, and the refusals of the operations
 */
export async function joinHere(call: CallOperation, { url, token, address, report }: JoinHere): Promise<string> {
  const before = await call(showNodeStatus, {});
  const begun = before.nodes.find(({ publicAddress }) => publicAddress === url);
  if (before.state === "active" && begun !== undefined)
    throw new CliError(`This node is active already, and knows '${begun.name}'.`, ExitCode.Failed);
  const by = begun?.name ?? (await begin(call, { url, token: token(), address, report }));
  let rows = 0;
  for (;;) {
    const page = await call(pullSnapshot, { name: by });
    rows += page.received;
    if (page.isWhole) break;
    report(`${rows} rows fetched.`);
  }
  let received = 0;
  for (;;) {
    const pulled = await call(pullChanges, { name: by, waitSeconds: 0 });
    received += pulled.received;
    if (pulled.held > 0)
      throw new CliError(
        `${pulled.held} changes of '${by}' cannot be applied here. 'gatehouse nodes status' names the reasons.`,
        ExitCode.Failed,
      );
    if (pulled.isCaughtUp) break;
    report(`${received} changes fetched.`);
  }
  const { name } = await call(endJoin, {});
  return `Node '${name}' joined: ${rows} rows and ${received} changes of '${by}'. Start it with 'gatehouse api' and 'gatehouse hub'.`;
}

async function begin(
  call: CallOperation,
  { url, token, address, report }: Omit<JoinHere, "token"> & { readonly token: string },
): Promise<string> {
  await call(makeOwnKeys, {});
  const { by, others } = await call(beginJoin, { address: url, token, publicAddress: address });
  const further = others.length === 0 ? "" : ` and ${others.join(", ")}`;
  report(`Joined '${by}'${further}. Fetching the record.`);
  return by;
}
